// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that are multiplied as the file has them.
#include <algorithm>
#include <span>

#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

// A linear layer of these, one below the other, that reads the file whenever it is used.
PackedLinear asStored(std::span<const LinearSlot> parts) {
    PackedLinear linear;
    Index rows = 0;
    bool biased = false;
    for (const LinearSlot& part : parts) {
        if (!part.weight) continue;
        linear.stored.push_back(*part.weight);
        rows += part.weight->shape[0];
        biased = biased || part.bias != nullptr;
    }
    if (biased) linear.bias = Vector::Zero(rows);
    Index row = 0;
    for (const LinearSlot& part : parts) {
        if (!part.weight) continue;
        if (part.bias) linear.bias.segment(row, part.weight->shape[0]) = vectorOf(part.bias);
        row += part.weight->shape[0];
    }
    return linear;
}

PackedLinear asStored(const LinearSlot& slot) {
    return asStored(std::span(&slot, 1));
}

bool canStay(const LinearSlot& slot) {
    return !slot.weight || (slot.layout == LinearLayout::OutIn && canMultiply(*slot.weight));
}

bool canStay(const MlpSlots& slots) {
    return !slots.gateUp.weight && canStay(slots.up) && canStay(slots.gate) && canStay(slots.down);
}

MlpWeights storedMlp(const MlpSlots& slots) {
    return {asStored(slots.up), asStored(slots.gate), asStored(slots.down)};
}

}  // namespace

bool canStayStored(const LayerSlots& slots, const Architecture& architecture, const ModelConfig& config) {
    const std::vector<LinearSlot> qkv = slots.everyQkv();
    const auto stays = [](const auto& slot) { return canStay(slot); };
    const bool plain = architecture.qkv != QkvLayout::Groups && !slots.globalQkv[0].weight &&
                       config.distances.span == 0 && !slots.convolution.weight &&
                       !slots.shortConvolution.in.weight && slots.out.size() <= 1 &&
                       architecture.expertLayout == ExpertLayout::Separate;
    return plain && std::all_of(qkv.begin(), qkv.end(), stays) &&
           std::all_of(slots.out.begin(), slots.out.end(), stays) && canStay(slots.router) &&
           std::all_of(slots.mlps.begin(), slots.mlps.end(), stays);
}

LayerWeights storedLayerWeights(const LayerSlots& slots, const LayerPlan& plan,
                                const Architecture& architecture, const ModelConfig& config) {
    LayerWeights out = normsAndSinks(slots, architecture);
    if (plan.attention) out.qkv = asStored(slots.everyQkv());
    out.attentionOut = asStored(slots.out);
    out.router = asStored(slots.router);
    if (plan.mlp && config.experts.count == 0) out.mlp = storedMlp(slots.mlps[0]);
    return out;
}

MlpWeights storedExpertWeights(const LayerSlots& slots, int expert) {
    return storedMlp(slots.mlps[static_cast<std::size_t>(expert)]);
}

}  // namespace headscope::core
