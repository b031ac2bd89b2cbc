// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace headscope::ui {

/// What a label writes in. The colour is a style sheet of its own, because the window's outranks palettes; a
/// new style sheet drops the font, so both are set here and in this order.
void setTextLook(QWidget& widget, const QFont& font, const QColor& colour);

}  // namespace headscope::ui
