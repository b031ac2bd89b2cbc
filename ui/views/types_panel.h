// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <vector>

#include "ui/figures/theme.h"
#include "ui/session.h"

namespace headscope::ui {

/// What the selected head is for, strongest first, each with its evidence; and a button that finds it out
/// where that takes long, or stops it.
class TypesPanel : public QWidget {
    Q_OBJECT
public:
    TypesPanel(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);

    QToolButton& button() { return *m_button; }

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QLabel* name;
        QLabel* evidence;
    };

    void follow();
    void showProgress(double fraction);
    void showLabels(std::span<const core::HeadLabel> labels);
    void addRow();

    Session& m_session;
    Theme m_theme = Theme::light();
    QGridLayout* m_grid;
    QLabel* m_title;
    QToolButton* m_button;
    QLabel* m_note;
    std::vector<Row> m_rows;
};

}  // namespace headscope::ui
