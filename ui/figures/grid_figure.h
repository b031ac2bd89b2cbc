// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/figures/caption.h"
#include "ui/figures/figures.h"

namespace headscope::ui {

/// The wall of all heads: what it is made from. Keeps the trace alive; cheap to copy.
struct GridData {
    struct Layer {
        int layer = 0;
        const core::LayerTrace* trace = nullptr;  ///< null for a layer without attention
        std::size_t firstHead = 0;                ///< among the heads of all layers
    };
    core::TracePtr trace;
    bool difference = false;   ///< B − A is shown, of which `trace` is B …
    HeadChangesPtr changes;    ///< … with these thumbnails; null until they are found
    double largestChange = 1;  ///< the end of the scale of differences: the largest of all heads
    std::vector<Layer> layers;
    int columns = 0;  ///< heads of the layer that has most
};
GridData prepareGrid(core::TracePtr trace);
GridData prepareDifferenceGrid(core::TracePtr trace, HeadChangesPtr changes);

/// The corner of a head that is known to be for something, in the colour of a type.
struct GridMark {
    core::HeadId head;
    core::HeadType colour = core::HeadType::Content;
};

/// How it is looked at.
struct GridLook {
    Theme theme;
    ColourMap colours = ColourMap::Ink;
    ToneScale scale = ToneScale::SquareRoot;
    core::HeadId selected;
    std::optional<core::HeadId> hovered;
    bool focused = false;  ///< keyboard focus: draws the focus ring
    std::vector<GridMark> marks;
    Caption caption;
};

/// Where the thumbnails stand; shared by painter and widget.
class GridLayout {
public:
    GridLayout(const GridData& data, const Caption& caption, QSizeF size);

    /// Side of a thumbnail.
    double cell() const { return m_cell; }
    /// Empty for a head that does not exist.
    QRectF rectOf(core::HeadId head) const;
    std::optional<core::HeadId> headAt(QPointF point) const;
    QRectF rowLabel(int row) const;
    QRectF columnLabel(int column) const;

private:
    QRectF place(int row, int column) const;

    const GridData& m_data;
    QPointF m_origin;
    double m_cell = 0;
    double m_gap = 0;
};

void paintGrid(QPainter& painter, const GridData& data, const GridLook& look, QSizeF size, PaintMode mode);
/// "All heads", how to read the picture, models and texts.
Caption gridCaption(const Run& run, const ComparedRunsPtr& difference);
Figure gridFigure(GridData data, GridLook look, QSizeF size);

}  // namespace headscope::ui
