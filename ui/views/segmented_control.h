// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QButtonGroup>
#include <QStringList>
#include <QWidget>

#include "ui/figures/theme.h"

namespace headscope::ui {

/// A row of buttons of which one is down ("Linear | √ | Log"), or, when not exclusive, of independent
/// switches.
class SegmentedControl : public QWidget {
    Q_OBJECT
public:
    explicit SegmentedControl(QWidget* parent = nullptr, bool exclusive = true);

    /// Button texts; keeps what is down when their number stays the same.
    void setLabels(const QStringList& labels);
    void setToolTips(const QStringList& toolTips);
    void setTheme(const Theme& theme);

    /// −1: none.
    int current() const { return m_buttons.checkedId(); }
    /// Without signal.
    void setCurrent(int index);
    bool isDown(int index) const;
    void setDown(int index, bool down);
    QAbstractButton* button(int index) const { return m_buttons.button(index); }

signals:
    /// The user pressed a button.
    void pressed(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup m_buttons;
    Theme m_theme = Theme::light();
};

}  // namespace headscope::ui
