// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work_bar.h"

#include <QVBoxLayout>

#include "ui/error_text.h"
#include "ui/models/wording.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

WorkBar::WorkBar(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_button(new QToolButton(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(m_text);
    column->addWidget(m_button);
    column->addStretch(1);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    connect(m_button, &QToolButton::clicked, this, [this] {
        if (!m_finding) return;
        m_finding->isRunning() ? m_finding->stop() : m_finding->find();
    });
    hide();
}

void WorkBar::setTheme(const Theme& theme) {
    setTextLook(*m_text, theme.textFont(12), theme.ink2);
    m_button->setFont(theme.textFont(12));
}

void WorkBar::follow(Finding* finding, const QString& offer, const QString& activity) {
    if (m_finding != finding) {
        if (m_finding) disconnect(m_finding, nullptr, this, nullptr);
        if (finding != nullptr) connect(finding, &Finding::progressed, this, &WorkBar::showProgress);
    }
    if (finding == nullptr || !finding->isRunning()) m_fraction = 0;
    m_finding = finding;
    m_activity = activity;
    setVisible(finding != nullptr);
    if (finding == nullptr) return;
    m_button->setText(finding->isRunning() ? tr("Stop") : tr("Find out"));
    m_button->setAccessibleName(m_button->text());
    m_button->setAccessibleDescription(offer);
    if (finding->isRunning())
        showProgress(m_fraction);
    else
        m_text->setText(finding->error() ? errorText(*finding->error()) : offer);
}

void WorkBar::showProgress(double fraction) {
    m_fraction = fraction;
    m_text->setText(QStringLiteral("%1 %2").arg(m_activity, percentText(fraction)));
}

}  // namespace headscope::ui
