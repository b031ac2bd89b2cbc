// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_header.h"

#include "ui/views/widget_colours.h"

namespace headscope::ui {

ViewHeader::ViewHeader(QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_title(new QLabel(this)), m_note(new QLabel(this)) {
    m_row->setContentsMargins(16, 8, 12, 4);
    m_row->setSpacing(8);
    m_row->addWidget(m_title);
    m_row->addWidget(m_note, 1);
    m_title->setTextFormat(Qt::PlainText);
    m_note->setTextFormat(Qt::PlainText);
    // A note that changes its length must not push the splitter about.
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ViewHeader::setTitle(const QString& title) {
    m_title->setText(title);
}

void ViewHeader::setNote(const QString& note) {
    m_note->setText(note);
    m_note->setToolTip(note);
}

void ViewHeader::setTheme(const Theme& theme) {
    m_title->setFont(theme.textFont(14, true));
    setTextColour(*m_title, theme.ink);
    m_note->setFont(theme.textFont(12));
    setTextColour(*m_note, theme.ink2);
}

void ViewHeader::addControl(QWidget* control) {
    m_row->addWidget(control, 0, Qt::AlignVCenter);
}

}  // namespace headscope::ui
