// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/segmented_control.h"

#include <QHBoxLayout>
#include <QPainter>

#include "ui/views/toggle_button.h"

namespace headscope::ui {

SegmentedControl::SegmentedControl(QWidget* parent, bool exclusive) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2, 2, 2, 2);
    row->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_buttons.setExclusive(exclusive);
    connect(&m_buttons, &QButtonGroup::idClicked, this, &SegmentedControl::pressed);
}

void SegmentedControl::setLabels(const QStringList& labels) {
    while (m_buttons.buttons().size() > labels.size()) delete m_buttons.buttons().constLast();
    for (int i = static_cast<int>(m_buttons.buttons().size()); i < labels.size(); ++i) {
        auto* button = new ToggleButton(ToggleButton::Look::Segment, this);
        button->setTheme(m_theme);
        button->setAutoExclusive(m_buttons.exclusive());  // which screen readers call a radio button
        m_buttons.addButton(button, i);
        layout()->addWidget(button);
    }
    for (int i = 0; i < labels.size(); ++i) {
        button(i)->setText(labels[i]);
        button(i)->setAccessibleName(labels[i]);
        button(i)->updateGeometry();
    }
}

void SegmentedControl::setToolTips(const QStringList& toolTips) {
    for (int i = 0; i < toolTips.size(); ++i) button(i)->setToolTip(toolTips[i]);
}

void SegmentedControl::setTheme(const Theme& theme) {
    m_theme = theme;
    for (QAbstractButton* button : m_buttons.buttons()) static_cast<ToggleButton*>(button)->setTheme(theme);
    update();
}

void SegmentedControl::setCurrent(int index) {
    if (QAbstractButton* chosen = button(index)) chosen->setChecked(true);
}

bool SegmentedControl::isDown(int index) const {
    const QAbstractButton* asked = button(index);
    return asked != nullptr && asked->isChecked();
}

void SegmentedControl::setDown(int index, bool down) {
    if (QAbstractButton* chosen = button(index)) chosen->setChecked(down);
}

void SegmentedControl::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.sunken);
    painter.drawRoundedRect(QRectF(rect()), 6, 6);
}

}  // namespace headscope::ui
