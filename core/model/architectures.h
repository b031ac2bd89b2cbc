// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
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

/// The same for a number that is no size.
struct NumberKey {
    std::vector<std::string_view> keys;
    double fallback = 0;
};

/// How q, k and v lie in the file: three tensors; one whose rows are all of q, then k, then v; or one whose
/// rows are groups of a key/value head's queries, its key and its value (GPT-NeoX, BLOOM, Falcon).
enum class QkvLayout { Separate, Blocks, Groups };
/// Linear weights as [out, in], or transposed as [in, out] (GPT-2's Conv1D).
enum class LinearLayout { OutIn, InOut };
/// How gate and up lie in the file: two tensors; one with gate's rows before up's; or one with them taking
/// turns (GPT-OSS).
enum class GateLayout { Separate, Halves, Alternating };
/// How experts lie in the file: {e} in the tensor's name is the expert's number, or one [expert, in, out]
/// tensor has all of them.
enum class ExpertLayout { Separate, Stacked };

/// Whether a group of layers has biases: by the family, as a config key says, or where the file has them.
struct BiasRule {
    bool always = false;
    std::string_view key;   ///< a boolean in config.json; empty: `always` decides
    bool asStored = false;  ///< true for models that no family describes
};

/// Which layers slide over a window when config.json has no "layer_types".
enum class WindowLayers {
    All,
    FromCount,         ///< those from layer n on (Qwen2's max_window_layers)
    LastOfEach,        ///< of every n layers the last one (SmolLM3)
    AllButLastOfEach,  ///< of every n layers the last one sees everything (Gemma 2 and 3)
    AllButFirstOfEach  ///< of every n layers the first one sees everything (ModernBERT)
};

/// Where a sliding window's size comes from. A window in the config of a family without this rule is ignored.
struct WindowRule {
    std::string_view key;        ///< "sliding_window"; empty: the family has none
    Index fallback = 0;          ///< when the key is absent; null switches the window off
    Index divisor = 1;           ///< what the key counts, over what Mask::window counts
    std::string_view switchKey;  ///< a boolean that must be true (Qwen2); empty: none
    WindowLayers layers = WindowLayers::All;
    SizeKey count;  ///< the n of `layers`
};

/// How q and k are rotated.
struct RopeRule {
    bool used = false;
    NumberKey theta{{"rope_theta"}, 10000};
    /// Base of layers with a window, which are then not scaled; 0 and no key there: as other layers.
    NumberKey localTheta;
    NumberKey part{{"partial_rotary_factor"}, 1};  ///< share of a head's columns that rotate
    SizeKey dim;                                   ///< or their number (GPT-J)
    /// Length of the first training, beside the settings of a scaling (Phi-3); 0: in them.
    NumberKey original{{"original_max_position_embeddings"}, 0};
    std::string_view
        settings;  ///< what config.json means when it has no settings, as JSON; empty: not scaled
    std::string_view layersKey;  ///< a list with 0 for layers that do not rotate (SmolLM3); empty: all do
    SizeKey plainEach;           ///< without that list: the last of every n layers does not
};

/// What q · k is multiplied with: 1/√headDim; 1 (GPT-Neo); a number in the config (Granite), or 1 over its
/// root (Gemma 2).
enum class ScaleRule { InverseRootOfHead, One, Key, InverseRootOfKey };

/// Names of tensors without .weight and .bias; {} stands for the layer's number, {e} for an expert's, {i} for
/// the one inside a shared group. Empty: the family has no such part.
struct TensorNames {
    std::string_view tokenEmbedding;
    std::string_view positionEmbedding;
    std::string_view typeEmbedding;
    std::string_view embeddingNorm;
    std::string_view
        embeddingProjection;            ///< where embeddings are not as wide as the model; absent otherwise
    std::string_view outputProjection;  ///< the same on the way out (OPT)
    std::string_view positionBias;      ///< [bucket, heads], for all layers
    std::string_view distances;         ///< [2 · span, modelDim], for all layers
    std::string_view distancesNorm;
    std::string_view distanceKey, distanceQuery;  ///< where distances have projections of their own
    std::string_view convolution, convolutionNorm;
    std::string_view q, k, v;
    std::string_view qkv;
    std::string_view globalQ, globalK, globalV;  ///< of the rows of global tokens
    std::string_view qNorm, kNorm;               ///< {h} stands for the head where each has its own weights
    std::string_view shortConvolutionIn, shortConvolution, shortConvolutionOut;  ///< in place of attention
    std::string_view sinks;  ///< one logit per head, without .weight
    std::string_view attentionOut;
    std::string_view attentionNorm;
    std::string_view attentionOutNorm;  ///< before the result is added
    std::string_view mlpUp;
    std::string_view mlpGate;
    std::string_view mlpGateUp;  ///< both in one
    std::string_view mlpDown;
    std::string_view mlpNorm;     ///< of a parallel block: empty where the MLP reads what attention reads
    std::string_view mlpOutNorm;  ///< before the result is added
    std::string_view router;
    std::string_view finalNorm;
};

