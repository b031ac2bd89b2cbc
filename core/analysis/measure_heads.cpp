// SPDX-License-Identifier: GPL-3.0-or-later
// The sweep over rows that all metrics share.
#include <algorithm>
#include <functional>

#include "core/analysis/metrics.h"
#include "core/base/error.h"

namespace headscope::core {
namespace {

/// Everything that the tasks of one layer read.
struct Sweep {
    const Kernels& kernels;
    const MeasureOptions& options;
    const std::vector<const Metric*>& metrics;
    const MeasuredLayer& layer;
    bool wholePattern;                            // whether a metric asks for it
    std::shared_ptr<const LayerWeights> weights;  // null: no metric asks for them, or can have them

    std::optional<MeasuredNorms> norms(int head) const {
        if (!weights) return std::nullopt;
        return MeasuredNorms{headNorms(kernels, *weights, layer.trace, head), layer.trace.outputNorms};
    }
};

bool asks(const std::vector<const Metric*>& metrics, bool (*what)(const Metric&)) {
    return std::any_of(metrics.begin(), metrics.end(), [&](const Metric* metric) { return what(*metric); });
}

/// Of a layer, where metrics ask for them and the run kept what they need.
std::shared_ptr<const LayerWeights> weightsFor(const std::vector<const Metric*>& metrics,
                                               const LayerTrace& layer, const Model* model) {
    const bool kept = layer.v.size() > 0 && layer.outputNorms.size() > 0;
    const bool asked = asks(metrics, [](const Metric& metric) { return metric.needs.outputs; });
    return model != nullptr && kept && asked ? model->layerWeights(layer.layer) : nullptr;
}

void addValue(const Sweep& sweep, std::size_t metric, std::optional<double> value, HeadMeasures& measures) {
    if (!value) return;
    measures.values[metric].add(*value);
    if (sweep.options.keepRows) measures.rows[metric].push_back(*value);
}

void measureHead(const Sweep& sweep, int head, HeadMeasures& measures) {
    const LayerTrace& layer = sweep.layer.trace;
    measures.head = {layer.kind, layer.layer, head};
    measures.values.resize(sweep.metrics.size());
    if (sweep.options.keepRows) measures.rows.resize(sweep.metrics.size());
    MeasuredHead whole{sweep.kernels, sweep.layer, head, Eigen::ArrayXd::Zero(layer.keys()), 0};
    const std::optional<MeasuredNorms> norms = sweep.norms(head);
    const auto addRow = [&](const MeasuredRow& row) {
        for (std::size_t i = 0; i < sweep.metrics.size(); ++i) {
            if (sweep.metrics[i]->row != nullptr) addValue(sweep, i, sweep.metrics[i]->row(row), measures);
        }
        if (!sweep.wholePattern || row.counted == 0) return;
        whole.received += row.weights.cast<double>();
        ++whole.rows;
    };
    forEachRow(sweep.kernels, {sweep.layer, head, norms ? &*norms : nullptr}, sweep.options.queries, addRow);
    for (std::size_t i = 0; i < sweep.metrics.size(); ++i) {
        if (sweep.metrics[i]->head != nullptr) addValue(sweep, i, sweep.metrics[i]->head(whole), measures);
    }
}

}  // namespace

std::optional<double> HeadMeasures::median(std::size_t metric) const {
    if (metric >= rows.size() || rows[metric].empty()) return std::nullopt;
    std::vector<double> sorted = rows[metric];
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

bool Measures::fits(const Measures& other) const noexcept {
    if (heads.empty() || other.heads.empty()) return true;
    return metrics == other.metrics &&
           std::equal(heads.begin(), heads.end(), other.heads.begin(), other.heads.end(),
                      [](const HeadMeasures& a, const HeadMeasures& b) { return a.head == b.head; });
}

void Measures::add(const Measures& other) {
    if (!fits(other))
        throw Error(ErrorCode::BadArgument, {"The measures", "they are of other heads than those before"});
    if (other.heads.empty()) return;
    if (heads.empty()) {
        *this = other;
        return;
    }
    for (std::size_t head = 0; head < heads.size(); ++head) {
        for (std::size_t i = 0; i < metrics.size(); ++i)
            heads[head].values[i].add(other.heads[head].values[i]);
        // Medians want every row; of a corpus nobody keeps them.
        for (std::size_t i = 0; i < heads[head].rows.size(); ++i) {
            const std::vector<double>& more = other.heads[head].rows[i];
            heads[head].rows[i].insert(heads[head].rows[i].end(), more.begin(), more.end());
        }
    }
}

std::optional<double> Measures::mean(const HeadMeasures& head, std::string_view metric) const noexcept {
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        if (metrics[i]->id == metric) return head.values[i].mean();
    }
    return std::nullopt;
}

namespace {

/// Of a mean over texts: `measure` of every run with its progress, put together.
Measures overRuns(const Trace& trace, const Progress& progress,
                  const std::function<Measures(const Trace&, const Progress&)>& measure) {
    Measures all;
    const auto texts = static_cast<double>(trace.meanOf.size());
    for (std::size_t i = 0; i < trace.meanOf.size(); ++i) {
        const auto done = static_cast<double>(i);
        all.add(measure(*trace.meanOf[i], part(progress, done / texts, (done + 1) / texts)));
    }
    return all;
}

}  // namespace

Measures measureHeads(const Compute& compute, const Trace& trace, const MeasureOptions& options,
                      const Progress& progress, const Model* model) {
    if (!trace.meanOf.empty())
        return overRuns(trace, progress, [&](const Trace& run, const Progress& share) {
            return measureHeads(compute, run, options, share, model);
        });
    Measures all{measuredMetrics(options), options.specials, {}};
    const bool wholePattern = asks(all.metrics, [](const Metric& metric) { return metric.head != nullptr; });
    const MeasuredText text(trace.tokens, options.specials);
    const auto layers = static_cast<double>(trace.layers.size());
    for (std::size_t i = 0; i < trace.layers.size(); ++i) {
        report(progress, static_cast<double>(i) / layers);
        const auto& layer = trace.layers[i];
        if (!layer) continue;
        const MeasuredLayer measured(*layer, text);
        Sweep sweep{compute.kernels, options,      all.metrics,
                    measured,        wholePattern, weightsFor(all.metrics, *layer, model)};
        const std::size_t first = all.heads.size();
        all.heads.resize(first + static_cast<std::size_t>(layer->heads));
        compute.executor.forEach(layer->heads, [&](Index head) {
            measureHead(sweep, static_cast<int>(head), all.heads[first + static_cast<std::size_t>(head)]);
        });
    }
    return all;
}

Measures foundMeasures(const Trace& trace) {
    if (!trace.meanOf.empty())
        return overRuns(trace, {}, [](const Trace& run, const Progress&) { return foundMeasures(run); });
    Measures all{{}, Specials::Raw, {}};
    for (const Metric& metric : metrics()) {
        if (metric.found != nullptr) all.metrics.push_back(&metric);
    }
    for (const HeadId head : trace.headIds()) {
        const LayerTrace& layer = trace.at(head);
        const HeadStatistics& rows = layer.statistics[static_cast<std::size_t>(head.head)];
        HeadMeasures measures{head, std::vector<Accumulated>(all.metrics.size()), {}};
        for (Index query = 0; query < layer.queries(); ++query) {
            const auto row = static_cast<std::size_t>(query);
            // A sink can take all weight of a row, which then says nothing.
            const Index visible =
                rows.largest[row] > 0 ? layer.rules.visibleCount(query, layer.keys()) : Index{0};
            for (std::size_t i = 0; i < all.metrics.size(); ++i) {
                if (visible >= all.metrics[i]->fewestKeys)
                    measures.values[i].add(static_cast<double>(all.metrics[i]->found(rows, row, visible)));
            }
        }
        all.heads.push_back(std::move(measures));
    }
    return all;
}

}  // namespace headscope::core
