// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/map_heads.h"

#include <algorithm>
#include <utility>

namespace headscope::core {

std::optional<Index> HeadMap::nearestTo(Index head) const {
    std::optional<Index> best;
    for (Index other = 0; other < compared.divergence.cols(); ++other) {
        if (other != head && (!best || compared.divergence(head, other) < compared.divergence(head, *best)))
            best = other;
    }
    return best;
}

HeadMap mapHeads(HeadDistances compared, std::optional<Index> clusters, const Progress& progress) {
    const Eigen::MatrixXd distances = compared.distances();
    const Index layers = compared.rows.empty() ? 1 : compared.rows.back().layer + 1;
    HeadMap map;
    map.compared = std::move(compared);
    map.plane = planeMap(distances, progress);
    map.merges = averageLinkage(distances);
    map.clusters = clustersOf(map.merges, clusters.value_or(std::min(layers, mostClusters)));
    return map;
}

}  // namespace headscope::core
