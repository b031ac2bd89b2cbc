// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/text_look.h"

namespace headscope::ui {

void setTextLook(QWidget& widget, const QFont& font, const QColor& colour) {
    const QString sheet = QStringLiteral("color: %1").arg(colour.name());
    if (widget.styleSheet() != sheet) widget.setStyleSheet(sheet);
    widget.setFont(font);
}

}  // namespace headscope::ui
