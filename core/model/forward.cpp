// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/forward.h"

#include <algorithm>
#include <utility>

#include "core/model/convolution.h"
#include "core/model/distances.h"
#include "core/model/edits.h"

namespace headscope::core {
namespace {

std::vector<std::int32_t> idsOf(const std::vector<Token>& tokens) {
    std::vector<std::int32_t> ids;
    for (const Token& token : tokens) ids.push_back(token.id);
    return ids;
}

std::string layerName(int index) {
    return "layer " + std::to_string(index);
}

}  // namespace

Forward::Forward(const Compute& compute, const ModelConfig& config, const Weights& weights, Trace& trace,
                 KeepOptions keep)
    : m_compute(compute), m_config(config), m_weights(weights), m_trace(trace), m_keep(keep) {
    m_globalTokens = globalTokensOf(config, trace);
    for (const RopeSettings& rope : config.ropes) m_rotary.push_back(ropeTable(rope, trace.length()));
}

void Forward::normalise(Matrix& x, const std::optional<NormWeights>& norm) const {
    if (!norm) return;
    switch (m_config.design.norm) {
        case NormKind::Layer:
            layerNorm(m_compute, x, *norm, m_config.normEpsilon);
            return;
        case NormKind::Rms:
            rmsNorm(m_compute, x, *norm, m_config.normEpsilon);
            return;
    }
}

Matrix Forward::normalised(const Matrix& x, const std::optional<NormWeights>& norm) const {
    Matrix copy = x;
    normalise(copy, norm);
    return copy;
}

Index Forward::positionRow(std::size_t token, Index realBefore) const {
    switch (m_config.design.position) {
        case PositionKind::LearnedAfterPadding:
            return m_trace.tokens[token].id == m_config.paddingId ? m_config.paddingId
                                                                  : m_config.paddingId + realBefore + 1;
        case PositionKind::Learned:
        case PositionKind::None:
            break;
    }
    return static_cast<Index>(token) + m_config.positionOffset;
}

Matrix Forward::embed() const {
    const std::vector<Token>& tokens = m_trace.tokens;
    const PackedLinear& projection = m_weights.embeddingProjection();
    const auto& vectors = m_trace.spec.input.vectors;
    Matrix x = vectors ? Matrix(vectors->topRows(m_trace.length())) : m_weights.tokenRows(idsOf(tokens));
    if (m_config.embeddingScale != 1) x *= m_config.embeddingScale;
    const bool projects = !projection.empty();
    if (projects && m_config.design.embeddingProjection == EmbeddingProjection::AfterTokens)
        x = apply(m_compute, projection, x);
    Index real = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto row = static_cast<Index>(i);
        if (const TensorView* table = m_weights.positionTable())
            x.row(row) += rowsOf(*table, positionRow(i, real), 1);
        if (const TensorView* table = m_weights.typeTable())
            x.row(row) += rowsOf(*table, std::min<Index>(tokens[i].typeId, m_config.typeCount - 1), 1);
        if (tokens[i].id != m_config.paddingId) ++real;
    }
    if (projects && m_config.design.embeddingProjection == EmbeddingProjection::BeforeNorm)
        x = apply(m_compute, projection, x);
    normalise(x, m_weights.embeddingNorm());
    if (projects && m_config.design.embeddingProjection == EmbeddingProjection::AfterNorm)
        x = apply(m_compute, projection, x);
    if (m_known > 0) x = Matrix(x.bottomRows(x.rows() - m_known));
    return x;
}

void Forward::continueFrom(const Trace& base, Index tokens) {
    m_base = &base;
    m_known = tokens;
}

Matrix Forward::belowKnown(const Matrix* known, const Matrix& x) const {
    if (m_known == 0) return x;
    Matrix all(m_known + x.rows(), x.cols());
    all.topRows(m_known) = known->topRows(m_known);
    all.bottomRows(x.rows()) = x;
    return all;
}

const LayerTrace* Forward::knownLayer(int index) const {
    return m_known > 0 ? m_base->layers[static_cast<std::size_t>(index)].get() : nullptr;
}

void Forward::keepHidden(const Matrix& x) const {
    if (!m_keep.hidden) return;
    const Matrix* known = m_known > 0 ? m_base->hidden[m_trace.hidden.size()].get() : nullptr;
    m_trace.hidden.push_back(std::make_shared<const Matrix>(belowKnown(known, x)));
}

