// SPDX-License-Identifier: GPL-3.0-or-later
// Where the thumbnails of the overview stand.
#include <algorithm>
#include <cmath>

#include "ui/figures/grid_figure.h"
#include "ui/figures/legend.h"

namespace headscope::ui {
namespace {

constexpr double rowLabelWidth = 24;
constexpr double columnLabelHeight = 20;
constexpr double legendSpace = 14;
constexpr double largestPitch = 152;  // in a window; more would show nothing more of a thumbnail

double headerHeight(const Caption& caption) {
    return GridLayout::margin + caption.height() + columnLabelHeight;
}

/// Only a picture explains the colours of thumbnails: in the window the large map beside the wall does.
double legendHeight(const GridData& data, const Caption& caption) {
    const int legends = (caption.isNull() ? 0 : 1) + (data.values ? 1 : 0);
    return legends == 0 ? 0 : legendSpace + legends * ColourLegend::height;
}

/// Columns and rows of the wall, at least one of each.
QSizeF wallSize(const GridData& data) {
    return {static_cast<double>(std::max(1, data.columns)),
            static_cast<double>(std::max<std::size_t>(1, data.rows.size()))};
}

}  // namespace

GridData prepareGrid(core::TracePtr trace) {
    GridData data;
    std::size_t heads = 0;
    for (int number = 0; number < trace->layerCount(); ++number) {
        const core::LayerTrace* layer = trace->layers[static_cast<std::size_t>(number)].get();
        GridData::Row row{number, {}};
        for (int head = 0; layer != nullptr && head < layer->heads; ++head)
            row.cells.push_back({{layer->kind, number, head}, layer, heads++});
        data.columns = std::max(data.columns, static_cast<int>(row.cells.size()));
        data.rows.push_back(std::move(row));
    }
    data.trace = std::move(trace);
    return data;
}

GridData prepareDifferenceGrid(core::TracePtr trace, HeadChangesPtr changes) {
    GridData data = prepareGrid(std::move(trace));
    data.difference = true;
    data.changes = std::move(changes);
    if (!data.changes) return data;
    double largest = 0;
    for (const core::HeadChange& change : *data.changes)
        if (change.largest) largest = std::max(largest, std::abs(change.largest->difference()));
    if (largest > 0) data.largestChange = largest;
    return data;
}

GridData byMeasure(GridData data, HeadValues values, bool sorted) {
    data.values = std::move(values);
    if (!sorted) return data;
    std::vector<GridData::Cell> cells;
    for (const GridData::Row& row : data.rows) cells.insert(cells.end(), row.cells.begin(), row.cells.end());
    data.rows.clear();
    for (const std::size_t index : data.values->order()) {
        const bool full =
            data.rows.empty() || data.rows.back().cells.size() == static_cast<std::size_t>(data.columns);
        if (full) data.rows.emplace_back();
        data.rows.back().cells.push_back(cells[index]);
    }
    return data;
}

std::optional<GridData::Place> GridData::placeOf(core::HeadId head) const {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].layer && *rows[row].layer != head.layer) continue;
        const std::vector<Cell>& cells = rows[row].cells;
        const auto found =
            std::find_if(cells.begin(), cells.end(), [head](const Cell& cell) { return cell.head == head; });
        if (found != cells.end())
            return Place{static_cast<int>(row), static_cast<int>(found - cells.begin())};
    }
    return std::nullopt;
}

GridLayout::GridLayout(const GridData& data, const Caption& caption, QSizeF size)
    : m_data(data), m_size(size) {
    const QSizeF wall = wallSize(data);
    const double top = headerHeight(caption);
    const double width = size.width() - 2 * margin - rowLabelWidth;
    const double height = size.height() - top - margin - legendHeight(data, caption);
    const double pitch = std::floor(std::min({width / wall.width(), height / wall.height(), largestPitch}));
    m_gap = std::clamp(std::floor(pitch * 0.14), pitch >= 8 ? 2.0 : 1.0, 8.0);
    m_cell = std::max(2.0, pitch - m_gap);
    // The wall stands in the middle with its numbers, and at the top.
    const double used = rowLabelWidth + wall.width() * (m_cell + m_gap) - m_gap;
    const double left = margin + std::max(0.0, std::floor((size.width() - 2 * margin - used) / 2));
    m_origin = QPointF(left + rowLabelWidth, top);
}

QRectF GridLayout::place(int row, int column) const {
    return {m_origin.x() + column * pitch(), m_origin.y() + row * pitch(), m_cell, m_cell};
}

QRectF GridLayout::rectOf(core::HeadId head) const {
    const auto found = m_data.placeOf(head);
    return found ? place(found->row, found->column) : QRectF();
}

std::optional<core::HeadId> GridLayout::headAt(QPointF point) const {
    // Half of the gap belongs to the thumbnail beside it, so that there are no dead stripes.
    const double x = std::floor((point.x() - m_origin.x() + m_gap / 2) / pitch());
    const double y = std::floor((point.y() - m_origin.y() + m_gap / 2) / pitch());
    if (x < 0 || y < 0 || y >= static_cast<double>(m_data.rows.size())) return std::nullopt;
    const std::vector<GridData::Cell>& cells = m_data.rows[static_cast<std::size_t>(y)].cells;
    if (x >= static_cast<double>(cells.size())) return std::nullopt;
    return cells[static_cast<std::size_t>(x)].head;
}

QRectF GridLayout::rowLabel(int row) const {
    const QRectF cell = place(row, 0);
    return {cell.left() - rowLabelWidth, cell.top(), rowLabelWidth - 7, cell.height()};
}

QRectF GridLayout::columnLabel(int column) const {
    const QRectF cell = place(0, column);
    return {cell.center().x() - 20, cell.top() - columnLabelHeight + 2, 40, columnLabelHeight - 6};
}

QRectF GridLayout::legendArea() const {
    const double bottom = place(static_cast<int>(m_data.rows.size()) - 1, 0).bottom();
    const double wallRight = place(0, std::max(0, m_data.columns - 1)).right();
    const double wallLeft = rowLabel(0).left();
    const double width =
        std::min(std::clamp(wallRight - wallLeft, narrowLegend, 420.0), m_size.width() - 2 * margin);
    const double right = std::min(m_size.width() - margin, std::max(wallRight, margin + width));
    return {right - width, bottom + legendSpace, width, ColourLegend::height};
}

QSizeF gridSize(const GridData& data, const Caption& caption, double pitch, double narrowest) {
    const QSizeF wall = wallSize(data) * pitch;
    return {std::max(2 * GridLayout::margin + rowLabelWidth + wall.width(), narrowest),
            headerHeight(caption) + wall.height() + legendHeight(data, caption) + GridLayout::margin};
}

}  // namespace headscope::ui
