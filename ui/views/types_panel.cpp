// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/types_panel.h"

#include <QEvent>
#include <QHBoxLayout>

#include "ui/error_text.h"
#include "ui/models/label_text.h"
#include "ui/models/wording.h"
#include "ui/views/hover_tip.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

TypesPanel::TypesPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_grid(new QGridLayout(this)),
      m_title(new QLabel(this)),
      m_button(new QToolButton(this)),
      m_note(new QLabel(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(m_button);
    m_grid->addLayout(top, 0, 0, 1, 2);
    m_grid->addWidget(m_note, 1, 0, 1, 2);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    connect(m_button, &QToolButton::clicked, this, [this] {
        HeadTypes& types = m_session.headTypes();
        types.isRunning() ? types.stop() : types.find();
    });
    connect(&session, &Session::runChanged, this, &TypesPanel::follow);
    connect(&session, &Session::selectionChanged, this, &TypesPanel::follow);
    connect(&session.headTypes(), &HeadTypes::changed, this, &TypesPanel::follow);
    connect(&session.headTypes(), &HeadTypes::progressed, this, &TypesPanel::showProgress);
    follow();
}

void TypesPanel::setTheme(const Theme& theme) {
    m_theme = theme;
    m_title->setFont(theme.textFont(13, true));
    m_button->setFont(theme.textFont(12));
    setTextLook(*m_note, theme.textFont(12), theme.ink2);
    for (const Row& row : m_rows) {
        row.name->setFont(theme.textFont(13));
        setTextLook(*row.evidence, theme.textFont(12), theme.ink2);
    }
}

void TypesPanel::follow() {
    const RunPtr& run = m_session.shown();
    const HeadTypes& types = m_session.headTypes();
    const auto labels = labelsOf(types.labels(), m_session.selection().head);
    setVisible(run && run->model && run->trace->meanOf.empty());
    m_title->setText(tr("What this head is for"));
    m_button->setVisible(!types.labels());
    m_button->setText(types.isRunning() ? tr("Stop") : tr("Find out"));
    m_button->setAccessibleName(tr("Find out what heads are for, or stop"));
    m_button->setToolTip(
        types.isRunning()
            ? QString()
            : tr("Switches off one head after the other, and reads lists of random tokens that stand twice"));
    showLabels(labels);
    m_note->setVisible(labels.empty());
    if (types.error())
        m_note->setText(errorText(*types.error()));
    else if (types.isRunning())
        showProgress(0);
    else if (types.labels())
        m_note->setText(tr("No type has evidence enough in this run."));
    else
        m_note->setText(tr("In a model of this size it takes a while."));
}

void TypesPanel::showProgress(double fraction) {
    m_note->setText(tr("Looking at all heads… %1").arg(percentText(fraction)));
}

void TypesPanel::showLabels(std::span<const core::HeadLabel> labels) {
    while (m_rows.size() < labels.size()) addRow();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        row.name->setVisible(i < labels.size());
        row.evidence->setVisible(i < labels.size());
        if (i >= labels.size()) continue;
        row.name->setText(labelShortName(labels[i]));
        row.evidence->setText(labelEvidence(labels[i]));
        for (QLabel* part : {row.name, row.evidence}) part->setToolTip(asToolTip(labelText(labels[i])));
        row.evidence->setAccessibleDescription(labelText(labels[i]));
    }
}

void TypesPanel::addRow() {
    const Row row{new QLabel(this), new QLabel(this)};
    const int line = m_grid->rowCount();
    row.evidence->setWordWrap(true);
    row.evidence->setTextFormat(Qt::PlainText);
    m_grid->addWidget(row.name, line, 0, Qt::AlignTop);
    m_grid->addWidget(row.evidence, line, 1);
    m_rows.push_back(row);
    setTheme(m_theme);
}

void TypesPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) follow();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
