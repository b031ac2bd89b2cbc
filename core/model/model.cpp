// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/memory.h"
#include "core/model/architectures.h"
#include "core/model/config_values.h"
#include "core/model/edits.h"
#include "core/model/forward.h"
#include "core/model/outputs.h"
#include "core/model/reuse.h"
#include "core/model/run_mean.h"
#include "core/model/weights.h"

namespace headscope::core {
namespace {

std::vector<OutputInfo> outputInfos(const Weights& weights, const ModelConfig& config) {
    std::vector<OutputInfo> infos;
    for (const OutputSlot& slot : weights.outputs()) {
        if (slot.problem) continue;
        OutputInfo info{std::string(slot.head->id),
                        slot.head->scope == OutputScope::EveryToken,
                        slot.head->vocabulary,
                        {}};
        if (!info.vocabulary) {
            const auto& own = slot.head->columns;
            info.labels = own.empty() ? config.labels : std::vector<std::string>(own.begin(), own.end());
            for (Index i = static_cast<Index>(info.labels.size()); i < slot.columns(); ++i) {
                info.labels.push_back("LABEL_" + std::to_string(i));
            }
            info.labels.resize(static_cast<std::size_t>(slot.columns()));
        }
        infos.push_back(std::move(info));
    }
    return infos;
}

// Tokens of ids that come without a tokenizer: the number is all there is to show.
std::vector<Token> bareTokens(const std::vector<std::int32_t>& ids) {
    std::vector<Token> tokens;
    for (const std::int32_t id : ids) {
        Token token;
        token.id = id;
        token.piece = token.label = std::to_string(id);
        tokens.push_back(std::move(token));
    }
    return tokens;
}

// A position of an input without tokens is called by its number.
std::vector<Token> positionTokens(Index count) {
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return bareTokens(numbers);
}

// Drops tokens before the closing special tokens, so that a cut text still ends as the model expects.
Index cutTokens(std::vector<Token>& tokens, Index limit) {
    const Index excess = static_cast<Index>(tokens.size()) - limit;
    if (excess <= 0) return 0;
    Index closing = 0;
    while (closing < limit - 1 && tokens[tokens.size() - 1 - static_cast<std::size_t>(closing)].special)
        ++closing;
    const auto end = tokens.end() - closing;
    tokens.erase(end - excess, end);
    return excess;
}

/// The first `count` layers of `base` and the hidden states before them.
void shareLayers(Trace& trace, const Trace& base, int count, KeepOptions keep) {
    trace.layers.assign(base.layers.begin(), base.layers.begin() + count);
    if (keep.hidden) trace.hidden.assign(base.hidden.begin(), base.hidden.begin() + count);
}

// The same share for every model: what else runs, the file's pages and the traces need the rest.
std::size_t budgetForWeights() noexcept {
    return physicalMemory() / 2;
}

}  // namespace

struct Model::Impl {
    Checkpoint checkpoint;  // keeps the mapped weights alive that the slots point into
    std::string name;
    Compute compute;
    ModelConfig config;
    std::size_t weightsBudget = 0;
    std::unique_ptr<Weights> weights;
    std::optional<Tokenizer> tokenizer;
    std::vector<OutputInfo> outputs;

    void checkTokens(const std::vector<Token>& tokens) const {
        if (tokens.empty()) throw Error(ErrorCode::TextEmpty);
        for (const Token& token : tokens) {
            if (token.id >= 0 && token.id < config.vocabSize) continue;
            throw Error(ErrorCode::TokenIdOutOfRange,
                        {std::to_string(token.id), std::to_string(config.vocabSize - 1)});
        }
    }

    std::vector<Token> tokensOfVectors(const Input& input) const {
        if (!input.vectors) throw Error(ErrorCode::NoEmbeddings, {name, std::to_string(config.embeddingDim)});
        const Matrix& vectors = *input.vectors;
        const auto refuse = [](const std::string& why) {
            throw Error(ErrorCode::VectorsInvalid, {"The array", why});
        };
        if (vectors.rows() == 0) throw Error(ErrorCode::TextEmpty);
        if (vectors.rows() > largestSize) refuse("it has too many positions");
        if (vectors.cols() != config.embeddingDim)
            refuse("its vectors have " + std::to_string(vectors.cols()) + " numbers, those of the model " +
                   std::to_string(config.embeddingDim));
        if (!vectors.allFinite()) refuse("it holds numbers that are not finite");
        return positionTokens(vectors.rows());
    }

