// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/pattern_source.h"

#include <algorithm>
#include <utility>

#include "core/trace/mean_pattern.h"

namespace headscope::core {
namespace {

// Rows made at a time: enough for the multiply to be worth it, little enough that a cancel is heard within
// milliseconds.
constexpr Index blockRows = 32;

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
        if (out.size() == 0) return out;
        const auto& kept = m_layer.statistics[static_cast<std::size_t>(m_head)].normalisers;
        const std::span<const RowNormaliser> normalisers(kept.data() + rect.row,
                                                         static_cast<std::size_t>(rect.rows));
        m_scores.weightTile(
            rect.row, rect.column, normalisers,
            MutableMatrixView(out.data(), rect.rows, rect.columns, Eigen::OuterStride<>(rect.columns)));
        return out;
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
    PixelRow(Index columns, Pooling pooling) : m_pooling(pooling), m_cells(Eigen::ArrayXf::Zero(columns)) {}

    void add(const Eigen::Ref<const Matrix>& row) {
        const auto cells = row.transpose().array();
        switch (m_pooling) {
            case Pooling::Largest:
                m_cells = (cells.abs() > m_cells.abs()).select(cells, m_cells);
                break;
            case Pooling::Mean:
                m_cells += cells;
                break;
        }
        ++m_rows;
    }

    /// Into one row of pixels; empty afterwards.
    void writeTo(Eigen::Ref<Matrix> pixels) {
        const Index columns = m_cells.size();
        for (Index c = 0; c < pixels.cols(); ++c) {
            const Index begin = c * columns / pixels.cols();
            const auto part = m_cells.segment(begin, (c + 1) * columns / pixels.cols() - begin);
            switch (m_pooling) {
                case Pooling::Largest: {
                    Index largest = 0;
                    part.abs().maxCoeff(&largest);
                    pixels(0, c) = part[largest];
                    break;
                }
                case Pooling::Mean:
                    pixels(0, c) = part.sum() / static_cast<float>(part.size() * m_rows);
                    break;
            }
        }
        m_cells.setZero();
        m_rows = 0;
    }

private:
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
    Index pixel = 0;
    PixelRow pixels(rect.columns, pooling);
    for (Index first = 0; first < rect.rows; first += blockRows) {
        report(progress, static_cast<double>(first) / static_cast<double>(rect.rows));
        const Index count = std::min(blockRows, rect.rows - first);
        const Matrix block = cells({rect.row + first, rect.column, count, rect.columns});
        for (Index i = 0; i < count; ++i) {
            pixels.add(block.row(i));
            if (first + i + 1 == (pixel + 1) * rect.rows / rowsOut) pixels.writeTo(tile.row(pixel++));
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
