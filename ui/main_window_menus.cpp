// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window.
#include <QActionGroup>

#include "ui/main_window.h"
#include "ui/recent.h"
#include "ui/views/hover_tip.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int largestPictureScale = 4;
constexpr int widestEntry = 420;  // of the menu of recent runs

/// A section with a title; those of QMenu lose it under a style sheet.
void addTitle(QMenu& menu, const QString& title) {
    menu.addSeparator();
    menu.addAction(title)->setEnabled(false);
}

}  // namespace

void MainWindow::fillOpenMenu() {
    QMenu& menu = m_topBar->openMenu();
    menu.clear();
    menu.addAction(m_actions[ActionId::OpenFolder]);
    menu.addAction(m_actions[ActionId::OpenFile]);
    menu.addAction(m_actions[ActionId::OpenTexts]);
    menu.addAction(m_actions[ActionId::OpenGold]);
    const std::vector<RecentRun> recent = recentRuns();
    if (!recent.empty()) addTitle(menu, tr("Recent"));
    for (const RecentRun& run : recent) {
        QAction* action = menu.addAction(
            asLabel(menu.fontMetrics().elidedText(StartPage::describe(run), Qt::ElideRight, widestEntry)));
        action->setToolTip(asToolTip(run.model));
        connect(action, &QAction::triggered, this, [this, run] { open(run.model, run.input); });
    }
    addTitle(menu, tr("Samples"));
    for (const std::string& name : exampleNames()) {
        const QString model = QString::fromStdString(std::string(examplePrefix) + name);
        connect(menu.addAction(QString::fromStdString(name)), &QAction::triggered, this,
                [this, model] { open(model); });
    }
    menu.addSeparator();
    menu.addAction(m_actions[ActionId::SaveSession]);
    menu.addAction(m_actions[ActionId::SaveSessionAs]);
    menu.addSeparator();
    menu.addAction(m_actions[ActionId::AboutModel]);
    menu.addAction(m_actions[ActionId::ExamineModel]);
    menu.addAction(m_actions[ActionId::CloseModel]);
    menu.addAction(m_actions[ActionId::Quit]);
}

void MainWindow::buildExportMenu() {
    QMenu& menu = m_topBar->exportMenu();
    for (const ActionId id : {ActionId::ExportPicture, ActionId::ExportOverview, ActionId::ExportChart})
        menu.addAction(m_actions[id]);
    m_scaleMenu = menu.addMenu(QString());
    auto* scales = new QActionGroup(m_scaleMenu);
    for (int scale = 1; scale <= largestPictureScale; ++scale) {
        QAction* action = m_scaleMenu->addAction(QStringLiteral("%1 ×").arg(scale));
        action->setCheckable(true);
        action->setChecked(scale == m_pictureScale);
        scales->addAction(action);
        connect(action, &QAction::triggered, this, [this, scale] { m_pictureScale = scale; });
    }
    menu.addAction(m_actions[ActionId::CopyView]);
    menu.addSeparator();
    for (const ActionId id :
         {ActionId::ExportHeads, ActionId::ExportLinks, ActionId::ExportPattern, ActionId::ExportPatterns}) {
        menu.addAction(m_actions[id]);
    }
}

void MainWindow::buildLanguageMenu() {
    auto* group = new QActionGroup(&m_topBar->languageMenu());
    for (const LanguageInfo& info : languages()) {
        const QString id = QString::fromStdString(std::string(info.id));
        QAction* action = m_topBar->languageMenu().addAction(QString::fromStdString(std::string(info.name)));
        action->setCheckable(true);
        action->setChecked(id == m_language.id());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, id] { chooseLanguage(id); });
    }
}

}  // namespace headscope::ui
