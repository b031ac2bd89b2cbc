// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/tokenizer_json.h"

#include <array>

namespace headscope::core {
namespace {

/// Whether a stage, or one inside its sequence, is of a type. The depth of JSON is limited, and with it the
/// recursion.
bool usesStage(const std::optional<Json>& stage, std::string_view type) {
    if (!stage || !stage->isObject()) return false;
    if (stage->stringOr("type", "") == type) return true;
    for (const std::string_view list : {"normalizers", "pretokenizers", "decoders"}) {
        const auto inner = stage->find(list);
        for (std::size_t i = 0; inner && inner->isArray() && i < inner->size(); ++i)
            if (usesStage((*inner)[i], type)) return true;
    }
    return false;
}

std::optional<SpecialToken> namedToken(const Tokenizer::Pipeline& pipeline, const std::string& piece) {
    const auto id = pipeline.id(piece);
    return id ? std::optional(SpecialToken{piece, *id}) : std::nullopt;
}

/// The class LlamaTokenizer makes its post-processor from its settings, whatever tokenizer.json says.
PostProcessor llamaProcessor(const Tokenizer::Pipeline& pipeline, const TokenizerConfig& config) {
    std::optional<SpecialToken> beginning;
    std::optional<SpecialToken> ending;
    if (config.settings.boolOr("add_bos_token", true))
        beginning = namedToken(pipeline, config.tokenText("bos_token", "<s>"));
    if (config.settings.boolOr("add_eos_token", false))
        ending = namedToken(pipeline, config.tokenText("eos_token", "</s>"));
    return beginningAndEnding(beginning, ending);
}

bool isLlama(const TokenizerConfig& config) {
    return config.className == "Llama" || config.className == "CodeLlama" || config.className == "Gemma";
}

}  // namespace

PostProcessor beginningAndEnding(const std::optional<SpecialToken>& beginning,
                                 const std::optional<SpecialToken>& ending) {
    const auto around = [&](int sequence) {
        Template parts;
        if (beginning) parts.push_back({std::nullopt, {*beginning}, sequence});
        parts.push_back({sequence, {}, sequence});
        if (ending) parts.push_back({std::nullopt, {*ending}, sequence});
        return parts;
    };
    Template pair = around(0);
    for (const TemplatePart& part : around(1)) pair.push_back(part);
    return templateProcessor(around(0), std::move(pair));
}

PipelinePointer readTokenizerJson(const Json& file, const TokenizerConfig* config) {
    const StageOverrides overrides = config != nullptr ? config->overrides() : StageOverrides{};
    auto pipeline = std::make_shared<Tokenizer::Pipeline>();
    pipeline->file = file.name();
    pipeline->model = makeModel(file.at("model"));
    if (const auto stage = file.find("normalizer")) pipeline->normalizer = makeNormalizer(*stage, overrides);
    if (const auto stage = file.find("pre_tokenizer"))
        pipeline->preTokenizer = makePreTokenizer(*stage, overrides);
    if (const auto stage = file.find("post_processor"))
        pipeline->postProcessor = makePostProcessor(*stage, overrides);
    for (const std::string_view stage : {"normalizer", "pre_tokenizer", "decoder"})
        pipeline->byteLevel = pipeline->byteLevel || usesStage(file.find(stage), "ByteLevel");
    if (const auto tokens = file.find("added_tokens")) {
        for (std::size_t i = 0; i < tokens->size(); ++i)
            pipeline->addedTokens.add(readAddedToken((*tokens)[i], {}), *pipeline->model);
    }
    if (config != nullptr) {
        addDeclaredTokens(*config, pipeline->addedTokens, *pipeline->model);
        if (isLlama(*config)) pipeline->postProcessor = llamaProcessor(*pipeline, *config);
    }
    pipeline->addedTokens.prepare(pipeline->normalizer);
    return pipeline;
}

Tokenizer Tokenizer::fromJson(std::string_view text, std::string name) {
    return Tokenizer(readTokenizerJson(Json::parse(text, std::move(name)), nullptr));
}

std::optional<Tokenizer> Tokenizer::load(const Checkpoint& checkpoint) {
    const TokenizerConfig config = readTokenizerConfig(checkpoint);
    if (const auto file = checkpoint.file("tokenizer.json"))
        return Tokenizer(readTokenizerJson(Json::parse(file->text(), file->name()), &config));
    if (PipelinePointer pipeline = readLegacyFiles(checkpoint, config)) return Tokenizer(std::move(pipeline));
    for (const std::string_view name :
         {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model", "spm.model"}) {
        if (const auto file = checkpoint.file(name))
            throw Error(ErrorCode::TokenizerUnsupported, {file->name(), "format", "SentencePiece model"});
    }
    return std::nullopt;
}

}  // namespace headscope::core
