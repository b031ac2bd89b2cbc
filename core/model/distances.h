// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/matrix.h"

namespace headscope::core {

/// The bucket, of `buckets`, of an offset key − query (Raffel et al. 2020, section 2.1): the first half is
/// for keys before the query, and in each half one half again has a bucket for each distance; the others grow
/// with the distance's logarithm, and the last one begins before `farthest`.
Index offsetBucket(Index offset, Index buckets, Index farthest);

}  // namespace headscope::core
