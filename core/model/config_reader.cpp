// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/model/architectures.h"
#include "core/model/config_values.h"

namespace headscope::core {
namespace {

// Models have heads of 32 to 512 columns. Tables of a rotary model have this size before any tensor could
// contradict it.
constexpr Index widestHead = Index{1} << 16;
constexpr int mostExperts = 4096;

float epsilonOf(const Architecture& architecture, const Json& config) {
    double epsilon = architecture.epsilon;
    for (const std::string_view key : architecture.epsilonKeys) epsilon = config.doubleOr(key, epsilon);
    if (!(epsilon >= 0) || epsilon > 1)
        refuseValue(config, architecture.epsilonKeys.front(), shortestText(epsilon),
                    "it must lie between 0 and 1");
    return static_cast<float>(epsilon);
}

Activation activationOf(const Architecture& architecture, const Json& config) {
    std::string name(architecture.activation);
    for (const std::string_view key : architecture.activationKeys) {
        const auto value = config.find(key);
        if (!value) continue;
        name = value->asString();
        break;
    }
    return knownActivation(config, name);
}

// Settings that change the mathematics and that no row carries; named instead of silently ignored.
void refuseVariants(const Json& config) {
    const std::string scheme = config.stringOr("position_embedding_type", "absolute");
    if (scheme != "absolute") refuseFeature(config, "position_embedding_type \"" + scheme + "\"");
    if (config.boolOr("is_decoder", false))
        refuseFeature(config, "an encoder turned into a decoder (is_decoder)");
}

// Descriptions have no key for what their tensors tell.
template <class Field>
std::string_view keyOf(const Field& field) {
    return field.keys.empty() ? "tensors" : field.keys.front();
}

// Everything that has one entry per layer is built after this, so a damaged number cannot exhaust memory.
void readLayers(const Architecture& architecture, const Json& config, std::size_t tensors, ModelConfig& out) {
    out.layers = static_cast<int>(valueOf(config, architecture.layers));
    if (architecture.layers.keys.empty()) return;  // counted in the tensors, one of which may hold all layers
    const Index stored = sizeOf(config, architecture.groups).value_or(out.layers);
    if (static_cast<std::size_t>(stored) <= tensors) return;
    refuseValue(
        config, keyOf(architecture.layers), std::to_string(stored),
        "every layer has tensors of its own and the checkpoint holds only " + std::to_string(tensors));
}

void readHeads(const Architecture& architecture, const Json& config, ModelConfig& out) {
    out.heads = static_cast<int>(valueOf(config, architecture.heads));
    out.kvHeads = static_cast<int>(sizeOf(config, architecture.kvHeads).value_or(out.heads));
    out.modelDim = valueOf(config, architecture.modelDim);
    out.embeddingDim = sizeOf(config, architecture.embeddingDim).value_or(out.modelDim);
    const auto headDim = sizeOf(config, architecture.headDim);
    if (!headDim && out.modelDim % out.heads != 0) {
        refuseValue(
            config, keyOf(architecture.modelDim), std::to_string(out.modelDim),
            "it is not a multiple of the " + std::to_string(out.heads) + " heads and there is no head_dim");
    }
    out.headDim = headDim.value_or(out.modelDim / out.heads);
    if (out.headDim > widestHead) {
        refuseValue(config, keyOf(headDim ? architecture.headDim : architecture.modelDim),
                    std::to_string(headDim ? out.headDim : out.modelDim),
                    "a head would have more than " + std::to_string(widestHead) + " columns");
    }
    if (out.heads % out.kvHeads != 0) {
        refuseValue(config, "num_key_value_heads", std::to_string(out.kvHeads),
                    "it does not divide the " + std::to_string(out.heads) + " heads");
    }
}

float scaleOf(const Architecture& architecture, const Json& config, const ModelConfig& sizes) {
    if (!config.boolOr("scale_attn_weights", true)) return 1;
    double value = static_cast<double>(sizes.headDim) * sizes.distances.terms;
    switch (architecture.scale) {
        case ScaleRule::One:
            return 1;
        case ScaleRule::Key:
            return static_cast<float>(numberOf(config, architecture.scaleKey));
        case ScaleRule::InverseRootOfKey:
            value = numberOf(config, architecture.scaleKey);
            break;
        case ScaleRule::InverseRootOfHead:
            break;
    }
    // The smallest one has a root whose inverse is a float.
    if (!(value >= 1 / largestNumber))
        refuseValue(config, keyOf(architecture.scaleKey), shortestText(value), "it must be at least 1e-38");
    return static_cast<float>(1.0 / std::sqrt(value));
}

void readExperts(const Architecture& architecture, const Json& config, ModelConfig& out) {
    out.experts.count = static_cast<int>(valueOf(config, architecture.experts));
    if (out.experts.count > mostExperts)
        refuseValue(config, keyOf(architecture.experts), std::to_string(out.experts.count),
                    "that is more than any model has");
    out.experts.perToken = static_cast<int>(valueOf(config, architecture.expertsPerToken));
    if (out.experts.perToken > out.experts.count) {
        refuseValue(config, keyOf(architecture.expertsPerToken), std::to_string(out.experts.perToken),
                    "there are only " + std::to_string(out.experts.count) + " experts");
    }
    out.gateLimit = static_cast<float>(numberOf(config, architecture.gateLimit));
    out.upOffset = architecture.upOffset;
}

void readMultipliers(const Architecture& architecture, const Json& config, ModelConfig& out) {
    const auto number = [&](const NumberKey& key) { return static_cast<float>(numberOf(config, key)); };
    out.scale = scaleOf(architecture, config, out);
    out.scaleByInverseLayer = config.boolOr("scale_attn_by_inverse_layer_idx", false);
    out.biasBuckets = architecture.biasBuckets;
    out.biasFarthest = architecture.biasFarthest;
    out.softCap = number(architecture.softCap);
    out.logitCap = number(architecture.logitCap);
    out.residualScale = number(architecture.residualMultiplier);
    out.embeddingScale = architecture.embeddingTimesRoot
                             ? static_cast<float>(std::sqrt(static_cast<double>(out.modelDim)))
                             : number(architecture.embeddingMultiplier);
    const double divisor = numberOf(config, architecture.logitDivisor);
    if (std::abs(divisor) < 1 / largestNumber)
        refuseValue(config, keyOf(architecture.logitDivisor), shortestText(divisor),
                    "logits are divided by it");
    out.logitScale = static_cast<float>(1 / divisor);
}

// The number that a key of id2label writes, as Python would write it.
std::optional<std::size_t> labelIndex(std::string_view key) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    const bool whole = error == std::errc() && end == key.data() + key.size();
    if (!whole || (key.size() > 1 && key.front() == '0')) return std::nullopt;
    return index;
}

std::vector<std::string> labelsOf(const Json& config) {
    std::vector<std::string> labels;
    const auto table = config.find("id2label");
    if (!table || !table->isObject()) return labels;
    for (std::size_t i = 0; i < table->size(); ++i) labels.push_back("LABEL_" + std::to_string(i));
    for (const auto& [key, label] : table->members()) {
        const auto index = labelIndex(key);
        if (index && *index < labels.size() && label.isString()) labels[*index] = label.asString();
    }
    return labels;
}

}  // namespace

