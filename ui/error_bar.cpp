// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/error_bar.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>

#include "ui/figures/icon.h"
#include "ui/window_style.h"

namespace headscope::ui {

ErrorBar::ErrorBar(QWidget* parent)
    : QFrame(parent),
      m_sentence(new QLabel(this)),
      m_remedy(new QPushButton(this)),
      m_close(new QToolButton(this)) {
    setLook(*this, "error");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 10, 8);
    row->setSpacing(12);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_remedy);
    row->addWidget(m_close);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_remedy, &QPushButton::clicked, this, &ErrorBar::remedyWanted);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    retranslate();
    hide();
}

void ErrorBar::showError(const QString& sentence, const QString& remedy) {
    m_sentence->setText(sentence);
    m_sentence->setAccessibleName(sentence);
    m_remedy->setText(remedy);
    m_remedy->setVisible(!remedy.isEmpty());
    show();
    QAccessibleEvent alert(m_sentence, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void ErrorBar::setTheme(const Theme& theme) {
    m_close->setIcon(icon("close", theme));
    if (m_close->icon().isNull()) m_close->setText(QStringLiteral("✕"));
}

void ErrorBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QFrame::changeEvent(event);
}

void ErrorBar::retranslate() {
    m_close->setToolTip(tr("Hide this message"));
    m_close->setAccessibleName(m_close->toolTip());
}

}  // namespace headscope::ui
