// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "ui/figures/theme.h"
#include "ui/models/pair_reading.h"
#include "ui/session.h"

namespace headscope::ui {

/// The pair under the pointer, else the pinned one: tokens, weight, positions and rank.
class PairPanel : public QWidget {
    Q_OBJECT
public:
    PairPanel(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);

protected:
    void changeEvent(QEvent* event) override;

private:
    void followRows();
    void follow();
    std::optional<PairReading> reading() const;

    Session& m_session;
    RowMap m_rows;
    QLabel* m_pair;
    QLabel* m_weight;
    QLabel* m_positions;
    QLabel* m_rank;
    QLabel* m_hint;
};

}  // namespace headscope::ui
