// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/distances.h"

#include <algorithm>
#include <cmath>

namespace headscope::core {

Index offsetBucket(Index offset, Index buckets, Index farthest) {
    const Index half = buckets / 2;
    const Index exact = half / 2;
    const Index first = offset > 0 ? half : 0;
    const Index distance = std::abs(offset);
    if (distance < exact) return first + distance;
    // In float, as the reference computes it: a distance on the border of two buckets must fall alike.
    const float ratio =
        std::log(static_cast<float>(distance) / static_cast<float>(exact)) /
        static_cast<float>(std::log(static_cast<double>(farthest) / static_cast<double>(exact)));
    const auto grown = static_cast<Index>(ratio * static_cast<float>(half - exact));
    return first + std::min(exact + grown, half - 1);
}

}  // namespace headscope::core