// x [position, heads × headDim], normalised as QkNorm says.
void Forward::normaliseHeads(Matrix& x, const std::optional<NormWeights>& norm) const {
    if (!norm) return;
    const auto eachHead = [&](const std::optional<NormWeights>& weights) {
        const Index heads = x.cols() / m_config.headDim;
        Matrix rows = Eigen::Map<const Matrix>(x.data(), x.rows() * heads, m_config.headDim);
        normalise(rows, weights);
        x = Eigen::Map<const Matrix>(rows.data(), x.rows(), x.cols());
    };
    switch (m_config.design.qkNorm) {
        case QkNorm::None:
            return;
        case QkNorm::WholeWidth:
            normalise(x, norm);
            return;
        case QkNorm::PerHead:
            eachHead(norm);
            return;
        case QkNorm::PerHeadOwnWeights:
            eachHead(NormWeights{});
            x.array().rowwise() *= norm->weight.transpose().array();
            if (norm->bias.size() > 0) x.rowwise() += norm->bias.transpose();
            return;
    }
}

LayerInputs Forward::project(int index, const LayerWeights& layer, const Matrix& x) const {
    const LayerPlan& plan = m_config.plan(index);
    const Matrix all = apply(m_compute, layer.qkv, x);
    const Index query = plan.heads * m_config.headDim;
    const Index key = plan.kvHeads * m_config.headDim;
    LayerInputs inputs;
    inputs.heads = plan.heads;
    inputs.kvHeads = plan.kvHeads;
    inputs.headDim = m_config.headDim;
    inputs.q = all.leftCols(query);
    inputs.k = all.middleCols(query, key);
    inputs.v = all.rightCols(key);
    normaliseHeads(inputs.q, layer.qNorm);
    normaliseHeads(inputs.k, layer.kNorm);
    if (plan.rope >= 0) {
        const RotaryTable& every = m_rotary[static_cast<std::size_t>(plan.rope)];
        const RotaryTable table = {every.cosines.bottomRows(x.rows()), every.sines.bottomRows(x.rows())};
        rotate(inputs.q, m_config.headDim, table, m_config.design.rotaryPairs);
        rotate(inputs.k, m_config.headDim, table, m_config.design.rotaryPairs);
    }
    if (const LayerTrace* known = knownLayer(index)) {
        inputs.q = belowKnown(&known->q, inputs.q);
        inputs.k = belowKnown(&known->k, inputs.k);
        inputs.v = belowKnown(&known->v, inputs.v);
    }
    return inputs;
}

void Forward::addDistances(const LayerPlan& plan, const LayerWeights& layer, LayerInputs& inputs) const {
    const DistanceTable& table = m_config.distances;
    if (table.span == 0) return;
    DistanceRows rows = distanceRows(m_trace.length(), table);
    const Matrix used = m_weights.distances().middleRows(rows.first, rows.count);
    const Index width = plan.heads * m_config.headDim;
    const auto projected = [&](const PackedLinear& own, Index firstRow) {
        if (!own.empty()) return apply(m_compute, own, used);
        return applyPart(m_compute, layer.qkv, used, firstRow, width);
    };
    if (table.onQueries) inputs.tables.onQueries = projected(layer.distanceKey, width);
    if (table.onKeys) inputs.tables.onKeys = projected(layer.distanceQuery, 0);
    inputs.rules.tableRows = std::move(rows.rows);
}

void Forward::addGlobalTokens(const LayerPlan& plan, const LayerWeights& layer, const Matrix& x,
                              LayerInputs& inputs) const {
    if (m_globalTokens.empty()) return;
    const Index query = plan.heads * m_config.headDim;
    const Index key = plan.kvHeads * m_config.headDim;
    const Matrix all = apply(m_compute, layer.globalQkv, x);
    for (const Index token : m_globalTokens) inputs.q.row(token) = all.row(token).head(query);
    inputs.tables.globalKeys = all.middleCols(query, key);
    inputs.tables.globalValues = all.rightCols(key);
    inputs.rules.globalTokens = m_globalTokens;
}

void Forward::addConvolution(const LayerWeights& layer, const Matrix& input, Matrix& x) const {
    Matrix added = convolve(m_compute, *layer.convolution, input);
    activate(m_compute, m_config.convolution.activation, added);
    x += added;
    normalise(x, layer.convolution->norm);
}

