// SPDX-License-Identifier: GPL-3.0-or-later
// What is particular about each layer: shared weights, missing heads, windows, rotation.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/number_text.h"
#include "core/model/config_values.h"

namespace headscope::core {
namespace {

constexpr int mostLayers = 1 << 16;
constexpr int mostPrunable = 1 << 16;  // heads of a layer that lost some: the others are listed

bool hasKey(const Json& config, std::string_view key) {
    const auto members = config.members();
    return std::any_of(members.begin(), members.end(),
                       [&](const auto& member) { return member.first == key; });
}

// The group of a layer, with the rounding that the reference's division has: of 18 layers in 14 groups the
// tenth is in the seventh, where whole numbers would say the eighth.
int groupOf(Index layer, Index layers, Index groups) {
    return static_cast<int>(static_cast<double>(layer) /
                            (static_cast<double>(layers) / static_cast<double>(groups)));
}

// Layers that share weights are one group's layers run several times (Lan et al. 2020).
void readSharing(const Architecture& architecture, const Json& config, ModelConfig& out) {
    const Index layers = out.layers;
    const Index groups = sizeOf(config, architecture.groups).value_or(layers);
    const Index inner = sizeOf(config, architecture.innerLayers).value_or(1);
    if (layers * inner > mostLayers)
        refuseValue(config, "num_hidden_layers", std::to_string(layers), "that is more than any model has");
    if (groups > layers)
        refuseValue(config, architecture.groups.keys.front(), std::to_string(groups),
                    "there are only " + std::to_string(layers) + " layers");
    for (Index layer = 0; layer < layers; ++layer) {
        for (Index i = 0; i < inner; ++i) {
            LayerPlan plan;
            plan.stored = groupOf(layer, layers, groups);
            plan.inner = static_cast<int>(i);
            plan.heads = out.heads;
            plan.kvHeads = out.kvHeads;
            plan.mlp = !architecture.names.mlpDown.empty();
            plan.mask.causal = out.design.causal;
            out.plans.push_back(plan);
        }
    }
    out.layers = static_cast<int>(out.plans.size());
}

// The heads of a layer that are left when those of `pruned` are taken away; empty for impossible numbers.
std::vector<int> headsWithout(const Json& pruned, int heads) {
    if (heads > mostPrunable) return {};
    std::vector<bool> gone(static_cast<std::size_t>(heads), false);
    for (std::size_t i = 0; i < pruned.size(); ++i) {
        const std::int64_t head = pruned[i].asInt();
        if (head < 0 || head >= heads || gone[static_cast<std::size_t>(head)]) return {};
        gone[static_cast<std::size_t>(head)] = true;
    }
    std::vector<int> kept;
    for (int head = 0; head < heads; ++head) {
        if (!gone[static_cast<std::size_t>(head)]) kept.push_back(head);
    }
    return kept;
}

// "pruned_heads": {"layer": [heads]}; the file has no rows for them.
void readPrunedHeads(const Json& config, ModelConfig& out) {
    const auto pruned = config.find("pruned_heads");
    if (!pruned || pruned->size() == 0) return;
    for (const auto& [key, heads] : pruned->members()) {
        const std::string name(key);
        const bool number =
            !name.empty() && name.size() < 6 &&
            std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
        const int layer = number ? std::stoi(name) : out.layers;
        std::vector<int> kept = headsWithout(heads, out.heads);
        if (layer >= out.layers || kept.empty() || out.kvHeads != out.heads)
            refuseValue(config, "pruned_heads", pruned->text(), "there are no such heads to leave out");
        LayerPlan& plan = out.plans[static_cast<std::size_t>(layer)];
        plan.heads = plan.kvHeads = static_cast<int>(kept.size());
        plan.keptHeads = std::move(kept);
    }
}

bool slides(WindowLayers rule, Index count, Index layer) {
    switch (rule) {
        case WindowLayers::All:
            return true;
        case WindowLayers::FromCount:
            return layer >= count;
        case WindowLayers::LastOfEach:
            return (layer + 1) % count == 0;
        case WindowLayers::AllButLastOfEach:
            return (layer + 1) % count != 0;
        case WindowLayers::AllButFirstOfEach:
            return layer % count != 0;
    }
    return false;
}

constexpr std::string_view convolving = "conv";  // a layer without attention (LFM2)

// "full_attn_idxs": the layers that have attention, where others have not.
std::vector<std::string> typesByNumber(const Json& config, int layers) {
    const auto list = config.find("full_attn_idxs");
    if (!list) return {};
    std::vector<std::string> types(static_cast<std::size_t>(layers), std::string(convolving));
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::int64_t layer = (*list)[i].asInt();
        if (layer < 0 || layer >= layers)
            refuseValue(config, "full_attn_idxs", list->text(),
                        "there are " + std::to_string(layers) + " layers");
        types[static_cast<std::size_t>(layer)] = "full_attention";
    }
    return types;
}

// The kind of each layer where the config lists them: "layer_types", "attention_layers", "full_attn_idxs", or
// "attention_types" with repeats, [[["global", "local"], 12]] (GPT-Neo). Empty: it does not.
std::vector<std::string> layerTypes(const Json& config, int layers) {
    std::vector<std::string> types;
    const auto append = [&types](const Json& list) {
        for (std::size_t i = 0; i < list.size(); ++i) types.emplace_back(list[i].asString());
    };
    for (const std::string_view key : {"layer_types", "attention_layers"}) {
        const auto list = config.find(key);
        if (list && types.empty()) append(*list);
    }
    if (types.empty()) types = typesByNumber(config, layers);
    const auto repeated = config.find("attention_types");
    if (!repeated || !types.empty()) return types;
    for (std::size_t i = 0; i < repeated->size(); ++i) {
        const std::int64_t times = (*repeated)[i][1].asInt();
        for (std::int64_t t = 0; t < std::min<std::int64_t>(times, mostLayers); ++t)
            append((*repeated)[i][0]);
    }
    return types;
}

// Per layer whether it has attention, and whether that sees a window only: the config says it, else the
// family's rule.
void readKinds(const Architecture& architecture, const Json& config, const std::vector<Index>& windows,
               ModelConfig& out) {
    const std::vector<std::string> types = layerTypes(config, out.layers);
    if (!types.empty() && types.size() < out.plans.size())
        refuseValue(config, "layer_types", std::to_string(types.size()) + " entries",
                    "there are " + std::to_string(out.layers) + " layers");
    const WindowRule& rule = architecture.window;
    const Index count = valueOf(config, rule.count);
    for (std::size_t layer = 0; layer < out.plans.size(); ++layer) {
        LayerPlan& plan = out.plans[layer];
        const std::string type = types.empty() ? "" : types[layer];
        const bool windowed = types.empty() ? slides(rule.layers, count, static_cast<Index>(layer))
                                            : type == "sliding_attention" || type == "local";
        plan.attention = type != convolving || architecture.names.shortConvolution.empty();
        const bool known =
            types.empty() || windowed || !plan.attention || type == "full_attention" || type == "global";
        if (!known) refuseFeature(config, "the type \"" + type + "\" of layer " + std::to_string(layer));
        if (windowed) plan.mask.window = windows[layer];
    }
}

// A window as a config writes it, over what Mask counts.
Index windowOf(const WindowRule& rule, const Json& config, const Json& value) {
    const std::int64_t window = value.asInt();
    if (window > largestSize)
        refuseValue(config, rule.key, std::to_string(window),
                    "it can be at most " + std::to_string(largestSize) + " tokens");
    // Half of such a window is the token alone, and a Mask has no window of 0.
    if (rule.divisor > 1 && window < rule.divisor)
        refuseValue(config, rule.key, std::to_string(window), "it leaves no neighbour to look at");
    return std::max<Index>(0, window / rule.divisor);
}

// The size of each layer's window, if it has one; 0 where windows are switched off.
std::vector<Index> windowsOf(const WindowRule& rule, const Json& config, int layers) {
    const auto all = [layers](Index window) {
        return std::vector<Index>(static_cast<std::size_t>(layers), window);
    };
    if (rule.key.empty()) return all(0);
    if (!rule.switchKey.empty() && !config.boolOr(rule.switchKey, false)) return all(0);
    const auto value = config.find(rule.key);
    // An explicit null switches the window off; only a missing key takes the default.
    if (!value) return all(hasKey(config, rule.key) ? 0 : rule.fallback / rule.divisor);
    if (!value->isArray()) return all(windowOf(rule, config, *value));
    if (value->size() != static_cast<std::size_t>(layers))
        refuseValue(config, rule.key, std::to_string(value->size()) + " entries",
                    "there are " + std::to_string(layers) + " layers");
    std::vector<Index> windows;
    for (std::size_t layer = 0; layer < value->size(); ++layer)
        windows.push_back(windowOf(rule, config, (*value)[layer]));
    return windows;
}

// One spelling of rotary settings: version 5 of transformers nests them in rope_parameters, there again by
// the type of layer where types differ; older ones have rope_scaling.
Json ropeSettings(const RopeRule& rule, const Json& config, std::string_view layerType) {
    for (const std::string_view key : {"rope_parameters", "rope_scaling"}) {
        const auto settings = config.find(key);
        if (!settings || !settings->isObject()) continue;
        const auto own = settings->find(layerType);
        return own && own->isObject() ? *own : *settings;
    }
    return rule.settings.empty() ? Json() : Json::parse(rule.settings, config.name());
}

bool nestedByType(const Json& config) {
    const auto settings = config.find("rope_parameters");
    return settings && (settings->find("full_attention") || settings->find("sliding_attention"));
}

RopeSource ropeSource(const RopeRule& rule, const Json& config, const ModelConfig& out,
                      std::string_view layerType) {
    RopeSource source;
    source.config = &config;
    source.settings = ropeSettings(rule, config, layerType);
    source.theta = numberOf(config, rule.theta);
    source.positions = static_cast<double>(out.positions);
    source.original = numberOf(config, rule.original);
    const double part = source.settings.doubleOr("partial_rotary_factor", numberOf(config, rule.part));
    if (!(part >= 0 && part <= 1))
        refuseValue(config, rule.part.keys.front(), shortestText(part), "it must lie between 0 and 1");
    source.dim = sizeOf(config, rule.dim)
                     .value_or(static_cast<Index>(std::floor(static_cast<double>(out.headDim) * part)));
    if (source.dim > out.headDim)
        refuseValue(config, "head_dim", std::to_string(out.headDim),
                    "fewer columns than the " + std::to_string(source.dim) + " that rotate");
    return source;
}

bool rotates(const RopeRule& rule, const Json& config, int layer) {
    const auto list = rule.layersKey.empty() ? std::nullopt : config.find(rule.layersKey);
    if (list && static_cast<std::size_t>(layer) < list->size())
        return (*list)[static_cast<std::size_t>(layer)].asInt() != 0;
    const Index each = valueOf(config, rule.plainEach);
    return each == 0 || (layer + 1) % each != 0;
}

void readRopes(const Architecture& architecture, const Json& config, ModelConfig& out) {
    const RopeRule& rule = architecture.rope;
    if (!rule.used) return;
    out.ropes.push_back(readRope(ropeSource(rule, config, out, "full_attention")));
    const double localTheta = numberOf(config, rule.localTheta);
    const bool nested = nestedByType(config);
    if (nested || localTheta > 0) {
        RopeSource local = ropeSource(rule, config, out, "sliding_attention");
        if (localTheta > 0) local.theta = localTheta;
        if (!nested) local.settings = {};
        out.ropes.push_back(readRope(local));
    }
    for (int layer = 0; layer < out.layers; ++layer) {
        LayerPlan& plan = out.plans[static_cast<std::size_t>(layer)];
        const bool local = plan.mask.window > 0 && out.ropes.size() > 1;
        if (rotates(rule, config, layer)) plan.rope = local ? 1 : 0;
    }
}

}  // namespace

void readLayerPlans(const Architecture& architecture, const Json& config, ModelConfig& out) {
    readSharing(architecture, config, out);
    readPrunedHeads(config, out);
    readKinds(architecture, config, windowsOf(architecture.window, config, out.layers), out);
    readRopes(architecture, config, out);
}

}  // namespace headscope::core