/// Which positions an output head reads.
enum class OutputScope { EveryToken, FirstToken, LastToken, MeanOfTokens };

/// dense → activation → norm → projection, where each part may be absent (empty name).
struct OutputHead {
    std::string_view id{};
    OutputScope scope = OutputScope::EveryToken;
    std::string_view dense{};
    std::optional<Activation> activation{};  ///< after dense; nothing: the model's own
    std::string_view norm{};
    std::string_view projection{};
    std::string_view bias{};  ///< of the projection, where it is a tensor of its own
    bool vocabulary = false;  ///< columns are token ids; the projection may be tied to the embedding
    /// Ends of the class name in config.json's "architectures" that have this head; empty: any that has the
    /// tensors.
    std::vector<std::string_view> classes{};
    /// A tensor whose presence tells that this head is not what the model was trained for.
    std::string_view unless{};
    LinearLayout layout = LinearLayout::OutIn;  ///< of the projection
    std::vector<std::string_view> columns{};    ///< what they are called; empty: as the config's labels say
};

/// Everything that makes one family of models different, as data. The forward pass reads ModelConfig and
/// TensorNames only.
struct Architecture {
    std::string_view name;
    std::vector<std::string_view> modelTypes;  ///< "model_type" in config.json
    std::string_view classPrefix;              ///< of "architectures", for configs without model_type: "Bert"
    std::string_view note;
    std::vector<std::string_view> prefixes;  ///< tried in order with the token embedding's name

    SizeKey layers, heads, kvHeads, modelDim, embeddingDim, headDim, mlpDim, vocabSize, positions, types;
    SizeKey groups, innerLayers;  ///< layers that share weights (ALBERT); empty: each has its own
    SizeKey experts, expertsPerToken;
    std::vector<std::string_view> epsilonKeys;
    double epsilon = 1e-12;
    std::vector<std::string_view> activationKeys;
    std::string_view activation = "gelu";
    Index paddingId = 0;
    bool paddingFromConfig = true;  ///< false: positions count from `paddingId` whatever pad_token_id says
    Index separatorId = 0;
    Index positionOffset = 0;  ///< unused rows at the begin of the position table
    bool tied = true;

    BlockDesign design;
    WindowRule window;
    RopeRule rope;
    ScaleRule scale = ScaleRule::InverseRootOfHead;
    NumberKey scaleKey;
    Index biasBuckets = 0, biasFarthest = 0;  ///< of PositionBias::Buckets
    bool distances = false;  ///< has a DistanceTable and a ConvolutionPlan, as config.json says
    NumberKey softCap, logitCap;
    bool embeddingTimesRoot = false;  ///< token embeddings are multiplied by √modelDim (Gemma)
    NumberKey embeddingMultiplier{{}, 1}, residualMultiplier{{}, 1}, logitDivisor{{}, 1};
    NumberKey gateLimit;
    float upOffset = 0;

    QkvLayout qkv = QkvLayout::Separate;
    LinearLayout linear = LinearLayout::OutIn;
    GateLayout gate = GateLayout::Separate;
    ExpertLayout expertLayout = ExpertLayout::Separate;
    BiasRule qkvBias, outBias, mlpBias, routerBias, shortConvolutionBias;
    BiasRule normBias{true, {}};      ///< of layer norms; RMS norms have none
    BiasRule headNormBias{true, {}};  ///< of qNorm and kNorm
    bool normWeights = true;          ///< false: norms without any parameter
    float normWeightOffset = 0;       ///< added to the stored weight of every norm (Gemma: 1)
    bool firstLayerNormed = true;     ///< false: layer 0 has no attentionNorm (ModernBERT)
    TensorNames names;
    std::vector<OutputHead> outputs;
    std::vector<std::string_view>
        ignored;  ///< ends of the names of buffers and of weights that nothing reads
    std::vector<std::string_view> ignoredParts;  ///< names that hold one of these belong to no text model
    /// What keys of one config change in this row, for families that come in several layouts; may be null.
    void (*adjust)(Architecture& row, const Json& config) = nullptr;
};

/// The table of families. Adding one is one row in a families_*.cpp and one fixture.
std::span<const Architecture> architectures();

/// The part of config.json that describes the text model: "text_config" where it is nested.
Json textConfig(const Json& config);

/// The first of the class names in "architectures"; empty: none.
std::string firstClass(const Json& config);

/// The row for a config, adjusted to it: by model_type, else by the class name in "architectures"; or the one
/// that headscope.json describes, whose names lie in `checkpoint`. Rules that name a config key for a bias
/// are decided. Throws Error(UnknownArchitecture; NoConfig, NotDescribed without any configuration), and
/// what describedRow() throws.
Architecture architectureOf(const Checkpoint& checkpoint);

/// Sizes and variants of one model; missing keys take the family's default. Sizes that tensors also tell
/// (vocabulary, positions, MLP width) are corrected later by the tensors. Throws Error(ConfigInvalid,
/// FeatureUnsupported, JsonWrongType).
ModelConfig readConfig(const Architecture& architecture, const Checkpoint& checkpoint);

}  // namespace headscope::core
