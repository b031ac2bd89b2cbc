// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QWidget>

#include "ui/figures/theme.h"
#include "ui/session.h"
#include "ui/views/toggle_button.h"

namespace headscope::ui {

/// One chip for every head of the selected layer, in the colour of its pattern type: click shows or hides the
/// head's lines, double click shows it alone.
class HeadChips : public QWidget {
    Q_OBJECT
public:
    HeadChips(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);
    ToggleButton* chip(int head) const { return m_chips.value(head); }
    int count() const { return static_cast<int>(m_chips.size()); }

signals:
    /// The pointer is over a head's chip; nothing when it left.
    void headHovered(std::optional<headscope::core::HeadId> head);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void follow();
    void setCount(int count);
    void toggle(int head);
    void showAlone(int head);
    void retranslate();

    Session& m_session;
    Theme m_theme = Theme::light();
    QLabel* m_label;
    QHBoxLayout* m_row;
    QList<ToggleButton*> m_chips;
};

/// The heads of the selected layer whose lines are shown, in order: ViewSettings::shownHeads as far as they
/// exist, else the selected one.
std::vector<int> shownHeads(const Session& session);

}  // namespace headscope::ui
