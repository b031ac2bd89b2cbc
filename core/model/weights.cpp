// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/weights.h"

#include <algorithm>
#include <array>

#include "core/model/tensor_finder.h"

namespace headscope::core {
namespace {

// Converted layers that stay in memory. Layers beyond it are converted at every run: a scan over all layers
// would make any least-recently-used cache miss every time, keeping the first ones hits for those.
constexpr std::size_t cacheBudget = std::size_t{6} << 30;

struct LinearSlot {
    const TensorView* weight = nullptr;
    const TensorView* bias = nullptr;
};

struct NormSlot {
    const TensorView* weight = nullptr;
    const TensorView* bias = nullptr;
};

struct LayerSlots {
    std::array<LinearSlot, 3> qkv;  // q, k, v; or the fused one first
    LinearSlot out, up, gate, down;
    NormSlot attentionNorm, mlpNorm;
};

std::string layerName(std::string_view pattern, int layer) {
    std::string name(pattern);
    if (const std::size_t place = name.find("{}"); place != std::string::npos)
        name.replace(place, 2, std::to_string(layer));
    return name;
}

bool hasBias(const BiasRule& rule, const Json& config) {
    return rule.key.empty() ? rule.always : config.boolOr(rule.key, rule.always);
}

NormWeights toNorm(const NormSlot& slot) {
    return {vectorOf(slot.weight), vectorOf(slot.bias)};
}

Linear toLinear(const LinearSlot& slot, LinearLayout layout) {
    Matrix weight = slot.weight->toMatrix();
    if (layout == LinearLayout::InOut) weight = Matrix(weight.transpose());
    return {std::move(weight), vectorOf(slot.bias)};
}

// q, k and v one below the other, so that one multiplication serves all three.
Linear stack(const std::array<LinearSlot, 3>& slots, LinearLayout layout) {
    if (!slots[1].weight) return toLinear(slots[0], layout);
    std::array<Linear, 3> parts;
    Index rows = 0;
    bool biased = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i] = toLinear(slots[i], layout);
        rows += parts[i].weight.rows();
        biased = biased || parts[i].bias.size() > 0;
    }
    Linear stacked{Matrix(rows, parts[0].weight.cols()), biased ? Vector(Vector::Zero(rows)) : Vector()};
    Index row = 0;
    for (const Linear& part : parts) {
        stacked.weight.middleRows(row, part.weight.rows()) = part.weight;
        if (part.bias.size() > 0) stacked.bias.segment(row, part.bias.size()) = part.bias;
        row += part.weight.rows();
    }
    return stacked;
}

// Finds the tensors of one model.
struct Binder {
    const Architecture& architecture;
    const Checkpoint& checkpoint;
    ModelConfig& config;
    TensorFinder& finder;

    LinearSlot linear(const std::string& name, Index out, Index in, const BiasRule& bias) const {
        const bool transposed = architecture.linear == LinearLayout::InOut;
        LinearSlot slot;
        slot.weight = finder.require(name + ".weight",
                                     transposed ? std::vector<Index>{in, out} : std::vector<Index>{out, in});
        if (hasBias(bias, checkpoint.config())) slot.bias = finder.require(name + ".bias", {out});
        return slot;
    }

    NormSlot norm(const std::string& name) const {
        NormSlot slot;
        slot.weight = finder.require(name + ".weight", {config.modelDim});
        if (config.norm == NormKind::Layer) slot.bias = finder.require(name + ".bias", {config.modelDim});
        return slot;
    }

    LayerSlots layer(int index) const {
        const TensorNames& names = architecture.names;
        const auto named = [index](std::string_view pattern) { return layerName(pattern, index); };
        const Index d = config.modelDim;
        const Index query = config.heads * config.headDim;
        const Index key = config.kvHeads * config.headDim;
        LayerSlots slots;
        switch (architecture.qkv) {
            case QkvLayout::Separate:
                slots.qkv[0] = linear(named(names.q), query, d, architecture.qkvBias);
                slots.qkv[1] = linear(named(names.k), key, d, architecture.qkvBias);
                slots.qkv[2] = linear(named(names.v), key, d, architecture.qkvBias);
                break;
            case QkvLayout::FusedColumns:
                slots.qkv[0] = linear(named(names.qkv), query + 2 * key, d, architecture.qkvBias);
                break;
        }
        slots.out = linear(named(names.attentionOut), d, query, architecture.outBias);
        slots.attentionNorm = norm(named(names.attentionNorm));
        slots.up = linear(named(names.mlpUp), config.mlpDim, d, architecture.mlpBias);
        if (config.mlp == MlpKind::Gated)
            slots.gate = linear(named(names.mlpGate), config.mlpDim, d, architecture.mlpBias);
        slots.down = linear(named(names.mlpDown), d, config.mlpDim, architecture.mlpBias);
        slots.mlpNorm = norm(named(names.mlpNorm));
        return slots;
    }