ModelConfig readConfig(const Architecture& architecture, const Checkpoint& checkpoint) {
    const Json& whole = checkpoint.config();
    const Json config = textConfig(whole);
    refuseVariants(config);
    ModelConfig out;
    out.family = architecture.name;
    out.design = architecture.design;
    readLayers(architecture, config, checkpoint.tensors().size(), out);
    readHeads(architecture, config, out);
    out.mlpDim = sizeOf(config, architecture.mlpDim).value_or(4 * out.modelDim);
    out.vocabSize = valueOf(config, architecture.vocabSize);
    out.typeCount = zeroOrSizeOf(config, architecture.types);
    out.positions = valueOf(config, architecture.positions);
    out.positionOffset = architecture.positionOffset;
    out.paddingId = architecture.paddingFromConfig ? config.intOr("pad_token_id", architecture.paddingId)
                                                   : architecture.paddingId;
    out.separatorId = config.intOr("sep_token_id", architecture.separatorId);
    if (const auto named = config.find("pad_token_id"); named && !named->isNull())
        out.namedPaddingId = named->asInt();
    out.normEpsilon = epsilonOf(architecture, config);
    out.activation = activationOf(architecture, config);
    readExperts(architecture, config, out);
    if (architecture.distances) readDistances(config, out);
    readLayerPlans(architecture, config, out);
    readMultipliers(architecture, config, out);
    out.tiedEmbeddings =
        config.boolOr("tie_word_embeddings", whole.boolOr("tie_word_embeddings", architecture.tied));
    out.labels = labelsOf(whole);
    return out;
}

}  // namespace headscope::core
