// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/outputs.h"

#include <algorithm>
#include <optional>

#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

// Rows of an output projection that are floats at a time: a vocabulary of 250 000 is never converted as a
// whole.
constexpr Index projectionBlock = 8192;

bool classMatches(const OutputHead& head, const Json& config) {
    const auto classes = config.find("architectures");
    if (head.classes.empty() || !classes || !classes->isArray() || classes->size() == 0) return true;
    const Json first = (*classes)[0];
    const std::string_view name = first.asString();
    return std::any_of(head.classes.begin(), head.classes.end(),
                       [&](std::string_view end) { return name.ends_with(end); });
}

void bindProjection(const OutputSearch& search, Index width, OutputSlot& slot) {
    const OutputHead& head = *slot.head;
    const std::string name(head.projection);
    const std::string weight = name + ".weight";
    const bool own = !name.empty() && search.finder.has(weight);
    slot.projection = search.embedding;
    if (own) {
        const TensorView* view = search.finder.find(weight, {anySize, width});
        if (!head.vocabulary || !search.tiedEmbeddings) slot.projection = view;
    }
    if (slot.projection == search.embedding && !name.empty())
        search.tied.push_back(weight + " = " + search.embedding->name);
    const Index columns = slot.projection->shape[0];
    const TensorView* twin = name.empty() ? nullptr : search.finder.find(name + ".bias", {columns});
    if (!head.bias.empty()) slot.bias = search.finder.find(head.bias, {columns});
    if (!slot.bias) slot.bias = twin;
}

std::optional<OutputSlot> bindOutput(const OutputSearch& search, const OutputHead& head) {
    TensorFinder& finder = search.finder;
    const std::string dense(head.dense);
    if (!classMatches(head, search.config)) return std::nullopt;
    if (!dense.empty() && !finder.has(dense + ".weight")) return std::nullopt;
    const bool own = !head.projection.empty() && finder.has(std::string(head.projection) + ".weight");
    if (!own && !head.vocabulary) return std::nullopt;

    OutputSlot slot;
    slot.head = &head;
    Index width = search.width;
    if (!dense.empty()) {
        slot.dense = finder.find(dense + ".weight", {anySize, width});
        width = slot.dense->shape[0];
        slot.denseBias = finder.find(dense + ".bias", {width});
    }
    if (!head.norm.empty()) {
        slot.norm = finder.require(std::string(head.norm) + ".weight", {width});
        slot.normBias = finder.find(std::string(head.norm) + ".bias", {width});
    }
    bindProjection(search, width, slot);
    return slot;
}

}  // namespace

std::vector<OutputSlot> bindOutputs(const Architecture& architecture, const OutputSearch& search) {
    std::vector<OutputSlot> slots;
    for (const OutputHead& head : architecture.outputs) {
        if (auto slot = bindOutput(search, head)) slots.push_back(*slot);
    }
    return slots;
}

Matrix outputLogits(const Compute& compute, const OutputSlot& slot, const ModelConfig& config, Matrix h) {
    if (slot.dense) {
        h = apply(compute, {slot.dense->toMatrix(), vectorOf(slot.denseBias)}, h);
        activate(compute, slot.head->activation.value_or(config.activation), h);
    }
    if (slot.norm) {
        layerNorm(h, {vectorOf(slot.norm), vectorOf(slot.normBias)},
                  slot.head->normEpsilon.value_or(config.normEpsilon));
    }
    const Index columnCount = slot.projection->shape[0];
    Matrix logits(h.rows(), columnCount);
    for (Index begin = 0; begin < columnCount; begin += projectionBlock) {
        const Index count = std::min(projectionBlock, columnCount - begin);
        logits.middleCols(begin, count) =
            apply(compute, {rowsOf(*slot.projection, begin, count), Vector()}, h);
    }
    if (slot.bias) logits.rowwise() += vectorOf(slot.bias).transpose();
    if (!slot.head->vocabulary) return logits;
    logits *= config.logitScale;
    if (config.logitCap > 0) logits = config.logitCap * (logits.array() / config.logitCap).tanh();
    return logits;
}

}  // namespace headscope::core
