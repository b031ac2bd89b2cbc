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

Index distanceRow(Index distance, const DistanceTable& table) {
    const Index middle = table.buckets / 2;
    const Index size = std::abs(distance);
    Index bucket = size;
    if (table.buckets > 0 && size > middle) {
        // In float, as the reference computes it.
        const auto part = [middle](Index of) {
            return std::log(static_cast<float>(of) / static_cast<float>(middle));
        };
        const float grown = std::ceil(part(size) / part(table.farthest - 1) * static_cast<float>(middle - 1));
        bucket = static_cast<Index>(grown) + middle;
    }
    return std::clamp<Index>((distance < 0 ? -bucket : bucket) + table.span, 0, 2 * table.span - 1);
}

DistanceRows distanceRows(Index length, const DistanceTable& table) {
    DistanceRows out;
    out.first = distanceRow(1 - length, table);
    out.count = distanceRow(length - 1, table) - out.first + 1;
    for (Index offset = 1 - length; offset < length; ++offset)
        out.rows.push_back(static_cast<std::int32_t>(distanceRow(-offset, table) - out.first));
    return out;
}

}  // namespace headscope::core
