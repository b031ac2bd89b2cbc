// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <span>

#include "ui/actions.h"
#include "ui/figures/state.h"
#include "ui/views/segmented_control.h"

namespace headscope::ui {

/// The band at the top: open, what is open, A or B, the views, how far a run is, export, colours, language,
/// help.
class TopBar : public QWidget {
    Q_OBJECT
public:
    /// Loads that are over sooner show no progress.
    static constexpr int progressDelayMilliseconds = 300;

    TopBar(const Actions& actions, QWidget* parent);

    /// Names for the view switch, in the order of the table of views.
    void setViews(const QStringList& names);
    void setTheme(const Theme& theme);
    /// The sides of the switch that can be chosen.
    enum class Sides { A, AandB, All };
    /// What is open; null: only what works without a run is shown.
    void showRun(const RunPtr& run, const QString& model, Side side, Sides sides);
    void setBusy(bool busy, const QString& activity);
    void setProgress(double fraction);

    SegmentedControl& viewSwitch() { return *m_views; }
    SegmentedControl& sideSwitch() { return *m_sides; }
    QMenu& openMenu() { return *m_openMenu; }
    QMenu& exportMenu() { return *m_exportMenu; }
    QMenu& languageMenu() { return *m_languageMenu; }
    QToolButton& stopButton() { return *m_stop; }
    bool showsProgress() const { return m_progress->isVisible(); }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addButton(QAction* action);
    void addParts(const Actions& actions);
    void retranslate();
    void describeRun();
    void showProgress(bool shown);
    void describeSides();

    QToolButton* m_open;
    QList<QToolButton*> m_steps;  ///< undo and redo
    QMenu* m_openMenu;
    QLabel* m_pill;
    QWidget* m_progress;
    QLabel* m_activity;
    QProgressBar* m_bar;
    QToolButton* m_stop;
    QToolButton* m_compare;
    SegmentedControl* m_sides;
    QToolButton* m_beside = nullptr;
    SegmentedControl* m_views;
    QToolButton* m_export;
    QToolButton* m_side = nullptr;
    QMenu* m_exportMenu;
    QToolButton* m_language;
    QMenu* m_languageMenu;
    QTimer m_progressDelay;
    RunPtr m_run;
    bool m_comparable = true;
    QString m_model;
};

}  // namespace headscope::ui
