// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/cases_view.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/analysis/write_cases.h"
#include "ui/error_text.h"
#include "ui/examples.h"
#include "ui/models/wording.h"
#include "ui/run_loader.h"
#include "ui/settings.h"
#include "ui/views/hover_tip.h"
#include "ui/views/text_look.h"

namespace headscope::ui {
namespace {

/// The cases that come with a built-in model; none for others.
core::CaseFile casesOfExample(const std::string& model) {
    if (!model.starts_with(examplePrefix)) return {};
    const std::string name = model.substr(examplePrefix.size());
    return hasExampleCases(name) ? exampleCases(name) : core::CaseFile();
}

QTreeWidgetItem* resultItem(const core::CaseResult& result, const Theme& theme) {
    auto* item = new QTreeWidgetItem;
    item->setText(0, (result.passed ? QStringLiteral("✓ ") : QStringLiteral("✕ ")) +
                         QString::fromStdString(result.name));
    item->setText(1, QString::fromStdString(core::headName(result.head)));
    item->setText(2, numberText(result.value, 3));
    item->setText(3, signedText(result.margin, 3));
    for (int column = 1; column < item->columnCount(); ++column) {
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        item->setFont(column, theme.numberFont(12));
    }
    if (!result.passed) item->setForeground(0, theme.accent);
    for (int column = 0; column < item->columnCount(); ++column)
        item->setToolTip(column,
                         asToolTip(QStringLiteral("%1\n%2").arg(QString::fromStdString(result.name),
                                                                QString::fromStdString(result.detail))));
    item->setData(
        0, Qt::AccessibleTextRole,
        QStringLiteral("%1: %2").arg(result.passed ? CasesView::tr("passed") : CasesView::tr("failed"),
                                     QString::fromStdString(result.name)));
    return item;
}

}  // namespace

CasesView::CasesView(Session& shared, QWidget* parent)
    : View(shared, parent),
      m_title(new QLabel(this)),
      m_open(new QToolButton(this)),
      m_run(new QToolButton(this)),
      m_add(new QToolButton(this)),
      m_summary(new QLabel(this)),
      m_list(new QTreeWidget(this)) {
    arrange();
    connectParts();
    retranslate();
}

void CasesView::arrange() {
    m_list->setColumnCount(4);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->headerItem()->setTextAlignment(0, Qt::AlignLeft);
    for (int column = 1; column < m_list->columnCount(); ++column)
        m_list->headerItem()->setTextAlignment(column, Qt::AlignRight);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    setFocusProxy(m_list);
    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    for (QToolButton* button : {m_add, m_open, m_run}) top->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 2, 8, 8);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(m_summary);
    column->addWidget(m_list, 1);
}

void CasesView::connectParts() {
    connect(m_open, &QToolButton::clicked, this, &CasesView::askOpen);
    connect(m_add, &QToolButton::clicked, this, &CasesView::add);
    connect(m_run, &QToolButton::clicked, this, [this] { m_job.isRunning() ? m_job.cancel() : run(); });
    connect(m_list, &QTreeWidget::itemClicked, this, &CasesView::showCase);
    connect(m_list, &QTreeWidget::itemActivated, this, &CasesView::showCase);
    connect(&m_job, &Job::runningChanged, this, &CasesView::showButtons);
    connect(&m_job, &Job::progressed, this,
            [this](double fraction) { m_summary->setText(tr("Running… %1").arg(percentText(fraction))); });
    connect(&m_job, &Job::cancelled, this, [this] { m_summary->setText(tr("Stopped.")); });
    for (const Job* job : {&m_job, &m_adding})
        connect(job, &Job::failed, this,
                [this](const core::Error& error) { m_summary->setText(errorText(error)); });
    connect(&session(), &Session::runChanged, this, &CasesView::prepareIfNeeded);
}

void CasesView::setTheme(const Theme& theme) {
    m_theme = theme;
    m_title->setFont(theme.textFont(13, true));
    setTextLook(*m_summary, theme.textFont(12), theme.ink2);
    for (QToolButton* button : {m_add, m_open, m_run}) button->setFont(theme.textFont(12));
    m_list->header()->setFont(theme.textFont(12));
    showResults();
}

void CasesView::open(const QString& path) {
    m_path = path;
    m_reader = [path = path.toStdString()] { return core::readCases(path); };
    run();
    emit fileOpened(path);
}

void CasesView::prepareIfNeeded() {
    showButtons();
    const core::ModelPtr model = session().shown() ? session().shown()->model : nullptr;
    if (model == m_model) return;
    m_job.release();
    m_checked.reset();
    m_model.reset();  // of the cases of a hidden table nothing is kept
    showResults();
    if (model && isVisible()) run();
}

