// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/difference_pattern.h"

#include <utility>

namespace headscope::core {

DifferencePattern::DifferencePattern(PatternPtr a, PatternPtr b,
                                     std::shared_ptr<const TokenAlignment> alignment)
    : m_a(std::move(a)), m_b(std::move(b)), m_alignment(std::move(alignment)) {}

bool DifferencePattern::allowed(Index row, Index column) const {
    if (!comparable(row, column)) return false;
    const std::vector<Index>& inA = m_alignment->inA;
    return m_b->allowed(row, column) ||
           m_a->allowed(inA[static_cast<std::size_t>(row)], inA[static_cast<std::size_t>(column)]);
}

DifferencePattern::Sides DifferencePattern::sides(CellRect rect) const {
    Sides sides{Matrix::Zero(rect.rows, rect.columns), m_b->cells(rect)};
    const auto inA = [&](Index b) { return m_alignment->inA[static_cast<std::size_t>(b)]; };
    Index first = rect.column;
    Index last = rect.column + rect.columns - 1;
    while (first <= last && !m_alignment->isMatched(first)) ++first;
    while (last >= first && !m_alignment->isMatched(last)) --last;
    if (first > last) return sides;
    // Neighbours in B are mostly neighbours in A: those rows are made together.
    for (Index row = 0; row < rect.rows;) {
        if (!m_alignment->isMatched(rect.row + row)) {
            ++row;
            continue;
        }
        const Index begin = inA(rect.row + row);
        Index count = 1;
        while (row + count < rect.rows && inA(rect.row + row + count) == begin + count) ++count;
        const Matrix part = m_a->cells({begin, inA(first), count, inA(last) - inA(first) + 1});
        for (Index column = first; column <= last; ++column) {
            if (!m_alignment->isMatched(column)) continue;
            sides.a.col(column - rect.column).segment(row, count) = part.col(inA(column) - inA(first));
        }
        row += count;
    }
    return sides;
}

Matrix DifferencePattern::cells(CellRect rect) const {
    Sides sides = this->sides(rect);
    sides.b -= sides.a;
    for (Index row = 0; row < rect.rows; ++row) {
        if (!m_alignment->isMatched(rect.row + row)) sides.b.row(row).setZero();
    }
    for (Index column = 0; column < rect.columns; ++column) {
        if (!m_alignment->isMatched(rect.column + column)) sides.b.col(column).setZero();
    }
    return std::move(sides.b);
}

}  // namespace headscope::core
