// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/spread_pattern.h"

#include <utility>

namespace headscope::core {

SharedAxis sharedAxis(const TokenAlignment& alignment) {
    SharedAxis axis;
    const auto add = [&axis](Index a, Index b) {
        axis.inA.push_back(a);
        axis.inB.push_back(b);
    };
    Index a = 0;
    Index pending = 0;  // the first of B that has no place yet
    const auto addUntil = [&](Index endA, Index endB) {
        for (; a < endA; ++a) add(a, TokenAlignment::none);
        for (; pending < endB; ++pending) add(TokenAlignment::none, pending);
    };
    for (Index b = 0; b < alignment.lengthB(); ++b) {
        if (!alignment.isMatched(b)) continue;
        addUntil(alignment.inA[static_cast<std::size_t>(b)], b);
        add(a++, pending++);
    }
    addUntil(alignment.lengthA, alignment.lengthB());
    return axis;
}

SpreadPattern::SpreadPattern(PatternPtr pattern, std::vector<Index> places,
                             std::shared_ptr<const std::vector<Token>> tokens)
    : m_pattern(std::move(pattern)), m_places(std::move(places)), m_tokens(std::move(tokens)) {}

bool SpreadPattern::allowed(Index row, Index column) const {
    return has(row) && has(column) && m_pattern->allowed(tokenAt(row), tokenAt(column));
}

std::vector<Index> SpreadPattern::present(Index first, Index count) const {
    std::vector<Index> places;
    for (Index place = first; place < first + count; ++place)
        if (has(place)) places.push_back(place);
    return places;
}

Matrix SpreadPattern::cells(CellRect rect) const {
    Matrix spread = Matrix::Zero(rect.rows, rect.columns);
    const std::vector<Index> rows = present(rect.row, rect.rows);
    const std::vector<Index> columns = present(rect.column, rect.columns);
    if (rows.empty() || columns.empty()) return spread;
    // Every token has a place, so those of neighbouring places are neighbours.
    const Matrix part =
        m_pattern->cells({tokenAt(rows.front()), tokenAt(columns.front()), static_cast<Index>(rows.size()),
                          static_cast<Index>(columns.size())});
    for (Index row = 0; row < part.rows(); ++row)
        for (Index column = 0; column < part.cols(); ++column)
            spread(rows[static_cast<std::size_t>(row)] - rect.row,
                   columns[static_cast<std::size_t>(column)] - rect.column) = part(row, column);
    return spread;
}

PatternPair groupPair(const Comparison& runs, const HeadGroup& group, bool words, const Kernels& kernels) {
    PatternPtr a = groupPattern(runs.a, group, words, kernels);
    PatternPtr b = groupPattern(runs.b, group, words, kernels);
    if (!a || !b) return {};
    SharedAxis axis = sharedAxis(*runs.alignment(words));
    auto tokens = std::make_shared<std::vector<Token>>();
    for (std::size_t place = 0; place < axis.inA.size(); ++place) {
        const Index inA = axis.inA[place];
        tokens->push_back(inA != TokenAlignment::none
                              ? a->rowTokens()[static_cast<std::size_t>(inA)]
                              : b->rowTokens()[static_cast<std::size_t>(axis.inB[place])]);
    }
    return {std::make_shared<SpreadPattern>(std::move(a), std::move(axis.inA), tokens),
            std::make_shared<SpreadPattern>(std::move(b), std::move(axis.inB), tokens)};
}

}  // namespace headscope::core
