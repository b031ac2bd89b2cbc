// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/figures/theme.h"
#include "ui/recent.h"

namespace headscope::ui {

/// What the window shows while nothing is open: a drop zone, the last runs, the built-in models.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Reads the recent list again.
    void refresh();
    void setTheme(const Theme& theme);
    /// Whether something that can be opened hangs over the window.
    void setDropOver(bool over);
    /// A run in one line: its model and what it has read.
    static QString describe(const RecentRun& run);
    /// Recent runs first, then samples.
    QList<QPushButton*> rows() const;

signals:
    void openWanted();
    void runWanted(const headscope::ui::RecentRun& run);

protected:
    void changeEvent(QEvent* event) override;

private:
    /// What a run has read, in a few words.
    void retranslate();
    void fill(QVBoxLayout* list, const std::vector<RecentRun>& runs, std::string_view iconName);

    Theme m_theme = Theme::light();
    QLabel* m_title;
    QLabel* m_promise;
    QFrame* m_drop;
    QLabel* m_dropIcon;
    QPushButton* m_open;
    QLabel* m_files;
    QLabel* m_recentTitle;
    QVBoxLayout* m_recent;
    QLabel* m_samplesTitle;
    QVBoxLayout* m_samples;
};

}  // namespace headscope::ui
