// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QWidget>

#include "ui/figures/theme.h"
#include "ui/session.h"
#include "ui/views/toggle_button.h"

namespace headscope::ui {

/// One chip for every head of the current layer, and for every chosen head of another one, in the colour of
/// its pattern type: click chooses the head beside the others or lets it go, double click chooses it alone
/// or, where it is that already, with all others of its layer.
class HeadChips : public QWidget {
    Q_OBJECT
public:
    HeadChips(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);
    /// Those of the layer come first.
    ToggleButton* chip(int index) const { return m_chips.value(index); }
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
    void showHead(int index);
    void toggle(int index);
    /// The head alone, or all of its layer.
    void isolate(int index);
    void retranslate();

    Session& m_session;
    Theme m_theme = Theme::light();
    QLabel* m_label;
    QHBoxLayout* m_row;
    QList<ToggleButton*> m_chips;
    std::vector<core::HeadId> m_heads;  ///< of the chips
};

}  // namespace headscope::ui
