// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/grid_mapping.h"

#include <algorithm>
#include <cmath>

namespace headscope::ui {

namespace {

/// Whole pixels make cells equally large on the screen; tiny ones cannot afford the loss.
double evenCell(double cell) {
    if (cell >= 8) return std::floor(cell);
    if (cell >= 2) return std::floor(cell * 2) / 2;
    return cell;
}

/// The middle of the view as a share of a grid of `length`, kept so that no empty space shows when the grid
/// is larger.
double clampedCentre(double centre, double length, double room) {
    if (length <= room) return 0.5;
    const double half = room / length / 2;
    return std::clamp(centre, half, 1 - half);
}

}  // namespace

GridMapping::GridMapping(core::Index rows, core::Index columns, QRectF area, Viewport viewport)
    : m_rows(rows), m_columns(columns), m_area(area) {
    if (rows > 0 && columns > 0 && area.width() > 0 && area.height() > 0) {
        const double room =
            std::min(area.width() / static_cast<double>(columns), area.height() / static_cast<double>(rows));
        m_fittedCell = evenCell(std::min(room, largestFittedCell));
    }
    m_viewport = clamped(viewport);
    place();
}

Viewport GridMapping::clamped(Viewport viewport) const {
    if (m_fittedCell <= 0) return {};
    const double most = std::max(1.0, largestCell / m_fittedCell);
    viewport.zoom = std::isfinite(viewport.zoom) ? std::clamp(viewport.zoom, 1.0, most) : 1.0;
    const double cell = m_fittedCell * viewport.zoom;
    viewport.centre.setX(
        clampedCentre(viewport.centre.x(), cell * static_cast<double>(m_columns), m_area.width()));
    viewport.centre.setY(
        clampedCentre(viewport.centre.y(), cell * static_cast<double>(m_rows), m_area.height()));
    return viewport;
}

void GridMapping::place() {
    m_cell = m_fittedCell * m_viewport.zoom;
    const QSizeF size(m_cell * static_cast<double>(m_columns), m_cell * static_cast<double>(m_rows));
    double left = m_area.center().x() - m_viewport.centre.x() * size.width();
    double top = m_area.center().y() - m_viewport.centre.y() * size.height();
    if (size.height() <= m_area.height()) top = m_area.top();
    m_grid = QRectF(QPointF(std::round(left), std::round(top)), size);
}

core::CellRect GridMapping::visibleCells() const {
    const QRectF visible = visibleGrid();
    if (visible.isEmpty() || m_cell <= 0) return {};
    const auto cellBefore = [&](double length) {
        return static_cast<core::Index>(std::floor(length / m_cell + 1e-9));
    };
    const auto cellAfter = [&](double length) {
        return static_cast<core::Index>(std::ceil(length / m_cell - 1e-9));
    };
    core::CellRect cells;
    cells.row = std::clamp<core::Index>(cellBefore(visible.top() - m_grid.top()), 0, m_rows - 1);
    cells.column = std::clamp<core::Index>(cellBefore(visible.left() - m_grid.left()), 0, m_columns - 1);
    cells.rows = std::clamp<core::Index>(cellAfter(visible.bottom() - m_grid.top()), 1, m_rows) - cells.row;
    cells.columns =
        std::clamp<core::Index>(cellAfter(visible.right() - m_grid.left()), 1, m_columns) - cells.column;
    return cells;
}

QRectF GridMapping::cellRect(CellPlace cell) const {
    return {m_grid.left() + static_cast<double>(cell.column) * m_cell,
            m_grid.top() + static_cast<double>(cell.row) * m_cell, m_cell, m_cell};
}

std::optional<CellPlace> GridMapping::cellAt(QPointF point) const {
    const QRectF visible = visibleGrid();
    if (visible.isEmpty() || point.x() < visible.left() || point.y() < visible.top() ||
        point.x() >= visible.right() || point.y() >= visible.bottom())
        return std::nullopt;
    return nearestCell(point);
}

CellPlace GridMapping::nearestCell(QPointF point) const {
    const core::CellRect cells = visibleCells();
    const double cell = std::max(m_cell, 1e-9);
    const auto row = static_cast<core::Index>(std::floor((point.y() - m_grid.top()) / cell));
    const auto column = static_cast<core::Index>(std::floor((point.x() - m_grid.left()) / cell));
    return {std::clamp(row, cells.row, std::max(cells.row, cells.row + cells.rows - 1)),
            std::clamp(column, cells.column, std::max(cells.column, cells.column + cells.columns - 1))};
}

Viewport GridMapping::zoomedAbout(QPointF anchor, double factor) const {
    if (m_fittedCell <= 0) return {};
    Viewport next = m_viewport;
    next.zoom = std::clamp(m_viewport.zoom * factor, 1.0, std::max(1.0, largestCell / m_fittedCell));
    // The share of the grid under the anchor must lie under it again: anchor = middle + (share − centre) ·
    // length.
    const double cell = m_fittedCell * next.zoom;
    const QPointF share((anchor.x() - m_grid.left()) / m_grid.width(),
                        (anchor.y() - m_grid.top()) / m_grid.height());
    const QPointF away = anchor - m_area.center();
    next.centre.setX(share.x() - away.x() / (cell * static_cast<double>(m_columns)));
    next.centre.setY(share.y() - away.y() / (cell * static_cast<double>(m_rows)));
    return clamped(next);
}

Viewport GridMapping::panned(QPointF delta) const {
    if (m_fittedCell <= 0) return {};
    Viewport next = m_viewport;
    next.centre -= QPointF(delta.x() / m_grid.width(), delta.y() / m_grid.height());
    return clamped(next);
}

Viewport GridMapping::centredOn(CellPlace place, double cell) const {
    if (m_fittedCell <= 0) return {};
    Viewport next;
    next.zoom = std::max(m_viewport.zoom, cell / m_fittedCell);
    next.centre = QPointF((static_cast<double>(place.column) + 0.5) / static_cast<double>(m_columns),
                          (static_cast<double>(place.row) + 0.5) / static_cast<double>(m_rows));
    return clamped(next);
}

}  // namespace headscope::ui