void CasesView::showEvent(QShowEvent* event) {
    View::showEvent(event);
    prepareIfNeeded();
}

void CasesView::run() {
    const RunPtr& shown = session().shown();
    if (!shown || !shown->model) return;
    m_model = shown->model;
    m_checked.reset();
    showResults();
    const Reader reader =
        m_reader ? m_reader : Reader([model = shown->trace->spec.model] { return casesOfExample(model); });
    m_job.start<Checked>(
        [model = m_model, reader](const core::Progress& progress) {
            Checked checked{reader(), {}};
            checked.results = core::checkCases(*model, checked.file.cases, progress);
            return checked;
        },
        [this](Checked checked) {
            m_checked = std::move(checked);
            showResults();
        });
}

void CasesView::showResults() {
    QList<QTreeWidgetItem*> items;
    qsizetype passed = 0;
    m_list->clear();
    if (m_checked) {
        for (const core::CaseResult& result : m_checked->results) {
            items.append(resultItem(result, m_theme));
            passed += result.passed ? 1 : 0;
        }
    }
    m_list->addTopLevelItems(items);
    m_title->setText(!m_path.isEmpty() ? QFileInfo(m_path).fileName()
                     : m_checked && !m_checked->file.name.empty()
                         ? QString::fromStdString(m_checked->file.name)
                         : QString());
    m_title->setToolTip(asToolTip(m_path));
    m_list->setVisible(!items.empty());
    if (items.empty())
        m_summary->setText(
            tr("Cases hold heads to what they do: open a file of them, or make one of the head and "
               "the words that are selected."));
    else
        m_summary->setText(
            tr("%1 passed, %2 failed. Click one to see it.").arg(passed).arg(items.size() - passed));
    showButtons();
}

void CasesView::showButtons() {
    const bool running = m_job.isRunning();
    const bool present = session().shown() && session().shown()->model;
    m_run->setText(running ? tr("Stop") : tr("Run"));
    m_run->setAccessibleName(m_run->text());
    m_run->setVisible(running || m_reader || (m_checked && !m_checked->results.empty()));
    m_run->setEnabled(present);
    m_open->setEnabled(present && !running);
    m_add->setEnabled(present && !running && !m_adding.isRunning());
}

void CasesView::showCase(QTreeWidgetItem* item) {
    const int row = m_list->indexOfTopLevelItem(item);
    if (row < 0 || !m_checked) return;
    const core::CaseResult& result = m_checked->results[static_cast<std::size_t>(row)];
    emit shownWanted(m_checked->file.cases[static_cast<std::size_t>(row)].input,
                     {result.head, result.query, result.key});
}

void CasesView::askOpen() {
    auto* dialog = new QFileDialog(this, tr("Open a file of cases"), settings::exportFolder.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Cases") + QStringLiteral(" (*.json)"));
    connect(dialog, &QFileDialog::fileSelected, this, &CasesView::open);
    dialog->open();
}

void CasesView::add() {
    if (!m_path.isEmpty()) return addTo(m_path);
    auto* dialog = new QFileDialog(this, tr("Put the case into a file"), settings::exportFolder.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // the case joins those that are there
    dialog->setNameFilter(tr("Cases") + QStringLiteral(" (*.json)"));
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, &CasesView::addTo);
    dialog->open();
}

void CasesView::addTo(const QString& path) {
    const RunPtr& shown = session().shown();
    if (!shown || !shown->model || m_adding.isRunning()) return;
    m_adding.start<QString>(
        [shown, selection = session().selection(), path](const core::Progress&) {
            const core::Case made =
                core::caseOf(*shown->model, *shown->trace, selection.head, selection.query, selection.key);
            core::addCase(path.toStdString(), made, shown->trace->spec.model);
            return path;
        },
        [this](const QString& written) { open(written); });
    showButtons();
}

void CasesView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

void CasesView::retranslate() {
    setAccessibleName(tr("Cases"));
    m_open->setText(tr("Open…"));
    m_open->setAccessibleName(tr("Open a file of cases"));
    m_add->setText(tr("Make a case"));
    m_add->setAccessibleName(m_add->text());
    m_add->setToolTip(
        tr("Holds the selected head to what it does with the pinned words now, and puts that into a file"));
    m_list->setHeaderLabels({tr("Case"), tr("Head"), tr("Value"), tr("Margin")});
    m_list->headerItem()->setToolTip(
        3, tr("How far the value is on the right side of its limit; below 0 it failed"));
    m_list->setAccessibleName(tr("Cases with their results"));
    if (!m_job.isRunning()) showResults();
}

}  // namespace headscope::ui
