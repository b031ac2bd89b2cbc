// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/error_text.h"
#include "ui/figures/caption.h"
#include "ui/figures/icon.h"
#include "ui/models/global_tokens.h"
#include "ui/models/head_change_text.h"
#include "ui/remedies.h"
#include "ui/settings.h"
#include "ui/view_commands.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr QSize smallest{900, 600};
constexpr QSize usual{1440, 900};
constexpr int wideFrom = 1280;  // narrower, the numbers fold away
constexpr int chartFrom = 800;  // lower, the chart does
constexpr int largestShortcut = 9;

bool hasPieces(const core::Trace& trace) {
    return core::wordPositions(trace.tokens).size() < trace.tokens.size();
}

bool hasTypedSpecials(const core::Trace& trace) {
    return std::any_of(trace.tokens.begin(), trace.tokens.end(),
                       [](const core::Token& token) { return chipKind(token) == ChipKind::Typed; });
}

}  // namespace

MainWindow::MainWindow(const core::Compute& compute, Language& language)
    : m_language(language),
      m_session(compute),
      m_loader(m_session),
      m_actions(*this),
      m_topBar(new TopBar(m_actions, this)),
      m_sentence(new QWidget(this)),
      m_textsBar(new TextsBar(m_session, m_actions, m_sentence)),
      m_textBar(new TextBar(m_sentence)),
      m_literalSpecials(new QToolButton(m_sentence)),
      m_words(new QToolButton(m_sentence)),
      m_strip(new TokenStrip(m_session, m_sentence)),
      m_changes(new ChangesBar(m_session, m_sentence)),
      m_seriesBar(new SeriesBar(m_session, m_sentence)),
      m_errorBar(new ErrorBar(this)),
      m_pages(new QStackedWidget(this)),
      m_startPage(new StartPage(m_pages)),
      m_workspace(new Workspace(m_session, m_pages)),
      m_statusLine(new StatusLine(this)) {
    setAcceptDrops(true);
    setMinimumSize(smallest);
    setWindowIcon(programIcon());
    buildPages();
    buildExportMenu();
    buildLanguageMenu();
    connectParts();
    connectActions();
    connectState();
    connectTexts();
    restore();
    retranslate();
    showRun();
    showSettings();
}

MainWindow::~MainWindow() {
    // QWidget closes the window when the actions are gone already, and the focus moves once more.
    disconnect(qApp, nullptr, this, nullptr);
}

void MainWindow::buildPages() {
    auto* sentence = new QVBoxLayout(m_sentence);
    sentence->setContentsMargins(14, 8, 14, 8);
    sentence->setSpacing(6);
    auto* text = new QHBoxLayout;
    text->addWidget(m_textsBar);
    text->addWidget(m_textBar, 1);
    text->addWidget(m_literalSpecials);
    sentence->addLayout(text);
    auto* tokens = new QHBoxLayout;
    tokens->addWidget(m_strip, 1);
    tokens->addWidget(m_words);
    sentence->addLayout(tokens);
    sentence->addWidget(m_changes);
    sentence->addWidget(m_seriesBar);
    setLook(*m_sentence, "bar");
    m_words->setDefaultAction(m_actions[ActionId::Words]);
    m_literalSpecials->setDefaultAction(m_actions[ActionId::LiteralSpecials]);
    for (QToolButton* button : {m_words, m_literalSpecials})
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pages->addWidget(m_startPage);
    m_pages->addWidget(m_workspace);

    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget* part : {static_cast<QWidget*>(m_topBar), m_sentence, static_cast<QWidget*>(m_errorBar)}) {
        column->addWidget(part);
    }
    column->addWidget(m_pages, 1);
    column->addWidget(m_statusLine);
    setCentralWidget(centre);
}

