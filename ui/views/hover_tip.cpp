// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/hover_tip.h"

#include <QToolTip>

namespace headscope::ui {

QString asToolTip(const QString& plain) {
    if (plain.isEmpty()) return {};
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(plain.toHtmlEscaped());
}

HoverTip::HoverTip(QWidget& owner) : QObject(&owner), m_owner(owner) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &HoverTip::open);
}

void HoverTip::show(QPoint globalPosition, const QString& text) {
    m_position = globalPosition;
    m_text = text;
    if (text.isEmpty()) {
        m_timer.stop();
        QToolTip::hideText();
        return;
    }
    if (QToolTip::isVisible()) return open();
    m_timer.start();
}

void HoverTip::open() {
    if (m_owner.isVisible()) QToolTip::showText(m_position, asToolTip(m_text), &m_owner);
}

}  // namespace headscope::ui
