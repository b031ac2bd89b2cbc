// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/toggle_button.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

namespace headscope::ui {

namespace {

constexpr int segmentPadding = 13;
constexpr int chipPadding = 7;
constexpr int segmentHeight = 24;
constexpr int chipHeight = 22;
constexpr qreal radius = 5;

}  // namespace

ToggleButton::ToggleButton(Look look, QWidget* parent) : QAbstractButton(parent), m_look(look) {
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

void ToggleButton::setTheme(const Theme& theme) {
    m_theme = theme;
    updateGeometry();
    update();
}

void ToggleButton::setColour(const QColor& colour) {
    if (m_colour == colour) return;
    m_colour = colour;
    update();
}

QFont ToggleButton::labelFont() const {
    return m_look == Look::Segment ? m_theme.textFont(12) : m_theme.numberFont(11);
}

QSize ToggleButton::sizeHint() const {
    const qreal advance = QFontMetricsF(labelFont()).horizontalAdvance(text());
    const bool segment = m_look == Look::Segment;
    const int height = segment ? segmentHeight : chipHeight;
    const int width = qCeil(advance) + 2 * (segment ? segmentPadding : chipPadding);
    return {std::max(width, height), height};
}

QColor ToggleButton::ground() const {
    if (m_look == Look::Chip) {
        if (isChecked()) return m_colour.isValid() ? m_colour : m_theme.ink2;
        return underMouse() && isEnabled() ? m_theme.sunken : QColor(Qt::transparent);
    }
    if (isChecked()) return m_theme.dark ? m_theme.hairline.lighter(130) : m_theme.panel;
    return Qt::transparent;
}

QColor ToggleButton::textColour(const QColor& ground) const {
    if (!isEnabled()) return m_theme.ink3;
    if (m_look == Look::Segment) return isChecked() || underMouse() ? m_theme.ink : m_theme.ink2;
    if (!isChecked()) return m_theme.ink2;
    return qGray(ground.rgb()) > 140 ? QColor(0x10, 0x12, 0x15) : QColor(Qt::white);
}

void ToggleButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor fill = ground();
    painter.setPen(m_look == Look::Chip && !isChecked() ? QPen(m_theme.hairline, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, radius, radius);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.focusRing, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    }
    painter.setFont(labelFont());
    painter.setPen(textColour(fill));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

void ToggleButton::mouseDoubleClickEvent(QMouseEvent* event) {
    if (m_look == Look::Segment) return QAbstractButton::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton) emit doubleClicked();
    event->accept();
}

}  // namespace headscope::ui
