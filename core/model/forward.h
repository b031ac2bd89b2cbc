// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/model/weights.h"
#include "core/trace/trace_layer.h"

namespace headscope::core {

/// The one forward pass of all families: reads fields of ModelConfig, never a family's name. A look at a
/// model's parts for the time of one run; they must outlive it.
class Forward {
public:
    /// `trace` has its spec and tokens; layers and hidden states are put into it.
    Forward(const Compute& compute, const ModelConfig& config, const Weights& weights, Trace& trace,
            KeepOptions keep);

    /// The first `tokens` tokens are those of `base`, a run of the same model that must outlive this and kept
    /// its values and what this one keeps: only the rows of the others go through the layers
    /// (sharedTokens()).
    void continueFrom(const Trace& base, Index tokens);

    /// Embeddings of the trace's tokens, [position, modelDim]; without those that are known.
    Matrix embed() const;
    /// One block; x goes in and comes out changed. The layer's trace is appended, null for a layer without
    /// attention. `progress` hears of every large step. Throws Error(NotFinite, Cancelled).
    void runLayer(int index, Matrix& x, const Progress& progress) const;
    /// Final norm and projection: what output heads read. Throws Error(NotFinite).
    void finish(Matrix& x) const;

private:
    void normalise(Matrix& x, const std::optional<NormWeights>& norm) const;
    Matrix normalised(const Matrix& x, const std::optional<NormWeights>& norm) const;
    Index positionRow(std::size_t token, Index realBefore) const;
    void normaliseHeads(Matrix& x, const std::optional<NormWeights>& norm) const;
    /// Into `inputs`: the table of distances as q and k see it, and its rows by offset.
    void addDistances(const LayerPlan& plan, const LayerWeights& layer, LayerInputs& inputs) const;
    /// x is the layer's output, `input` what it read.
    void addConvolution(const LayerWeights& layer, const Matrix& input, Matrix& x) const;
    /// Into `inputs`: what the rows of global tokens have of their own.
    void addGlobalTokens(const LayerPlan& plan, const LayerWeights& layer, const Matrix& x,
                         LayerInputs& inputs) const;
    LayerInputs project(int index, const LayerWeights& layer, const Matrix& x) const;
    Matrix attention(int index, const LayerWeights& layer, const Matrix& x, const Progress& progress) const;
    /// Adds the MLP's half of a block to x.
    void addMlp(int index, const LayerWeights& layer, Matrix& x, Matrix parallel,
                const Progress& progress) const;
    void addTo(Matrix& x, const Matrix& read, const Matrix& added) const;
    /// The MLP of one layer or, where it has experts, those that the router picks for each token.
    Matrix mlp(int index, const LayerWeights& layer, const Matrix& x, const Progress& progress) const;
    void stopUnlessFinite(const Matrix& x, const std::string& place) const;
    /// The known rows, which are those of `known` if there are any, and x below them.
    Matrix belowKnown(const Matrix* known, const Matrix& x) const;
    const LayerTrace* knownLayer(int index) const;
    void keepHidden(const Matrix& x) const;

    const Compute& m_compute;
    const ModelConfig& m_config;
    const Weights& m_weights;
    Trace& m_trace;
    KeepOptions m_keep;
    std::vector<RotaryTable> m_rotary;  // one per ModelConfig::ropes
    std::vector<Index> m_globalTokens;  // ascending
    const Trace* m_base = nullptr;      // which has the first m_known rows
    Index m_known = 0;
};

/// Positions of the tokens that see everything: those that the input names, else as the model's class has it;
/// ascending. Throws Error(NoGlobalTokens, PositionOutOfRange).
std::vector<Index> globalTokensOf(const ModelConfig& config, const Trace& trace);

/// Into `inputs`, which has its layer, q and k: the rules of its scores, those of all heads added to what is
/// there, and those of each head where heads differ (position biases, sinks). `positionBias` [bucket, heads]
/// may be empty.
void addScoreRules(const ModelConfig& config, const LayerWeights& weights, const Matrix& positionBias,
                   LayerInputs& inputs);

}  // namespace headscope::core
