// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/model_facts.h"

#include <algorithm>
#include <map>

namespace headscope::core {
namespace {

std::int64_t integer(std::size_t number) {
    return static_cast<std::int64_t>(number);
}

/// 12.3 MB: powers of 1000, as disks and file managers count.
std::string bytesText(std::size_t bytes) {
    constexpr std::string_view units[] = {"bytes", "kB", "MB", "GB", "TB"};
    constexpr std::size_t step = 1000;
    std::size_t unit = 0;
    std::size_t tenths = bytes * 10;
    while (tenths >= step * 10 && unit + 1 < std::size(units)) {
        tenths /= step;
        ++unit;
    }
    std::string text = std::to_string(tenths / 10);
    if (unit > 0) text += '.' + std::to_string(tenths % 10);
    return text + ' ' + std::string(units[unit]);
}

/// 22 713 216
std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    constexpr std::size_t group = 3;
    for (std::size_t end = text.size(); end > group;) text.insert(end -= group, " ");
    return text;
}

/// A fact that is told in sentences; files hold them in English.
Fact toldFact(std::string name, std::string label, std::vector<Phrase> phrases) {
    std::string text;
    for (const Phrase& phrase : phrases) text += (text.empty() ? "" : "; ") + phrase.english();
    return {std::move(name), std::move(label), Cell(std::move(text)), {}, std::move(phrases)};
}

std::string_view learnedText(PositionKind kind) {
    switch (kind) {
        case PositionKind::None:
            return {};
        case PositionKind::Learned:
            return HEADSCOPE_TEXT("Fact", "learned");
        case PositionKind::LearnedAfterPadding:
            return HEADSCOPE_TEXT("Fact", "learned, counted from the padding id on");
    }
    return {};
}

std::string_view biasText(PositionBias bias) {
    switch (bias) {
        case PositionBias::None:
            return {};
        case PositionBias::Alibi:
        case PositionBias::AlibiHalfPrecision:
            return "ALiBi";
        case PositionBias::Buckets:
            return HEADSCOPE_TEXT("Fact", "a learned bias for buckets of distances");
    }
    return {};
}

std::vector<Phrase> positionPhrases(const ModelConfig& config) {
    std::vector<Phrase> phrases;
    const auto add = [&phrases](std::string_view text) {
        if (!text.empty()) phrases.push_back({text});
    };
    add(learnedText(config.design.position));
    if (!config.ropes.empty()) add(HEADSCOPE_TEXT("Fact", "rotary"));
    add(biasText(config.design.positionBias));
    if (config.distances.span > 0) add(HEADSCOPE_TEXT("Fact", "distances that content attends to"));
    if (phrases.empty()) add(HEADSCOPE_TEXT("Fact", "none"));
    return phrases;
}

Phrase maskPhrase(const Mask& mask) {
    if (mask.window == 0)
        return {mask.causal ? HEADSCOPE_TEXT("Fact", "causal") : HEADSCOPE_TEXT("Fact", "none")};
    return {mask.causal ? HEADSCOPE_TEXT("Fact", "causal, window %1") : HEADSCOPE_TEXT("Fact", "window %1"),
            {std::to_string(mask.window)}};
}

Phrase maskPhraseFrom(std::size_t layer, const Mask& mask) {
    const std::string first = std::to_string(layer);
    if (mask.window == 0)
        return {mask.causal ? HEADSCOPE_TEXT("Fact", "from layer %1 causal")
                            : HEADSCOPE_TEXT("Fact", "from layer %1 none"),
                {first}};
    return {mask.causal ? HEADSCOPE_TEXT("Fact", "from layer %1 causal, window %2")
                        : HEADSCOPE_TEXT("Fact", "from layer %1 window %2"),
            {first, std::to_string(mask.window)}};
}

std::string_view globalText(GlobalTokens rule) {
    switch (rule) {
        case GlobalTokens::Never:
            return {};
        case GlobalTokens::None:
            return HEADSCOPE_TEXT("Fact", "no global tokens unless named");
        case GlobalTokens::First:
            return HEADSCOPE_TEXT("Fact", "the first token is global unless others are named");
        case GlobalTokens::BeforeSeparator:
            return HEADSCOPE_TEXT("Fact", "the question is global unless other tokens are named");
    }
    return {};
}

std::vector<Phrase> maskPhrases(const ModelConfig& config) {
    std::vector<Phrase> phrases;
    for (std::size_t layer = 0; layer < config.plans.size(); ++layer) {
        const Mask& mask = config.plans[layer].mask;
        if (layer == 0 || mask != config.plans[layer - 1].mask)
            phrases.push_back(maskPhraseFrom(layer, mask));
    }
    if (phrases.size() <= 1) phrases = {maskPhrase(config.plan(0).mask)};
    if (const std::string_view text = globalText(config.design.globalTokens); !text.empty())
        phrases.push_back({text});
    return phrases;
}

/// "F16", or "F32 × 3, BF16 × 120": how many tensors of each type.
std::string typesText(const Checkpoint& checkpoint) {
    std::map<std::string, int> counts;
    for (const TensorView& tensor : checkpoint.tensors()) ++counts[tensor.dtypeName];
    if (counts.size() == 1) return counts.begin()->first;
    std::string text;
    for (const auto& [type, count] : counts)
        text += (text.empty() ? "" : ", ") + type + " × " + std::to_string(count);
    return text;
}

std::string outputsText(const Model& model) {
    std::string text;
    for (const OutputInfo& output : model.outputs()) text += (text.empty() ? "" : ", ") + output.id;
    return text.empty() ? HEADSCOPE_TEXT("Fact", "none") : text;
}

/// Each output that cannot be computed with the reason.
std::vector<std::string> unavailableOutputs(const TensorReport& report) {
    std::vector<std::string> texts;
    for (const UnavailableOutput& output : report.unavailable)
        texts.push_back(output.id + ": " + output.reason.what());
    return texts;
}

Cell limitCell(Index limit) {
    return limit > 0 ? Cell(std::int64_t{limit}) : Cell();
}

Cell tokenizerCell(const Tokenizer* tokenizer) {
    return tokenizer != nullptr ? Cell(tokenizer->description()) : Cell();
}

Fact layersFact(const ModelConfig& config) {
    Fact fact{"layers", HEADSCOPE_TEXT("Fact", "layers"), std::int64_t{config.layers}};
    if (config.layersNamed == 0) return fact;
    fact.phrases = {{HEADSCOPE_TEXT("Fact", "%1 (config.json says %2, but the weights have no more)"),
                     {std::to_string(config.layers), std::to_string(config.layersNamed)}}};
    fact.shown = fact.phrases.front().english();
    return fact;
}

void addSizes(std::vector<Fact>& facts, const ModelConfig& config) {
    facts.push_back(layersFact(config));
    facts.push_back({"heads", HEADSCOPE_TEXT("Fact", "heads per layer"), std::int64_t{config.heads}});
    facts.push_back({"kv_heads", HEADSCOPE_TEXT("Fact", "key/value heads"), std::int64_t{config.kvHeads}});
    facts.push_back({"model_dim", HEADSCOPE_TEXT("Fact", "model width"), std::int64_t{config.modelDim}});
    facts.push_back({"head_dim", HEADSCOPE_TEXT("Fact", "head width"), std::int64_t{config.headDim}});
    facts.push_back({"mlp_dim", HEADSCOPE_TEXT("Fact", "MLP width"), std::int64_t{config.mlpDim}});
    facts.push_back({"vocabulary", HEADSCOPE_TEXT("Fact", "vocabulary"), std::int64_t{config.vocabSize}});
    facts.push_back({"max_tokens", HEADSCOPE_TEXT("Fact", "longest text, tokens"),
                     limitCell(config.maxTokens),
                     config.maxTokens > 0 ? "" : HEADSCOPE_TEXT("Fact", "no limit")});
    facts.push_back(toldFact("positions", HEADSCOPE_TEXT("Fact", "positions"), positionPhrases(config)));
    facts.push_back(toldFact("mask", HEADSCOPE_TEXT("Fact", "mask"), maskPhrases(config)));
}

void addWeights(std::vector<Fact>& facts, const Model& model, const Checkpoint& checkpoint) {
    const TensorReport& report = model.tensorReport();
    const std::int64_t parameters = model.parameters();
    facts.push_back({"parameters", HEADSCOPE_TEXT("Fact", "parameters"), parameters, grouped(parameters)});
    facts.push_back({"dtype", HEADSCOPE_TEXT("Fact", "stored as"), typesText(checkpoint)});
    facts.push_back({"weights_bytes", HEADSCOPE_TEXT("Fact", "weights"), integer(checkpoint.tensorBytes()),
                     bytesText(checkpoint.tensorBytes())});
    facts.push_back({"tensors_found", HEADSCOPE_TEXT("Fact", "tensors found"), integer(report.stored)});
    facts.push_back({"tensors_used", HEADSCOPE_TEXT("Fact", "tensors used"), integer(report.used.size())});
    facts.push_back({"tensors_ignored", HEADSCOPE_TEXT("Fact", "tensors ignored"), report.ignored});
    facts.push_back({"tensors_tied", HEADSCOPE_TEXT("Fact", "tensors tied"), report.tied});
    // Those of outputs; a model that lacks others is not opened, the error lists them.
    facts.push_back({"tensors_missing", HEADSCOPE_TEXT("Fact", "tensors missing"), report.missing});
    facts.push_back({"tensors_unexpected", HEADSCOPE_TEXT("Fact", "tensors unexpected"), report.unexpected});
}

}  // namespace

