// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/model_config.h"

namespace headscope::core {

/// The bucket, of `buckets`, of an offset key − query (Raffel et al. 2020, section 2.1): the first half is
/// for keys before the query, and in each half one half again has a bucket for each distance; the others grow
/// with the distance's logarithm, and the last one begins before `farthest`.
Index offsetBucket(Index offset, Index buckets, Index farthest);

/// The row that belongs to a distance query − key, of a table with 2 · span rows (He et al. 2021, equation 3;
/// the buckets of version 2 after its reference implementation). Rises with the distance.
Index distanceRow(Index distance, const DistanceTable& table);

/// Rows of the table by offset key − query for a text of `length` tokens, in the order of
/// ScoreRules::tableRows, counted from `first`; `count` is how many rows of the table are used.
struct DistanceRows {
    Index first = 0;
    Index count = 0;
    std::vector<std::int32_t> rows;
};
DistanceRows distanceRows(Index length, const DistanceTable& table);

}  // namespace headscope::core
