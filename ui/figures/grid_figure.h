// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/figures/caption.h"
#include "ui/figures/figures.h"
#include "ui/figures/head_values.h"

namespace headscope::ui {

/// The wall of all heads: what it is made from. Keeps the trace alive; cheap to copy.
struct GridData {
    struct Cell {
        core::HeadId head;
        const core::LayerTrace* trace = nullptr;
        std::size_t index = 0;  ///< among the heads of all layers
    };
    struct Row {
        std::optional<int> layer;  ///< nothing where heads of all layers stand in one order
        std::vector<Cell> cells;   ///< none for a layer without attention
    };
    struct Place {
        int row = 0;
        int column = 0;
    };
    core::TracePtr trace;
    bool difference = false;   ///< B − A is shown, of which `trace` is B …
    HeadChangesPtr changes;    ///< … with these thumbnails; null until they are found
    double largestChange = 1;  ///< the end of the scale of differences: the largest of all heads
    std::vector<Row> rows;
    int columns = 0;                   ///< heads of the layer that has most
    std::optional<HeadValues> values;  ///< in whose colours the heads are

    /// Nothing for a head that does not exist.
    std::optional<Place> placeOf(core::HeadId head) const;
};
GridData prepareGrid(core::TracePtr trace);
GridData prepareDifferenceGrid(core::TracePtr trace, HeadChangesPtr changes);
/// The same heads in the colours of `values`, and `sorted` in their order, largest first.
GridData byMeasure(GridData data, HeadValues values, bool sorted);

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
    Selection selection;
    std::optional<core::HeadId> hovered;
    bool focused = false;  ///< keyboard focus: draws the focus ring
    std::vector<GridMark> marks;
    Caption caption;
};

/// Where the thumbnails stand; shared by painter and widget.
class GridLayout {
public:
    static constexpr double margin = 16;
    static constexpr double largestThumbnail = 72;
    static constexpr double smallestPitch = 8;
    static constexpr double narrowLegend = 320;

    GridLayout(const GridData& data, const Caption& caption, QSizeF size);

    /// Side of a thumbnail.
    double cell() const { return m_cell; }
    double pitch() const { return m_cell + m_gap; }
    /// Empty for a head that does not exist.
    QRectF rectOf(core::HeadId head) const;
    std::optional<core::HeadId> headAt(QPointF point) const;
    QRectF rowLabel(int row) const;
    QRectF columnLabel(int column) const;
    QRectF place(int row, int column) const;
    /// Of the legends under the wall.
    QRectF legendArea() const;

private:
    const GridData& m_data;
    QSizeF m_size;
    QPointF m_origin;
    double m_cell = 0;
    double m_gap = 0;
};

void paintGrid(QPainter& painter, const GridData& data, const GridLook& look, QSizeF size, PaintMode mode);
/// "All heads", how to read the picture, models and texts.
Caption gridCaption(const Run& run, const ComparedRunsPtr& difference, bool sorted);
/// The same over A and B beside each other.
Caption besideGridCaption(const ComparedRuns& runs);
/// `size` empty: as large as its heads ask for.
Figure gridFigure(GridData data, GridLook look, QSizeF size);
/// A figure whose thumbnails stand `pitch` apart, and is not narrower than `narrowest`.
QSizeF gridSize(const GridData& data, const Caption& caption, double pitch, double narrowest);

}  // namespace headscope::ui
