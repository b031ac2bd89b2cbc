// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widget_colours.h"

namespace headscope::ui {

void setTextColour(QWidget& widget, const QColor& colour) {
    const QString sheet = QStringLiteral("color: %1").arg(colour.name());
    if (widget.styleSheet() != sheet) widget.setStyleSheet(sheet);
}

}  // namespace headscope::ui
