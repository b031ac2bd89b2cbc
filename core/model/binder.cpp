// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/binder.h"

#include <algorithm>

#include "core/model/config_values.h"

namespace headscope::core {
namespace {

bool has(std::string_view name) {
    return !name.empty();
}

constexpr std::string_view ofOneHead = "[{h}]";  // an index along the first axis of a tensor

}  // namespace

std::string_view attentionName(const TensorNames& names) noexcept {
    return names.qkv.empty() ? names.q : names.qkv;
}

bool isPerHead(std::string_view pattern) noexcept {
    return pattern.find("{h}") != pattern.npos;
}

LinearName linearName(std::string_view name, LinearLayout usual) {
    if (!name.ends_with(".T")) return {std::string(name), usual};
    name.remove_suffix(2);
    return {std::string(stemOf(name)),
            usual == LinearLayout::InOut ? LinearLayout::OutIn : LinearLayout::InOut};
}

std::vector<Index> linearShape(LinearLayout layout, Index out, Index in) {
    return layout == LinearLayout::InOut ? std::vector<Index>{in, out} : std::vector<Index>{out, in};
}

std::string tensorName(std::string_view pattern, const LayerPlan& plan, int part) {
    std::string name(pattern);
    const auto put = [&name](std::string_view mark, int number) {
        if (const std::size_t place = name.find(mark); place != std::string::npos)
            name.replace(place, mark.size(), std::to_string(number));
    };
    put("{}", plan.stored);
    put("{i}", plan.inner);
    put("{e}", part);
    put("{h}", part);
    return name;
}

const TensorView* Binder::table(std::string_view name, Index width) const {
    return has(name) ? m_finder.require(std::string(name) + ".weight", {anySize, width}) : nullptr;
}

LinearSlot Binder::linear(const std::string& name, Index out, Index in, const BiasRule& bias) const {
    const LinearName stored = linearName(name, m_architecture.linear);
    LinearSlot slot;
    slot.layout = stored.layout;
    slot.weight = m_finder.require(stored.stem + ".weight", linearShape(stored.layout, out, in));
    if (bias.asStored)
        slot.bias = m_finder.find(stored.stem + ".bias", {out});
    else if (bias.always)
        slot.bias = m_finder.require(stored.stem + ".bias", {out});
    return slot;
}

std::vector<LinearSlot> Binder::rowsOfHeads(std::string_view pattern, const LayerPlan& plan, int heads,
                                            Index rows) const {
    const Index d = m_config.modelDim;
    if (!isPerHead(pattern)) return {linear(tensorName(pattern, plan), rows, d, m_architecture.qkvBias)};
    std::vector<LinearSlot> slots;
    for (int head = 0; head < heads; ++head)
        slots.push_back(linear(tensorName(pattern, plan, head), rows / heads, d, m_architecture.qkvBias));
    return slots;
}

std::vector<LinearSlot> Binder::attentionOut(const LayerPlan& plan) const {
    const std::string_view pattern = m_architecture.names.attentionOut;
    const BiasRule& bias = m_architecture.outBias;
    const Index d = m_config.modelDim;
    if (!isPerHead(pattern))
        return {linear(tensorName(pattern, plan), d, plan.heads * m_config.headDim, bias)};
    // Beside a tensor of all heads there is one bias.
    std::string together(pattern);
    const std::size_t index = together.find(ofOneHead);
    if (index != together.npos) together.erase(index, ofOneHead.size());
    std::vector<LinearSlot> slots;
    for (int head = 0; head < plan.heads; ++head) {
        slots.push_back(linear(tensorName(pattern, plan, head), d, m_config.headDim, {}));
        if (!bias.asStored || (index != together.npos && head > 0)) continue;
        const LinearName name = linearName(tensorName(together, plan, head), m_architecture.linear);
        slots.back().bias = m_finder.find(name.stem + ".bias", {d});
    }
    return slots;
}

std::optional<NormSlot> Binder::norm(const std::string& name, Index width, const BiasRule& bias) const {
    if (name.empty()) return std::nullopt;
    NormSlot slot;
    if (!m_architecture.normWeights) return slot;
    slot.weight = m_finder.require(name + ".weight", {width});
    if (m_config.design.norm == NormKind::Rms) return slot;
    if (bias.asStored)
        slot.bias = m_finder.find(name + ".bias", {width});
    else if (bias.always)
        slot.bias = m_finder.require(name + ".bias", {width});
    return slot;
}

// A row for each bucket; what is beyond them is never read.
const TensorView* Binder::positionBias() const {
    const TensorView* view = table(m_architecture.names.positionBias, m_config.heads);
    if (!view || view->shape[0] >= m_config.biasBuckets) return view;
    throw Error(ErrorCode::TensorShapeWrong,
                {m_finder.checkpoint().location(), view->name, view->shapeText(),
                 '[' + std::to_string(m_config.biasBuckets) + ", " + std::to_string(m_config.heads) + ']'});
}

// Hand-written models keep their position table with an axis for the batch, [1, position, width] or
// [position, 1, width].
std::vector<Index> positionShape(const TensorFinder& finder, const std::string& weight, Index width) {
    const TensorView* stored = finder.look(weight, {}).view;
    if (!stored || stored->shape.size() != 3) return {anySize, width};
    return stored->shape[0] == 1 ? std::vector<Index>{1, anySize, width}
                                 : std::vector<Index>{anySize, 1, width};
}

namespace {

std::optional<TensorView> positionTable(TensorFinder& finder, std::string_view name, Index width) {
    if (name.empty()) return std::nullopt;
    const std::string weight = std::string(name) + ".weight";
    const TensorView* stored = finder.require(weight, positionShape(finder, weight, width));
    if (!stored) return std::nullopt;
    TensorView table = *stored;
    table.shape = {stored->elements() / width, width};
    return table;
}

}  // namespace

EmbeddingSlots Binder::embedding() const {
    const TensorNames& names = m_architecture.names;
    const Index d = m_config.modelDim;
    const Index e = m_config.embeddingDim;
    const bool projectsFirst = m_config.design.embeddingProjection == EmbeddingProjection::AfterTokens;
    const bool projectsLast = m_config.design.embeddingProjection == EmbeddingProjection::AfterNorm;
    const Index summed = projectsFirst ? d : e;  // width in which tokens, positions and types are added
    EmbeddingSlots slots;
    slots.tokens = table(tokenTableName(m_architecture, m_config, m_finder), e);
    if (m_config.design.position != PositionKind::None)
        slots.positions = positionTable(m_finder, names.positionEmbedding, summed);
    if (m_config.typeCount > 0) slots.types = table(names.typeEmbedding, summed);
    slots.positionBias = positionBias();
    if (const Index span = m_config.distances.span; span > 0) {
        slots.distances = m_finder.require(std::string(names.distances) + ".weight", {2 * span, d});
        if (m_config.distances.normed) slots.distancesNorm = norm(std::string(names.distancesNorm), d);
    }
    slots.norm = norm(std::string(names.embeddingNorm), projectsLast ? e : d);
    const auto projection = [&](std::string_view name, Index out, Index in) {
        LinearSlot slot;
        if (!has(name) || (e == d && !m_finder.has(std::string(name) + ".weight"))) return slot;
        slot = linear(std::string(name), out, in, {});
        slot.bias = m_finder.find(std::string(name) + ".bias", {out});
        return slot;
    };
    slots.projection = projection(names.embeddingProjection, d, e);
    slots.outputProjection = projection(names.outputProjection, e, d);
    slots.finalNorm = norm(std::string(names.finalNorm), d);
    return slots;
}

void Binder::bindQkv(const LayerPlan& plan, LayerSlots& slots) const {
    const TensorNames& names = m_architecture.names;
    const Index query = plan.heads * m_config.headDim;
    const Index key = plan.kvHeads * m_config.headDim;
    switch (m_architecture.qkv) {
        case QkvLayout::Separate:
            slots.qkv[0] = rowsOfHeads(names.q, plan, plan.heads, query);
            slots.qkv[1] = rowsOfHeads(names.k, plan, plan.kvHeads, key);
            slots.qkv[2] = rowsOfHeads(names.v, plan, plan.kvHeads, key);
            break;
        case QkvLayout::Blocks:
        case QkvLayout::Groups:
            slots.qkv[0] = rowsOfHeads(names.qkv, plan, plan.kvHeads, query + 2 * key);
            break;
    }
    const std::array<std::string_view, 3> global = {names.globalQ, names.globalK, names.globalV};
    for (std::size_t i = 0; i < global.size(); ++i) {
        if (has(global[i]))
            slots.globalQkv[i] = linear(tensorName(global[i], plan), i == 0 ? query : key, m_config.modelDim,
                                        m_architecture.qkvBias);
    }
    if (has(names.attentionOut)) slots.out = attentionOut(plan);
    if (has(names.sinks)) slots.sinks = m_finder.require(tensorName(names.sinks, plan), {plan.heads});
}

void Binder::bindDistances(const LayerPlan& plan, LayerSlots& slots) const {
    const TensorNames& names = m_architecture.names;
    const DistanceTable& table = m_config.distances;
    const Index d = m_config.modelDim;
    const auto projection = [&](std::string_view name) {
        return linear(tensorName(name, plan), plan.heads * m_config.headDim, d, m_architecture.qkvBias);
    };
    if (table.span > 0 && table.ownProjections) {
        if (table.onQueries) slots.distanceKey = projection(names.distanceKey);
        if (table.onKeys) slots.distanceQuery = projection(names.distanceQuery);
    }
    const ConvolutionPlan& convolution = m_config.convolution;
    if (convolution.kernel == 0 || plan.stored > 0) return;
    const std::string name(names.convolution);
    slots.convolution.weight =
        m_finder.require(name + ".weight", {d, d / convolution.groups, convolution.kernel});
    slots.convolution.bias = m_finder.require(name + ".bias", {d});
    slots.convolutionNorm = norm(std::string(names.convolutionNorm), d);
}

void Binder::bindShortConvolution(const LayerPlan& plan, LayerSlots& slots) const {
    const TensorNames& names = m_architecture.names;
    const BiasRule& bias = m_architecture.shortConvolutionBias;
    const Index d = m_config.modelDim;
    ShortConvolutionSlots& convolution = slots.shortConvolution;
    convolution.in = linear(tensorName(names.shortConvolutionIn, plan), 3 * d, d, bias);
    convolution.out = linear(tensorName(names.shortConvolutionOut, plan), d, d, bias);
    const std::string name = tensorName(names.shortConvolution, plan);
    convolution.kernel.weight = m_finder.require(name + ".weight", {d, 1, anySize});
    if (bias.always) convolution.kernel.bias = m_finder.require(name + ".bias", {d});
}

void Binder::bindHeadNorms(const LayerPlan& plan, LayerSlots& slots) const {
    const auto bind = [&](std::string_view pattern, int heads, std::vector<NormSlot>& out) {
        const bool own = m_config.design.qkNorm == QkNorm::PerHeadOwnWeights;
        const bool whole = m_config.design.qkNorm == QkNorm::WholeWidth;
        for (int head = 0; head < (own ? heads : 1); ++head) {
            const Index width = whole ? heads * m_config.headDim : m_config.headDim;
            if (auto slot = norm(tensorName(pattern, plan, head), width, m_architecture.headNormBias))
                out.push_back(*slot);
        }
    };
    if (m_config.design.qkNorm == QkNorm::None) return;
    bind(m_architecture.names.qNorm, plan.heads, slots.qNorm);
    bind(m_architecture.names.kNorm, plan.kvHeads, slots.kNorm);
}

MlpSlots Binder::mlp(const LayerPlan& plan, int expert) const {
    const TensorNames& names = m_architecture.names;
    const BiasRule& bias = m_architecture.mlpBias;
    const Index d = m_config.modelDim;
    const Index wide = m_config.mlpDim;
    const bool gated = m_config.design.mlp == MlpKind::Gated;
    MlpSlots slots;
    if (gated && has(names.mlpGateUp)) {
        slots.gateUp = linear(tensorName(names.mlpGateUp, plan, expert), 2 * wide, d, bias);
    } else {
        slots.up = linear(tensorName(names.mlpUp, plan, expert), wide, d, bias);
        if (gated) slots.gate = linear(tensorName(names.mlpGate, plan, expert), wide, d, bias);
    }
    slots.down = linear(tensorName(names.mlpDown, plan, expert), d, wide, bias);
    return slots;
}

// [expert, in, out] and [expert, out], the bias beside the weight.
MlpSlots Binder::stackedExperts(const LayerPlan& plan) const {
    const auto stacked = [&](std::string_view pattern, Index out, Index in) {
        const std::string name = tensorName(pattern, plan);
        LinearSlot slot;
        slot.weight = m_finder.require(name, {m_config.experts.count, in, out});
        if (m_architecture.mlpBias.always)
            slot.bias = m_finder.require(name + "_bias", {m_config.experts.count, out});
        return slot;
    };
    MlpSlots slots;
    slots.gateUp = stacked(m_architecture.names.mlpGateUp, 2 * m_config.mlpDim, m_config.modelDim);
    slots.down = stacked(m_architecture.names.mlpDown, m_config.modelDim, m_config.mlpDim);
    return slots;
}

void Binder::bindMlps(const LayerPlan& plan, LayerSlots& slots) const {
    if (!plan.mlp) return;
    const int experts = m_config.experts.count;
    if (experts == 0) {
        slots.mlps.push_back(mlp(plan, 0));
        return;
    }
    slots.router = linear(tensorName(m_architecture.names.router, plan), experts, m_config.modelDim,
                          m_architecture.routerBias);
    switch (m_architecture.expertLayout) {
        case ExpertLayout::Separate:
            for (int expert = 0; expert < experts; ++expert) slots.mlps.push_back(mlp(plan, expert));
            break;
        case ExpertLayout::Stacked:
            slots.mlps.push_back(stackedExperts(plan));
            break;
    }
}

LayerSlots Binder::layer(const LayerPlan& plan) const {
    const TensorNames& names = m_architecture.names;
    const Index d = m_config.modelDim;
    LayerSlots slots;
    const bool normed = m_architecture.firstLayerNormed || plan.stored > 0;
    if (plan.attention) {
        bindQkv(plan, slots);
        bindDistances(plan, slots);
        bindHeadNorms(plan, slots);
        slots.attentionOutNorm = norm(tensorName(names.attentionOutNorm, plan), d);
    } else if (has(names.shortConvolution)) {
        bindShortConvolution(plan, slots);
    }
    const bool mixes = plan.attention || has(names.shortConvolution);
    if (mixes && normed) slots.attentionNorm = norm(tensorName(names.attentionNorm, plan), d);
    bindMlps(plan, slots);
    slots.mlpNorm = norm(tensorName(names.mlpNorm, plan), d);
    slots.mlpOutNorm = norm(tensorName(names.mlpOutNorm, plan), d);
    return slots;
}

}  // namespace headscope::core
