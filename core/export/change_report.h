// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/analysis/compare_heads.h"
#include "core/analysis/metrics.h"
#include "core/export/standard_tables.h"

namespace headscope::core {

/// What a table of changes holds of every metric: how much it changed, or also what it was in A and in B.
enum class ChangeColumns { Deltas, Both };

/// Which heads come first: those with the largest difference of a weight, or of the largest distance.
enum class ChangeOrder { Largest, Distance };
/// `changes` in that order; heads of which nothing can be compared are last.
std::vector<std::size_t> mostChanged(std::span<const HeadChange> changes, ChangeOrder order);

/// What a table of changes looks like.
struct ChangeLook {
    ChangeColumns columns = ChangeColumns::Both;
    ChangeOrder order = ChangeOrder::Largest;
};

/// `heads`, most changed first: layer, head, kind, js_distance, where the weight changed most (query,
/// query_position, key, key_position, weight_a, weight_b, difference), and per metric entropy_delta, or
/// entropy_a, entropy_b, entropy_delta. `a` and `b` are of the same heads as `changes` and of the same
/// metrics; `tokens` names queries and keys of B.
Table changeTable(std::span<const HeadChange> changes, const Measures& a, const Measures& b,
                  const Axis& tokens, ChangeLook look);

/// A cell of a head of B, with its weights in both runs.
struct HeadCell {
    HeadId head;
    CellChange cell;
};
/// `changes`: layer, head, kind, query, query_position, key, key_position, weight_a, weight_b, difference.
Table cellChangeTable(std::span<const HeadCell> cells, const Axis& tokens);

/// `alignment`: position (in B; null for a token of A alone), position_a (in A; null for one of B alone),
/// text.
Table alignmentTable(const TokenAlignment& alignment, const Axis& a, const Axis& b);

}  // namespace headscope::core
