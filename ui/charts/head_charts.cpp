// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/head_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/offset_profile.h"
#include "ui/figures/run_pattern.h"

namespace headscope::ui {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Ends of the numbers of all lines along one axis, zero among them.
template <class Coordinate>
ChartRange rangeOf(const std::vector<HeadLine>& lines, AxisOf what, Coordinate coordinate) {
    double smallest = 0;
    double largest = 0;
    for (const HeadLine& line : lines) {
        for (const QPointF& point : line.points) {
            const double value = coordinate(point);
            if (std::isnan(value)) continue;
            smallest = std::min(smallest, value);
            largest = std::max(largest, value);
        }
    }
    return rangeAround(smallest, largest, what);
}

QString ofChange(const QString& what, bool difference) {
    return difference ? QStringLiteral("B − A: ") + what : what;
}

struct LineTitles {
    QString chart;
    QString x;
    QString y;
};

Chart lineChart(const std::vector<HeadLine>& lines, const Selection& selection, bool difference,
                const Theme& theme, const LineTitles& titles) {
    Chart chart;
    chart.name = ofChange(titles.chart, difference);
    chart.x.title = titles.x;
    chart.y.title = ofChange(titles.y, difference);
    chart.x.range = rangeOf(lines, AxisOf::Positions, [](const QPointF& point) { return point.x(); });
    chart.y.range = rangeOf(lines, AxisOf::Numbers, [](const QPointF& point) { return point.y(); });
    for (const HeadLine& line : lines)
        chart.lines.push_back({QString::fromStdString(core::headName(line.head)), theme.headColour(line.type),
                               line.head == selection.head, line.points});
    return chart;
}

}  // namespace

std::vector<core::HeadId> lineHeads(const Selection& selection) {
    std::vector<core::HeadId> heads = selection.others;
    if (heads.size() >= mostLines) heads.resize(mostLines - 1);
    heads.insert(std::upper_bound(heads.begin(), heads.end(), selection.head), selection.head);
    return heads;
}

std::vector<QPointF> thinned(std::vector<QPointF> points, std::size_t most) {
    if (points.size() <= most) return points;
    const std::size_t group = (points.size() + most - 1) / most;
    std::vector<QPointF> means;
    for (std::size_t first = 0; first < points.size(); first += group) {
        const std::size_t end = std::min(points.size(), first + group);
        QPointF sum;
        double count = 0;
        for (std::size_t i = first; i < end; ++i) {
            if (std::isnan(points[i].y())) continue;
            sum += points[i];
            ++count;
        }
        means.push_back(count > 0 ? sum / count : QPointF(points[first].x(), none));
    }
    return means;
}

std::vector<HeadLine> distanceLines(const std::vector<FlowHead>& heads, const core::Progress& progress) {
    std::vector<HeadLine> lines;
    for (const FlowHead& head : heads) {
        core::report(progress, static_cast<double>(lines.size()) / static_cast<double>(heads.size()));
        const core::Index reach =
            std::min(longestOffset, std::max<core::Index>(0, head.pattern->columns() - 1));
        const std::vector<core::Accumulated> profile = core::offsetProfile(*head.pattern, reach);
        HeadLine line{head.head, head.type, {}};
        for (std::size_t at = 0; at < profile.size(); ++at)
            line.points.emplace_back(static_cast<double>(at) - static_cast<double>(reach),
                                     profile[at].mean().value_or(none));
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<HeadLine> entropyLines(const Run& run, const ComparedRunsPtr& difference,
                                   const std::vector<core::HeadId>& heads) {
    std::vector<HeadLine> lines;
    for (const core::HeadId head : heads) {
        const core::LayerTrace* layer = run.trace->find(head);
        if (layer == nullptr) continue;
        const auto number = static_cast<std::size_t>(head.head);
        const std::vector<float>& own = layer->statistics[number].entropy;
        const std::vector<float>* before =
            difference ? &difference->a->trace->at(head).statistics[number].entropy : nullptr;
        HeadLine line{head, typeOf(run, head), {}};
        for (std::size_t query = 0; query < own.size(); ++query) {
            double entropy = static_cast<double>(own[query]);
            if (before != nullptr) {
                const core::TokenAlignment& tokens = *difference->traces.tokens;
                const auto place = static_cast<core::Index>(query);
                entropy = tokens.isMatched(place)
                              ? entropy - static_cast<double>(
                                              (*before)[static_cast<std::size_t>(tokens.inA[query])])
                              : none;
            }
            line.points.emplace_back(static_cast<double>(query), entropy);
        }
        line.points = thinned(std::move(line.points), mostPoints);
        lines.push_back(std::move(line));
    }
    return lines;
}

Chart scatterChart(const Run& run, const HeadValues& x, const HeadValues& y, const Selection& selection,
                   const Theme& theme) {
    Chart chart;
    chart.name = QCoreApplication::translate("Figure", "Every head by %1 and %2").arg(x.title(), y.title());
    chart.x.title = x.title();
    chart.y.title = y.title();
    if (x.range) chart.x.range = rangeAround(x.range->first, x.range->second);
    if (y.range) chart.y.range = rangeAround(y.range->first, y.range->second);
    const std::vector<core::HeadId> heads = run.trace->headIds();
    for (std::size_t i = 0; i < heads.size(); ++i)
        chart.points.push_back({{x.values[i].value_or(none), y.values[i].value_or(none)},
                                theme.headColour(run.types[i].type),
                                selection.holds(heads[i])});
    return chart;
}

Chart distanceChart(const std::vector<HeadLine>& lines, const Selection& selection, bool difference,
                    const Theme& theme) {
    return lineChart(lines, selection, difference, theme,
                     {QCoreApplication::translate("Figure", "Attention by distance"),
                      QCoreApplication::translate("Figure", "Key − query (tokens)"),
                      QCoreApplication::translate("Figure", "Mean weight")});
}

Chart entropyChart(const std::vector<HeadLine>& lines, const Selection& selection, bool difference,
                   const Theme& theme) {
    return lineChart(lines, selection, difference, theme,
                     {QCoreApplication::translate("Figure", "Entropy along the text"),
                      QCoreApplication::translate("Figure", "Query (token)"),
                      QCoreApplication::translate("Figure", "Entropy (nats)")});
}

}  // namespace headscope::ui