    // Tensors know these sizes better than configs in the wild do (padded vocabularies, edited position
    // tables).
    void correctSizes() const {
        const TensorNames& names = architecture.names;
        const auto rows = [this](std::string_view name, Index fallback) {
            const TensorView* view =
                name.empty() ? nullptr
                             : finder.find(std::string(name) + ".weight", {anySize, config.modelDim});
            return view ? view->shape[0] : fallback;
        };
        config.vocabSize = rows(names.tokenEmbedding, config.vocabSize);
        config.positions = rows(names.positionEmbedding, config.positions);
        config.typeCount = rows(names.typeEmbedding, config.typeCount);
        const bool transposed = architecture.linear == LinearLayout::InOut;
        const std::string up = layerName(names.mlpUp, 0) + ".weight";
        const std::vector<Index> shape = transposed ? std::vector<Index>{config.modelDim, anySize}
                                                    : std::vector<Index>{anySize, config.modelDim};
        if (const TensorView* view = finder.find(up, shape)) config.mlpDim = view->shape[transposed ? 1 : 0];
        config.maxTokens = config.positions;
        if (config.position == PositionKind::LearnedAfterPadding)
            config.maxTokens = config.positions - firstPosition();
    }

    // The row of the first token where positions count from the padding id. Needs the size of the table.
    Index firstPosition() const {
        if (config.paddingId >= 0 && config.paddingId < config.positions - 1) return config.paddingId + 1;
        throw Error(ErrorCode::ConfigInvalid,
                    {checkpoint.config().name(), "pad_token_id", std::to_string(config.paddingId),
                     "positions count from it and the position table has only " +
                         std::to_string(config.positions) + " rows"});
    }
};

bool classMatches(const OutputHead& head, const Json& config) {
    const auto classes = config.find("architectures");
    if (head.classes.empty() || !classes || !classes->isArray() || classes->size() == 0) return true;
    const Json first = (*classes)[0];
    const std::string_view name = first.asString();
    return std::any_of(head.classes.begin(), head.classes.end(),
                       [&](std::string_view end) { return name.ends_with(end); });
}

// The output head if the file has it: its dense stage exists, and a projection of its own or one tied to the
// embedding.
std::optional<OutputSlot> bindOutput(const Binder& binder, const OutputHead& head,
                                     const TensorView* embedding, TensorReport& report) {
    TensorFinder& finder = binder.finder;
    const Index d = binder.config.modelDim;
    const std::string dense(head.dense);
    const std::string projection(head.projection);
    if (!classMatches(head, binder.checkpoint.config())) return std::nullopt;
    if (!dense.empty() && !finder.has(dense + ".weight")) return std::nullopt;
    const bool ownProjection = !projection.empty() && finder.has(projection + ".weight");
    if (!ownProjection && !head.vocabulary) return std::nullopt;

    OutputSlot slot;
    slot.head = &head;
    slot.projection = embedding;
    if (ownProjection) {
        const TensorView* own = finder.find(projection + ".weight", {anySize, d});
        if (!head.vocabulary || !binder.config.tiedEmbeddings) slot.projection = own;
    }
    if (slot.projection == embedding && !projection.empty())
        report.tied.push_back(projection + ".weight = " + embedding->name);
    const Index columns = slot.projection->shape[0];
    if (!dense.empty()) {
        slot.dense = finder.find(dense + ".weight", {d, d});
        slot.denseBias = finder.find(dense + ".bias", {d});
    }
    if (!head.norm.empty()) {
        slot.norm = finder.require(std::string(head.norm) + ".weight", {d});
        slot.normBias = finder.find(std::string(head.norm) + ".bias", {d});
    }
    const std::string bias(head.bias);
    const TensorView* twin = projection.empty() ? nullptr : finder.find(projection + ".bias", {columns});
    slot.bias = bias.empty() ? nullptr : finder.find(bias, {columns});
    if (!slot.bias) slot.bias = twin;
    return slot;
}

std::vector<std::string> namesNotIn(const Checkpoint& checkpoint, const std::set<std::string>& used) {
    std::vector<std::string> names;
    for (const TensorView& view : checkpoint.tensors()) {
        if (!used.contains(view.name)) names.push_back(view.name);
    }
    return names;
}