void MainWindow::connectParts() {
    connect(&m_session, &Session::runChanged, this, &MainWindow::showRun);
    connect(&m_session, &Session::selectionChanged, this, &MainWindow::showTitle);
    connect(&m_session, &Session::selectionChanged, this, &MainWindow::showSettings);
    connect(&m_session, &Session::settingsChanged, this, &MainWindow::showSettings);
    connect(&m_session, &Session::gateWanted, this, &MainWindow::gate);
    connect(&m_session, &Session::failed, this, &MainWindow::showError);
    connectWork();
    connect(m_errorBar, &ErrorBar::remedyWanted, this, &MainWindow::applyRemedy);
    connect(m_textBar, &TextBar::entered, this, &MainWindow::readInput);
    connect(m_textBar, &TextBar::typed, this, [this] { m_leavesText = false; });
    connect(m_textBar, &TextBar::left, this, [this] {
        m_leavesText = true;
        if (!m_loader.isBusy() && m_errorBar->isHidden()) m_workspace->focusGrid();
    });
    connect(m_startPage, &StartPage::openWanted, m_actions[ActionId::OpenFolder], &QAction::trigger);
    connect(m_startPage, &StartPage::runWanted, this, [this](const RecentRun& run) {
        open(run.model, run.input == core::Input{} ? std::nullopt : std::optional(run.input));
    });
    connect(m_workspace, &Workspace::readingChanged, m_statusLine, &StatusLine::showReading);
    connect(&m_workspace->cases(), &CasesView::shownWanted, this,
            [this](const core::Input& input, const Selection& selection) {
                WindowState wanted = state();
                core::RunSpec& spec = *(m_session.shownSide() == Side::A ? wanted.a : wanted.b);
                spec = withInput(spec, input);
                spec.edits.clear();
                wanted.selection = selection;
                m_loader.show(wanted);
            });
    connect(m_workspace, &Workspace::viewWanted, this, &MainWindow::chooseView);
    connect(m_seriesBar, &SeriesBar::modelWanted, this, &MainWindow::showCheckpoint);
    connect(&m_workspace->charts(), &ChartsView::modelWanted, this, &MainWindow::showCheckpoint);
    connect(m_strip, &View::readingChanged, m_statusLine, &StatusLine::showReading);
    connect(m_strip, &TokenStrip::globalWanted, this, &MainWindow::toggleGlobalToken);
    connect(m_strip, &TokenStrip::globalResetWanted, this, &MainWindow::resetGlobalTokens);
    connect(&m_topBar->viewSwitch(), &SegmentedControl::pressed, this, &MainWindow::chooseView);
    connect(&m_topBar->sideSwitch(), &SegmentedControl::pressed, this,
            [this](int index) { m_session.setSide(static_cast<Side>(index)); });
    for (int i = 0; i < static_cast<int>(views().size()) && i < largestShortcut; ++i) {
        auto* key = new QShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)), this);
        connect(key, &QShortcut::activated, this, [this, i] { chooseView(i); });
    }
    for (int i = 0; i < Workspace::tableNames().size(); ++i) {
        auto* key = new QShortcut(tableKey(i), this);
        connect(key, &QShortcut::activated, this, [this, i] {
            if (m_session.shown()) showTable(i);
        });
    }
}

QKeySequence MainWindow::tableKey(int index) {
    return {Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + index)};
}

void MainWindow::connectWork() {
    connect(&m_loader, &Loader::busyChanged, this, &MainWindow::showActivity);
    connect(&m_loader, &Loader::progressed, m_topBar, &TopBar::setProgress);
    connect(&m_loader, &Loader::finished, this, &MainWindow::loadFinished);
    connect(&m_loader, &Loader::stopped, this, &MainWindow::loadStopped);
    connect(&m_loader, &Loader::failed, this, &MainWindow::showError);
    const auto stepFailed = [this] {
        m_steps = false;
        m_seriesBar->follow();
    };
    connect(&m_loader, &Loader::failed, this, stepFailed);
    connect(&m_loader, &Loader::stopped, this, stepFailed);
    connect(&m_exporter, &Exporter::activityChanged, this, &MainWindow::showActivity);
    connect(&m_exporter, &Exporter::progressed, this, [this](double fraction) {
        if (!m_loader.isBusy()) m_topBar->setProgress(fraction);
    });
    connect(&m_exporter, &Exporter::written, this,
            [this](const QString& path) { m_statusLine->showNotice(tr("Saved %1").arg(path)); });
    connect(&m_exporter, &Exporter::stopped, this, [this] {
        m_statusLine->showNotice(tr("Stopped: %1 was not written").arg(m_exporter.fileName()));
    });
    connect(&m_exporter, &Exporter::failed, this, &MainWindow::showError);
    connect(&m_remedy, &Job::failed, this, &MainWindow::showError);
}

