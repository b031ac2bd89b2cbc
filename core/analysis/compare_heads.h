// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/progress.h"
#include "core/trace/comparison.h"

namespace headscope::core {

/// B − A of one head, pooled by the largest absolute difference to at most 64 × 64, for overviews.
struct DifferenceThumbnail {
    static constexpr Index side = 64;
    static constexpr int largest = 32767;
    static constexpr std::int16_t none = -32768;  ///< where nothing can be compared
    Index rows = 0;
    Index columns = 0;
    std::vector<std::int16_t> tones;  ///< row-major; 32767 · √|difference|, with its sign

    std::int16_t tone(Index row, Index column) const {
        return tones[static_cast<std::size_t>(row * columns + column)];
    }
};

/// A cell of B with what stands there in both runs.
struct CellChange {
    Index query = 0;  ///< places in B
    Index key = 0;
    double a = 0;
    double b = 0;
    double difference() const noexcept { return b - a; }
};

/// How one head of B differs from the same head of A.
struct HeadChange {
    HeadId head;
    /// Mean over the queries that both have of the Jensen–Shannon distance of their rows, √(JS / ln 2): 0 the
    /// same, 1 nothing in common (Lin 1991; Endres and Schindelin 2003). All keys that only one of the runs
    /// has count as one, so that a replaced token alone is no difference. Nothing where no row can be
    /// compared.
    std::optional<double> distance;
    std::optional<CellChange> largest;  ///< by absolute difference; nothing where no weight differs
    DifferenceThumbnail thumbnail;
};

/// Of a pattern that is at hand.
HeadChange compareHead(const DifferencePattern& pattern, HeadId head);

/// All heads, in the order of Trace::headIds(). The result does not depend on the number of threads. Throws
/// Error(Cancelled).
std::vector<HeadChange> compareHeads(const Compute& compute, const Comparison& runs, bool words = false,
                                     const Progress& progress = {});

}  // namespace headscope::core
