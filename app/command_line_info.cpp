// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "app/command_line_commands.h"

namespace headscope::app {
namespace {

using core::Cell;
using core::Fact;
using core::ModelConfig;

/// What `info` assumes when nobody says how long a text is, where the model allows that much.
constexpr core::Index usualTokens = 512;

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

std::string learnedText(core::PositionKind kind) {
    switch (kind) {
        case core::PositionKind::None:
            return {};
        case core::PositionKind::Learned:
            return "learned";
        case core::PositionKind::LearnedAfterPadding:
            return "learned, counted from the padding id on";
    }
    return {};
}

std::string biasText(core::PositionBias bias) {
    switch (bias) {
        case core::PositionBias::None:
            return {};
        case core::PositionBias::Alibi:
        case core::PositionBias::AlibiHalfPrecision:
            return "ALiBi";
    }
    return {};
}

std::string positionText(const ModelConfig& config) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
    };
    add(learnedText(config.design.position));
    if (!config.ropes.empty()) add("rotary");
    add(biasText(config.design.positionBias));
    return text.empty() ? "none" : text;
}

std::string maskText(const core::Mask& mask) {
    std::string text = mask.causal ? "causal" : "none";
    if (mask.window > 0) text += ", window " + std::to_string(mask.window);
    return text;
}

std::string maskText(const ModelConfig& config) {
    std::string text;
    bool differ = false;
    for (std::size_t layer = 0; layer < config.plans.size(); ++layer) {
        const core::Mask& mask = config.plans[layer].mask;
        if (layer > 0 && mask == config.plans[layer - 1].mask) continue;
        differ = layer > 0;
        text +=
            (text.empty() ? "from layer " : "; from layer ") + std::to_string(layer) + ' ' + maskText(mask);
    }
    return differ ? text : maskText(config.plan(0).mask);
}

/// "F16", or "F32 (3 tensors), BF16 (120 tensors)".
std::string typesText(const core::Checkpoint& checkpoint) {
    std::map<std::string, int> counts;
    for (const core::TensorView& tensor : checkpoint.tensors()) ++counts[tensor.dtypeName];
    if (counts.size() == 1) return counts.begin()->first;
    std::string text;
    for (const auto& [type, count] : counts) {
        text += (text.empty() ? "" : ", ") + type + " (" + std::to_string(count) + ")";
    }
    return text;
}

std::string outputsText(const core::Model& model) {
    std::string text;
    for (const core::OutputInfo& output : model.outputs()) text += (text.empty() ? "" : ", ") + output.id;
    return text.empty() ? "none" : text;
}

/// Each output that cannot be computed with the reason.
std::vector<std::string> unavailableOutputs(const core::TensorReport& report) {
    std::vector<std::string> texts;
    for (const core::UnavailableOutput& output : report.unavailable)
        texts.push_back(output.id + ": " + output.reason.what());
    return texts;
}

Cell limitCell(core::Index limit) {
    return limit > 0 ? Cell(std::int64_t{limit}) : Cell();
}

Cell tokenizerCell(const core::Tokenizer* tokenizer) {
    return tokenizer != nullptr ? Cell(tokenizer->description()) : Cell();
}

void addSizes(std::vector<Fact>& facts, const ModelConfig& config) {
    facts.push_back({"layers", "layers", std::int64_t{config.layers}});
    facts.push_back({"heads", "heads per layer", std::int64_t{config.heads}});
    facts.push_back({"kv_heads", "key/value heads", std::int64_t{config.kvHeads}});
    facts.push_back({"model_dim", "model width", std::int64_t{config.modelDim}});
    facts.push_back({"head_dim", "head width", std::int64_t{config.headDim}});
    facts.push_back({"mlp_dim", "MLP width", std::int64_t{config.mlpDim}});
    facts.push_back({"vocabulary", "vocabulary", std::int64_t{config.vocabSize}});
    facts.push_back({"max_tokens", "longest text, tokens", limitCell(config.maxTokens),
                     config.maxTokens > 0 ? "" : "no limit"});
    facts.push_back({"positions", "positions", positionText(config)});
    facts.push_back({"mask", "mask", maskText(config)});
}

void addWeights(std::vector<Fact>& facts, const core::Model& model, const core::Checkpoint& checkpoint) {
    const core::TensorReport& report = model.tensorReport();
    const std::int64_t parameters = model.parameters();
    facts.push_back({"parameters", "parameters", parameters, grouped(parameters)});
    facts.push_back({"dtype", "stored as", typesText(checkpoint)});
    facts.push_back(
        {"weights_bytes", "weights", integer(checkpoint.tensorBytes()), bytesText(checkpoint.tensorBytes())});
    facts.push_back({"tensors_found", "tensors found", integer(report.stored)});
    facts.push_back({"tensors_used", "tensors used", integer(report.used.size())});
    facts.push_back({"tensors_ignored", "tensors ignored", report.ignored});
    facts.push_back({"tensors_tied", "tensors tied", report.tied});
    // Those of outputs; a model that lacks others is not opened, the error lists them.
    facts.push_back({"tensors_missing", "tensors missing", report.missing});
    facts.push_back({"tensors_unexpected", "tensors unexpected", report.unexpected});
}

void addMemory(std::vector<Fact>& facts, const core::Model& model, const std::optional<int>& wanted) {
    const core::Index longest = model.config().maxTokens;
    const core::Index usual = longest > 0 ? std::min(usualTokens, longest) : usualTokens;
    const core::Index tokens = wanted ? *wanted : usual;
    if (longest > 0 && tokens > longest) {
        throw core::Error(core::ErrorCode::TextTooLong, {std::to_string(tokens), std::to_string(longest)});
    }
    const std::size_t kept = model.weightsBudget();
    facts.push_back({"weights_kept_bytes", "converted weights kept", integer(kept),
                     "up to " + bytesText(kept) + ", half of this computer's memory"});
    const std::size_t bytes = model.runMemory(tokens);
    facts.push_back({"run_tokens", "tokens of a run", std::int64_t{tokens}});
    facts.push_back(
        {"run_bytes", "memory of that run", integer(bytes), bytesText(bytes) + ", beside the weights"});
}

}  // namespace

void runInfo(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    const core::Checkpoint checkpoint = openCheckpoint(call);
    const core::ModelPtr model = core::Model::load(checkpoint, call.compute);
    core::Report report{originOf(call), {}, {}};
    std::vector<Fact>& facts = report.facts;
    facts.push_back({"name", "name", model->name()});
    facts.push_back({"type", "type", checkpoint.config().stringOr("model_type", "")});
    facts.push_back({"family", "family", model->config().family});
    addSizes(facts, model->config());
    const core::Tokenizer* tokenizer = model->tokenizer();
    facts.push_back({"tokenizer", "tokenizer", tokenizerCell(tokenizer),
                     tokenizer != nullptr ? "" : "none: give token ids"});
    facts.push_back({"outputs", "outputs", outputsText(*model)});
    facts.push_back(
        {"outputs_unavailable", "outputs unavailable", unavailableOutputs(model->tensorReport())});
    addWeights(facts, *model, checkpoint);
    addMemory(facts, *model, call.options.tokens);
    deliver(call, report);
}

}  // namespace headscope::app
