// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/pattern_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/tensor/kernels.h"
#include "core/trace/mean_pattern.h"

namespace headscope::core {
namespace {

// Rows made at a time: whole tiles of the multiply for every instruction set, and little enough that a cancel
// is heard within milliseconds.
constexpr Index blockRows = 42;

class HeadPattern final : public PatternSource {
public:
    HeadPattern(TracePtr trace, HeadId head, const Kernels& kernels)
        : m_trace(std::move(trace)),
          m_layer(m_trace->at(head)),
          m_head(head.head),
          m_scores(m_layer.scores(kernels, head.head)) {}

    const std::vector<Token>& rowTokens() const override { return m_trace->tokens; }
    const std::vector<Token>& columnTokens() const override { return m_trace->tokens; }
    bool allowed(Index row, Index column) const override { return m_scores.allowed(row, column); }

    Matrix cells(CellRect rect) const override {
        Matrix out(rect.rows, rect.columns);
        writeCells(rect, {out.data(), rect.rows, rect.columns, Eigen::OuterStride<>(rect.columns)});
        return out;
    }

    void writeCells(CellRect rect, MutableMatrixView out) const override {
        if (out.size() == 0) return;
        const auto& kept = m_layer.statistics[static_cast<std::size_t>(m_head)].normalisers;
        const std::span<const RowNormaliser> normalisers(kept.data() + rect.row,
                                                         static_cast<std::size_t>(rect.rows));
        m_scores.weightTile(rect.row, rect.column, normalisers, out);
    }

private:
    TracePtr m_trace;
    const LayerTrace& m_layer;  // inside m_trace
    int m_head;
    Scores m_scores;
};

class WordPattern final : public PatternSource {
public:
    WordPattern(PatternPtr pieces, const Input& input)
        : m_pieces(std::move(pieces)),
          m_rows(wordGroups(m_pieces->rowTokens(), input)),
          m_columns(wordGroups(m_pieces->columnTokens(), input)) {}

    const std::vector<Token>& rowTokens() const override { return m_rows.words; }
    const std::vector<Token>& columnTokens() const override { return m_columns.words; }

    bool allowed(Index row, Index column) const override {
        const auto& queries = m_rows.positions[static_cast<std::size_t>(row)];
        const auto& keys = m_columns.positions[static_cast<std::size_t>(column)];
        return std::any_of(queries.begin(), queries.end(), [&](Index query) {
            return std::any_of(keys.begin(), keys.end(),
                               [&](Index key) { return m_pieces->allowed(query, key); });
        });
    }

    Matrix cells(CellRect rect) const override {
        Matrix out = Matrix::Zero(rect.rows, rect.columns);
        for (Index i = 0; i < rect.rows; ++i) {
            const auto& queries = m_rows.positions[static_cast<std::size_t>(rect.row + i)];
            for (const Index query : queries) {
                const Matrix pieces = m_pieces->cells({query, 0, 1, m_pieces->columns()});
                for (Index j = 0; j < rect.columns; ++j) {
                    for (const Index key : m_columns.positions[static_cast<std::size_t>(rect.column + j)]) {
                        out(i, j) += pieces(0, key);
                    }
                }
            }
            out.row(i) /= static_cast<float>(queries.size());
        }
        return out;
    }

private:
    PatternPtr m_pieces;
    WordGroups m_rows;
    WordGroups m_columns;
};

// Rows that share a row of pixels are joined cell by cell first: only their result is cut into pixels.
class PixelRow {
public:
    PixelRow(Index columns, Pooling pooling)
        : m_kernels(bestKernels()),  // any would give the same numbers
          m_pooling(pooling),
          m_cells(Eigen::ArrayXf::Zero(columns)) {}

    void add(const Eigen::Ref<const Matrix>& rows) {
        const JoinedRows joined{rows.data(), rows.outerStride(), rows.rows(), rows.cols(), m_cells.data()};
        m_pooling == Pooling::Mean ? m_kernels.addRows(joined) : m_kernels.furthestOfRows(joined);
        m_rows += rows.rows();
    }

