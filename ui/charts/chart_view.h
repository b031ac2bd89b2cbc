// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <memory>

#include "ui/charts/chart.h"

namespace headscope::ui {

/// A chart as a widget; the only place besides chartFigure() that knows Qt Charts. Points can be clicked, and
/// brushed with a rubber band.
class ChartView : public QWidget {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent = nullptr);
    ~ChartView() override;

    void show(const Chart& chart, const Theme& theme);
    /// Nothing to show yet.
    void clear();
    const Chart& chart() const;
    /// Where a point of the chart stands in the widget.
    QPointF placeOf(QPointF value) const;

signals:
    /// Somewhere in the chart, where no point is: its value on the x axis.
    void placeClicked(double x);
    /// `more`: with Ctrl.
    void pointClicked(int point, bool more);
    void pointsBrushed(const QList<int>& points, bool more);
    /// −1: none any more.
    void pointHovered(int point);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace headscope::ui
