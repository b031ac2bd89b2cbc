// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status_line.h"

#include <QEvent>
#include <QHBoxLayout>

#include "ui/window_style.h"

namespace headscope::ui {

constexpr int noticeMilliseconds = 4000;

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), m_reading(new QLabel(this)), m_caution(new QLabel(this)) {
    setObjectName(QStringLiteral("statusLine"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 4, 14, 4);
    row->addWidget(m_reading, 1);
    row->addWidget(m_caution);
    // A long reading must not push the window wider.
    m_reading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_reading->setTextFormat(Qt::PlainText);
    m_caution->setProperty("look", QStringLiteral("quiet"));
    m_noticeTime.setSingleShot(true);
    m_noticeTime.setInterval(noticeMilliseconds);
    connect(&m_noticeTime, &QTimer::timeout, this, [this] {
        m_notice.clear();
        refresh();
    });
    retranslate();
}

void StatusLine::showReading(const QString& text) {
    m_text = text;
    refresh();
}

void StatusLine::showStanding(const QString& text) {
    m_standing = text;
    refresh();
}

void StatusLine::showNotice(const QString& text) {
    m_notice = text;
    m_noticeTime.start();
    refresh();
}

void StatusLine::refresh() {
    const QString hint = !m_standing.isEmpty()
                             ? m_standing
                             : tr("Arrows move between heads · the wheel zooms · F1 lists all keys");
    // A notice comes once; a reading comes again with the next move of the pointer.
    m_reading->setText(!m_notice.isEmpty() ? m_notice : !m_text.isEmpty() ? m_text : hint);
}

void StatusLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void StatusLine::retranslate() {
    m_caution->setText(tr("Where a head looks is not yet why the model decides"));
    m_caution->setToolTip(
        tr("Attention weights show which tokens a head reads from. They do not prove that the answer depends "
           "on it: other heads, the values, and the layers between matter too."));
    refresh();
}

}  // namespace headscope::ui
