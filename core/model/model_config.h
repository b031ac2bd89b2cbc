// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/scores.h"
#include "core/tensor/operations.h"

namespace headscope::core {

enum class NormKind { Layer, Rms };
enum class NormPlacement { Post, Pre };
/// Where positions enter: a learned table from row 0; the same counted from the padding id on (RoBERTa);
/// rotation of q and k.
enum class PositionKind { Learned, LearnedAfterPadding, Rotary };
enum class MlpKind { Plain, Gated };

/// Sizes and variants of one model, read from its config.json. Plain data.
struct ModelConfig {
    std::string family;  ///< the table row's name, for people; the forward pass never looks at it
    int layers = 0;
    int heads = 0;
    int kvHeads = 0;
    Index modelDim = 0;
    Index headDim = 0;
    Index mlpDim = 0;
    Index vocabSize = 0;
    Index positions = 0;  ///< rows of the position table, or what the config allows
    Index maxTokens = 0;  ///< the longest input the model reads; 0: no limit
    Index typeCount = 0;  ///< rows of the segment table; 0: none
    NormKind norm = NormKind::Layer;
    NormPlacement placement = NormPlacement::Post;
    float normEpsilon = 1e-12F;
    PositionKind position = PositionKind::Learned;
    Index paddingId = 0;
    Eigen::VectorXd inverseFrequencies;  ///< rotary only, [rotaryDim / 2]
    MlpKind mlp = MlpKind::Plain;
    Activation activation = Activation::Gelu;
    Mask mask;
    std::vector<Mask> layerMasks;      ///< per layer where they differ; else empty
    float scale = 1;                   ///< of q · k
    bool scaleByInverseLayer = false;  ///< divides the scale by layer + 1 (GPT-2 variants)
    bool tiedEmbeddings = false;
    std::vector<std::string> labels;  ///< of a classifier, by index
    int parameterBytes = 4;           ///< of one stored weight

    const Mask& maskOf(int layer) const {
        return layerMasks.empty() ? mask : layerMasks[static_cast<std::size_t>(layer)];
    }
};

}  // namespace headscope::core
