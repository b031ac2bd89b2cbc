// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/figures/theme.h"

namespace headscope::ui {

/// All heads as ticks along one measure, the selected one marked: where it stands among the others at a
/// glance.
class StripPlot : public QWidget {
    Q_OBJECT
public:
    explicit StripPlot(QWidget* parent = nullptr);

    /// `before` is what the selected head had in run A: a ring beside the bar.
    void show(std::vector<double> values, std::optional<double> selected,
              std::optional<double> before = std::nullopt);
    void setTheme(const Theme& theme);

    QSize sizeHint() const override { return {72, 18}; }
    QSize minimumSizeHint() const override { return {24, 14}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<double> m_values;
    std::optional<double> m_selected;
    std::optional<double> m_before;
    Theme m_theme = Theme::light();
};

}  // namespace headscope::ui
