// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/head_values.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace headscope::ui {
namespace {

std::size_t columnOf(const core::Metric& metric) {
    return static_cast<std::size_t>(&metric - core::metrics().data());
}

std::optional<double> valueOf(const core::HeadMeasures& head, std::size_t column) {
    return column < head.values.size() ? head.values[column].mean() : std::nullopt;
}

std::optional<std::pair<double, double>> rangeOf(const HeadValues& all) {
    std::optional<std::pair<double, double>> ends;
    for (const std::optional<double>& value : all.values) {
        if (!value) continue;
        if (!ends) ends = {*value, *value};
        ends = {std::min(ends->first, *value), std::max(ends->second, *value)};
    }
    if (!ends || !all.difference) return ends;
    const double size = std::max(std::abs(ends->first), std::abs(ends->second));
    return std::pair(-size, size);
}

}  // namespace

double HeadValues::position(double value) const {
    if (!range || !(range->second > range->first)) return 0.5;
    return std::clamp((value - range->first) / (range->second - range->first), 0.0, 1.0);
}

std::vector<std::size_t> HeadValues::order() const {
    const auto key = [this](std::size_t place) {
        const double value = *values[place];
        return difference ? std::abs(value) : value;
    };
    std::vector<std::size_t> places(values.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t one, std::size_t other) {
        if (!values[one] || !values[other]) return values[one].has_value() && !values[other];
        return key(one) > key(other);
    });
    return places;
}

QString HeadValues::title() const {
    QString text = QCoreApplication::translate("Metric", std::string(metric->name).c_str());
    if (difference) text = QStringLiteral("B − A: ") + text;
    const QString unit = unitText(metric->unit);
    return unit.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, unit);
}

BesideValues onOneScale(HeadValues a, HeadValues b) {
    if (a.range && b.range)
        a.range = b.range =
            std::pair(std::min(a.range->first, b.range->first), std::max(a.range->second, b.range->second));
    return {std::move(a), std::move(b)};
}

QString unitText(core::Unit unit) {
    switch (unit) {
        case core::Unit::Nats:
            return QCoreApplication::translate("Metric", "nats");
        case core::Unit::Tokens:
            return QCoreApplication::translate("Metric", "tokens");
        case core::Unit::Share:
        case core::Unit::Ratio:
        case core::Unit::Norm:
            return {};
    }
    return {};
}

bool hasMeasured(const Run& run, const core::Metric& metric) {
    return !run.measures.empty() && columnOf(metric) < run.measures.front().values.size();
}

core::Measures measureAll(const Run& run, const core::Progress& progress) {
    if (!run.model) return {{}, core::Specials::Raw, run.measures};
    std::vector<core::RunSpec> specs;
    for (const core::TracePtr& each : run.trace->meanOf) specs.push_back(each->spec);
    if (specs.empty()) specs.push_back(run.trace->spec);
    core::Measures all;
    const auto count = static_cast<double>(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const auto done = static_cast<double>(i);
        const core::TracePtr trace = run.model->run(specs[i], core::neededFor({}),
                                                    core::part(progress, done / count, (done + 0.5) / count));
        core::Measures one = core::measureHeads(
            run.model->compute(), *trace, {}, core::part(progress, (done + 0.5) / count, (done + 1) / count),
            run.model.get());
        if (i == 0)
            all = std::move(one);
        else
            all.add(one);
    }
    return all;
}

HeadValues headValues(const core::Metric& metric, const std::vector<core::HeadMeasures>& shown,
                      const std::vector<core::HeadMeasures>* before) {
    const std::size_t column = columnOf(metric);
    HeadValues all;
    all.metric = &metric;
    all.difference = before != nullptr;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        std::optional<double> value = valueOf(shown[i], column);
        if (before != nullptr) {
            const std::optional<double> old = valueOf((*before)[i], column);
            value = value && old ? std::optional(*value - *old) : std::nullopt;
        }
        all.values.push_back(value);
    }
    all.range = rangeOf(all);
    return all;
}

HeadValues headValues(const core::Metric& metric, const Run& run, const ComparedRunsPtr& difference,
                      const core::Progress& progress) {
    if (hasMeasured(run, metric))
        return headValues(metric, run.measures, difference ? &difference->a->measures : nullptr);
    const core::Measures shown = measureAll(run, core::part(progress, 0, difference ? 0.5 : 1));
    if (!difference) return headValues(metric, shown.heads);
    const core::Measures before = measureAll(*difference->a, core::part(progress, 0.5, 1));
    return headValues(metric, shown.heads, &before.heads);
}

}  // namespace headscope::ui
