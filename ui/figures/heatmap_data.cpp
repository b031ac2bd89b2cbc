// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/trace/difference_pattern.h"
#include "ui/figures/heatmap_figure.h"

namespace headscope::ui {

namespace {

using core::Index;

/// Longer sides are pooled to this many cells before they become tones: 16 MB of bytes.
constexpr Index longestSide = 4096;
/// Up to this many cells all weights are kept.
constexpr Index exactLimit = Index{512} * 512;
/// Cells fetched from the pattern at a time.
constexpr Index cellsAtOnce = Index{1} << 20;
constexpr float maskedWeight = std::numeric_limits<float>::infinity();

Index blocks(Index length, Index block) {
    return (length + block - 1) / block;
}

/// What is found of one pattern in a sweep: row maxima, blind rows, and weights (per row: shares of the row's
/// maximum) pooled by the largest absolute value.
class Panel {
public:
    explicit Panel(HeatmapData& data) : m_data(data) {
        const Index rows = data.pattern->rows();
        const Index columns = data.pattern->columns();
        m_data.block = std::max<Index>(1, blocks(std::max(rows, columns), longestSide));
        m_data.rowMaximum.assign(static_cast<std::size_t>(rows), 0);
        m_data.blind.assign(static_cast<std::size_t>(rows), true);
        m_pooled =
            core::Matrix::Constant(blocks(rows, m_data.block), blocks(columns, m_data.block), maskedWeight);
        if (rows * columns <= exactLimit) {
            m_data.exactCells = {0, 0, rows, columns};
            m_data.exact = core::Matrix::Zero(rows, columns);
        }
        for (Index column = 0; column < columns; ++column) {
            const TokenLabel& label = m_data.keys.labels[static_cast<std::size_t>(column)];
            if (column > 0 && !label.special) m_counted.push_back(column);
        }
    }

    void fetch(Index first, Index count) {
        m_first = first;
        m_part = m_data.pattern->cells({first, 0, count, m_data.pattern->columns()});
        if (m_data.exact.size() > 0) m_data.exact.middleRows(first, count) = m_part;
    }
    float largest(Index row) const {
        return m_part.cols() == 0 ? 0 : m_part.row(row - m_first).cwiseAbs().maxCoeff();
    }
    /// `largest` is that of the row in all patterns, which share a scale.
    void addRow(Index row, float largest) {
        const float* weights = m_part.row(row - m_first).data();
        const Index columns = m_part.cols();
        m_data.rowMaximum[static_cast<std::size_t>(row)] = largest;
        const float factor = m_data.range == ToneRange::PerRow && largest > 0 ? 1 / largest : 1;
        float* pooledRow = m_pooled.row(row / m_data.block).data();
        bool blind = true;
        for (Index column = 0; column < columns; ++column) {
            // What is not 0 needs no question to the mask.
            const float weight = weights[column];
            if (weight == 0 && !m_data.pattern->allowed(row, column)) continue;
            blind = false;
            float& slot = pooledRow[column / m_data.block];
            if (std::isinf(slot) || std::abs(weight * factor) > std::abs(slot)) slot = weight * factor;
        }
        m_data.blind[static_cast<std::size_t>(row)] = blind;
        if (m_data.range != ToneRange::WithoutSinks) return;
        for (const Index column : m_counted)
            m_largestElsewhere = std::max(m_largestElsewhere, std::abs(weights[column]));
    }

