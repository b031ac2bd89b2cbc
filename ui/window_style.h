// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

#include "ui/figures/theme.h"

namespace headscope::ui {

/// `text` for a menu or a button, which take & for the mark of a key.
QString asLabel(QString text);

/// The colours of standard widgets.
QPalette windowPalette(const Theme& theme);

/// What the palette cannot say: cards, hairlines, buttons, tables, menus. Widgets ask for a look with the
/// dynamic property "look": "card" (a panel with a hairline and round corners), "bar" (a full-width band),
/// "error", "quiet" (soft text).
QString windowStyleSheet(const Theme& theme);

/// Whether the system's colours are dark ones: Qt 6.4 cannot say it in another way.
bool systemIsDark();

/// Marks `widget` for the style sheet.
void setLook(QWidget& widget, const char* look);

}  // namespace headscope::ui
