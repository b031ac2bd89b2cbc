// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>

#include "core/trace/pattern_source.h"

namespace headscope::ui {

/// Which part of a grid is looked at, independent of the size it is looked at in.
struct Viewport {
    double zoom = 1;           ///< 1: the whole grid fits
    QPointF centre{0.5, 0.5};  ///< the point in the middle, as a share of the grid's columns (x) and rows (y)
    bool operator==(const Viewport&) const = default;
};

/// One cell of a grid.
struct CellPlace {
    core::Index row = 0;
    core::Index column = 0;
    bool operator==(const CellPlace&) const = default;
};

/// Where the cells of a grid lie inside an area of the screen: square cells, zoomed and moved. A plain value;
/// lengths are logical pixels.
class GridMapping {
public:
    /// Fitted cells are never larger than this, so that few tokens do not make giant tiles.
    static constexpr double largestFittedCell = 56;
    /// Zooming stops at cells of this size.
    static constexpr double largestCell = 96;

    /// `viewport` is clamped to what exists. Rows and columns may be 0: then nothing is anywhere.
    GridMapping(core::Index rows, core::Index columns, QRectF area, Viewport viewport = {});

    core::Index rows() const { return m_rows; }
    core::Index columns() const { return m_columns; }
    const QRectF& area() const { return m_area; }
    /// What to keep to get the same picture again in another size.
    const Viewport& viewport() const { return m_viewport; }

    /// Side of one cell.
    double cell() const { return m_cell; }
    /// Side of one cell when the whole grid is visible.
    double fittedCell() const { return m_fittedCell; }
    bool isFitted() const { return m_viewport.zoom <= 1; }

    /// The whole grid; larger than area() when zoomed in. A grid that fits stands at the top of the area,
    /// centred.
    QRectF grid() const { return m_grid; }
    /// The part of the grid inside area().
    QRectF visibleGrid() const { return m_grid & m_area; }
    /// Cells that are at least partly visible.
    core::CellRect visibleCells() const;
    QRectF cellRect(CellPlace cell) const;
    /// The cell under a point of the visible grid.
    std::optional<CellPlace> cellAt(QPointF point) const;
    /// The same, or the nearest visible cell. Precondition: rows and columns are not 0.
    CellPlace nearestCell(QPointF point) const;

    /// Each returns the viewport to go to.
    /// Cells `factor` times as large, the point of the grid under `anchor` stays under it.
    Viewport zoomedAbout(QPointF anchor, double factor) const;
    /// What lies under the pointer moves by `delta`.
    Viewport panned(QPointF delta) const;
    /// Cells at least `cell` pixels large, with `place` in the middle.
    Viewport centredOn(CellPlace place, double cell) const;

private:
    Viewport clamped(Viewport viewport) const;
    void place();

    core::Index m_rows;
    core::Index m_columns;
    QRectF m_area;
    Viewport m_viewport;
    double m_fittedCell = 0;
    double m_cell = 0;
    QRectF m_grid;
};

}  // namespace headscope::ui
