// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace headscope::ui {

/// Lets screen readers see the overview as a table of layers and heads whose cells speak the head's type and
/// numbers and can be pressed. Call it for every GridCanvas that is made; doing so again changes nothing.
void makeGridsAccessible();

/// Tells screen readers that another cell of `grid` is the selected one.
void announceSelectedCell(QWidget& grid);

}  // namespace headscope::ui
