// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/head_map.h"
#include "core/trace/head_id.h"
#include "ui/figures/figure.h"
#include "ui/figures/theme.h"

namespace headscope::ui {

/// Heads on a plane, for one picture.
struct HeadMapData {
    std::vector<core::HeadId> heads;
    core::PlaneMap map;                 ///< a place for each
    std::vector<core::Index> clusters;  ///< of each
    QString subtitle;                   ///< model and text
};

/// A dot for each head with its name where there is room, both axes of one scale, clusters apart by colour;
/// over it the stress of the map.
Figure headMapFigure(HeadMapData data, const Theme& theme);

}  // namespace headscope::ui