std::vector<Fact> modelFacts(const Model& model) {
    const Checkpoint& checkpoint = model.checkpoint();
    std::vector<Fact> facts;
    facts.push_back({"name", HEADSCOPE_TEXT("Fact", "name"), model.name()});
    facts.push_back({"type", HEADSCOPE_TEXT("Fact", "type"), checkpoint.config().stringOr("model_type", "")});
    facts.push_back({"family", HEADSCOPE_TEXT("Fact", "family"), model.config().family});
    addSizes(facts, model.config());
    const Tokenizer* tokenizer = model.tokenizer();
    const char* const instead = model.config().vocabSize == 0
                                    ? HEADSCOPE_TEXT("Fact", "none: give input vectors")
                                    : HEADSCOPE_TEXT("Fact", "none: give token ids");
    facts.push_back({"tokenizer", HEADSCOPE_TEXT("Fact", "tokenizer"), tokenizerCell(tokenizer),
                     tokenizer != nullptr ? "" : instead});
    facts.push_back({"outputs", HEADSCOPE_TEXT("Fact", "outputs"), outputsText(model)});
    facts.push_back({"outputs_unavailable", HEADSCOPE_TEXT("Fact", "outputs unavailable"),
                     unavailableOutputs(model.tensorReport())});
    addWeights(facts, model, checkpoint);
    return facts;
}

