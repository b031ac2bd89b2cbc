// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/checkpoint_series.h"
#include "ui/charts/chart.h"

namespace headscope::ui {

using Series = std::vector<core::SeriesStep>;
using SeriesPtr = std::shared_ptr<const Series>;

/// What a chart over the steps of training shows.
struct SeriesChoice {
    enum class What { Types, Cases, Metric };
    What what = What::Types;
    const core::Metric* metric = nullptr;  ///< of a Metric
    std::vector<core::HeadId> heads{};     ///< of a Metric: a line each
    std::optional<core::HeadId> current{};
    std::optional<std::uint64_t> step{};  ///< of the checkpoint that is shown
};

/// A chart with what there is to say of each of its points, and where they lead.
struct SeriesChart {
    Chart chart;
    struct Place {
        std::size_t step = 0;              ///< place in the series
        std::optional<core::HeadId> head;  ///< of the line
        QString reading;
    };
    std::vector<Place> places;  ///< of every point
};

/// Over the steps: how many heads have each type, the margin of each case, or a metric of heads.
SeriesChart seriesChart(const Series& series, const SeriesChoice& choice, const Theme& theme);

}  // namespace headscope::ui
