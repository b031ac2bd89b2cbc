// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/tokenizer_json.h"

#include <array>

#include "core/tokenizer/family_parts.h"

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

/// These classes make their post-processor from their settings, whatever tokenizer.json says.
bool isLlama(const TokenizerConfig& config) {
    return config.className == "Llama" || config.className == "CodeLlama" || config.className == "Gemma";
}

}  // namespace

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
        if (isLlama(*config))
            pipeline->postProcessor =
                configuredEnds(*pipeline, *config, config->className == "Gemma" ? gemmaEnds : llamaEnds);
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
    if (PipelinePointer pipeline = readModelFile(checkpoint, config)) return Tokenizer(std::move(pipeline));
    if (PipelinePointer pipeline = readLegacyFiles(checkpoint, config)) return Tokenizer(std::move(pipeline));
    return std::nullopt;
}

}  // namespace headscope::core
