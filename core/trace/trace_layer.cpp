// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_layer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope::core {
namespace {

// Query rows of one panel: against 8 192 keys it is 0.8 MB, which stays in a core's cache.
constexpr Index panelRows = 24;
// Parts of a head that threads may take; fixed by length alone, so sums are added in the same order on any
// machine.
constexpr Index mostChunks = 8;

struct Chunks {
    Index count = 1;
    Index rows = 0;
};

Chunks chunksOf(Index queries) {
    const Index panels = (queries + panelRows - 1) / panelRows;
    const Index count = std::clamp<Index>(panels, 1, mostChunks);
    const Index panelsEach = (panels + count - 1) / count;
    return {count, panelsEach * panelRows};
}

using Pooled = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Sums over the rows of one chunk that several rows share; added up in chunk order at the end.
struct Partial {
    Eigen::ArrayXf received;
    std::array<double, 2 * HeadStatistics::nearest + 1> offsetSum{};
    std::array<Index, 2 * HeadStatistics::nearest + 1> offsetCount{};
    Pooled thumbnail;
};

// Everything that tasks read, and the slots they write.
struct Work {
    const Compute& compute;
    const LayerInputs& inputs;
    LayerTrace& trace;
    Matrix& z;
    Eigen::ArrayXf special;    // per key: 1 for special tokens
    Eigen::ArrayXf positions;  // 0, 1, 2 …
    Index thumbnailRows;
    Index thumbnailColumns;
};

void resize(HeadStatistics& s, Index queries, Index keys) {
    const auto n = static_cast<std::size_t>(queries);
    s.normalisers.resize(n);
    s.entropy.resize(n);
    s.largest.resize(n);
    s.largestKey.resize(n);
    s.distance.resize(n);
    s.special.resize(n);
    s.received.assign(static_cast<std::size_t>(keys), 0.0F);
}

void poolRow(Partial& partial, const Work& work, Index query,
             const Eigen::Ref<const Eigen::ArrayXf>& weights) {
    const Index keys = weights.size();
    const Index row = query * work.thumbnailRows / work.trace.queries();
    for (Index c = 0; c < work.thumbnailColumns; ++c) {
        const Index begin = c * keys / work.thumbnailColumns;
        const Index end = (c + 1) * keys / work.thumbnailColumns;
        float& cell = partial.thumbnail(row, c);
        cell = std::max(cell, weights.segment(begin, end - begin).maxCoeff());
    }
}

void addOffsets(Partial& partial, const Scores& scores, Index query,
                const Eigen::Ref<const Eigen::ArrayXf>& weights) {
    for (Index o = 0; o < 2 * HeadStatistics::nearest + 1; ++o) {
        const Index key = query + o - HeadStatistics::nearest;
        if (key < 0 || key >= weights.size() || !scores.allowed(query, key)) continue;
        partial.offsetSum[static_cast<std::size_t>(o)] += static_cast<double>(weights[key]);
        ++partial.offsetCount[static_cast<std::size_t>(o)];
    }
}

void recordRow(HeadStatistics& s, const Work& work, Index query, const RowSummary& summary,
               const Eigen::Ref<const Eigen::ArrayXf>& weights) {
    const auto row = static_cast<std::size_t>(query);
    s.normalisers[row] = summary.normaliser;
    s.entropy[row] = summary.entropy;
    s.largest[row] = summary.largest;
    s.largestKey[row] = static_cast<std::int32_t>(summary.largestKey);
    s.distance[row] = (weights * (work.positions - static_cast<float>(query)).abs()).sum();
    s.special[row] = (weights * work.special).sum();
}

float gateOf(const std::vector<Edit>& edits, int head) {
    float gate = 1;
    for (const Edit& edit : edits) {
        if (const auto* one = std::get_if<HeadGate>(&edit); one && one->head.head == head) gate = one->gate;
    }
    return gate;
}

// weights × values of one head, over the keys that any row of the panel sees.
void addUpValues(const Work& work, const MatrixView& weights, const Matrix& values, Index firstColumn,
                 MutableMatrixView out) {
    const MatrixView v(values.data() + firstColumn, weights.cols(), work.trace.headDim,
                       Eigen::OuterStride<>(values.cols()));
    work.compute.kernels.multiply(weights, v, out);
}

// z rows of a panel: weights × v; in rows of global tokens their own values.
void writeOutput(const Work& work, int head, Index first, const MatrixView& panel) {
    const Index headDim = work.trace.headDim;
    const Index width = work.z.cols();
    const Eigen::OuterStride<> stride(width);
    const ScoreRules& rules = work.trace.rules;
    Index end = 0;
    for (Index i = 0; i < panel.rows(); ++i) end = std::max(end, rules.visible(first + i, panel.cols()).end);
    const MatrixView seen(panel.data(), panel.rows(), end, Eigen::OuterStride<>(panel.outerStride()));
    MutableMatrixView out(work.z.data() + first * width + head * headDim, panel.rows(), headDim, stride);
    addUpValues(work, seen, work.inputs.v, work.trace.kvHead(head) * headDim, out);
    for (const Index token : rules.globalTokens) {
        if (token < first || token >= first + panel.rows()) continue;
        const MatrixView row(panel.data() + (token - first) * panel.outerStride(), 1, panel.cols(),
                             Eigen::OuterStride<>(panel.outerStride()));
        addUpValues(work, row, work.inputs.tables.globalValues, head * headDim,
                    MutableMatrixView(work.z.data() + token * width + head * headDim, 1, headDim, stride));
    }
    const float gate = gateOf(work.inputs.edits, head);
    if (gate != 1.0F) out *= gate;
}

void runChunk(const Work& work, int head, Index begin, Index end, Partial& partial) {
    const LayerTrace& trace = work.trace;
    const Index keys = trace.keys();
    partial.received = Eigen::ArrayXf::Zero(keys);
    partial.thumbnail.setZero(work.thumbnailRows, work.thumbnailColumns);
    HeadStatistics& statistics = work.trace.statistics[static_cast<std::size_t>(head)];
    const Scores scores = trace.scores(work.compute.kernels, head);
    Matrix panel(std::min(panelRows, end - begin), keys);
    std::array<RowSummary, panelRows> summaries;
    for (Index first = begin; first < end; first += panelRows) {
        const Index rows = std::min(panelRows, end - first);
        MutableMatrixView weights(panel.data(), rows, keys, Eigen::OuterStride<>(keys));
        scores.weightPanel(first, weights, summaries);
        for (Index i = 0; i < rows; ++i) {
            const Eigen::Map<const Eigen::ArrayXf> row(panel.data() + i * keys, keys);
            recordRow(statistics, work, first + i, summaries[static_cast<std::size_t>(i)], row);
            addOffsets(partial, scores, first + i, row);
            poolRow(partial, work, first + i, row);
            partial.received += row;
        }
        writeOutput(work, head, first, MatrixView(panel.data(), rows, keys, Eigen::OuterStride<>(keys)));
    }
}

void setThumbnail(Thumbnail& thumbnail, const Pooled& pooled) {
    thumbnail.rows = pooled.rows();
    thumbnail.columns = pooled.cols();
    thumbnail.tones.resize(static_cast<std::size_t>(pooled.size()));
    for (Index i = 0; i < pooled.size(); ++i) {
        const float weight = std::clamp(pooled.data()[i], 0.0F, 1.0F);
        thumbnail.tones[static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(std::lround(255.0F * std::sqrt(weight)));
    }
}

void addUp(HeadStatistics& statistics, const Work& work, std::span<const Partial> partials) {
    Eigen::Map<Eigen::ArrayXf> received(statistics.received.data(),
                                        static_cast<Index>(statistics.received.size()));
    Pooled pooled = Pooled::Zero(work.thumbnailRows, work.thumbnailColumns);
    std::array<double, 2 * HeadStatistics::nearest + 1> sums{};
    std::array<Index, 2 * HeadStatistics::nearest + 1> counts{};
    for (const Partial& partial : partials) {
        received += partial.received;
        pooled = pooled.max(partial.thumbnail);
        for (std::size_t o = 0; o < sums.size(); ++o) {
            sums[o] += partial.offsetSum[o];
            counts[o] += partial.offsetCount[o];
        }
    }
    for (std::size_t o = 0; o < sums.size(); ++o) {
        statistics.offsetMean[o] = counts[o] > 0 ? sums[o] / static_cast<double>(counts[o]) : 0.0;
    }
    const std::vector<std::int32_t>& visible = work.trace.visible;
    const auto seeing = std::count_if(visible.begin(), visible.end(), [](std::int32_t n) { return n > 0; });
    if (seeing > 0)
        statistics.nearMean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(seeing);
    setThumbnail(statistics.thumbnail, pooled);
}

std::vector<std::int32_t> countVisible(const ScoreRules& rules, Index queries, Index keys) {
    std::vector<std::int32_t> visible;
    for (Index i = 0; i < queries; ++i)
        visible.push_back(static_cast<std::int32_t>(rules.visibleCount(i, keys)));
    return visible;
}

std::shared_ptr<LayerTrace> emptyTrace(LayerInputs& inputs) {
    auto trace = std::make_shared<LayerTrace>();
    trace->kind = inputs.kind;
    trace->layer = inputs.layer;
    trace->heads = inputs.heads;
    trace->kvHeads = inputs.kvHeads;
    trace->headDim = inputs.headDim;
    trace->q = std::move(inputs.q);
    trace->k = std::move(inputs.k);
    trace->rules = std::move(inputs.rules);
    trace->headRules = std::move(inputs.headRules);
    trace->tables.onQueries = std::move(inputs.tables.onQueries);
    trace->tables.onKeys = std::move(inputs.tables.onKeys);
    trace->tables.globalKeys = std::move(inputs.tables.globalKeys);
    trace->edits = inputs.edits;
    trace->visible = countVisible(trace->rules, trace->queries(), trace->keys());
    trace->statistics.resize(static_cast<std::size_t>(trace->heads));
    for (HeadStatistics& s : trace->statistics) resize(s, trace->queries(), trace->keys());
    return trace;
}

}  // namespace

TracedLayer traceLayer(const Compute& compute, LayerInputs inputs) {
    const std::shared_ptr<LayerTrace> trace = emptyTrace(inputs);
    const Index queries = trace->queries();
    const Index keys = trace->keys();
    Matrix z(queries, trace->heads * trace->headDim);
    Work work{compute,
              inputs,
              *trace,
              z,
              Eigen::ArrayXf::Zero(keys),
              Eigen::ArrayXf::LinSpaced(keys, 0, static_cast<float>(keys - 1)),
              std::min(queries, Thumbnail::side),
              std::min(keys, Thumbnail::side)};
    for (std::size_t j = 0; j < inputs.specialKeys.size(); ++j) {
        work.special[static_cast<Index>(j)] = inputs.specialKeys[j] != 0 ? 1.0F : 0.0F;
    }

    const Chunks chunks = chunksOf(queries);
    std::vector<Partial> partials(static_cast<std::size_t>(trace->heads * chunks.count));
    compute.executor.forEach(trace->heads * chunks.count, [&](Index task) {
        const Index begin = (task % chunks.count) * chunks.rows;
        const Index end = std::min(queries, begin + chunks.rows);
        runChunk(work, static_cast<int>(task / chunks.count), begin, std::max(begin, end),
                 partials[static_cast<std::size_t>(task)]);
    });
    for (int head = 0; head < trace->heads; ++head) {
        const auto first = partials.begin() + head * chunks.count;
        addUp(trace->statistics[static_cast<std::size_t>(head)], work,
              std::span(first, first + chunks.count));
    }
    if (inputs.keepValues) {
        trace->v = std::move(inputs.v);
        trace->tables.globalValues = std::move(inputs.tables.globalValues);
    }
    return {trace, std::move(z)};
}

}  // namespace headscope::core
