// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/answers_panel.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>

#include "ui/figures/isolated.h"
#include "ui/figures/token_label.h"
#include "ui/models/wording.h"
#include "ui/views/hover_tip.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

namespace {

/// What an output of a model answers, for people; its id when we do not know it.
struct OutputName {
    const char* id;
    const char* name;
};
constexpr OutputName outputNames[] = {
    {"reference", QT_TRANSLATE_NOOP("Output", "which word it refers to")},
    {"masked-lm", QT_TRANSLATE_NOOP("Output", "which word is masked")},
    {"causal-lm", QT_TRANSLATE_NOOP("Output", "which token comes next")},
    {"classification", QT_TRANSLATE_NOOP("Output", "which class the text has")},
};

QString outputText(const QString& id) {
    for (const OutputName& output : outputNames) {
        if (id == QLatin1String(output.id)) return QCoreApplication::translate("Output", output.name);
    }
    return id;
}

/// "animal ⇒ " where A answered that at the same token; empty where it was not asked.
QString answerOfA(const ComparedRuns& runs, const Answer& ofB) {
    const core::Index position = runs.traces.tokens->inA[static_cast<std::size_t>(ofB.position)];
    for (const Answer& answer : runs.a->answers) {
        if (answer.output == ofB.output && answer.position == position && !answer.candidates.empty())
            return isolated(visibleText(answer.candidates.front().first.toStdString())) +
                   QStringLiteral(" ⇒ ");
    }
    return {};
}

/// All candidates, one line each.
QString candidateLines(const Answer& answer) {
    QStringList lines;
    for (const auto& [label, probability] : answer.candidates) {
        lines << QStringLiteral("%1  %2").arg(visibleText(label.toStdString()), numberText(probability, 6));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

AnswersPanel::AnswersPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_title(new QLabel(this)),
      m_output(new QLabel(this)),
      m_note(new QLabel(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_title, 0, 0, 1, 2);
    grid->addWidget(m_output, 1, 0, 1, 2);
    for (int i = 0; i < largestCount; ++i) {
        Row row{new QLabel(this), new QLabel(this)};
        row.answer->setTextFormat(Qt::PlainText);
        row.answer->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        grid->addWidget(row.answer, i + 2, 0);
        grid->addWidget(row.probability, i + 2, 1, Qt::AlignRight);
        m_rows.push_back(row);
    }
    grid->addWidget(m_note, largestCount + 2, 0, 1, 2);
    m_note->setWordWrap(true);
    m_output->setWordWrap(true);
    connect(&session, &Session::runChanged, this, &AnswersPanel::follow);
    connect(&session, &Session::selectionChanged, this, &AnswersPanel::follow);
    follow();
}

void AnswersPanel::setTheme(const Theme& theme) {
    m_title->setFont(theme.textFont(13, true));
    for (QLabel* quiet : {m_output, m_note}) {
        setTextLook(*quiet, theme.textFont(12), theme.ink2);
    }
    for (const Row& row : m_rows) {
        row.answer->setFont(theme.textFont(13));
        row.probability->setFont(theme.numberFont(12));
    }
}

std::vector<const Answer*> AnswersPanel::ordered(const Run& run) const {
    std::vector<const Answer*> answers;
    for (const Answer& answer : run.answers) {
        if (!answer.candidates.empty()) answers.push_back(&answer);
    }
    const auto pinned = m_session.selection().query;
    std::stable_partition(answers.begin(), answers.end(),
                          [&](const Answer* answer) { return pinned && answer->position == *pinned; });
    if (answers.size() > largestCount) answers.resize(largestCount);
    return answers;
}

void AnswersPanel::follow() {
    const RunPtr& run = m_session.shown();
    const std::vector<const Answer*> answers = run ? ordered(*run) : std::vector<const Answer*>();
    setVisible(!answers.empty());
    emit shownChanged(!answers.empty());
    if (answers.empty()) return;
    QStringList outputs;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        row.answer->setVisible(i < answers.size());
        row.probability->setVisible(i < answers.size());
        if (i >= answers.size()) continue;
        const Answer& answer = *answers[i];
        const auto& [label, probability] = answer.candidates.front();
        const core::Token& token = run->trace->tokens[static_cast<std::size_t>(answer.position)];
        const QString before =
            m_session.difference() ? answerOfA(*m_session.difference(), answer) : QString();
        row.answer->setText(QStringLiteral("%1 → %2").arg(
            isolated(tokenLabel(token).text), before + isolated(visibleText(label.toStdString()))));
        row.answer->setToolTip(asToolTip(candidateLines(answer)));
        row.probability->setText(numberText(probability, 3));
        row.probability->setToolTip(asToolTip(candidateLines(answer)));
        const QString output = tr("Output “%1”: %2").arg(answer.output, outputText(answer.output));
        if (!outputs.contains(output)) outputs << output;
    }
    m_title->setText(tr("The model answers"));
    m_output->setText(outputs.join(QLatin1Char('\n')));
    m_note->setText(tr("The head with the prettiest arrow need not be the one that decides."));
}

void AnswersPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) follow();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
