// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/tensor/operations.h"

namespace headscope::core {

/// How frequencies are stretched for texts longer than those of the first training.
enum class RopeScaling { None, Linear, Dynamic, Llama3, Yarn, LongRope };

/// Rotary position embedding as one config describes it (Su et al. 2021), before a text's length is known.
struct RopeSettings {
    Index dim = 0;  ///< columns of a head that rotate; even
    double theta = 10000;
    RopeScaling scaling = RopeScaling::None;
    double factor = 1;
    double original = 0;      ///< positions of the first training, where the scaling asks for them
    double lowFrequency = 1;  ///< llama3: borders of the blend, in turns over the original length
    double highFrequency = 4;
    double betaFast = 32;  ///< yarn: borders of the blend, in turns over the original length
    double betaSlow = 1;
    bool truncate = true;              ///< yarn: borders are rounded to whole pairs
    double attentionFactor = 1;        ///< multiplies cosines and sines
    std::vector<double> shortFactors;  ///< longrope: per pair, while the text fits the original length
    std::vector<double> longFactors;   ///< longrope: per pair, for longer texts
};

/// What a family and a config say about rotation in one kind of layer, before it is read.
struct RopeSource {
    Json settings;                 ///< rope_parameters or rope_scaling, or null
    double theta = 10000;          ///< the base, unless `settings` has its own
    Index dim = 0;                 ///< columns that rotate
    double positions = 0;          ///< max_position_embeddings
    double original = 0;           ///< original_max_position_embeddings beside the settings; 0: not there
    const Json* config = nullptr;  ///< for messages
};

/// Reads every spelling of the settings; an unknown scaling is refused and never taken as the default.
/// Throws Error(FeatureUnsupported, ConfigInvalid, JsonWrongType, JsonMissingKey).
RopeSettings readRope(const RopeSource& source);

/// Angle per position of each pair in radians, [dim / 2], for a text of `length` tokens.
Eigen::VectorXd inverseFrequencies(const RopeSettings& rope, Index length);

/// Cosines and sines for positions 0 … length − 1.
RotaryTable ropeTable(const RopeSettings& rope, Index length);

}  // namespace headscope::core
