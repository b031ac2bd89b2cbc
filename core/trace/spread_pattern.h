// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/trace/combined_pattern.h"

namespace headscope::core {

/// The tokens (or words) of two runs along one axis: those that stand for each other share a place, the
/// others have places of their own, those of A before those of B.
struct SharedAxis {
    std::vector<Index> inA;  ///< per place: the token of A; TokenAlignment::none where A has none
    std::vector<Index> inB;  ///< the same of B
};
SharedAxis sharedAxis(const TokenAlignment& alignment);

/// A pattern whose rows and columns stand at the places of such an axis. A cell of a place where it has no
/// token is not allowed(), and its value is 0.
class SpreadPattern final : public PatternSource {
public:
    /// `places` holds the token of `pattern` at each place, or TokenAlignment::none; `tokens` what every
    /// place is called. Precondition: the pattern has the same tokens on both sides.
    SpreadPattern(PatternPtr pattern, std::vector<Index> places,
                  std::shared_ptr<const std::vector<Token>> tokens);

    const std::vector<Token>& rowTokens() const override { return *m_tokens; }
    const std::vector<Token>& columnTokens() const override { return *m_tokens; }
    bool allowed(Index row, Index column) const override;
    Matrix cells(CellRect rect) const override;

    const std::vector<Index>& places() const { return m_places; }
    bool has(Index place) const { return tokenAt(place) != TokenAlignment::none; }

private:
    Index tokenAt(Index place) const { return m_places[static_cast<std::size_t>(place)]; }
    /// The places of [first, first + count) that have a token.
    std::vector<Index> present(Index first, Index count) const;

    PatternPtr m_pattern;
    std::vector<Index> m_places;
    std::shared_ptr<const std::vector<Token>> m_tokens;
};

/// The pattern of a group of heads in A and in B over one axis; both null when their layers have no
/// attention. Throws Error(NoSuchHead).
struct PatternPair {
    std::shared_ptr<const SpreadPattern> a;
    std::shared_ptr<const SpreadPattern> b;
};
PatternPair groupPair(const Comparison& runs, const HeadGroup& group, bool words, const Kernels& kernels);

}  // namespace headscope::core
