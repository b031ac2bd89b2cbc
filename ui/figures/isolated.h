// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace headscope::ui {

/// `text` for the middle of a sentence: right-to-left text is read as one, and what stands around it keeps
/// its place. Without this "ن → ا" would point the wrong way.
QString isolated(const QString& text);
/// Without the marks of isolated(), which nobody wants to find or copy.
QString withoutIsolation(QString text);

}  // namespace headscope::ui
