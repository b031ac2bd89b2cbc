// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_header.h"

#include <QPainter>
#include <QStyle>
#include <algorithm>

#include "ui/views/hover_tip.h"
#include "ui/views/text_look.h"

namespace headscope::ui {
namespace {

constexpr int narrowest = 130;  // "Layer 4 · Head 11"; names of many heads must not widen the view

/// Ends in an ellipsis where there is no room; its text, also for screen readers, stays whole.
class ElidedLabel : public QLabel {
public:
    using QLabel::QLabel;

    QSize minimumSizeHint() const override {
        const QSize whole = QLabel::minimumSizeHint();
        return {std::min(whole.width(), narrowest), whole.height()};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QRect place = contentsRect();
        style()->drawItemText(&painter, place, static_cast<int>(alignment()), palette(), isEnabled(),
                              fontMetrics().elidedText(text(), Qt::ElideRight, place.width()),
                              foregroundRole());
    }
};

}  // namespace

ViewHeader::ViewHeader(QWidget* parent)
    : QWidget(parent),
      m_row(new QHBoxLayout(this)),
      m_title(new ElidedLabel(this)),
      m_note(new ElidedLabel(this)) {
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
    m_title->setToolTip(asToolTip(title));
}

void ViewHeader::setNote(const QString& note) {
    m_note->setText(note);
    m_note->setToolTip(asToolTip(note));
}

void ViewHeader::setTheme(const Theme& theme) {
    setTextLook(*m_title, theme.textFont(14, true), theme.ink);
    setTextLook(*m_note, theme.textFont(12), theme.ink2);
}

void ViewHeader::addControl(QWidget* control) {
    m_row->addWidget(control, 0, Qt::AlignVCenter);
}

}  // namespace headscope::ui