    const core::Matrix& pooled() const { return m_pooled; }
    /// On keys that are no sinks; of an empty range 0.
    float largestElsewhere() const { return m_largestElsewhere; }

private:
    HeatmapData& m_data;
    core::Matrix m_pooled;
    core::Matrix m_part;  // rows from m_first on
    Index m_first = 0;
    std::vector<Index> m_counted;  // keys that are no sinks
    float m_largestElsewhere = 0;
};

/// All panels row by row. Precondition: there is one, and all have as many rows.
void sweep(std::vector<Panel>& panels, Index rows, Index columns, const core::Progress& progress) {
    const Index step = std::max<Index>(1, cellsAtOnce / std::max<Index>(1, columns));
    for (Index first = 0; first < rows; first += step) {
        core::report(progress, static_cast<double>(first) / static_cast<double>(rows));
        const Index count = std::min(step, rows - first);
        for (Panel& panel : panels) panel.fetch(first, count);
        for (Index row = first; row < first + count; ++row) {
            float largest = 0;
            for (const Panel& panel : panels) largest = std::max(largest, panel.largest(row));
            for (Panel& panel : panels) panel.addRow(row, largest);
        }
    }
}

double scaleEnd(const HeatmapData& data, const std::vector<Panel>& panels) {
    if (data.range == ToneRange::WithoutSinks) {
        float elsewhere = 0;
        for (const Panel& panel : panels) elsewhere = std::max(elsewhere, panel.largestElsewhere());
        if (elsewhere > 0) return static_cast<double>(elsewhere);
    }
    const bool ofMap = data.range == ToneRange::WholeMap || data.range == ToneRange::WithoutSinks;
    if (!ofMap || data.rowMaximum.empty()) return 1;
    const double largest = *std::max_element(data.rowMaximum.begin(), data.rowMaximum.end());
    return largest > 0 ? largest : 1;
}

std::uint8_t toneOf(float weight, const HeatmapData& data) {
    const auto value = static_cast<double>(weight);
    if (!data.difference)
        return static_cast<std::uint8_t>(1 +
                                         std::lround(254 * tonePosition(value, data.maximum, data.scale)));
    const double position = differencePosition(value, data.maximum, data.scale);
    return static_cast<std::uint8_t>(TonePyramid::noDifference + std::lround(127 * position));
}

std::vector<std::uint8_t> tonesOf(const core::Matrix& pooled, const HeatmapData& data) {
    std::vector<std::uint8_t> tones(static_cast<std::size_t>(pooled.size()), TonePyramid::masked);
    for (Index i = 0; i < pooled.size(); ++i) {
        const float weight = pooled.data()[i];
        if (!std::isinf(weight)) tones[static_cast<std::size_t>(i)] = toneOf(weight, data);
    }
    return tones;
}

bool contains(const core::CellRect& outer, const core::CellRect& inner) {
    return inner.row >= outer.row && inner.column >= outer.column &&
           inner.row + inner.rows <= outer.row + outer.rows &&
           inner.column + inner.columns <= outer.column + outer.columns;
}

}  // namespace

std::optional<float> HeatmapData::weight(CellPlace cell) const {
    if (!contains(exactCells, {cell.row, cell.column, 1, 1})) return std::nullopt;
    return exact(cell.row - exactCells.row, cell.column - exactCells.column);
}

double HeatmapData::position(float weight, Index row) const {
    const auto value = static_cast<double>(weight);
    const double end =
        range == ToneRange::PerRow ? static_cast<double>(rowMaximum[static_cast<std::size_t>(row)]) : maximum;
    return difference ? (1 + differencePosition(value, end, scale)) / 2 : tonePosition(value, end, scale);
}

const ColourTable& HeatmapData::colours(ColourMap map, bool dark) const {
    return difference ? differenceTable(dark) : colourTable(map, dark);
}

QString HeatmapData::blindText(Index row) const {
    const bool absent = queries.labels[static_cast<std::size_t>(row)].absent;
    if (absent && side == Side::B) return QCoreApplication::translate("Figure", "only in A");
    if (absent) return QCoreApplication::translate("Figure", "only in B");
    const core::DifferencePattern* compared = pattern->difference();
    return compared != nullptr && !compared->alignment().isMatched(row)
               ? QCoreApplication::translate("Figure", "only in B")
               : QCoreApplication::translate("Figure", "no keys");
}

HeatmapPanels prepareHeatmaps(std::vector<PanelPattern> patterns, ToneScale scale, ToneRange range,
                              const core::Progress& progress) {
    std::vector<std::shared_ptr<HeatmapData>> all;
    std::vector<Panel> panels;
    for (PanelPattern& pattern : patterns) {
        const auto& data = all.emplace_back(std::make_shared<HeatmapData>());
        data->pattern = std::move(pattern.pattern);
        data->queries = std::move(pattern.queries);
        data->keys = std::move(pattern.keys);
        data->side = pattern.side;
        data->runText = std::move(pattern.runText);
        data->gold = std::move(pattern.gold);
        data->difference = data->pattern->difference() != nullptr;
        data->scale = scale;
        data->range = range;
        panels.emplace_back(*data);
    }
    if (all.empty()) return {};
    sweep(panels, all.front()->pattern->rows(), all.front()->pattern->columns(),
          core::part(progress, 0, 0.8));
    core::report(progress, 0.8);
    for (std::size_t i = 0; i < all.size(); ++i) {
        HeatmapData& data = *all[i];
        data.maximum = scaleEnd(data, panels);
        const core::Matrix& pooled = panels[i].pooled();
        data.tones = std::make_shared<const TonePyramid>(
            pooled.rows(), pooled.cols(), tonesOf(pooled, data),
            data.difference ? TonePyramid::Of::Differences : TonePyramid::Of::Weights);
    }
    core::report(progress, 1);
    return {all.begin(), all.end()};
}

HeatmapDataPtr prepareHeatmap(const core::PatternPtr& pattern, const std::vector<core::Token>& tokens,
                              ToneScale scale, ToneRange range, const core::Progress& progress) {
    return prepareHeatmaps({panelOf(pattern, tokens)}, scale, range, progress).front();
}

HeatmapDataPtr withExactCells(const HeatmapDataPtr& data, core::CellRect cells,
                              const core::Progress& progress) {
    if (contains(data->exactCells, cells) || cells.rows <= 0 || cells.columns <= 0) return data;
    core::report(progress, 0);
    auto richer = std::make_shared<HeatmapData>(*data);
    richer->exactCells = cells;
    richer->exact = data->pattern->cells(cells);
    core::report(progress, 1);
    return richer;
}

}  // namespace headscope::ui
