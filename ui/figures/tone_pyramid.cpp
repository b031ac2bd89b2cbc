// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/tone_pyramid.h"

#include <algorithm>
#include <cstdlib>

namespace headscope::ui {

using core::Index;

namespace {

/// How much a tone counts among others: larger weights, and larger differences; masked cells never.
int importance(std::uint8_t tone, TonePyramid::Of of) {
    if (tone == TonePyramid::masked) return -1;
    return of == TonePyramid::Of::Weights ? tone : std::abs(tone - TonePyramid::noDifference);
}

}  // namespace

TonePyramid::TonePyramid(Index rows, Index columns, std::vector<std::uint8_t> cells, Of of)
    : m_rows(rows), m_columns(columns) {
    if (rows <= 0 || columns <= 0) return;
    m_levels.push_back({rows, columns, std::move(cells)});
    while (m_levels.back().rows > 1 || m_levels.back().columns > 1) {
        const Level& fine = m_levels.back();
        Level coarse{(fine.rows + 1) / 2, (fine.columns + 1) / 2, {}};
        coarse.cells.assign(static_cast<std::size_t>(coarse.rows * coarse.columns), masked);
        for (Index row = 0; row < fine.rows; ++row) {
            const std::uint8_t* from = fine.cells.data() + row * fine.columns;
            std::uint8_t* to = coarse.cells.data() + row / 2 * coarse.columns;
            for (Index column = 0; column < fine.columns; ++column) {
                std::uint8_t& kept = to[column / 2];
                if (importance(from[column], of) > importance(kept, of)) kept = from[column];
            }
        }
        m_levels.push_back(std::move(coarse));
    }
}

std::uint8_t TonePyramid::at(Index row, Index column) const {
    return m_levels.front().cells[static_cast<std::size_t>(row * m_columns + column)];
}

TonePyramid::Part TonePyramid::part(core::CellRect rect, int level, const QList<QRgb>& colours) const {
    if (m_levels.empty() || rect.rows <= 0 || rect.columns <= 0) return {};
    const int index = std::clamp(level, 0, levels() - 1);
    const Level& source = m_levels[static_cast<std::size_t>(index)];
    const Index side = Index{1} << index;
    const Index firstRow = rect.row / side;
    const Index firstColumn = rect.column / side;
    const Index rows = std::min(source.rows, (rect.row + rect.rows + side - 1) / side) - firstRow;
    const Index columns =
        std::min(source.columns, (rect.column + rect.columns + side - 1) / side) - firstColumn;
    if (rows <= 0 || columns <= 0) return {};
    Part part;
    part.image = QImage(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_Indexed8);
    if (part.image.isNull()) return {};
    part.image.setColorTable(colours);
    for (Index row = 0; row < rows; ++row) {
        const std::uint8_t* from = source.cells.data() + (firstRow + row) * source.columns + firstColumn;
        std::copy_n(from, columns, part.image.scanLine(static_cast<int>(row)));
    }
    part.covered = {firstRow * side, firstColumn * side, rows * side, columns * side};
    return part;
}

}  // namespace headscope::ui
