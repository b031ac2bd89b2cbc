// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <cstdint>
#include <vector>

#include "core/trace/pattern_source.h"
#include "ui/figures/colour_scale.h"

namespace headscope::ui {

/// The cells of a pattern as one byte each, and the same pooled by maximum over 2 × 2, 4 × 4 … cells, so that
/// a thin line never disappears when zoomed out. 0 is a cell that the query may not see; weights are 1 + tone
/// (0 … 254), or differences: 128 is none, less and more lie on its two sides, and the one farther from it is
/// kept.
class TonePyramid {
public:
    static constexpr std::uint8_t masked = 0;
    static constexpr std::uint8_t noDifference = 128;
    enum class Of { Weights, Differences };

    TonePyramid() = default;
    TonePyramid(core::Index rows, core::Index columns, std::vector<std::uint8_t> cells, Of of = Of::Weights);

    core::Index rows() const { return m_rows; }
    core::Index columns() const { return m_columns; }
    std::uint8_t at(core::Index row, core::Index column) const;

    /// The cells of `rect` as an indexed image, one pixel for each block of 2^level × 2^level cells; blocks
    /// are counted from cell 0, so `covered` tells the cells that the image really spans. Level is limited to
    /// those that exist.
    struct Part {
        QImage image;  ///< Format_Indexed8
        core::CellRect covered;
    };
    Part part(core::CellRect rect, int level, const QList<QRgb>& colours) const;
    int levels() const { return static_cast<int>(m_levels.size()); }

private:
    struct Level {
        core::Index rows = 0;
        core::Index columns = 0;
        std::vector<std::uint8_t> cells;
    };
    core::Index m_rows = 0;
    core::Index m_columns = 0;
    std::vector<Level> m_levels;
};

}  // namespace headscope::ui
