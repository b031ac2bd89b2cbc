// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "core/model/architectures.h"

namespace headscope::core {
namespace {

// Sizes beyond this are no model but a damaged file. With it every size that a config writes is an int, and
// the largest product of them, (heads + 2 · kvHeads) · headDim, an Index.
constexpr Index largestSize = Index{1} << 30;
static_assert(largestSize <= std::numeric_limits<int>::max());
static_assert(largestSize <= std::numeric_limits<Index>::max() / (3 * largestSize));

// Models have heads of 32 to 512 columns. Tables of a rotary model have this size before any tensor could
// contradict it.
constexpr Index widestHead = Index{1} << 16;

[[noreturn]] void refuse(const Json& config, std::string_view key, std::string value, std::string why) {
    throw Error(ErrorCode::ConfigInvalid,
                {config.name(), std::string(key), std::move(value), std::move(why)});
}

std::optional<Index> sizeOf(const Json& config, const SizeKey& size) {
    for (const std::string_view key : size.keys) {
        const auto value = config.find(key);
        if (!value) continue;
        const std::int64_t number = value->asInt();
        if (number < 1 || number > largestSize)
            refuse(config, key, value->text(),
                   "it must be a size between 1 and " + std::to_string(largestSize));
        return number;
    }
    return size.fallback;
}

Index zeroOrSizeOf(const Json& config, const SizeKey& size) {
    for (const std::string_view key : size.keys) {
        if (config.find(key) && config.intOr(key, 0) == 0) return 0;
    }
    return sizeOf(config, size).value_or(0);
}

Index valueOf(const Json& config, const SizeKey& size) {
    return sizeOf(config, size).value_or(0);
}

float epsilonOf(const Architecture& architecture, const Json& config) {
    double epsilon = architecture.epsilon;
    for (const std::string_view key : architecture.epsilonKeys) epsilon = config.doubleOr(key, epsilon);
    if (!(epsilon >= 0) || epsilon > 1)
        refuse(config, architecture.epsilonKeys.front(), std::to_string(epsilon),
               "it must lie between 0 and 1");
    return static_cast<float>(epsilon);
}

Activation activationOf(const Architecture& architecture, const Json& config) {
    std::string name(architecture.activation);
    for (const std::string_view key : architecture.activationKeys) name = config.stringOr(key, name);
    const auto activation = activationNamed(name);
    if (!activation)
        throw Error(ErrorCode::FeatureUnsupported, {config.name(), "the activation \"" + name + "\""});
    return *activation;
}

// Settings that change the mathematics and that the first families may carry; named instead of silently
// ignored.
void refuseVariants(const Json& config) {
    const std::string scheme = config.stringOr("position_embedding_type", "absolute");
    if (scheme != "absolute")
        throw Error(ErrorCode::FeatureUnsupported,
                    {config.name(), "position_embedding_type \"" + scheme + "\""});
    if (config.boolOr("is_decoder", false))
        throw Error(ErrorCode::FeatureUnsupported,
                    {config.name(), "an encoder turned into a decoder (is_decoder)"});
    if (const auto pruned = config.find("pruned_heads"); pruned && pruned->size() > 0) {
        throw Error(ErrorCode::FeatureUnsupported, {config.name(), "pruned heads"});
    }
}

// One spelling of rotary settings: version 5 of transformers nests them in rope_parameters, older ones in
// rope_scaling.
struct Rope {
    Json settings;
    std::string type = "default";
    double theta = 10000;
};

Rope ropeOf(const Architecture& architecture, const Json& config) {
    Rope rope;
    rope.theta = config.doubleOr("rope_theta", architecture.ropeTheta);
    for (const std::string_view key : {"rope_parameters", "rope_scaling"}) {
        const auto settings = config.find(key);
        if (!settings || !settings->isObject()) continue;
        rope.settings = *settings;
        rope.theta = settings->doubleOr("rope_theta", rope.theta);
        rope.type = settings->stringOr("rope_type", settings->stringOr("type", "default"));
        break;
    }
    if (!(rope.theta > 0) || !std::isfinite(rope.theta))
        refuse(config, "rope_theta", std::to_string(rope.theta), "it must be positive");
    return rope;
}

// Llama 3.1: long wavelengths are stretched by the factor, short ones kept, those between blended.
double llama3Frequency(double frequency, const Json& settings) {
    const double factor = settings.at("factor").asDouble();
    const double low = settings.at("low_freq_factor").asDouble();
    const double high = settings.at("high_freq_factor").asDouble();
    const double original = settings.at("original_max_position_embeddings").asDouble();
    const double wavelength = 2 * std::numbers::pi / frequency;
    if (wavelength > original / low) return frequency / factor;
    if (wavelength < original / high) return frequency;
    const double blend = (original / wavelength - low) / (high - low);
    return (1 - blend) * frequency / factor + blend * frequency;
}

Eigen::VectorXd inverseFrequencies(const Rope& rope, Index rotaryDim, const Json& config) {
    Eigen::VectorXd frequencies(rotaryDim / 2);
    for (Index j = 0; j < frequencies.size(); ++j) {
        // Rounded to float as the reference holds them: at long positions the difference is visible.
        frequencies[j] = static_cast<double>(static_cast<float>(
            1.0 / std::pow(rope.theta, static_cast<double>(2 * j) / static_cast<double>(rotaryDim))));
        if (rope.type == "linear") {
            frequencies[j] /= rope.settings.at("factor").asDouble();
        } else if (rope.type == "llama3") {
            frequencies[j] = llama3Frequency(frequencies[j], rope.settings);
        } else if (rope.type != "default") {
            throw Error(ErrorCode::FeatureUnsupported,
                        {config.name(), "the rotary scaling \"" + rope.type + "\""});
        }
    }
    return frequencies;
}

void readPositions(const Architecture& architecture, const Json& config, ModelConfig& out) {
    out.positions = valueOf(config, architecture.positions);
    out.paddingId = config.intOr("pad_token_id", architecture.paddingId);
    out.position = architecture.position;
    if (architecture.position != PositionKind::Rotary) return;
    if (out.headDim % 2 != 0)
        refuse(config, "head_dim", std::to_string(out.headDim), "rotation needs an even head width");
    out.inverseFrequencies = inverseFrequencies(ropeOf(architecture, config), out.headDim, config);
}

void readWindow(const Architecture& architecture, const Json& config, ModelConfig& out) {
    using Window = Architecture::Window;
    if (architecture.window == Window::None) return;
    if (architecture.window == Window::KeyWithSwitch && !config.boolOr("use_sliding_window", false)) return;
    // An explicit null switches the window off; only a missing key takes the default.
    const auto members = config.members();
    const bool present = std::any_of(members.begin(), members.end(),
                                     [](const auto& member) { return member.first == "sliding_window"; });
    const std::int64_t window = config.intOr("sliding_window", present ? 0 : architecture.windowDefault);
    if (window <= 0) return;
    if (window > largestSize)
        refuse(config, "sliding_window", std::to_string(window),
               "it can be at most " + std::to_string(largestSize) + " tokens");
    if (architecture.window == Window::Key) {
        out.mask.window = window;
        return;
    }
    const std::int64_t first = config.intOr("max_window_layers", 28);
    for (int layer = 0; layer < out.layers; ++layer) {
        out.layerMasks.push_back({out.mask.causal, layer >= first ? window : 0});
    }
}

// Everything that has one entry per layer is built after this, so a damaged number cannot exhaust memory.
void readLayers(const Architecture& architecture, const Checkpoint& checkpoint, ModelConfig& out) {
    const Json& config = checkpoint.config();
    out.layers = static_cast<int>(valueOf(config, architecture.layers));
    const std::size_t tensors = checkpoint.tensors().size();
    if (static_cast<std::size_t>(out.layers) <= tensors) return;
    refuse(config, architecture.layers.keys.front(), std::to_string(out.layers),
           "every layer has tensors of its own and the checkpoint holds only " + std::to_string(tensors));
}

void readHeads(const Architecture& architecture, const Json& config, ModelConfig& out) {
    out.heads = static_cast<int>(valueOf(config, architecture.heads));
    out.kvHeads = static_cast<int>(sizeOf(config, architecture.kvHeads).value_or(out.heads));
    out.modelDim = valueOf(config, architecture.modelDim);
    const auto headDim = sizeOf(config, architecture.headDim);
    if (!headDim && out.modelDim % out.heads != 0) {
        refuse(
            config, architecture.modelDim.keys.front(), std::to_string(out.modelDim),
            "it is not a multiple of the " + std::to_string(out.heads) + " heads and there is no head_dim");
    }
    out.headDim = headDim.value_or(out.modelDim / out.heads);
    if (out.headDim > widestHead) {
        refuse(config, (headDim ? architecture.headDim : architecture.modelDim).keys.front(),
               std::to_string(headDim ? out.headDim : out.modelDim),
               "a head would have more than " + std::to_string(widestHead) + " columns");
    }
    if (out.heads % out.kvHeads != 0) {
        refuse(config, "num_key_value_heads", std::to_string(out.kvHeads),
               "it does not divide the " + std::to_string(out.heads) + " heads");
    }
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
    const Json& config = checkpoint.config();
    refuseVariants(config);
    ModelConfig out;
    out.family = architecture.name;
    readLayers(architecture, checkpoint, out);
    readHeads(architecture, config, out);
    out.mlpDim = sizeOf(config, architecture.mlpDim).value_or(4 * out.modelDim);
    out.vocabSize = valueOf(config, architecture.vocabSize);
    out.typeCount = zeroOrSizeOf(config, architecture.types);
    out.norm = architecture.norm;
    out.placement = architecture.placement;
    out.normEpsilon = epsilonOf(architecture, config);
    out.mlp = architecture.mlp;
    out.activation = activationOf(architecture, config);
    out.mask.causal = architecture.causal;
    readPositions(architecture, config, out);
    readWindow(architecture, config, out);
    const bool scaled = config.boolOr("scale_attn_weights", true);
    out.scale = scaled ? static_cast<float>(1.0 / std::sqrt(static_cast<double>(out.headDim))) : 1.0F;
    out.scaleByInverseLayer = config.boolOr("scale_attn_by_inverse_layer_idx", false);
    out.tiedEmbeddings = config.boolOr("tie_word_embeddings", architecture.tied);
    out.labels = labelsOf(config);
    return out;
}

}  // namespace headscope::core