    void setTypes(std::vector<Token>& tokens, const std::vector<std::int32_t>& types) const {
        if (types.size() != tokens.size())
            throw Error(ErrorCode::BadArgument,
                        {name, "there are " + std::to_string(types.size()) + " segment types for " +
                                   std::to_string(tokens.size()) + " token ids"});
        const Index count = std::max<Index>(1, config.typeCount);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (types[i] < 0 || types[i] >= count)
                throw Error(ErrorCode::BadArgument,
                            {name, "it has the segment types 0 to " + std::to_string(count - 1) + ", not " +
                                       std::to_string(types[i])});
            tokens[i].typeId = types[i];
        }
    }

    std::vector<Token> tokenise(const Input& input) const {
        if (config.vocabSize == 0) return tokensOfVectors(input);
        if (input.vectors)
            throw Error(ErrorCode::BadArgument,
                        {name, "it has embeddings, so it reads a text or ids, not vectors"});
        std::vector<Token> tokens;
        if (!input.ids.empty()) {
            tokens = tokenizer ? tokenizer->fromIds(input.ids) : bareTokens(input.ids);
            if (!input.typeIds.empty()) setTypes(tokens, input.typeIds);
        } else if (!tokenizer) {
            throw Error(ErrorCode::NoTokenizer, {name});
        } else {
            const auto pair = input.pair ? std::optional<std::string_view>(*input.pair) : std::nullopt;
            tokens = tokenizer->encode(input.text, pair, {true, !input.literalSpecials});
        }
        checkTokens(tokens);
        return tokens;
    }

    bool tooLong(const std::vector<Token>& tokens) const {
        return config.maxTokens > 0 && static_cast<Index>(tokens.size()) > config.maxTokens;
    }

    // The last token that is no padding, as the reference finds it; of nothing but padding the first one.
    Index lastRealToken(const Trace& trace) const {
        Index last = trace.length() - 1;
        if (!config.namedPaddingId) return last;
        const auto isPadding = [&](Index position) {
            return trace.tokens[static_cast<std::size_t>(position)].id == *config.namedPaddingId;
        };
        while (last > 0 && isPadding(last)) --last;
        return last;
    }

    Matrix outputInput(const OutputSlot& slot, const Trace& trace, std::span<const Index> positions) const {
        switch (slot.head->scope) {
            case OutputScope::FirstToken:
                return trace.lastHidden.row(0);
            case OutputScope::LastToken:
                return trace.lastHidden.row(lastRealToken(trace));
            case OutputScope::MeanOfTokens:
                return trace.lastHidden.colwise().mean();
            case OutputScope::EveryToken:
                break;
        }
        Matrix h(static_cast<Index>(positions.size()), trace.lastHidden.cols());
        for (Index i = 0; i < h.rows(); ++i)
            h.row(i) = trace.lastHidden.row(positions[static_cast<std::size_t>(i)]);
        return h;
    }
};

