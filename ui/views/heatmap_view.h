// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <functional>

#include "ui/views/heatmap_canvas.h"
#include "ui/views/segmented_control.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {

/// The pattern of the chosen head, or of several as one, large, with the controls of its colours.
class HeatmapView : public View {
    Q_OBJECT
public:
    HeatmapView(Session& session, QWidget* parent);

    Figure figure() const override;
    void setTheme(const Theme& theme) override;
    void zoom(ZoomStep step) override { m_canvas->zoom(step); }

    HeatmapCanvas& canvas() { return *m_canvas; }
    const ViewHeader& header() const { return *m_header; }
    SegmentedControl& combining() { return *m_combining; }
    SegmentedControl& scale() { return *m_scale; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void follow();
    void change(const std::function<void(ViewSettings&)>& edit);

    // First, because the view hands its focus on to it: the Tab key would skip what stands between them.
    HeatmapCanvas* m_canvas;
    ViewHeader* m_header;
    SegmentedControl* m_combining;  ///< where several heads are chosen
    SegmentedControl* m_scale;
    QComboBox* m_range;
    QComboBox* m_colours;
};

}  // namespace headscope::ui
