// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/trace/pattern_source.h"
#include "core/trace/token_alignment.h"

namespace headscope::core {

/// B − A: how the weights between the tokens (or words) of B differ from those between the tokens of A that
/// they stand for. Its rows and columns are those of B. A cell whose query or key A does not have cannot be
/// compared: it is not allowed(), and its value 0 means nothing.
class DifferencePattern final : public PatternSource {
public:
    /// `alignment` is that of b's tokens with a's. Precondition: neither pattern is null, and each has the
    /// same tokens on both sides.
    DifferencePattern(PatternPtr a, PatternPtr b, std::shared_ptr<const TokenAlignment> alignment);

    const std::vector<Token>& rowTokens() const override { return m_b->rowTokens(); }
    const std::vector<Token>& columnTokens() const override { return m_b->columnTokens(); }
    /// Whether the cell can be compared and its query may see its key in A or in B.
    bool allowed(Index row, Index column) const override;
    Matrix cells(CellRect rect) const override;
    const DifferencePattern* difference() const override { return this; }

    const TokenAlignment& alignment() const { return *m_alignment; }
    bool comparable(Index row, Index column) const {
        return m_alignment->isMatched(row) && m_alignment->isMatched(column);
    }
    /// The weights of both runs in cells of B; in A, 0 for cells that cannot be compared.
    struct Sides {
        Matrix a;
        Matrix b;
    };
    Sides sides(CellRect rect) const;

private:
    PatternPtr m_a;
    PatternPtr m_b;
    std::shared_ptr<const TokenAlignment> m_alignment;
};

}  // namespace headscope::core
