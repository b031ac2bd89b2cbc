// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare_heads.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headscope::core {
namespace {

constexpr Index blockRows = 32;

/// p · ln(p / m), where nothing adds nothing.
double relative(double p, double middle) {
    return p > 0 ? p * std::log(p / middle) : 0;
}

/// What two probabilities of the same outcome add to JS.
double divergence(double p, double q) {
    const double middle = (p + q) / 2;
    return (relative(p, middle) + relative(q, middle)) / 2;
}

/// Weights are floats: what is left of a whole row is their rounding, which a root would make large.
double leftOver(double rest) {
    return rest > 1e-5 ? rest : 0;
}

/// Takes the rows of a pattern one after another.
class Comparer {
public:
    Comparer(const DifferencePattern& pattern, HeadChange& change) : m_pattern(pattern), m_change(change) {
        DifferenceThumbnail& thumbnail = change.thumbnail;
        thumbnail.rows = std::min(pattern.rows(), DifferenceThumbnail::side);
        thumbnail.columns = std::min(pattern.columns(), DifferenceThumbnail::side);
        thumbnail.tones.assign(static_cast<std::size_t>(thumbnail.rows * thumbnail.columns),
                               DifferenceThumbnail::none);
    }

    void addRow(Index row, const float* a, const float* b) {
        if (!m_pattern.alignment().isMatched(row)) return;
        double js = 0;
        double restA = 1;
        double restB = 1;
        for (Index column = 0; column < m_pattern.columns(); ++column) {
            if (!m_pattern.alignment().isMatched(column)) continue;
            const auto p = static_cast<double>(a[column]);
            const auto q = static_cast<double>(b[column]);
            restA -= p;
            restB -= q;
            js += divergence(p, q);
            addCell(row, column, p, q);
        }
        js += divergence(leftOver(restA), leftOver(restB));
        m_distances += std::sqrt(std::clamp(js / std::numbers::ln2, 0.0, 1.0));
        ++m_rows;
    }

    void finish() {
        if (m_rows > 0) m_change.distance = m_distances / static_cast<double>(m_rows);
    }

private:
    void addCell(Index row, Index column, double p, double q) {
        // Only a cell without weight can be one that neither query may see.
        if (p == 0 && q == 0 && !m_pattern.allowed(row, column)) return;
        const double size = std::abs(q - p);
        if (size > (m_change.largest ? std::abs(m_change.largest->difference()) : 0.0))
            m_change.largest = CellChange{row, column, p, q};
        DifferenceThumbnail& thumbnail = m_change.thumbnail;
        // The pixel whose range holds the cell: the last i with i · cells / pixels ≤ cell.
        const Index y = ((row + 1) * thumbnail.rows - 1) / m_pattern.rows();
        const Index x = ((column + 1) * thumbnail.columns - 1) / m_pattern.columns();
        std::int16_t& tone = thumbnail.tones[static_cast<std::size_t>(y * thumbnail.columns + x)];
        const long own = std::lround(DifferenceThumbnail::largest * std::sqrt(std::min(size, 1.0)));
        if (tone == DifferenceThumbnail::none || own > std::abs(tone))
            tone = static_cast<std::int16_t>(q < p ? -own : own);
    }

    const DifferencePattern& m_pattern;
    HeadChange& m_change;
    double m_distances = 0;
    Index m_rows = 0;
};

}  // namespace

HeadChange compareHead(const DifferencePattern& pattern, HeadId head) {
    HeadChange change;
    change.head = head;
    Comparer comparer(pattern, change);
    for (Index first = 0; first < pattern.rows(); first += blockRows) {
        const Index count = std::min(blockRows, pattern.rows() - first);
        const DifferencePattern::Sides sides = pattern.sides({first, 0, count, pattern.columns()});
        for (Index row = 0; row < count; ++row)
            comparer.addRow(first + row, sides.a.row(row).data(), sides.b.row(row).data());
    }
    comparer.finish();
    return change;
}

std::vector<HeadChange> compareHeads(const Compute& compute, const Comparison& runs, bool words,
                                     const Progress& progress) {
    std::vector<HeadChange> changes;
    const auto layers = static_cast<double>(runs.b->layers.size());
    for (int layer = 0; layer < runs.b->layerCount(); ++layer) {
        report(progress, layer / layers);
        const int heads = runs.b->headCount(layer);
        if (heads == 0) continue;
        const AttentionKind kind = runs.b->layers[static_cast<std::size_t>(layer)]->kind;
        const std::size_t first = changes.size();
        changes.resize(first + static_cast<std::size_t>(heads));
        compute.executor.forEach(heads, [&](Index number) {
            const HeadId head{kind, layer, static_cast<int>(number)};
            changes[first + static_cast<std::size_t>(number)] =
                compareHead(*differencePattern(runs, head, words, compute.kernels), head);
        });
    }
    return changes;
}

}  // namespace headscope::core
