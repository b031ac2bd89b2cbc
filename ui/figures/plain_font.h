// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace headscope::ui {

/// An OpenType font without its contextual alternates, which make an arrow of "-->" and one sign of "!=": a
/// token is shown as the characters that it has. Bytes that are no such font come back as they are.
QByteArray withoutContextualAlternates(QByteArray font);

}  // namespace headscope::ui
