// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

namespace headscope::core {

/// How far the values of a head reach (Kobayashi et al. 2020). f(x) = gate · v · W_O, the head's part of W_O:
/// what one key adds to the output of the layer for each unit of weight, before the layer's bias and norm.
struct HeadNorms {
    /// Per key, as rows see it.
    struct Keys {
        Eigen::ArrayXf values;  ///< ‖v‖, which changes with the basis that training chose inside a head
        Eigen::ArrayXf transformed;  ///< ‖f(x)‖, which does not
    };
    Keys keys;
    Keys globalKeys;  ///< of the rows of global tokens, where they have values of their own; else empty
    Eigen::ArrayXf outputs;  ///< per query: ‖Σ weight · f(x)‖, what the head adds to the layer's output

    const Keys& seenBy(const ScoreRules& rules, Index query) const noexcept {
        return globalKeys.values.size() > 0 && rules.isGlobal(query) ? globalKeys : keys;
    }
};

/// What multiplies the output of head `head` of a layer, its part of W_O: z · W_O for z [row, headDim], into
/// [row, width of the layer's output]. Where the layer projects nothing, the head keeps its columns.
Matrix throughOutput(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer, int head,
                     const MatrixView& z);

/// The layer must have kept v and z.
HeadNorms headNorms(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer, int head);

}  // namespace headscope::core
