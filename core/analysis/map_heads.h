// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/head_distances.h"
#include "core/analysis/head_map.h"

namespace headscope::core {

/// The heads of a model on a plane and in groups, by how far their patterns are from each other.
struct HeadMap {
    HeadDistances compared;  ///< of all heads with each other
    PlaneMap plane;
    std::vector<Merge> merges;
    std::vector<Index> clusters;  ///< the group of each head

    /// The other head that is nearest; of one head there is none.
    std::optional<Index> nearestTo(Index head) const;
};

/// More groups than this cannot be told apart by colour; where nobody says how many, there are as many as
/// layers, but not more.
inline constexpr Index mostClusters = 6;

/// Throws Error(Cancelled).
HeadMap mapHeads(HeadDistances compared, std::optional<Index> clusters = {}, const Progress& progress = {});

}  // namespace headscope::core
