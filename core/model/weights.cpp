// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/weights.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/model/binder.h"
#include "core/model/tensor_finder.h"

namespace headscope::core {
namespace {

bool isIgnored(const Architecture& architecture, const std::string& name) {
    return std::any_of(architecture.ignored.begin(), architecture.ignored.end(),
                       [&](std::string_view end) { return name.ends_with(end); }) ||
           std::any_of(architecture.ignoredParts.begin(), architecture.ignoredParts.end(),
                       [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

}  // namespace

Weights::Weights(const Compute& compute, const Checkpoint& checkpoint, Architecture architecture,
                 ModelConfig& config, std::size_t budget)
    : m_compute(compute), m_architecture(std::move(architecture)), m_budget(budget) {
    const TensorNames& names = m_architecture.names;
    TensorFinder finder(
        checkpoint, m_architecture.prefixes,
        {std::string(names.tokenEmbedding) + ".weight", tensorName(attentionName(names), {}) + ".weight"});
    correctSizes(m_architecture, finder, config);
    const Binder binder(m_architecture, config, finder);
    m_slots.embedding = binder.embedding();
    for (const LayerPlan& plan : config.plans) m_slots.layers.push_back(binder.layer(plan));
    finder.stopIfMissing();
    const EmbeddingSlots& embedding = m_slots.embedding;
    if (embedding.norm) m_embeddingNorm = normWeights(*embedding.norm, m_architecture);
    if (embedding.finalNorm) m_finalNorm = normWeights(*embedding.finalNorm, m_architecture);
    if (embedding.positionBias) m_positionBias = embedding.positionBias->toMatrix();
    if (embedding.distances) m_distances = embedding.distances->toMatrix();
    if (embedding.distancesNorm)
        layerNorm(compute, m_distances, normWeights(*embedding.distancesNorm, m_architecture),
                  config.normEpsilon);
    m_embeddingProjection = packedWeights(compute, embedding.projection);
    m_outputProjection = packedWeights(compute, embedding.outputProjection);
    const Index width = embedding.outputProjection.weight ? config.embeddingDim : config.modelDim;
    m_outputs = bindOutputs(
        m_architecture, {checkpoint.config(), checkpoint.location(), config.tiedEmbeddings, width,
                         embedding.tokens, std::string(names.tokenEmbedding) + ".weight", finder, m_report});
    m_config = config;
    writeReport(checkpoint, finder);
    m_slots.parts = finder.takeParts();
    measureLayers();
}

void Weights::writeReport(const Checkpoint& checkpoint, const TensorFinder& finder) {
    const std::set<std::string>& used = finder.used();
    m_report.stored = checkpoint.tensors().size();
    m_report.used.assign(used.begin(), used.end());
    for (const TensorView& view : checkpoint.tensors()) {
        if (used.contains(view.name)) {
            m_parameters += view.elements();
        } else {
            const bool known = finder.left().contains(view.name) || isIgnored(m_architecture, view.name);
            (known ? m_report.ignored : m_report.unexpected).push_back(view.name);
        }
    }
}

void Weights::measureLayers() {
    std::set<std::pair<int, int>> seen;  // layers that share weights count once
    for (std::size_t i = 0; i < m_slots.layers.size(); ++i) {
        const LayerPlan& plan = m_config.plans[i];
        if (!seen.emplace(plan.stored, plan.inner).second) continue;
        const std::size_t bytes = convertedBytes(m_slots.layers[i]);
        m_largestLayer = std::max(m_largestLayer, bytes);
        m_allLayers += bytes;
    }
}

template <typename T, typename Make>
std::shared_ptr<const T> Weights::cached(std::map<Key, std::shared_ptr<const T>>& kept, const Key& key,
                                         const Make& make) const {
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = kept.find(key); found != kept.end()) return found->second;
    }
    // Not under the lock: making uses the executor, whose loops may ask for weights themselves, and texts of
    // a corpus convert what no budget keeps side by side. Two that make the same at once is rare and
    // harmless.
    auto made = std::make_shared<const T>(make());
    const std::lock_guard lock(m_mutex);
    if (const auto found = kept.find(key); found != kept.end()) return found->second;
    if (m_cachedBytes + made->bytes() <= m_budget) {
        m_cachedBytes += made->bytes();
        kept.emplace(key, made);
    } else {
        m_full = true;
    }
    return made;
}

std::shared_ptr<const LayerWeights> Weights::layer(int index) const {
    const LayerPlan& wanted = m_config.plan(index);
    return cached(m_layers, {wanted.stored, wanted.inner, -1}, [&] {
        const LayerSlots& slots = m_slots.layers[static_cast<std::size_t>(index)];
        return layerWeights(m_compute, slots, wanted, m_architecture, m_config);
    });
}

bool Weights::staysStored(const Key& key, int layer) const {
    if (!canStayStored(m_slots.layers[static_cast<std::size_t>(layer)], m_architecture, m_config))
        return false;
    const std::lock_guard lock(m_mutex);
    const bool kept = key.expert < 0 ? m_layers.contains(key) : m_experts.contains(key);
    return !kept && (m_used.insert(key).second || m_full);
}

std::shared_ptr<const LayerWeights> Weights::layerToMultiply(int index) const {
    const LayerPlan& wanted = m_config.plan(index);
    if (!staysStored({wanted.stored, wanted.inner, -1}, index)) return layer(index);
    const LayerSlots& slots = m_slots.layers[static_cast<std::size_t>(index)];
    return std::make_shared<const LayerWeights>(storedLayerWeights(slots, wanted, m_architecture, m_config));
}

std::shared_ptr<const MlpWeights> Weights::expertToMultiply(int layer, int expert) const {
    const LayerPlan& wanted = m_config.plan(layer);
    const Key key{wanted.stored, wanted.inner, expert};
    if (staysStored(key, layer))
        return std::make_shared<const MlpWeights>(
            storedExpertWeights(m_slots.layers[static_cast<std::size_t>(layer)], expert));
    return cached(m_experts, key, [&] {
        return expertWeights(m_compute, m_slots.layers[static_cast<std::size_t>(layer)], expert,
                             m_architecture);
    });
}

Matrix Weights::tokenRows(std::span<const std::int32_t> ids) const {
    const TensorView& table = *m_slots.embedding.tokens;
    Matrix rows(static_cast<Index>(ids.size()), table.shape[1]);
    for (Index i = 0; i < rows.rows(); ++i) rows.row(i) = rowsOf(table, ids[static_cast<std::size_t>(i)], 1);
    return rows;
}

}  // namespace headscope::core
