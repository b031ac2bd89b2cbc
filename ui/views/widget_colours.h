// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace headscope::ui {

/// The colour a label writes in. A sheet of its own, because the window's style sheet outranks palettes.
void setTextColour(QWidget& widget, const QColor& colour);

}  // namespace headscope::ui
