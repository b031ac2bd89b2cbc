// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QWidget>

#include "ui/figures/theme.h"
#include "ui/session.h"

namespace headscope::ui {

/// What the model itself answers at tokens it was trained to answer at; hidden when it answers nothing.
class AnswersPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int largestCount = 5;

    AnswersPanel(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);

signals:
    /// There are answers now, or none any more.
    void shownChanged(bool shown);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QLabel* answer;
        QLabel* probability;
    };

    void follow();
    /// The answers in the order they are shown: those at the pinned token first.
    std::vector<const Answer*> ordered(const Run& run) const;

    Session& m_session;
    QLabel* m_title;
    QLabel* m_output;
    QLabel* m_note;
    std::vector<Row> m_rows;
};

}  // namespace headscope::ui
