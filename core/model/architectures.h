// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/model/model_config.h"

namespace headscope::core {

/// Keys of config.json for one size, tried in order, and what the family assumes when none is there.
struct SizeKey {
    std::vector<std::string_view> keys;
    std::optional<Index> fallback;  ///< nothing: derived from others, see readConfig()
};

/// How q, k and v lie in the file: three tensors; or one whose columns are [q | k | v] (GPT-2).
enum class QkvLayout { Separate, FusedColumns };
/// Linear weights as [out, in], or transposed as [in, out] (GPT-2's Conv1D).
enum class LinearLayout { OutIn, InOut };
/// Whether a group of linear layers has biases: by the family, or as a config key says.
struct BiasRule {
    bool always = false;
    std::string_view key;  ///< a boolean in config.json; empty: `always` decides
};

/// Names of tensors without .weight and .bias; {} stands for the layer's number. Empty: the family has no
/// such part.
struct TensorNames {
    std::string_view tokenEmbedding;
    std::string_view positionEmbedding;
    std::string_view typeEmbedding;
    std::string_view embeddingNorm;
    std::string_view q, k, v;
    std::string_view qkv;
    std::string_view attentionOut;
    std::string_view attentionNorm;
    std::string_view mlpUp;
    std::string_view mlpGate;
    std::string_view mlpDown;
    std::string_view mlpNorm;
    std::string_view finalNorm;
};

/// Which positions an output head reads.
enum class OutputScope { EveryToken, FirstToken, LastToken };

/// dense → activation → norm → projection, where each part may be absent (empty name).
struct OutputHead {
    std::string_view id;
    OutputScope scope = OutputScope::EveryToken;
    std::string_view dense;
    std::optional<Activation> activation;  ///< after dense; nothing: the model's own
    std::string_view norm;
    std::string_view projection;
    std::string_view bias;    ///< of the projection, where it is a tensor of its own
    bool vocabulary = false;  ///< columns are token ids; the projection may be tied to the embedding
    /// Ends of the class name in config.json's "architectures" that have this head; empty: any that has the
    /// tensors.
    std::vector<std::string_view> classes;
};

/// Everything that makes one family of models different, as data. The forward pass reads ModelConfig and
/// TensorNames only.
struct Architecture {
    std::string_view name;
    std::vector<std::string_view> modelTypes;  ///< "model_type" in config.json
    std::string_view classPrefix;              ///< of "architectures", for configs without model_type: "Bert"
    std::string_view note;
    std::vector<std::string_view> prefixes;  ///< tried in order with the token embedding's name

    SizeKey layers, heads, kvHeads, modelDim, headDim, mlpDim, vocabSize, positions, types;
    std::vector<std::string_view> epsilonKeys;
    double epsilon = 1e-12;
    std::vector<std::string_view> activationKeys;
    std::string_view activation = "gelu";
    Index paddingId = 0;
    double ropeTheta = 10000;
    bool tied = true;

    NormKind norm = NormKind::Layer;
    NormPlacement placement = NormPlacement::Post;
    PositionKind position = PositionKind::Learned;
    MlpKind mlp = MlpKind::Plain;
    bool causal = false;
    /// How a sliding window is switched: nothing, "sliding_window" alone (Mistral), or with
    /// use_sliding_window (Qwen2).
    enum class Window { None, Key, KeyWithSwitch } window = Window::None;
    Index windowDefault = 0;
    QkvLayout qkv = QkvLayout::Separate;
    LinearLayout linear = LinearLayout::OutIn;
    BiasRule qkvBias, outBias, mlpBias;
    TensorNames names;
    std::vector<OutputHead> outputs;
    std::vector<std::string_view>
        ignored;  ///< ends of the names of buffers and of weights that nothing reads
};

/// The table of families. Adding one is one row in architectures.cpp and one fixture.
std::span<const Architecture> architectures();

/// The row for a config: by model_type, else by the class name in "architectures". Throws
/// Error(UnknownArchitecture).
const Architecture& architectureOf(const Checkpoint& checkpoint);

/// Sizes and variants of one model; missing keys take the family's default. Sizes that tensors also tell
/// (vocabulary, positions, MLP width) are corrected later by the tensors. Throws Error(ConfigInvalid,
/// FeatureUnsupported, JsonWrongType).
ModelConfig readConfig(const Architecture& architecture, const Checkpoint& checkpoint);

}  // namespace headscope::core
