// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_layer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace headscope::core {
namespace {

// Query rows of one panel, and a few more for whole tiles of the multiply: against 8 192 keys it is 0.8 MB,
// which stays in a core's cache.
constexpr Index fewestPanelRows = 24;
constexpr Index mostPanelRows = 2 * fewestPanelRows;
constexpr Index lineFloats = 16;  // of a cache line
// Parts of a head that threads may take; fixed by length alone, so sums are added in the same order on any
// machine.
constexpr Index mostChunks = 8;

struct Chunks {
    Index count = 1;
    Index rows = 0;
};

Index panelRowsOf(const Kernels& kernels) {
    return (fewestPanelRows + kernels.tileRows - 1) / kernels.tileRows * kernels.tileRows;
}

Chunks chunksOf(Index queries, Index panelRows) {
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
void poolRows(const Work& work, Partial& partial, Index thumbnailRow, Eigen::Ref<Eigen::ArrayXf> largest) {
    float* cell = &partial.thumbnail(thumbnailRow, 0);
    for (std::size_t c = 0; c + 1 < work.thumbnailKeys.size(); ++c, ++cell) {
        const Index key = work.thumbnailKeys[c];
        *cell = std::max(*cell, largest.segment(key, work.thumbnailKeys[c + 1] - key).maxCoeff());
    }
    largest.setZero();
}

// Some rows of a head with all keys, exponentials that await their factor.
struct Panel {
    const Scores& scores;
    Index first;           // query of the first row
    MatrixView raised;     // [row, key]
    KeyRange seen;         // by any row; other columns hold anything
    const float* factors;  // [row]

    const float* row(Index i) const { return raised.data() + i * raised.outerStride(); }
};

void addOffsets(Partial& partial, const Panel& panel, Index i) {
    const Index query = panel.first + i;
    const KeyRange seen = panel.scores.visible(query);
    const Index begin = std::max(seen.begin, query - HeadStatistics::nearest);
    const Index end = std::min(seen.end, query + HeadStatistics::nearest + 1);
    for (Index key = begin; key < end; ++key) {
        if (!panel.scores.allowed(query, key)) continue;
        const auto o = static_cast<std::size_t>(key - query + HeadStatistics::nearest);
        partial.offsetSum[o] += static_cast<double>(panel.row(i)[key] * panel.factors[i]);
        ++partial.offsetCount[o];
    }
}

// What the row alone says; answers nothing about rows that see no key.
void recordRow(HeadStatistics& s, const Work& work, const Panel& panel, Index i, const RowSummary& summary) {
    const auto row = static_cast<std::size_t>(panel.first + i);
    s.normalisers[row] = summary.normaliser;
    s.entropy[row] = summary.entropy;
    s.largest[row] = summary.largest;
    s.largestKey[row] = static_cast<std::int32_t>(summary.largestKey);
    float special = 0;
    for (const Index key : work.specialKeys) {
        if (key >= panel.seen.begin && key < panel.seen.end) special += panel.row(i)[key] * panel.factors[i];
    }
    s.special[row] = special;
}

// z rows of a panel: weights × v over the keys that any row sees; in rows of global tokens their own values.
void writeOutput(const Work& work, int head, const Panel& panel) {
    const Index headDim = work.trace.headDim;
    const Index width = work.z.cols();
    const Index rows = panel.raised.rows();
    const Eigen::OuterStride<> stride(width);
    const Kernels& kernels = work.compute.kernels;
    const MatrixView raised(panel.row(0) + panel.seen.begin, rows, panel.seen.size(),
                            Eigen::OuterStride<>(panel.raised.outerStride()));
    MutableMatrixView out(work.z.data() + panel.first * width + head * headDim, rows, headDim, stride);
    const auto kvHead = static_cast<std::size_t>(work.trace.kvHead(head));
    kernels.multiply(work.values[kvHead].product(raised, 0, out, panel.seen.begin));
    for (const Index token : work.trace.rules.globalTokens) {
        if (token < panel.first || token >= panel.first + rows) continue;
        const MatrixView row(panel.row(token - panel.first), 1, panel.raised.cols(),
                             Eigen::OuterStride<>(panel.raised.outerStride()));
        const PackedMatrix own =
            PackedMatrix::ofColumns(columns(work.inputs.tables.globalValues, head * headDim, headDim));
        kernels.multiply(own.product(
            row, 0, MutableMatrixView(work.z.data() + token * width + head * headDim, 1, headDim, stride)));
    }
    const float gate = work.trace.gate(head);
    for (Index i = 0; i < rows; ++i) out.row(i) *= panel.factors[i] * gate;
}

// Floats from row to row of a panel, whole cache lines: a multiple of the first cache's size would put all
// rows on one line of it.
Index panelStride(Index keys) {
    const Index stride = (keys + lineFloats - 1) / lineFloats * lineFloats;
    return stride % 128 == 0 ? stride + lineFloats : stride;
}

// What a chunk works with: a panel of rows, then what they share. Rows begin with a cache line, or every
// vector would lie in two.
class Workspace {
public:
    Workspace(Index rows, Index keys)
        : m_stride(panelStride(keys)), m_memory((rows + 2) * m_stride + lineFloats) {
        void* begin = m_memory.data();
        std::size_t bytes = static_cast<std::size_t>(m_memory.size()) * sizeof(float);
        constexpr std::size_t line = lineFloats * sizeof(float);
        m_panel = static_cast<float*>(std::align(line, bytes - line, begin, bytes));
        m_shared = m_panel + rows * m_stride;
        std::fill(m_shared, m_shared + 2 * m_stride, 0.0F);
    }

    float* panel() noexcept { return m_panel; }
    Index stride() const noexcept { return m_stride; }
    /// Per key the sum of weights so far, and the largest of the rows that share a row of the thumbnail.
    float* received() noexcept { return m_shared; }
    float* largest() noexcept { return m_shared + m_stride; }

private:
    Index m_stride;
    Eigen::ArrayXf m_memory;
    float* m_panel = nullptr;
    float* m_shared = nullptr;
};

// What a panel adds to the statistics: rows that share a row of the thumbnail a few at a time.
void gatherPanel(const Work& work, int head, const Panel& panel, Partial& partial, Workspace& workspace) {
    const Index queries = work.trace.queries();
    HeadStatistics& statistics = work.trace.statistics[static_cast<std::size_t>(head)];
    const auto thumbnailRow = [&](Index i) { return (panel.first + i) * work.thumbnailRows / queries; };
    const Index rows = panel.raised.rows();
    for (Index i = 0; i < rows;) {
        Index count = 1;
        while (count < WeightRows::mostRows && i + count < rows && thumbnailRow(i + count) == thumbnailRow(i))
            ++count;
        const Index query = panel.first + i;
        const KeyRange seen = panel.scores.seenByPanel(query, count);
        work.compute.kernels.gather(
            {panel.row(i) + seen.begin, panel.raised.outerStride(), count, seen.size(), panel.factors + i,
             work.distances.data() + seen.begin - query + queries - 1, workspace.received() + seen.begin,
             workspace.largest() + seen.begin, statistics.distance.data() + query});
        i += count;
        if (i == rows || thumbnailRow(i) != thumbnailRow(i - 1))
            poolRows(work, partial, thumbnailRow(i - 1),
                     Eigen::Map<Eigen::ArrayXf>(workspace.largest(), work.trace.keys()));
    }
}

void runChunk(const Work& work, int head, Index begin, Index end, Partial& partial) {
    const LayerTrace& trace = work.trace;
    const Index keys = trace.keys();
    partial.thumbnail.setZero(work.thumbnailRows, work.thumbnailColumns());
    const auto kvHead = static_cast<std::size_t>(trace.kvHead(head));
    const Scores scores = trace.scores(work.compute.kernels, head, work.keys[kvHead]);
    HeadStatistics& statistics = work.trace.statistics[static_cast<std::size_t>(head)];
    const Index panelRows = panelRowsOf(work.compute.kernels);
    Workspace workspace(std::min(panelRows, end - begin), keys);
    const Eigen::OuterStride<> stride(workspace.stride());
    std::array<RowSummary, mostPanelRows> summaries;
    std::array<float, mostPanelRows> factors{};
    for (Index first = begin; first < end; first += panelRows) {
        const Index rows = std::min(panelRows, end - first);
        scores.raisedPanel(first, MutableMatrixView(workspace.panel(), rows, keys, stride), summaries);
        std::transform(summaries.begin(), summaries.begin() + rows, factors.begin(),
                       [](const RowSummary& summary) { return summary.normaliser.factor(); });
        const Panel panel{scores, first, MatrixView(workspace.panel(), rows, keys, stride),
                          scores.seenByPanel(first, rows), factors.data()};
        for (Index i = 0; i < rows; ++i) {
            recordRow(statistics, work, panel, i, summaries[static_cast<std::size_t>(i)]);
            addOffsets(partial, panel, i);
        }
        gatherPanel(work, head, panel, partial, workspace);
        writeOutput(work, head, panel);
    }
    partial.received = Eigen::Map<const Eigen::ArrayXf>(workspace.received(), keys);
}

void setThumbnail(Thumbnail& thumbnail, const Pooled& pooled) {
    thumbnail.rows = pooled.rows();
    thumbnail.columns = pooled.cols();
    thumbnail.tones.resize(static_cast<std::size_t>(pooled.size()));
    const Eigen::Array<int, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> tones =
        (pooled.max(0.0F).min(1.0F).sqrt() * 255.0F + 0.5F).cast<int>();
    std::transform(tones.data(), tones.data() + tones.size(), thumbnail.tones.begin(),
                   [](int tone) { return static_cast<std::uint8_t>(tone); });
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

// Head by head, chunk by chunk. Threads meet for a report when they have done so much that waiting for each
// other costs little.
std::vector<Partial> runChunks(const Work& work, const Chunks& chunks, const Progress& progress) {
    constexpr Index cellsPerReport = Index{1} << 25;
    Executor& executor = work.compute.executor;
    const Index queries = work.trace.queries();
    const Index tasks = work.trace.heads * chunks.count;
    const Index cells = std::max<Index>(1, chunks.rows * work.trace.keys());
    const Index together = std::max<Index>(cellsPerReport / cells, 2 * executor.threads());
    std::vector<Partial> partials(static_cast<std::size_t>(tasks));
    for (Index first = 0; first < tasks; first += together) {
        report(progress, static_cast<double>(first) / static_cast<double>(tasks));
        executor.forEach(std::min(together, tasks - first), [&](Index i) {
            const Index task = first + i;
            const Index begin = (task % chunks.count) * chunks.rows;
            const Index end = std::min(queries, begin + chunks.rows);
            runChunk(work, static_cast<int>(task / chunks.count), begin, std::max(begin, end),
                     partials[static_cast<std::size_t>(task)]);
        });
    }
    return partials;
}

}  // namespace

TracedLayer traceLayer(const Compute& compute, LayerInputs inputs, const Progress& progress) {
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

    const Chunks chunks = chunksOf(queries, panelRowsOf(compute.kernels));
    const std::vector<Partial> partials = runChunks(work, chunks, progress);
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
