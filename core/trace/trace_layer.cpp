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

// What several rows share, over the rows of one chunk; added up in chunk order at the end.
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
    std::vector<PackedMatrix> keys;    // per key/value head; one output per key
    std::vector<PackedMatrix> values;  // the same; one output per column of a head
    std::vector<Index> specialKeys;
    Eigen::ArrayXf distances;  // |key − query| by key − query + queries − 1
    Index thumbnailRows;
    std::vector<Index> thumbnailKeys;  // where the columns of a thumbnail begin, and the end

    Index thumbnailColumns() const noexcept { return static_cast<Index>(thumbnailKeys.size()) - 1; }
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

// The largest weights per key of the rows that share a row of the thumbnail.
void poolRows(const Work& work, Partial& partial, Index thumbnailRow, Eigen::ArrayXf& most) {
    float* cell = &partial.thumbnail(thumbnailRow, 0);
    for (std::size_t c = 0; c + 1 < work.thumbnailKeys.size(); ++c, ++cell) {
        for (Index key = work.thumbnailKeys[c]; key < work.thumbnailKeys[c + 1]; ++key)
            *cell = std::max(*cell, most[key]);
    }
    most.setZero();
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

// What the row alone says; answers nothing about rows that see no key.
void recordRow(HeadStatistics& s, const Work& work, Index query, const RowSummary& summary,
               const float* weights) {
    const auto row = static_cast<std::size_t>(query);
    s.normalisers[row] = summary.normaliser;
    s.entropy[row] = summary.entropy;
    s.largest[row] = summary.largest;
    s.largestKey[row] = static_cast<std::int32_t>(summary.largestKey);
    float special = 0;
    for (const Index key : work.specialKeys) special += weights[key];
    s.special[row] = special;
}

// z rows of a panel: weights × v over the keys that any row sees; in rows of global tokens their own values.
void writeOutput(const Work& work, int head, Index first, const MatrixView& panel) {
    const Index headDim = work.trace.headDim;
    const Index width = work.z.cols();
    const Eigen::OuterStride<> stride(width);
    const Kernels& kernels = work.compute.kernels;
    const ScoreRules& rules = work.trace.rules;
    KeyRange seen{panel.cols(), 0};
    for (Index i = 0; i < panel.rows(); ++i) {
        const KeyRange range = rules.visible(first + i, panel.cols());
        seen = {std::min(seen.begin, range.begin), std::max(seen.end, range.end)};
    }
    const MatrixView weights(panel.data() + seen.begin, panel.rows(), std::max<Index>(0, seen.size()),
                             Eigen::OuterStride<>(panel.outerStride()));
    MutableMatrixView out(work.z.data() + first * width + head * headDim, panel.rows(), headDim, stride);
    const auto kvHead = static_cast<std::size_t>(work.trace.kvHead(head));
    kernels.multiply(work.values[kvHead].product(weights, 0, out, seen.begin));
    for (const Index token : rules.globalTokens) {
        if (token < first || token >= first + panel.rows()) continue;
        const MatrixView row(panel.data() + (token - first) * panel.outerStride(), 1, panel.cols(),
                             Eigen::OuterStride<>(panel.outerStride()));
        const PackedMatrix own =
            PackedMatrix::ofColumns(columns(work.inputs.tables.globalValues, head * headDim, headDim));
        kernels.multiply(own.product(
            row, 0, MutableMatrixView(work.z.data() + token * width + head * headDim, 1, headDim, stride)));
    }
    const float gate = work.trace.gate(head);
    if (gate != 1.0F) out *= gate;
}

// Floats from row to row of a panel: a multiple of the first cache's size would put all rows on one line of
// it.
Index panelStride(Index keys) {
    constexpr Index line = 16;
    const Index stride = (keys + line - 1) / line * line;
    return stride % 128 == 0 ? stride + line : stride;
}

void runChunk(const Work& work, int head, Index begin, Index end, Partial& partial) {
    const LayerTrace& trace = work.trace;
    const Index keys = trace.keys();
    const Index queries = trace.queries();
    partial.received = Eigen::ArrayXf::Zero(keys);
    partial.thumbnail.setZero(work.thumbnailRows, work.thumbnailColumns());
    const auto kvHead = static_cast<std::size_t>(trace.kvHead(head));
    const Scores scores = trace.scores(work.compute.kernels, head, work.keys[kvHead]);
    HeadStatistics& statistics = work.trace.statistics[static_cast<std::size_t>(head)];
    const Eigen::OuterStride<> stride(panelStride(keys));
    Matrix panel(std::min(panelRows, end - begin), stride.outer());
    Eigen::ArrayXf most = Eigen::ArrayXf::Zero(keys);
    std::array<RowSummary, panelRows> summaries;
    for (Index first = begin; first < end; first += panelRows) {
        const Index rows = std::min(panelRows, end - first);
        scores.weightPanel(first, MutableMatrixView(panel.data(), rows, keys, stride), summaries);
        for (Index i = 0; i < rows; ++i) {
            const Index query = first + i;
            const float* row = panel.data() + i * stride.outer();
            const KeyRange seen = scores.visible(query);
            recordRow(statistics, work, query, summaries[static_cast<std::size_t>(i)], row);
            statistics.distance[static_cast<std::size_t>(query)] = work.compute.kernels.gather(
                {row + seen.begin, seen.size(), work.distances.data() + seen.begin - query + queries - 1,
                 partial.received.data() + seen.begin, most.data() + seen.begin});
            addOffsets(partial, scores, query, Eigen::Map<const Eigen::ArrayXf>(row, keys));
            const Index thumbnailRow = query * work.thumbnailRows / queries;
            if (query + 1 == end || (query + 1) * work.thumbnailRows / queries != thumbnailRow)
                poolRows(work, partial, thumbnailRow, most);
        }
        writeOutput(work, head, first, MatrixView(panel.data(), rows, keys, stride));
    }
}

void setThumbnail(Thumbnail& thumbnail, const Pooled& pooled) {
    thumbnail.rows = pooled.rows();
    thumbnail.columns = pooled.cols();
    thumbnail.tones.resize(static_cast<std::size_t>(pooled.size()));
    for (Index i = 0; i < pooled.size(); ++i) {
        const float weight = std::clamp(pooled.data()[i], 0.0F, 1.0F);
        thumbnail.tones[static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(std::lrint(255.0F * std::sqrt(weight)));
    }
}

void addUp(HeadStatistics& statistics, const Work& work, std::span<const Partial> partials) {
    Eigen::Map<Eigen::ArrayXf> received(statistics.received.data(),
                                        static_cast<Index>(statistics.received.size()));
    Pooled pooled = Pooled::Zero(work.thumbnailRows, work.thumbnailColumns());
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

// |key − query| by key − query + queries − 1.
Eigen::ArrayXf distancesOf(Index queries, Index keys) {
    Eigen::ArrayXf distances(queries + keys - 1);
    for (Index i = 0; i < distances.size(); ++i)
        distances[i] = static_cast<float>(std::abs(i - (queries - 1)));
    return distances;
}

std::vector<Index> thumbnailKeysOf(Index keys) {
    const Index columns = std::min(keys, Thumbnail::side);
    std::vector<Index> begins;
    for (Index c = 0; c <= columns; ++c) begins.push_back(columns > 0 ? c * keys / columns : 0);
    return begins;
}

void packKeysAndValues(Work& work) {
    const Index headDim = work.trace.headDim;
    work.compute.executor.forEach(work.trace.kvHeads, [&](Index head) {
        const auto slot = static_cast<std::size_t>(head);
        work.keys[slot] = work.trace.packedKeys(static_cast<int>(head));
        work.values[slot] = PackedMatrix::ofColumns(columns(work.inputs.v, head * headDim, headDim));
    });
}

}  // namespace

TracedLayer traceLayer(const Compute& compute, LayerInputs inputs) {
    const std::shared_ptr<LayerTrace> trace = emptyTrace(inputs);
    const Index queries = trace->queries();
    const Index keys = trace->keys();
    Matrix z(queries, trace->heads * trace->headDim);
    const auto kvHeads = static_cast<std::size_t>(trace->kvHeads);
    Work work{compute,
              inputs,
              *trace,
              z,
              std::vector<PackedMatrix>(kvHeads),
              std::vector<PackedMatrix>(kvHeads),
              {},
              distancesOf(queries, keys),
              std::min(queries, Thumbnail::side),
              thumbnailKeysOf(keys)};
    for (std::size_t j = 0; j < inputs.specialKeys.size(); ++j) {
        if (inputs.specialKeys[j] != 0) work.specialKeys.push_back(static_cast<Index>(j));
    }
    packKeysAndValues(work);

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
    if (inputs.keepOutputs) trace->z = z;
    return {trace, std::move(z)};
}

}  // namespace headscope::core
