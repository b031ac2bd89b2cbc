// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/map_heads.h"
#include "ui/charts/chart.h"
#include "ui/figures/state.h"

namespace headscope::ui {

using HeadMapPtr = std::shared_ptr<const core::HeadMap>;

/// Compares all heads of a run with each other, by words where pieces are merged; of a mean over texts, over
/// all of them. The model runs again and keeps what heads put out; where there is no model, patterns alone
/// are compared. For a job. Throws Error.
HeadMapPtr findHeadMap(const Run& run, bool words, const core::Progress& progress);

/// A point for each head, near where they look alike; clusters apart by colour, and the stress of the map
/// below. In the order of map.compared.rows.
Chart headMapChart(const core::HeadMap& map, const std::vector<core::HeadId>& chosen, const Theme& theme);
/// What stands beside its title.
QString headMapNote();
/// What the map shows and what its stress says.
QString headMapDefinition();
/// What there is to say of one head: cluster, nearest head, how alike their outputs are.
QString headMapReading(const core::HeadMap& map, core::Index head);

/// The map as a picture of its own. Like chartFigure(), for the GUI thread.
Figure headMapFigure(const core::HeadMap& map, const std::vector<core::HeadId>& chosen,
                     const QString& subtitle, const Theme& theme);

}  // namespace headscope::ui