Index usualTokens(const Model& model) noexcept {
    constexpr Index usual = 512;
    const Index longest = model.config().maxTokens;
    return longest > 0 ? std::min(usual, longest) : usual;
}

std::vector<Fact> memoryFacts(const Model& model, Index tokens) {
    const Index longest = model.config().maxTokens;
    if (longest > 0 && tokens > longest) {
        throw Error(ErrorCode::TextTooLong, {std::to_string(tokens), std::to_string(longest)});
    }
    const std::size_t layer = model.layerMemory();
    const std::size_t layers = model.layersMemory();
    const std::size_t run = model.runMemory(tokens);
    // Beyond the budget a layer is converted when its turn comes and forgotten afterwards.
    const std::size_t kept = std::min(layers, model.weightsBudget() + layer);
    const auto bytes = [](std::string_view name, std::string_view label, std::size_t value) {
        return Fact{std::string(name), std::string(label), integer(value), bytesText(value)};
    };
    return {
        {"run_tokens", HEADSCOPE_TEXT("Fact", "tokens of a run"), std::int64_t{tokens}},
        bytes("layer_bytes", HEADSCOPE_TEXT("Fact", "largest layer as floats"), layer),
        bytes("layers_bytes", HEADSCOPE_TEXT("Fact", "all layers as floats"), layers),
        bytes("kept_bytes", HEADSCOPE_TEXT("Fact", "of these in memory, at most"), kept),
        bytes("run_bytes", HEADSCOPE_TEXT("Fact", "beside the weights"), run),
        bytes("total_bytes", HEADSCOPE_TEXT("Fact", "memory of that run"), kept + run),
    };
}

}  // namespace headscope::core
