// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

#include <cmath>
#include <utility>

namespace headscope::core {
namespace {

/// Why a run has no such head, and what it has.
std::string whatThereIs(const Trace& trace, HeadId head) {
    if (head.layer < 0 || head.layer >= trace.layerCount())
        return "the model has the layers 0 to " + std::to_string(trace.layerCount() - 1);
    const std::string name = "layer " + std::to_string(head.layer);
    const auto& layer = trace.layers[static_cast<std::size_t>(head.layer)];
    if (!layer) return name + " has no attention";
    if (layer->kind != head.kind)
        return name + " has heads of the kind " + std::string(kindName(layer->kind)) + ", not " +
               std::string(kindName(head.kind));
    return name + " has the heads 0 to " + std::to_string(layer->heads - 1);
}

}  // namespace

float LayerTrace::gate(int head) const noexcept {
    float gate = 1;
    for (const Edit& edit : edits) {
        if (const auto* one = std::get_if<HeadGate>(&edit); one && one->head.head == head) gate = one->gate;
    }
    return gate;
}

PackedMatrix LayerTrace::packedKeys(int kvHead) const {
    return PackedMatrix::ofRows(columns(k, kvHead * headDim, headDim));
}

Scores LayerTrace::scores(const Kernels& kernels, int head) const {
    return scores(kernels, head, packedKeys(kvHead(head)));
}

Scores LayerTrace::scores(const Kernels& kernels, int head, PackedMatrix packedKeys) const {
    const auto part = [&](const Matrix& table) {
        return table.size() > 0 ? columns(table, head * headDim, headDim) : ScoreTables::none();
    };
    return {kernels, columns(q, head * headDim, headDim),
            PackedKeys(columns(k, kvHead(head) * headDim, headDim), std::move(packedKeys)), rulesOf(head),
            ScoreTables{part(tables.onQueries), part(tables.onKeys), part(tables.globalKeys)}};
}

std::optional<double> LayerTrace::relativeEntropy(int head, Index query) const {
    const auto row = static_cast<std::size_t>(query);
    if (visible[row] < 2) return std::nullopt;
    const double entropy = statistics[static_cast<std::size_t>(head)].entropy[row];
    return entropy / std::log(static_cast<double>(visible[row]));
}

int Trace::headCount(int layer) const noexcept {
    const auto& found = layers[static_cast<std::size_t>(layer)];
    return found ? found->heads : 0;
}

const LayerTrace* Trace::find(HeadId head) const noexcept {
    if (head.layer < 0 || head.layer >= layerCount() || head.head < 0) return nullptr;
    const auto& layer = layers[static_cast<std::size_t>(head.layer)];
    return layer && layer->kind == head.kind && head.head < layer->heads ? layer.get() : nullptr;
}

const LayerTrace& Trace::at(HeadId head) const {
    if (const LayerTrace* layer = find(head)) return *layer;
    throw Error(ErrorCode::NoSuchHead, {headName(head), whatThereIs(*this, head)});
}

std::vector<HeadId> Trace::headIds() const {
    std::vector<HeadId> ids;
    for (int layer = 0; layer < layerCount(); ++layer) {
        for (int head = 0; head < headCount(layer); ++head) {
            ids.push_back({layers[static_cast<std::size_t>(layer)]->kind, layer, head});
        }
    }
    return ids;
}

std::size_t memoryOf(const Trace& trace) noexcept {
    constexpr std::size_t perRow = sizeof(RowNormaliser) + 5 * sizeof(float) + sizeof(std::int32_t);
    const auto sizeOf = [](const Matrix& matrix) {
        return static_cast<std::size_t>(matrix.size()) * sizeof(float);
    };
    std::size_t bytes = sizeOf(trace.lastHidden);
    for (const TracePtr& run : trace.meanOf) bytes += memoryOf(*run);
    for (const auto& hidden : trace.hidden) bytes += hidden ? sizeOf(*hidden) : 0;
    for (const auto& layer : trace.layers) {
        if (!layer) continue;
        for (const Matrix* part :
             {&layer->q, &layer->k, &layer->v, &layer->z, &layer->tables.onQueries, &layer->tables.onKeys,
              &layer->tables.globalKeys, &layer->tables.globalValues})
            bytes += sizeOf(*part);
        for (const HeadStatistics& head : layer->statistics)
            bytes += head.entropy.size() * perRow + head.thumbnail.tones.size();
    }
    return bytes;
}

}  // namespace headscope::core
