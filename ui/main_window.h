// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QMainWindow>
#include <QStackedWidget>
#include <QTimer>
#include <optional>

#include "ui/actions.h"
#include "ui/changes_bar.h"
#include "ui/error_bar.h"
#include "ui/exporter.h"
#include "ui/history.h"
#include "ui/job.h"
#include "ui/language.h"
#include "ui/loader.h"
#include "ui/palette.h"
#include "ui/series_bar.h"
#include "ui/start_page.h"
#include "ui/status_line.h"
#include "ui/text_bar.h"
#include "ui/texts_bar.h"
#include "ui/top_bar.h"
#include "ui/views/token_strip.h"
#include "ui/workspace.h"

namespace headscope::ui {

class ModelDialog;

/// The window: builds bars and menus from the tables, starts loading and exporting, shows errors, remembers
/// choices.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// `language` must outlive the window.
    MainWindow(const core::Compute& compute, Language& language);
    ~MainWindow() override;

    /// A model, or a session file.
    void open(const QString& model, const std::optional<core::Input>& input = {});
    /// Opens or writes a session file; what comes of it is said in the status line or the error bar.
    void openSession(const QString& path);
    void saveSession(const QString& path);
    /// For this session; the switch in the window also remembers it.
    void setDark(bool dark);
    /// The id of a row of views(); unknown ones change nothing.
    void showView(std::string_view id);
    /// Writes an export; what comes of it is said in the status line or the error bar. Refused while another
    /// one is written.
    void exportTo(const ExportInfo& info, const QString& path);

    Session& session() { return m_session; }
    Loader& loader() { return m_loader; }
    const Actions& actions() const { return m_actions; }
    TopBar& topBar() { return *m_topBar; }
    TextsBar& textsBar() { return *m_textsBar; }
    TextBar& textBar() { return *m_textBar; }
    ErrorBar& errorBar() { return *m_errorBar; }
    StatusLine& statusLine() { return *m_statusLine; }
    StartPage& startPage() { return *m_startPage; }
    Workspace& workspace() { return *m_workspace; }
    TokenStrip& tokenStrip() { return *m_strip; }
    ChangesBar& changesBar() { return *m_changes; }
    SeriesBar& seriesBar() { return *m_seriesBar; }
    /// What is shown now.
    WindowState state() const;
    bool isDark() const { return m_theme.dark; }
    /// Whether an export is being written.
    bool isExporting() const { return m_exporter.isRunning(); }
    /// Whether anything is being read, run or written.
    bool isBusy() const {
        return m_loader.isBusy() || m_exporter.isRunning() || m_files.isRunning() || m_saving.isRunning();
    }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildPages();
    void connectParts();
    void connectWork();
    void connectActions();
    void connectState();
    void buildExportMenu();
    void buildLanguageMenu();
    void fillOpenMenu();
    void restore();
    void retranslate();

    void showRun();
    void loadFinished();
    void showError(const core::Error& error);
    void showActivity();
    void loadStopped();
    void showTitle();
    void showSettings();
    void showAlignment();
    void fold();

    static QKeySequence tableKey(int index);
    void askModel(bool folder);
    void applyRemedy();
    void describeModel(const QString& model, int heads);
    void readVectors(const QString& model, const QString& path);
    void askExport(const ExportInfo& info);
    bool refuseSecondExport();
    /// With what files say of a picture; `ofHeads`: of the chosen ones.
    Figure described(Figure figure, bool ofHeads) const;
    Figure pictured(Pictured what) const;
    void readInput(const core::Input& input);
    void toggleLiteralSpecials();
    void toggleGlobalToken(std::optional<core::Index> position);
    void resetGlobalTokens();
    void gate(const core::HeadGate& gate);
    void toggleHead();
    void chooseView(int index);
    void presentView(int index);
    void showChart(ChartsView::ChartId id);
    void showTable(int index);
    void showCheckpoint(const QString& model);
    void chooseLanguage(const QString& id);
    void toggleCompare();
    void toggleDark();
    void copyView();
    void noteState();
    void showState(const History::Entry& entry);
    void askSession();
    void connectTexts();
    void askTexts();
    void openTexts(const QString& path);
    void askGold();
    void openGold(const QString& path, core::Index base = 0);
    void takeGold(const GoldPtr& gold);
    void forgetLostGold(const core::GoldData& gold);
    void showTexts(std::vector<core::Input> texts);
    void stepText(int steps);
    void showPalette();
    std::vector<PaletteEntry> paletteEntries();
    void addPlaces(std::vector<PaletteEntry>& entries);
    void escape();
    void showHelp();
    ModelDialog& showModel();

    Language& m_language;
    Session m_session;
    Loader m_loader;
    Exporter m_exporter;
    Job m_remedy;  // what mends an error: a description to write, vectors to read
    Job m_files;   // sessions and lists of texts that are read
    Job m_saving;  // a session that is written; nothing supersedes it
    bool m_closeWhenSaved = false;
    bool m_steps = false;       // what is on its way is another checkpoint of the same training
    bool m_leavesText = false;  // Enter was pressed: the heads take the keys when the run is there
    History m_history;
    QTimer m_noting;  // soon: the state is noted
    QElapsedTimer m_sinceStart;
    bool m_wasOpen = false;
    QString m_sessionPath;                     // of the session that is shown; empty: none
    QString m_wantedPath;                      // of the one that is being opened
    std::optional<core::Input> m_steppedTo;    // the text of the list that was asked for last
    std::optional<core::Input> m_refusedText;  // the same, when it could not be read
    Theme m_theme = Theme::light();
    Actions m_actions;
    TopBar* m_topBar;
    QWidget* m_sentence;
    TextsBar* m_textsBar;
    TextBar* m_textBar;
    QToolButton* m_literalSpecials;
    QToolButton* m_words;
    TokenStrip* m_strip;
    ChangesBar* m_changes;
    SeriesBar* m_seriesBar;
    ErrorBar* m_errorBar;
    QStackedWidget* m_pages;
    StartPage* m_startPage;
    Workspace* m_workspace;
    StatusLine* m_statusLine;
    QMenu* m_scaleMenu = nullptr;
    std::optional<core::Error> m_error;  // the last one that was shown
    std::optional<bool> m_wide;          // as of the last resize
    int m_pictureScale = 2;
};

}  // namespace headscope::ui
