// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <string>

#include "core/tokenizer/family_parts.h"
#include "core/tokenizer/tokenizer_json.h"

namespace headscope::core {
namespace {

constexpr std::string_view qwenPattern = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|)"
                                         R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

Vocabulary vocabularyOfLines(const MappedFile& file) {
    const std::vector<std::string_view> lines = linesOf(file);
    if (lines.size() >= static_cast<std::size_t>(tokenIdLimit))
        throw Error(ErrorCode::TokenizerInvalid, {file.name(), "it has too many lines"});
    Vocabulary vocabulary;
    for (std::size_t i = 0; i < lines.size(); ++i) vocabulary.add(lines[i], static_cast<std::int32_t>(i));
    return vocabulary;
}

Merges mergesOfLines(const MappedFile& file) {
    Merges merges;
    std::size_t number = 0;
    for (const std::string_view line : linesOf(file)) {
        ++number;
        if (line.starts_with("#version") || line.empty()) continue;
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
            throw Error(ErrorCode::TokenizerInvalid,
                        {file.name(), "line " + std::to_string(number) + " is no merge"});
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    return merges;
}

void fillBert(Tokenizer::Pipeline& pipeline, const MappedFile& vocabulary, const TokenizerConfig& config) {
    const bool mpnet =
        config.className == "MPNet" || (config.className.empty() && config.modelType == "mpnet");
    const std::string_view cls = mpnet ? "<s>" : "[CLS]";
    const std::string_view sep = mpnet ? "</s>" : "[SEP]";
    WordPieceSettings settings;
    settings.unknown = config.tokenText("unk_token", "[UNK]");
    pipeline.model = makeWordPiece(vocabularyOfLines(vocabulary), settings);
    BertNormalizerSettings normalizer;
    normalizer.lowercase = config.settings.boolOr("do_lower_case", true);
    normalizer.handleIdeographs = config.settings.boolOr("tokenize_chinese_chars", true);
    if (const auto strip = config.settings.find("strip_accents")) normalizer.stripAccents = strip->asBool();
    pipeline.normalizer = bertNormalizer(normalizer);
    pipeline.preTokenizer = bertPreTokenizer();
    addSpecials(pipeline, config,
                {{"unk_token", "[UNK]"},
                 {"sep_token", sep},
                 {"pad_token", mpnet ? "<pad>" : "[PAD]"},
                 {"cls_token", cls},
                 {"mask_token", mpnet ? "<mask>" : "[MASK]", mpnet}});
    pipeline.postProcessor =
        bertTemplate(special(pipeline, config.tokenText("cls_token", cls)),
                     special(pipeline, config.tokenText("sep_token", sep)), mpnet ? 2 : 1);
}

void finishGpt2(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config) {
    pipeline.preTokenizer = byteLevelPreTokenizer(config.settings.boolOr("add_prefix_space", false));
    addSpecials(
        pipeline, config,
        {{"bos_token", "<|endoftext|>"}, {"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}});
    if (!config.settings.boolOr("add_bos_token", false)) return;
    const TemplatePart beginning{
        std::nullopt, {special(pipeline, config.tokenText("bos_token", "<|endoftext|>"))}, 0};
    pipeline.postProcessor = templateProcessor({beginning, {0, {}, 0}}, {beginning, {0, {}, 0}, {1, {}, 1}});
}

void finishRoberta(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config) {
    RobertaSettings settings;
    settings.addPrefixSpace = config.settings.boolOr("add_prefix_space", false);
    settings.trimOffsets = config.settings.boolOr("trim_offsets", true);
    pipeline.preTokenizer = byteLevelPreTokenizer(settings.addPrefixSpace);
    addSpecials(pipeline, config,
                {{"bos_token", "<s>"},
                 {"eos_token", "</s>"},
                 {"unk_token", "<unk>"},
                 {"sep_token", "</s>"},
                 {"pad_token", "<pad>"},
                 {"cls_token", "<s>"},
                 {"mask_token", "<mask>", true}});
    settings.beginning = special(pipeline, config.tokenText("cls_token", "<s>"));
    settings.separator = special(pipeline, config.tokenText("sep_token", "</s>"));
    pipeline.postProcessor = robertaProcessor(settings);
}

void finishQwen2(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config) {
    pipeline.normalizer = nfcNormalizer();
    pipeline.preTokenizer = byteLevelPreTokenizer(qwenPattern, "the built-in pattern");
    addSpecials(
        pipeline, config,
        {{"eos_token", "<|endoftext|>"}, {"unk_token", "<|endoftext|>"}, {"pad_token", "<|endoftext|>"}});
}

void finishDeberta(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config) {
    pipeline.preTokenizer = byteLevelPreTokenizer(config.settings.boolOr("add_prefix_space", false));
    addSpecials(pipeline, config,
                {{"bos_token", "[CLS]"},
                 {"eos_token", "[SEP]"},
                 {"unk_token", "[UNK]"},
                 {"sep_token", "[SEP]"},
                 {"pad_token", "[PAD]"},
                 {"cls_token", "[CLS]"},
                 {"mask_token", "[MASK]"}});
    pipeline.postProcessor = bertTemplate(special(pipeline, config.tokenText("cls_token", "[CLS]")),
                                          special(pipeline, config.tokenText("sep_token", "[SEP]")), 1);
}

/// A family with vocab.json and merges.txt: its tokenizer class, its model_type, what it adds to byte-level
/// BPE.
struct BytePairRow {
    std::string_view className;
    std::string_view modelType;
    void (*finish)(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config);
};

constexpr BytePairRow bytePairRows[] = {
    {"GPT2", "gpt2", finishGpt2},    {"Roberta", "roberta", finishRoberta},
    {"Bart", "bart", finishRoberta}, {"Longformer", "longformer", finishRoberta},
    {"LED", "led", finishRoberta},   {"Qwen2", "qwen2", finishQwen2},
    {"Qwen2", "qwen3", finishQwen2}, {"Deberta", "deberta", finishDeberta},
};

const BytePairRow& bytePairRow(const TokenizerConfig& config, const std::string& file) {
    for (const BytePairRow& row : bytePairRows)
        if (!config.className.empty() && row.className == config.className) return row;
    for (const BytePairRow& row : bytePairRows)
        if (row.modelType == config.modelType) return row;
    // Without any name GPT-2 is what the two files were invented for.
    if (config.className.empty() && config.modelType.empty()) return bytePairRows[0];
    const std::string name = config.className.empty() ? config.modelType : config.className + "Tokenizer";
    throw Error(ErrorCode::TokenizerUnsupported, {file, "tokenizer class", name});
}

}  // namespace

PipelinePointer readLegacyFiles(const Checkpoint& checkpoint, const TokenizerConfig& config) {
    auto pipeline = std::make_shared<Tokenizer::Pipeline>();
    if (const auto vocabulary = checkpoint.file("vocab.txt")) {
        pipeline->file = vocabulary->name();
        fillBert(*pipeline, *vocabulary, config);
    } else {
        const auto pieces = checkpoint.file("vocab.json");
        const auto merges = checkpoint.file("merges.txt");
        if (!pieces || !merges) return nullptr;
        pipeline->file = pieces->name();
        pipeline->byteLevel = true;
        const BytePairRow& row = bytePairRow(config, pieces->name());
        pipeline->model = makeBpe(Vocabulary(Json::parse(pieces->text(), pieces->name())),
                                  mergesOfLines(*merges), {}, merges->name());
        row.finish(*pipeline, config);
    }
    pipeline->addedTokens.prepare(pipeline->normalizer);
    return pipeline;
}

}  // namespace headscope::core
