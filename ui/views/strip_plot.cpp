// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/strip_plot.h"

#include <QPainter>
#include <algorithm>

namespace headscope::ui {

StripPlot::StripPlot(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StripPlot::show(std::vector<double> values, std::optional<double> selected,
                     std::optional<double> before) {
    m_values = std::move(values);
    m_selected = selected;
    m_before = before;
    update();
}

void StripPlot::setTheme(const Theme& theme) {
    m_theme = theme;
    update();
}

void StripPlot::paintEvent(QPaintEvent*) {
    if (m_values.empty()) return;
    const auto ends = std::minmax_element(m_values.begin(), m_values.end());
    const double low = *ends.first;
    const double range = *ends.second - low;
    const QRectF room = QRectF(rect()).adjusted(2, 2, -2, -2);
    const auto place = [&](double value) {
        return room.left() + (range > 0 ? (value - low) / range : 0.5) * room.width();
    };
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor tick = m_theme.ink2;
    // Many heads overlap: ticks that let others through still show where most of them are.
    tick.setAlphaF(m_values.size() > 40 ? 0.35F : 0.6F);
    for (const double value : m_values)
        painter.fillRect(QRectF(place(value) - 0.5, room.top() + 2, 1, room.height() - 4), tick);
    if (m_before) {
        // B may not reach where A was.
        const QPointF centre(std::clamp(place(*m_before), room.left() + 3.5, room.right() - 3.5),
                             room.center().y());
        painter.setPen(QPen(m_theme.accent, 1.5));
        painter.setBrush(m_theme.panel);
        painter.drawEllipse(centre, 3.5, 3.5);
    }
    if (!m_selected) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.panel);
    painter.drawRect(QRectF(place(*m_selected) - 2.5, room.top() - 1, 5, room.height() + 2));
    painter.setBrush(m_theme.accent);
    painter.drawRoundedRect(QRectF(place(*m_selected) - 1.5, room.top(), 3, room.height()), 1, 1);
}

}  // namespace headscope::ui
