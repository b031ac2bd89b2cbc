// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/views/grid_canvas.h"
#include "ui/views/segmented_control.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {

/// All heads of the run as thumbnails: layers down and heads across, or in the order of a measure, and in its
/// colours. Small beside the other views, or large in their place.
class OverviewView : public View {
    Q_OBJECT
public:
    /// With room for it, A and B stand beside each other when they do so in other views.
    enum class Room { Large, Small };
    OverviewView(Session& session, QWidget* parent, Room room = Room::Large);

    Figure figure() const override;
    void setTheme(const Theme& theme) override;

    GridCanvas& canvas() { return *m_canvas; }
    /// Of A, while it stands beside B; null where there is no room.
    GridCanvas* canvasOfA() { return m_canvasOfA; }
    /// "No measure", then one item per metric.
    QComboBox& measure() { return *m_measure; }
    SegmentedControl& sorting() { return *m_sort; }

signals:
    /// More room, or less again.
    void enlargeWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void follow();
    void connectCanvas(GridCanvas& canvas);
    void fillMeasures();
    /// From the controls into the session.
    void choose();

    // First, because the view hands its focus on to it: the Tab key would skip what stands between them.
    GridCanvas* m_canvas;
    GridCanvas* m_canvasOfA = nullptr;
    ViewHeader* m_header;
    QComboBox* m_measure;
    SegmentedControl* m_sort;
};

}  // namespace headscope::ui