void MainWindow::restore() {
    const QString theme = settings::theme.get();
    setDark(theme.isEmpty() ? systemIsDark() : theme == QStringLiteral("dark"));
    resize(usual);
    restoreGeometry(settings::geometry.get());
    m_workspace->columns().restoreState(settings::columns.get());
    m_workspace->left().restoreState(settings::left.get());
    m_workspace->right().restoreState(settings::right.get());
    showView(settings::view.get().toStdString());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_saving.isRunning()) {
        m_closeWhenSaved = true;
        return event->ignore();
    }
    m_loader.cancel();
    m_exporter.stop();
    settings::geometry.set(saveGeometry());
    settings::columns.set(m_workspace->columns().saveState());
    settings::left.set(m_workspace->left().saveState());
    settings::right.set(m_workspace->right().saveState());
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    fold();
}

void MainWindow::fold() {
    const bool wide = width() >= wideFrom;
    // Only when the threshold is crossed: between, the switch belongs to the user.
    if (m_wide != wide) {
        m_actions[ActionId::SidePanel]->setChecked(wide);
        m_workspace->setSideShown(wide);
    }
    m_wide = wide;
    m_workspace->setChartShown(height() >= chartFrom);
}

void MainWindow::open(const QString& model, const std::optional<core::Input>& input) {
    if (isSessionFile(model.toStdString())) return openSession(model);
    if (m_session.a() && isTextsFile(model)) return openTexts(model);
    if (m_session.a() && isGoldFile(model)) return openGold(model);
    m_errorBar->hide();
    m_textBar->hold();
    m_sessionPath.clear();
    m_steps = false;
    if (!m_session.a()) m_pages->setCurrentWidget(m_workspace);
    m_loader.open(model, input);
}

void MainWindow::readInput(const core::Input& input) {
    m_steppedTo.reset();
    const RunPtr& shown = m_session.shown();
    if (!shown) return;
    if (!m_loader.isBusy() && m_errorBar->isHidden() && input == shown->trace->spec.input) return;
    m_loader.run(m_session.shownSide(), input);
}

void MainWindow::loadFinished() {
    m_errorBar->hide();
    m_textBar->setQuick(m_loader.isQuick());
    const core::RunSpec& spec = m_session.shown()->trace->spec;
    // A training would push all other models out of the list.
    if (!std::exchange(m_steps, false) && m_session.shownSide() == Side::A)
        rememberRun({QString::fromStdString(spec.model), spec.input});
    // Who types a text or steps a gate goes on with it; Enter hands the keys back to the heads.
    const QWidget* focus = focusWidget();
    if (std::exchange(m_leavesText, false) || focus == nullptr || !m_sentence->isAncestorOf(focus))
        m_workspace->focusGrid();
}

void MainWindow::loadStopped() {
    if (m_session.a()) return m_statusLine->showNotice(tr("Stopped: what is shown is as it was"));
    m_pages->setCurrentWidget(m_startPage);
    m_startPage->refresh();
}

void MainWindow::showActivity() {
    // One at a time: what is read first, because everything waits for it, and Esc stops in the same order.
    const bool loading = m_loader.isBusy();
    m_topBar->setBusy(loading || m_exporter.isRunning(),
                      loading ? m_loader.activity() : m_exporter.activity());
}

void MainWindow::showError(const core::Error& error) {
    m_error = error;
    m_errorBar->showError(errorText(error), remedyText(remedyFor(error)));
    if (!m_session.a()) {
        m_pages->setCurrentWidget(m_startPage);
        m_startPage->refresh();
    }
}

