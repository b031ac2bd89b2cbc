// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/scores.h"
#include "core/model/rope.h"
#include "core/tensor/operations.h"

namespace headscope::core {

enum class NormKind { Layer, Rms };
/// Where the residual stream is normalised: after each half of the block (BERT), before each (GPT-2), or
/// before two halves that read the same input and are added together (GPT-J, Falcon).
enum class NormPlacement { Post, Pre, Parallel };
/// Where learned positions enter: nowhere, a table from a fixed row on; the same counted from the padding id
/// on (RoBERTa). Rotation is said per layer, see LayerPlan.
enum class PositionKind { None, Learned, LearnedAfterPadding };
/// What is added to scores by distance: nothing; a slope per head (Press et al. 2022); that as Falcon was
/// trained with it, before the scale and rounded to bfloat16; or a learned number per head for each bucket of
/// distances, the same in all layers (MPNet).
enum class PositionBias { None, Alibi, AlibiHalfPrecision, Buckets };
/// What q and k are normalised over before rotation: each head with one shared set of weights (Qwen3), each
/// head with its own (StableLM), or all heads together (OLMo 2).
enum class QkNorm { None, PerHead, PerHeadOwnWeights, WholeWidth };
enum class MlpKind { Plain, Gated };
/// Which tokens see every other and are seen by every other, in spite of a window, where the input does not
/// say it: the model never has such tokens; none; the first; those before the first separator (Longformer's
/// classifiers and answers to questions).
enum class GlobalTokens { Never, None, First, BeforeSeparator };
/// What each half of a block adds its result to: its input, its normalised input (a BLOOM variant), or
/// nothing (a bare attention layer).
enum class Residual { Input, NormalisedInput, None };
/// Where an embedding of another width is brought to the model's: before positions are added (OPT), before
/// the embedding's norm (DeBERTa), or after it (ALBERT).
enum class EmbeddingProjection { AfterTokens, BeforeNorm, AfterNorm };

/// What the mathematics of a block is, apart from sizes; a table row sets it, the forward pass reads it.
struct BlockDesign {
    NormKind norm = NormKind::Layer;
    NormPlacement placement = NormPlacement::Post;
    Residual residual = Residual::Input;
    PositionKind position = PositionKind::Learned;
    PositionBias positionBias = PositionBias::None;
    EmbeddingProjection embeddingProjection = EmbeddingProjection::AfterNorm;
    QkNorm qkNorm = QkNorm::None;
    RotaryPairs rotaryPairs = RotaryPairs::Halves;
    MlpKind mlp = MlpKind::Plain;
    GlobalTokens globalTokens = GlobalTokens::Never;
    bool causal = false;
};

/// Experts in place of one MLP: a router picks some for each token and adds them up by the softmax of their
/// logits.
struct Experts {
    int count = 0;  ///< 0: one MLP as usual
    int perToken = 0;
};

/// A table of distances that q and k look at besides each other (He et al. 2021): what a query's content
/// finds in a key's position, and a key's content in a query's position.
struct DistanceTable {
    Index span = 0;          ///< the table has 2 · span rows, distance 0 in the middle; 0: none
    Index buckets = 0;       ///< from half of it on distances share rows by their logarithm; 0: none share
    Index farthest = 0;      ///< the distance at which the logarithm reaches the last row
    bool onQueries = false;  ///< q · (keys of the table)
    bool onKeys = false;     ///< k · (queries of the table)
    bool ownProjections = false;  ///< the table has its own, else those of q and k serve it
    bool normed = false;          ///< with the norm that the file has for it
    int terms = 1;                ///< a score is divided by √(terms · headDim)
};

/// A convolution over the embeddings whose activation joins what the first layer gives (DeBERTa-v2).
struct ConvolutionPlan {
    Index kernel = 0;  ///< odd; 0: none
    Index groups = 1;  ///< of channels
    Activation activation = Activation::Tanh;
};

/// What is particular about one layer.
struct LayerPlan {
    bool attention = true;  ///< false: the layer has an MLP, and before it a short convolution or nothing
    bool mlp = true;        ///< false: the layer has attention only
    int heads = 0;
    int kvHeads = 0;
    /// Of a layer that lost heads, their numbers before that, ascending; empty: all are there.
    std::vector<int> keptHeads{};
    Mask mask;
    int rope = -1;   ///< index into ModelConfig::ropes; −1: q and k are not rotated
    int stored = 0;  ///< the number under which the file has its weights; layers may share
    int inner = 0;   ///< the same inside a group of shared layers (ALBERT)

    /// The number that a head had before others were taken away.
    int originalHead(int head) const {
        return keptHeads.empty() ? head : keptHeads[static_cast<std::size_t>(head)];
    }
};

/// Sizes and variants of one model, read from its config.json. Plain data.
struct ModelConfig {
    std::string family;  ///< the table row's name, for people; the forward pass never looks at it
    BlockDesign design;
    int layers = 0;
    int layersNamed = 0;  ///< by config.json, where the weights have fewer; else 0
    int heads = 0;        ///< of a layer with all of its heads
    int kvHeads = 0;
    Index modelDim = 0;
    Index embeddingDim = 0;  ///< width of the token table
    Index headDim = 0;
    Index mlpDim = 0;
    Index vocabSize = 0;       ///< 0: no embeddings, the model reads vectors of embeddingDim numbers
    Index positions = 0;       ///< rows of the position table, or what the config allows
    Index positionOffset = 0;  ///< row of the position table that the first token reads
    Index maxTokens = 0;       ///< the longest input the model reads; 0: no limit
    Index typeCount = 0;       ///< rows of the segment table; 0: none
    float normEpsilon = 1e-12F;
    Index paddingId = 0;
    std::optional<Index> namedPaddingId;  ///< the same, only where the config itself names one
    Index separatorId = 0;                ///< of GlobalTokens::BeforeSeparator
    std::vector<LayerPlan> plans;         ///< one per layer
    std::vector<RopeSettings> ropes;
    Activation activation = Activation::Gelu;
    Experts experts;
    float gateLimit = 0;     ///< gate is cut above it and up on both sides of it; 0: no limit
    float upOffset = 0;      ///< added to up before it is multiplied by the gate
    float scale = 1;         ///< of q · k
    Index biasBuckets = 0;   ///< of PositionBias::Buckets
    Index biasFarthest = 0;  ///< distances from about here on share the last bucket
    DistanceTable distances;
    ConvolutionPlan convolution;
    bool scaleByInverseLayer = false;  ///< divides the scale by layer + 1 (GPT-2 variants)
    float softCap = 0;                 ///< of scores; 0: none
    float embeddingScale = 1;          ///< multiplies token embeddings
    float residualScale = 1;           ///< multiplies what each half of a block adds
    float logitScale = 1;              ///< multiplies token logits
    float logitCap = 0;                ///< soft cap of token logits; 0: none
    bool tiedEmbeddings = false;
    std::vector<std::string> labels;  ///< of a classifier, by index
    int parameterBytes = 4;           ///< of one stored weight

    const LayerPlan& plan(int layer) const { return plans[static_cast<std::size_t>(layer)]; }
};

}  // namespace headscope::core
