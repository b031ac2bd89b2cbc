// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows as a value: undo and redo, session files, the palette of everything.
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>

#include "ui/main_window.h"
#include "ui/palette.h"
#include "ui/settings.h"

namespace headscope::ui {

void MainWindow::connectState() {
    // One step, however many signals it takes: noted when the window is back in its event loop.
    m_noting.setSingleShot(true);
    m_noting.setInterval(0);
    connect(&m_noting, &QTimer::timeout, this, &MainWindow::noteState);
    const auto later = [this] { m_noting.start(); };
    connect(&m_session, &Session::runChanged, this, later);
    connect(&m_session, &Session::selectionChanged, this, later);
    connect(&m_session, &Session::settingsChanged, this, later);
    connect(&m_session, &Session::textsChanged, this, later);
    connect(&m_session, &Session::goldChanged, this, later);
    const auto giveUp = [this] {
        m_history.giveUp();
        noteState();
    };
    connect(&m_loader, &Loader::failed, this, giveUp);
    connect(&m_loader, &Loader::stopped, this, giveUp);
    connect(&m_loader, &Loader::stateShown, this, [this](const WindowState& state) {
        m_sessionPath = m_wantedPath;
        if (!m_sessionPath.isEmpty()) rememberRun({m_sessionPath, {}});
        presentView(viewIndexOf(state.view));
        if (state.gold && state.gold->format.empty()) forgetLostGold(*state.gold);
    });
    connect(&m_files, &Job::failed, this, &MainWindow::showError);
    connect(&m_saving, &Job::failed, this, [this](const core::Error& error) {
        m_closeWhenSaved = false;  // who closes a window wants its session to be there
        showError(error);
    });
    connect(m_actions[ActionId::Undo], &QAction::triggered, this, [this] { showState(m_history.undo()); });
    connect(m_actions[ActionId::Redo], &QAction::triggered, this, [this] { showState(m_history.redo()); });
    connect(m_actions[ActionId::SaveSession], &QAction::triggered, this,
            [this] { m_sessionPath.isEmpty() ? askSession() : saveSession(m_sessionPath); });
    connect(m_actions[ActionId::SaveSessionAs], &QAction::triggered, this, &MainWindow::askSession);
    connect(m_actions[ActionId::Palette], &QAction::triggered, this, &MainWindow::showPalette);
    m_sinceStart.start();
    noteState();
}

WindowState MainWindow::state() const {
    WindowState state;
    if (m_session.a()) state.a = m_session.a()->trace->spec;
    if (m_session.b()) state.b = m_session.b()->trace->spec;
    state.side = m_session.side();
    state.selection = m_session.selection();
    state.settings = m_session.settings();
    state.view = views()[static_cast<std::size_t>(m_workspace->viewIndex())].id;
    state.texts = m_session.texts();
    state.gold = m_session.gold();
    return state;
}

void MainWindow::noteState() {
    // The first page is nowhere to go back to, until something was open.
    if (m_session.a() || m_history.canUndo() || m_history.canRedo() || m_wasOpen) {
        m_history.note({state(), m_session.a(), m_session.b()}, m_sinceStart.elapsed());
        m_wasOpen = true;
    }
    m_actions[ActionId::Undo]->setEnabled(m_history.canUndo());
    m_actions[ActionId::Redo]->setEnabled(m_history.canRedo());
}

void MainWindow::showState(const History::Entry& entry) {
    std::vector<RunPtr> kept;
    for (const RunPtr& run : {entry.a, entry.b})
        if (run) kept.push_back(run);
    m_errorBar->hide();
    // The entry may go with the history while the session tells of its change.
    const WindowState wanted = entry.state;
    // Of another model it is not the session that was opened.
    const RunPtr& a = m_session.a();
    const bool sameModel = a && wanted.a && a->trace->spec.model == wanted.a->model;
    m_wantedPath = sameModel ? m_sessionPath : QString();
    m_loader.show(wanted, std::move(kept));
    noteState();
}

void MainWindow::openSession(const QString& path) {
    m_errorBar->hide();
    m_files.start<WindowState>(
        [path = path.toStdString()](const core::Progress&) { return readSession(path); },
        [this, path](const WindowState& state) {
            m_wantedPath = path;
            if (!m_session.a()) m_pages->setCurrentWidget(m_workspace);
            m_textBar->hold();
            m_loader.show(state);
        });
}

void MainWindow::saveSession(const QString& path) {
    if (m_saving.isRunning()) return m_statusLine->showNotice(tr("Wait until the session before is saved"));
    m_errorBar->hide();
    m_saving.start<QString>(
        [path, wanted = state()](const core::Progress&) {
            writeSession(path.toStdString(), wanted);
            return path;
        },
        [this](const QString& written) {
            m_sessionPath = written;
            rememberRun({written, {}});
            m_statusLine->showNotice(tr("Saved %1").arg(written));
            if (m_closeWhenSaved) close();
        });
}

void MainWindow::askSession() {
    const QString suffix = QString::fromUtf8(sessionSuffix.data() + 1, sessionSuffix.size() - 1);
    auto* dialog =
        new QFileDialog(this, m_actions[ActionId::SaveSessionAs]->text(), settings::exportFolder.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Session of Headscope") + QStringLiteral(" (*.%1)").arg(suffix));
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(QStringLiteral("%1.%2").arg(modelTitle(m_loader.model()), suffix));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        settings::exportFolder.set(QFileInfo(path).absolutePath());
        saveSession(path);
    });
    dialog->open();
}