bool isIgnored(const Architecture& architecture, const std::string& name) {
    return std::any_of(architecture.ignored.begin(), architecture.ignored.end(),
                       [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

struct Weights::Slots {
    LinearLayout layout;
    const TensorView* tokens = nullptr;
    const TensorView* positions = nullptr;
    const TensorView* types = nullptr;
    std::optional<NormWeights> embeddingNorm;
    std::optional<NormWeights> finalNorm;
    std::vector<LayerSlots> layers;
    std::vector<OutputSlot> outputs;
    TensorReport report;
    Index parameters = 0;
};

Weights::Weights(const Checkpoint& checkpoint, const Architecture& architecture, ModelConfig& config)
    : m_slots(std::make_unique<Slots>()) {
    const TensorNames& names = architecture.names;
    TensorFinder finder(checkpoint, architecture.prefixes, std::string(names.tokenEmbedding) + ".weight");
    const Binder binder{architecture, checkpoint, config, finder};
    binder.correctSizes();
    const auto table = [&](std::string_view name) {
        return name.empty() ? nullptr
                            : finder.require(std::string(name) + ".weight", {anySize, config.modelDim});
    };
    m_slots->layout = architecture.linear;
    m_slots->tokens = table(names.tokenEmbedding);
    m_slots->positions = table(names.positionEmbedding);
    m_slots->types = config.typeCount > 0 ? table(names.typeEmbedding) : nullptr;
    std::optional<NormSlot> embeddingNorm;
    std::optional<NormSlot> finalNorm;
    if (!names.embeddingNorm.empty()) embeddingNorm = binder.norm(std::string(names.embeddingNorm));
    if (!names.finalNorm.empty()) finalNorm = binder.norm(std::string(names.finalNorm));
    for (int i = 0; i < config.layers; ++i) m_slots->layers.push_back(binder.layer(i));
    finder.stopIfMissing();
    if (embeddingNorm) m_slots->embeddingNorm = toNorm(*embeddingNorm);
    if (finalNorm) m_slots->finalNorm = toNorm(*finalNorm);
    for (const OutputHead& head : architecture.outputs) {
        if (auto slot = bindOutput(binder, head, m_slots->tokens, m_slots->report))
            m_slots->outputs.push_back(*slot);
    }
    finder.stopIfMissing();

    TensorReport& report = m_slots->report;
    report.stored = checkpoint.tensors().size();
    report.used.assign(finder.used().begin(), finder.used().end());
    for (const std::string& name : namesNotIn(checkpoint, finder.used())) {
        (isIgnored(architecture, name) ? report.ignored : report.unexpected).push_back(name);
    }
    for (const std::string& name : report.used) m_slots->parameters += checkpoint.find(name)->elements();
    m_cache.resize(static_cast<std::size_t>(config.layers));
}

Weights::~Weights() = default;

std::shared_ptr<const LayerWeights> Weights::layer(int index) const {
    const std::lock_guard lock(m_mutex);
    auto& cached = m_cache[static_cast<std::size_t>(index)];
    if (cached) return cached;
    const LayerSlots& slots = m_slots->layers[static_cast<std::size_t>(index)];
    const LinearLayout layout = m_slots->layout;
    auto made = std::make_shared<LayerWeights>();
    made->qkv = stack(slots.qkv, layout);
    made->attentionOut = toLinear(slots.out, layout);
    made->attentionNorm = toNorm(slots.attentionNorm);
    made->up = toLinear(slots.up, layout);
    if (slots.gate.weight) made->gate = toLinear(slots.gate, layout);
    made->down = toLinear(slots.down, layout);
    made->mlpNorm = toNorm(slots.mlpNorm);
    if (m_cachedBytes + made->bytes() <= cacheBudget) {
        m_cachedBytes += made->bytes();
        cached = made;
    }
    return made;
}

std::size_t LayerWeights::bytes() const noexcept {
    Index floats =
        attentionNorm.weight.size() + attentionNorm.bias.size() + mlpNorm.weight.size() + mlpNorm.bias.size();
    for (const Linear* linear : {&qkv, &attentionOut, &up, &gate, &down})
        floats += linear->weight.size() + linear->bias.size();
    return static_cast<std::size_t>(floats) * sizeof(float);
}

Matrix Weights::tokenRows(std::span<const std::int32_t> ids) const {
    Matrix rows(static_cast<Index>(ids.size()), m_slots->tokens->shape[1]);
    for (Index i = 0; i < rows.rows(); ++i)
        rows.row(i) = rowsOf(*m_slots->tokens, ids[static_cast<std::size_t>(i)], 1);
    return rows;
}

const TensorView* Weights::positionTable() const noexcept {
    return m_slots->positions;
}
const TensorView* Weights::typeTable() const noexcept {
    return m_slots->types;
}
const NormWeights* Weights::embeddingNorm() const noexcept {
    return m_slots->embeddingNorm ? &*m_slots->embeddingNorm : nullptr;
}
const NormWeights* Weights::finalNorm() const noexcept {
    return m_slots->finalNorm ? &*m_slots->finalNorm : nullptr;
}
const std::vector<OutputSlot>& Weights::outputs() const noexcept {
    return m_slots->outputs;
}
const TensorReport& Weights::report() const noexcept {
    return m_slots->report;
}
Index Weights::parameters() const noexcept {
    return m_slots->parameters;
}

Matrix rowsOf(const TensorView& view, Index begin, Index count) {
    TensorView part = view;
    const std::size_t rowBytes = view.bytes.size() / static_cast<std::size_t>(view.shape[0]);
    part.shape[0] = count;
    part.bytes = view.bytes.subspan(static_cast<std::size_t>(begin) * rowBytes,
                                    static_cast<std::size_t>(count) * rowBytes);
    Matrix rows = part.toMatrix();
    return rows;
}

Vector vectorOf(const TensorView* view) {
    if (!view) return {};
    const std::vector<float> values = view->toFloats();
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace headscope::core