void MainWindow::showRun() {
    const RunPtr& run = m_session.shown();
    m_actions.setRunPresent(run != nullptr);
    m_actions[ActionId::GlobalToken]->setEnabled(run && hasGlobalTokens(*run));
    m_actions[ActionId::Compare]->setChecked(m_session.b() != nullptr);
    for (const ActionId side : {ActionId::ShowA, ActionId::ShowB})
        m_actions[side]->setEnabled(m_session.b() != nullptr);
    for (const ActionId both : {ActionId::ShowDifference, ActionId::SideBySide})
        m_actions[both]->setEnabled(m_session.compared() != nullptr);
    const bool ofText = run && run->trace->spec.input.ids.empty() && !run->trace->spec.input.vectors;
    m_actions[ActionId::LiteralSpecials]->setEnabled(ofText);
    m_topBar->showRun(run, run ? QString::fromStdString(run->trace->spec.model) : QString(), m_session.side(),
                      m_session.compared() ? TopBar::Sides::All
                      : m_session.b()      ? TopBar::Sides::AandB
                                           : TopBar::Sides::A);
    m_sentence->setVisible(run != nullptr);
    m_statusLine->setVisible(run != nullptr);
    m_statusLine->showReading({});  // what the pointer read belongs to the run before
    m_pages->setCurrentWidget(run ? static_cast<QWidget*>(m_workspace) : m_startPage);
    if (run) {
        const core::Input& input = run->trace->spec.input;
        m_textBar->showInput(input, !input.ids.empty());
        m_words->setVisible(hasPieces(*run->trace));
        // Only where it changes anything.
        m_literalSpecials->setVisible(input.literalSpecials || hasTypedSpecials(*run->trace));
        m_actions[ActionId::LiteralSpecials]->setChecked(input.literalSpecials);
    } else {
        m_startPage->refresh();
    }
    showSettings();
    showTitle();
}

void MainWindow::showTitle() {
    const RunPtr& run = m_session.shown();
    if (!run) return setWindowTitle(QStringLiteral("Headscope"));
    const auto index = static_cast<std::size_t>(m_workspace->viewIndex());
    setWindowTitle(QStringLiteral("%1 · %2 · %3 – Headscope")
                       .arg(QString::fromStdString(run->trace->modelName),
                            headNames(m_session.selection().heads()),
                            translated("View", views()[index].name)));
}

void MainWindow::showAlignment() {
    const ComparedRunsPtr difference = m_session.difference();
    m_statusLine->showStanding(difference ? alignmentText(*difference, m_session.settings().words)
                                          : QString());
}

void MainWindow::showSettings() {
    showAlignment();
    for (const ViewCommand& command : viewCommands()) {
        if (command.isOn != nullptr) m_actions[command.action]->setChecked(command.isOn(m_session));
    }
}

void MainWindow::setDark(bool dark) {
    m_theme = dark ? Theme::darkTheme() : Theme::light();
    QApplication::setPalette(windowPalette(m_theme));
    QApplication::setFont(m_theme.textFont(13));
    qApp->setStyleSheet(windowStyleSheet(m_theme));
    m_actions.setTheme(m_theme);
    m_actions[ActionId::DarkTheme]->setChecked(dark);
    m_topBar->setTheme(m_theme);
    m_textBar->setTheme(m_theme);
    m_strip->setTheme(m_theme);
    m_changes->setTheme(m_theme);
    m_errorBar->setTheme(m_theme);
    m_startPage->setTheme(m_theme);
    m_workspace->setTheme(m_theme);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslate() {
    m_actions.retranslate();
    QStringList names;
    for (const ViewInfo& info : views()) names.append(translated("View", info.name));
    m_topBar->setViews(names);
    m_topBar->viewSwitch().setCurrent(m_workspace->viewIndex());
    m_actions[ActionId::Words]->setIconText(tr("Words"));
    m_actions[ActionId::Words]->setToolTip(m_actions[ActionId::Words]->toolTip() + QLatin1Char('\n') +
                                           wordsRule());
    m_actions[ActionId::LiteralSpecials]->setIconText(tr("Specials as text"));
    m_scaleMenu->setTitle(tr("Size of PNG pictures"));
    m_pages->setAccessibleName(tr("Views"));
    showAlignment();
    showTitle();
}

}  // namespace headscope::ui