void MainWindow::showPalette() {
    auto* palette = findChild<Palette*>();
    if (palette == nullptr) palette = new Palette(this);
    palette->setTheme(m_theme);
    palette->ask(paletteEntries());
}

void MainWindow::addPlaces(std::vector<PaletteEntry>& entries) {
    for (int id = 0; id < ChartsView::chartCount; ++id) {
        const auto chart = static_cast<ChartsView::ChartId>(id);
        entries.push_back(
            {PaletteKind::Chart, ChartsView::nameOf(chart), {}, [this, chart] { showChart(chart); }});
    }
    const QStringList tables = Workspace::tableNames();
    for (int i = 0; i < tables.size(); ++i)
        entries.push_back({PaletteKind::Table, tables[i], tableKey(i).toString(QKeySequence::NativeText),
                           [this, i] { showTable(i); }});
}

std::vector<PaletteEntry> MainWindow::paletteEntries() {
    std::vector<PaletteEntry> entries;
    for (const ActionInfo& info : actionTable()) {
        QAction* action = m_actions[info.id];
        if (!action->isEnabled() || info.id == ActionId::Palette) continue;
        entries.push_back({PaletteKind::Command, action->text(),
                           action->shortcut().toString(QKeySequence::NativeText),
                           [action] { action->trigger(); }});
    }
    for (std::size_t i = 0; i < views().size(); ++i) {
        entries.push_back({PaletteKind::View, translated("View", views()[i].name),
                           QStringLiteral("Ctrl+%1").arg(i + 1),
                           [this, i] { chooseView(static_cast<int>(i)); }});
    }
    if (m_session.shown()) {
        addPlaces(entries);
        addParts(m_session, entries);
    }
    for (const RecentRun& run : recentRuns()) {
        entries.push_back({PaletteKind::Model, StartPage::describe(run), run.model,
                           [this, run] { open(run.model, run.input); }});
    }
    for (const std::string& name : exampleNames()) {
        const QString model = QString::fromStdString(std::string(examplePrefix) + name);
        entries.push_back({PaletteKind::Model, QString::fromStdString(name), tr("Samples"),
                           [this, model] { open(model); }});
    }
    for (const LanguageInfo& info : languages()) {
        const QString id = QString::fromStdString(std::string(info.id));
        entries.push_back({PaletteKind::Language, QString::fromStdString(std::string(info.name)),
                           QLocale::languageToString(QLocale(id).language()),
                           [this, id] { chooseLanguage(id); }});
    }
    return entries;
}

}  // namespace headscope::ui