Matrix Forward::attention(int index, const LayerWeights& layer, const Matrix& x,
                          const Progress& progress) const {
    LayerInputs inputs = project(index, layer, x);
    inputs.layer = index;
    addDistances(m_config.plan(index), layer, inputs);
    addGlobalTokens(m_config.plan(index), layer, x, inputs);
    // An infinity here need not reach the residual stream: a weight of exactly 0 hides it.
    LayerTables& tables = inputs.tables;
    for (const Matrix* states : {&inputs.q, &inputs.k, &inputs.v, &tables.onQueries, &tables.onKeys,
                                 &tables.globalKeys, &tables.globalValues})
        stopUnlessFinite(*states, layerName(index));
    report(progress, 0.35);
    addScoreRules(m_config, layer, m_weights.positionBias(), inputs);
    inputs.edits = editsOf(m_trace.spec.edits, index);
    inputs.keepValues = m_keep.values;
    inputs.keepOutputs = m_keep.outputs;
    for (const Token& token : m_trace.tokens) inputs.specialKeys.push_back(token.special ? 1 : 0);
    TracedLayer traced = traceLayer(m_compute, std::move(inputs), part(progress, 0.35, 0.8));
    report(progress, 0.8);
    if (m_known > 0) traced.z = Matrix(traced.z.bottomRows(x.rows()));
    const bool projects = !layer.attentionOut.empty();
    Matrix out = projects ? apply(m_compute, layer.attentionOut, traced.z) : std::move(traced.z);
    if (m_keep.outputs) {
        const Vector norms = out.rowwise().norm();
        Eigen::ArrayXf& all = traced.trace->outputNorms;
        if (const LayerTrace* known = knownLayer(index)) all = known->outputNorms.head(m_known);
        all.conservativeResize(m_known + norms.size());
        all.tail(norms.size()) = norms.array();
    }
    m_trace.layers.push_back(std::move(traced.trace));
    normalise(out, layer.attentionOutNorm);
    return out;
}

void Forward::runLayer(int index, Matrix& x, const Progress& progress) const {
    report(progress, 0);
    const std::shared_ptr<const LayerWeights> layer = m_weights.layerToMultiply(index);
    const BlockDesign& design = m_config.design;
    const bool post = design.placement == NormPlacement::Post;
    keepHidden(x);
    report(progress, 0.1);  // the weights are there, converted where they were not

    Matrix input;  // what a convolution reads
    if (layer->convolution) input = x;
    Matrix read = post ? x : normalised(x, layer->attentionNorm);
    Matrix parallel;  // what the MLP of a parallel block reads
    if (design.placement == NormPlacement::Parallel)
        parallel = layer->mlpNorm ? normalised(x, layer->mlpNorm) : read;
    if (m_config.plan(index).attention) {
        addTo(x, read, attention(index, *layer, read, part(progress, 0.1, 0.5)));
        if (post) normalise(x, layer->attentionNorm);
    } else {
        m_trace.layers.push_back(nullptr);
        if (layer->shortConvolution)
            addTo(x, read, shortConvolution(m_compute, *layer->shortConvolution, read));
    }
    if (m_config.plan(index).mlp) addMlp(index, *layer, x, std::move(parallel), part(progress, 0.5, 1));
    if (layer->convolution) addConvolution(*layer, input, x);
    stopUnlessFinite(x, layerName(index));
}

// `parallel` is what the MLP of a parallel block reads.
void Forward::addMlp(int index, const LayerWeights& layer, Matrix& x, Matrix parallel,
                     const Progress& progress) const {
    Matrix read;
    switch (m_config.design.placement) {
        case NormPlacement::Post:
            read = x;
            break;
        case NormPlacement::Pre:
            read = normalised(x, layer.mlpNorm);
            break;
        case NormPlacement::Parallel:
            read = std::move(parallel);
            break;
    }
    report(progress, 0);
    Matrix added = mlp(index, layer, read, progress);
    normalise(added, layer.mlpOutNorm);
    addTo(x, read, added);
    if (m_config.design.placement == NormPlacement::Post) normalise(x, layer.mlpNorm);
}

// What half a block makes of its input x and of `read`, which is x normalised as its placement says.
void Forward::addTo(Matrix& x, const Matrix& read, const Matrix& added) const {
    switch (m_config.design.residual) {
        case Residual::Input:
            break;
        case Residual::NormalisedInput:
            x = read;
            break;
        case Residual::None:
            x.setZero();
            break;
    }
    x += m_config.residualScale * added;
}

void Forward::stopUnlessFinite(const Matrix& x, const std::string& place) const {
    if (!allFinite(m_compute, x)) throw Error(ErrorCode::NotFinite, {m_trace.modelName, place});
}

void Forward::finish(Matrix& x) const {
    normalise(x, m_weights.finalNorm());
    if (!m_weights.outputProjection().empty()) x = apply(m_compute, m_weights.outputProjection(), x);
    stopUnlessFinite(x, "final norm");
    keepHidden(x);
    m_trace.lastHidden = belowKnown(m_known > 0 ? &m_base->lastHidden : nullptr, x);
}

}  // namespace headscope::core