Model::Model(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Model::~Model() = default;

std::shared_ptr<const Model> Model::load(const Checkpoint& checkpoint, const Compute& compute) {
    const Architecture architecture = architectureOf(checkpoint);
    auto impl = std::make_unique<Impl>(Impl{checkpoint,
                                            checkpoint.name(),
                                            compute,
                                            readConfig(architecture, checkpoint),
                                            budgetForWeights(),
                                            {},
                                            {},
                                            {}});
    impl->weights =
        std::make_unique<Weights>(compute, impl->checkpoint, architecture, impl->config, impl->weightsBudget);
    impl->tokenizer = Tokenizer::load(checkpoint);
    impl->outputs = outputInfos(*impl->weights, impl->config);
    return std::shared_ptr<const Model>(new Model(std::move(impl)));
}

const std::string& Model::name() const noexcept {
    return m_impl->name;
}
const Checkpoint& Model::checkpoint() const noexcept {
    return m_impl->checkpoint;
}
const ModelConfig& Model::config() const noexcept {
    return m_impl->config;
}
const Tokenizer* Model::tokenizer() const noexcept {
    return m_impl->tokenizer ? &*m_impl->tokenizer : nullptr;
}
const TensorReport& Model::tensorReport() const noexcept {
    return m_impl->weights->report();
}
const Kernels& Model::kernels() const noexcept {
    return m_impl->compute.kernels;
}
const Compute& Model::compute() const noexcept {
    return m_impl->compute;
}
Index Model::parameters() const noexcept {
    return m_impl->weights->parameters();
}
std::shared_ptr<const LayerWeights> Model::layerWeights(int layer) const {
    return m_impl->weights->layer(layer);
}
const std::vector<OutputInfo>& Model::outputs() const noexcept {
    return m_impl->outputs;
}

std::size_t Model::weightsBudget() const noexcept {
    return m_impl->weightsBudget;
}

std::size_t Model::layerMemory() const noexcept {
    return m_impl->weights->largestLayer();
}

std::size_t Model::layersMemory() const noexcept {
    return m_impl->weights->allLayers();
}

std::size_t Model::runMemory(Index tokens) const noexcept {
    const ModelConfig& c = m_impl->config;
    const Index heads = c.heads;
    const Index kvHeads = c.kvHeads;
    const Index global = c.design.globalTokens == GlobalTokens::Never ? 0 : 2 * heads;
    const Index perToken = c.headDim * (heads + kvHeads + global) + 7 * heads;
    const Index rows = std::min(2 * c.distances.span, 2 * tokens - 1) * heads * c.headDim;
    const Index tables = rows * (c.distances.terms - 1);
    const auto attending = static_cast<Index>(
        std::count_if(c.plans.begin(), c.plans.end(), [](const LayerPlan& plan) { return plan.attention; }));
    const Index kept =
        attending * (tokens * perToken + tables + heads * Thumbnail::side * Thumbnail::side / 4);
    const Index widest =
        std::max(3 * c.modelDim + (heads + 2 * kvHeads) * c.headDim, 2 * c.modelDim + 2 * c.mlpDim);
    const Index packed = 2 * kvHeads * c.headDim;  // k and v of one layer
    const Index working =
        tokens * (widest + packed) + 24 * tokens * m_impl->compute.executor.threads() + 8 * heads * tokens;
    return static_cast<std::size_t>(kept + working) * sizeof(float);
}

std::vector<Token> Model::tokens(const Input& input) const {
    std::vector<Token> tokens = m_impl->tokenise(input);
    if (m_impl->tooLong(tokens)) {
        throw Error(ErrorCode::TextTooLong,
                    {std::to_string(tokens.size()), std::to_string(m_impl->config.maxTokens)});
    }
    return tokens;
}

TracePtr Model::run(const RunSpec& spec, KeepOptions keep, const Progress& progress,
                    const TracePtr& base) const {
    if (!spec.meanOver.empty()) return runMean(*this, spec, keep, progress);
    checkEdits(m_impl->config, spec.edits);
    auto trace = std::make_shared<Trace>();
    trace->spec = spec;
    trace->modelName = m_impl->name;
    if (spec.cutToFit && m_impl->config.maxTokens > 0) {
        trace->tokens = m_impl->tokenise(spec.input);
        trace->tokensDropped = cutTokens(trace->tokens, m_impl->config.maxTokens);
    } else {
        trace->tokens = tokens(spec.input);
    }
    Forward forward(m_impl->compute, m_impl->config, *m_impl->weights, *trace, keep);
    const int layers = m_impl->config.layers;
    const bool usable = base && base->meanOf.empty();
    const int first = usable ? sharedLayers(*base, spec, keep) : 0;
    if (first > 0) shareLayers(*trace, *base, first, keep);
    const Index known = usable && first == 0 ? sharedTokens(m_impl->config, *base, *trace, keep) : 0;
    if (known > 0) forward.continueFrom(*base, known);
    Matrix x = first > 0 ? *base->hidden[static_cast<std::size_t>(first)] : forward.embed();
    for (int layer = first; layer < layers; ++layer) {
        const double all = layers - first;
        const int done = layer - first;
        forward.runLayer(layer, x, part(progress, done / all, (done + 1) / all));
    }
    forward.finish(x);
    report(progress, 1.0);
    return trace;
}

Matrix Model::logits(const Trace& trace, std::string_view id, std::span<const Index> positions,
                     const Progress& progress) const {
    const auto& slots = m_impl->weights->outputs();
    const auto slot =
        std::find_if(slots.begin(), slots.end(), [&](const OutputSlot& s) { return s.head->id == id; });
    if (slot == slots.end()) throw Error(ErrorCode::NoSuchOutput, {m_impl->name, std::string(id)});
    if (slot->problem) throw Error(*slot->problem);
    Matrix logits = outputLogits(m_impl->compute, *slot, m_impl->config,
                                 m_impl->outputInput(*slot, trace, positions), progress);
    if (!logits.allFinite()) throw Error(ErrorCode::NotFinite, {m_impl->name, std::string(id)});
    return logits;
}

std::vector<ArchitectureInfo> supportedArchitectures() {
    std::vector<ArchitectureInfo> infos;
    for (const Architecture& row : architectures()) {
        infos.push_back(
            {std::string(row.name), {row.modelTypes.begin(), row.modelTypes.end()}, std::string(row.note)});
    }
    return infos;
}

}  // namespace headscope::core