    /// Into one row of pixels; empty afterwards.
    void writeTo(Eigen::Ref<Matrix> pixels) {
        const Index columns = m_cells.size();
        const Index count = pixels.cols();
        Index begin = 0;
        for (Index c = 0; c < count; ++c) {
            const Index end = (c + 1) * columns / count;
            pixels(0, c) = pixel(begin, end);
            begin = end;
        }
        m_cells.setZero();
        m_rows = 0;
    }

private:
    float pixel(Index begin, Index end) const {
        float all = 0;
        switch (m_pooling) {
            case Pooling::Largest:
                for (Index i = begin; i < end; ++i)
                    all = std::abs(m_cells[i]) > std::abs(all) ? m_cells[i] : all;
                return all;
            case Pooling::Mean:
                for (Index i = begin; i < end; ++i) all += m_cells[i];
                return all / static_cast<float>((end - begin) * m_rows);
        }
        return all;
    }

    const Kernels& m_kernels;
    Pooling m_pooling;
    Eigen::ArrayXf m_cells;
    Index m_rows = 0;
};

}  // namespace

Vector PatternSource::row(Index index) const {
    return cells({index, 0, 1, columns()}).row(0).transpose();
}

Matrix PatternSource::tile(CellRect rect, Index pixelRows, Index pixelColumns, Pooling pooling,
                           const Progress& progress) const {
    const Index rowsOut = std::min(pixelRows, rect.rows);
    const Index columnsOut = std::min(pixelColumns, rect.columns);
    Matrix tile(rowsOut, columnsOut);
    if (tile.size() == 0) return tile;
    const bool pools = tile.size() < rect.rows * rect.columns;
    // Rows a multiple of the first cache's size apart would all lie on one line of it.
    const Eigen::OuterStride<> stride(rect.columns + (rect.columns % 128 == 0 ? 16 : 0));
    Matrix block(pools ? std::min(blockRows, rect.rows) : 0, stride.outer());
    Index pixel = 0;
    PixelRow pixels(rect.columns, pooling);
    for (Index first = 0; first < rect.rows; first += blockRows) {
        report(progress, static_cast<double>(first) / static_cast<double>(rect.rows));
        const Index count = std::min(blockRows, rect.rows - first);
        const CellRect part{rect.row + first, rect.column, count, rect.columns};
        if (!pools) {
            writeCells(part, {&tile(first, 0), count, rect.columns, Eigen::OuterStride<>(rect.columns)});
            continue;
        }
        const MutableMatrixView cells(block.data(), count, rect.columns, stride);
        writeCells(part, cells);
        for (Index i = 0; i < count;) {
            const Index end = (pixel + 1) * rect.rows / rowsOut - first;
            const Index rows = std::min(end, count) - i;
            pixels.add(cells.middleRows(i, rows));
            i += rows;
            if (i == end) pixels.writeTo(tile.row(pixel++));
        }
    }
    return tile;
}

PatternPtr headPattern(TracePtr trace, HeadId head, const Kernels& kernels) {
    const bool withoutAttention = head.layer >= 0 && head.layer < trace->layerCount() &&
                                  trace->layers[static_cast<std::size_t>(head.layer)] == nullptr;
    if (withoutAttention) return nullptr;
    if (!trace->meanOf.empty()) {
        std::vector<PatternPtr> patterns;
        for (const TracePtr& run : trace->meanOf) patterns.push_back(headPattern(run, head, kernels));
        return meanPattern(std::move(patterns), trace->tokens);
    }
    return std::make_shared<HeadPattern>(std::move(trace), head, kernels);
}

PatternPtr wordPattern(PatternPtr pattern, const Input& input) {
    return std::make_shared<WordPattern>(std::move(pattern), input);
}

}  // namespace headscope::core
