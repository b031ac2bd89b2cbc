// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenizers of folders with a SentencePiece model and no tokenizer.json: what transformers converts them to.
#include <algorithm>
#include <utility>

#include "core/tokenizer/family_parts.h"
#include "core/tokenizer/sentence_piece_merges.h"
#include "core/tokenizer/tokenizer_json.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

using PieceType = SentencePieceModel::PieceType;

constexpr std::string_view blockMark = "\u2581";

/// A family's tokenizer on its way from the model file to a pipeline.
struct Conversion {
    const SentencePieceModel& model;
    const TokenizerConfig& config;
    Tokenizer::Pipeline& pipeline;

    std::string tokenText(std::string_view name, std::string_view fallback) const {
        return config.tokenText(name, fallback);
    }
    bool setting(std::string_view name, bool fallback) const {
        return config.settings.boolOr(name, fallback);
    }
};

Json stage(const std::string& text) {
    return Json::parse(text, "the built-in stages");
}

void setUnigram(const Conversion& to, const std::vector<ScoredPiece>& pieces, std::int32_t unknown) {
    to.pipeline.model = makeUnigram(pieces, {unknown, false}, to.model.file);
}

/// The character map of the model behind `before`.
void setNormalizer(const Conversion& to, std::vector<Normalizer> before = {}) {
    if (!to.model.characterMap.empty())
        before.push_back(characterMapNormalizer(to.model.characterMap, to.model.file));
    if (!before.empty()) to.pipeline.normalizer = normalizerSequence(std::move(before));
}

PreTokenizer metaspace(std::string_view scheme, bool split) {
    return makePreTokenizer(stage(R"({"type": "Metaspace", "replacement": ")" + std::string(blockMark) +
                                  R"(", "prepend_scheme": ")" + std::string(scheme) + R"(", "split": )" +
                                  (split ? "true}" : "false}")),
                            {});
}

PreTokenizer inOrder(std::vector<PreTokenizer> all) {
    return [all = std::move(all)](Pieces& pieces) {
        for (const PreTokenizer& preTokenize : all) preTokenize(pieces);
    };
}

/// Words apart, each with a mark in front.
void setWords(const Conversion& to) {
    const bool prefix = to.setting("add_prefix_space", true);
    to.pipeline.preTokenizer = inOrder({makePreTokenizer(stage(R"({"type": "WhitespaceSplit"})"), {}),
                                        metaspace(prefix ? "always" : "never", true)});
}

TemplatePart place(const SpecialToken& token) {
    return {std::nullopt, {token}, 0};
}

void fillXlmRoberta(const Conversion& to) {
    std::vector<ScoredPiece> pieces = {{to.tokenText("bos_token", "<s>"), 0},
                                       {to.tokenText("pad_token", "<pad>"), 0},
                                       {to.tokenText("eos_token", "</s>"), 0},
                                       {to.tokenText("unk_token", "<unk>"), 0}};
    for (ScoredPiece& piece : scoredPieces(to.model, 3)) pieces.push_back(std::move(piece));
    pieces.push_back({to.tokenText("mask_token", "<mask>"), 0});
    setUnigram(to, pieces, 3);
    setNormalizer(to);
    setWords(to);
    addSpecials(to.pipeline, to.config,
                {{"bos_token", "<s>"},
                 {"eos_token", "</s>"},
                 {"unk_token", "<unk>"},
                 {"sep_token", "</s>"},
                 {"pad_token", "<pad>"},
                 {"cls_token", "<s>"},
                 {"mask_token", "<mask>"}});
    const TemplatePart beginning = place(special(to.pipeline, to.tokenText("bos_token", "<s>")));
    const TemplatePart ending = place(special(to.pipeline, to.tokenText("eos_token", "</s>")));
    to.pipeline.postProcessor = templateProcessor(
        {beginning, {0, {}, 0}, ending}, {beginning, {0, {}, 0}, ending, ending, {1, {}, 0}, ending});
}

void fillT5(const Conversion& to) {
    constexpr std::int64_t mostExtraIds = 10'000;
    const std::int64_t extraIds = to.config.settings.intOr("extra_ids", 100);
    if (extraIds < 0 || extraIds > mostExtraIds)
        throw Error(ErrorCode::TokenizerInvalid,
                    {"tokenizer_config.json", "its extra_ids are not a number from 0 to 10000"});
    std::vector<ScoredPiece> pieces = scoredPieces(to.model);
    for (std::int64_t i = extraIds - 1; i >= 0; --i)
        pieces.push_back({"<extra_id_" + std::to_string(i) + '>', 0});
    setUnigram(to, pieces, 2);
    setNormalizer(to);
    to.pipeline.preTokenizer =
        inOrder({makePreTokenizer(stage(R"({"type": "WhitespaceSplit"})"), {}), metaspace("always", true)});
    addSpecials(to.pipeline, to.config,
                {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}});
    for (std::size_t i = to.model.pieces.size(); i < pieces.size(); ++i)
        to.pipeline.addedTokens.add({pieces[i].text, false, false, false, false, true}, *to.pipeline.model);
    const TemplatePart ending = place(special(to.pipeline, "</s>"));
    to.pipeline.postProcessor =
        templateProcessor({{0, {}, 0}, ending}, {{0, {}, 0}, ending, {1, {}, 0}, ending});
}

void setBertTemplate(const Conversion& to) {
    to.pipeline.postProcessor = bertTemplate(special(to.pipeline, to.tokenText("cls_token", "[CLS]")),
                                             special(to.pipeline, to.tokenText("sep_token", "[SEP]")), 1);
}

void fillAlbert(const Conversion& to) {
    setUnigram(to, scoredPieces(to.model), 1);
    const auto quotes = [](const char* text) {
        return makeNormalizer(stage(std::string(R"({"type": "Replace", "pattern": {"String": ")") + text +
                                    R"("}, "content": "\""})"),
                              {});
    };
    std::vector<Normalizer> normalizers = {quotes("``"), quotes("''")};
    if (!to.setting("keep_accents", false)) {
        normalizers.push_back(makeNormalizer(stage(R"({"type": "NFKD"})"), {}));
        normalizers.push_back(makeNormalizer(stage(R"({"type": "StripAccents"})"), {}));
    }
    if (to.setting("do_lower_case", true)) normalizers.push_back(lowercaseNormalizer());
    setNormalizer(to, std::move(normalizers));
    setWords(to);
    addSpecials(to.pipeline, to.config,
                {{"bos_token", "[CLS]"},
                 {"eos_token", "[SEP]"},
                 {"unk_token", "<unk>"},
                 {"sep_token", "[SEP]"},
                 {"pad_token", "<pad>"},
                 {"cls_token", "[CLS]"},
                 {"mask_token", "[MASK]"}});
    setBertTemplate(to);
}

void fillDeberta(const Conversion& to) {
    const std::string unknown = to.tokenText("unk_token", "[UNK]");
    const auto& pieces = to.model.pieces;
    const auto found = std::find_if(
        pieces.begin(), pieces.end(),
        [&](const SentencePieceModel::Piece& piece) { return piece.text == unknown && piece.score == 0; });
    setUnigram(
        to, scoredPieces(to.model),
        found == pieces.end() ? to.model.unknownId : static_cast<std::int32_t>(found - pieces.begin()));
    std::vector<Normalizer> normalizers;
    if (to.setting("do_lower_case", false)) normalizers.push_back(lowercaseNormalizer());
    for (const char* text :
         {R"({"type": "Replace", "pattern": {"Regex": "\\s{2,}|[\\n\\r\\t]"}, "content": " "})",
          R"({"type": "NFC"})", R"({"type": "Strip", "strip_left": false, "strip_right": true})"})
        normalizers.push_back(makeNormalizer(stage(text), {}));
    to.pipeline.normalizer = normalizerSequence(std::move(normalizers));
    std::vector<PreTokenizer> all;
    if (to.setting("split_by_punct", false))
        all.push_back(makePreTokenizer(stage(R"({"type": "Punctuation", "behavior": "Isolated"})"), {}));
    all.push_back(metaspace(to.setting("add_prefix_space", true) ? "always" : "first", true));
    to.pipeline.preTokenizer = inOrder(std::move(all));
    addSpecials(to.pipeline, to.config,
                {{"bos_token", "[CLS]"},
                 {"eos_token", "[SEP]"},
                 {"unk_token", "[UNK]"},
                 {"sep_token", "[SEP]"},
                 {"pad_token", "[PAD]"},
                 {"cls_token", "[CLS]"},
                 {"mask_token", "[MASK]"}});
    setBertTemplate(to);
}

void fillLlama(const Conversion& to) {
    Vocabulary vocabulary = vocabularyOf(to.model);
    const Merges merges = mergesByIds(vocabulary);
    BpeSettings settings;
    settings.fuseUnknown = true;
    settings.byteFallback = true;
    to.pipeline.model = makeBpe(std::move(vocabulary), merges, settings, to.model.file);
    const bool prefix = to.setting("add_prefix_space", true);
    const bool legacy = to.setting("legacy", false);
    to.pipeline.preTokenizer = metaspace(!prefix ? "never" : legacy ? "always" : "first", false);
    addSpecials(to.pipeline, to.config,
                {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}});
    to.pipeline.postProcessor = configuredEnds(to.pipeline, to.config, llamaEnds);
}

void fillGemma(const Conversion& to) {
    Vocabulary vocabulary = vocabularyOf(to.model);
    const Merges merges = mergesByIds(vocabulary);
    BpeSettings settings;
    settings.unknown = to.tokenText("unk_token", "<unk>");
    settings.fuseUnknown = true;
    settings.byteFallback = true;
    to.pipeline.model = makeBpe(std::move(vocabulary), merges, settings, to.model.file);
    to.pipeline.normalizer =
        makeNormalizer(stage(R"({"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"})"), {});
    to.pipeline.preTokenizer = makePreTokenizer(
        stage(R"({"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious"})"), {});
    addSpecials(to.pipeline, to.config,
                {{"bos_token", "<bos>"},
                 {"eos_token", "<eos>"},
                 {"unk_token", "<unk>"},
                 {"pad_token", "<pad>"},
                 {"mask_token", "<mask>"}});
    to.pipeline.postProcessor = configuredEnds(to.pipeline, to.config, gemmaEnds);
}

/// The pieces that the model's author defined, whole, the longest first; empty when there are none.
std::string userDefinedPattern(const SentencePieceModel& model) {
    std::vector<std::string_view> pieces;
    for (const auto& piece : model.pieces)
        if (piece.type == PieceType::UserDefined) pieces.push_back(piece.text);
    std::stable_sort(pieces.begin(), pieces.end(), [](std::string_view a, std::string_view b) {
        return countCodePoints(a) > countCodePoints(b);
    });
    std::string pattern;
    for (const std::string_view piece : pieces) {
        if (!pattern.empty()) pattern += '|';
        for (const char c : piece) {
            if (isPunctuation(static_cast<unsigned char>(c)) || c == ' ') pattern += '\\';
            pattern += c;
        }
    }
    return pattern;
}

void setGenericModel(const Conversion& to, bool wholePieces) {
    const SentencePieceModel& model = to.model;
    if (model.kind == SentencePieceModel::Kind::Unigram) {
        if (model.unknownId < 0)
            to.pipeline.model =
                makeUnigram(scoredPieces(model), {std::nullopt, model.byteFallback}, model.file);
        else
            to.pipeline.model =
                makeUnigram(scoredPieces(model), {model.unknownId, model.byteFallback}, model.file);
        return;
    }
    Vocabulary vocabulary = vocabularyOf(model);
    const Merges merges = mergesByScores(model, vocabulary);
    BpeSettings settings;
    settings.unknown = model.unknownPiece;
    settings.fuseUnknown = true;
    settings.byteFallback = model.byteFallback;
    settings.ignoreMerges = wholePieces;
    to.pipeline.model = makeBpe(std::move(vocabulary), merges, settings, model.file);
}

std::vector<Normalizer> genericNormalizers(const Conversion& to, bool legacy) {
    const auto replace = [](const char* pattern, const char* content) {
        return makeNormalizer(stage(std::string(R"({"type": "Replace", "pattern": {"Regex": ")") + pattern +
                                    R"("}, "content": ")" + content + "\"}"),
                              {});
    };
    std::vector<Normalizer> normalizers;
    if (!to.model.characterMap.empty())
        normalizers.push_back(characterMapNormalizer(to.model.characterMap, to.model.file));
    if (to.model.removeExtraWhitespace) {
        normalizers.push_back(replace(R"(\\A +| +\\z)", ""));
        normalizers.push_back(replace(" {2,}", " "));
    }
    if (to.model.escapeWhitespace) normalizers.push_back(replace(" ", "\u2581"));
    // Metaspace adds no mark where the text has one, SentencePiece does.
    if (to.model.addDummyPrefix && legacy) normalizers.push_back(replace("\\\\A\u2581", "\u2581\u2581"));
    return normalizers;
}

/// Any other family: as SentencePiece itself encodes with the model's settings.
void fillGeneric(const Conversion& to) {
    const bool legacy = to.setting("legacy", true);
    const std::string userDefined = userDefinedPattern(to.model);
    setGenericModel(to, !userDefined.empty());
    to.pipeline.normalizer = normalizerSequence(genericNormalizers(to, legacy));
    std::vector<PreTokenizer> all;
    if (to.model.addDummyPrefix) all.push_back(metaspace(legacy ? "always" : "first", false));
    if (!userDefined.empty()) all.push_back(isolatingPreTokenizer(userDefined, to.model.file));
    if (!all.empty()) to.pipeline.preTokenizer = inOrder(std::move(all));
    addSpecials(to.pipeline, to.config,
                {{"bos_token", to.model.beginningPiece},
                 {"eos_token", to.model.endingPiece},
                 {"unk_token", to.model.unknownId < 0 ? std::string_view() : to.model.unknownPiece}});
    to.pipeline.postProcessor = configuredEnds(to.pipeline, to.config, {});
}

/// A family: its tokenizer class, its model_types between blanks, what it makes of a SentencePiece model.
/// Null: its vocabulary or its rules are not those of the model file, and taken as any other it would get
/// wrong ids.
struct FamilyRow {
    std::string_view className;
    std::string_view modelTypes;
    void (*fill)(const Conversion& to);
};

constexpr FamilyRow families[] = {
    {"Llama", "llama idefics idefics2", fillLlama},
    {"CodeLlama", "code_llama", fillLlama},
    {"Gemma", "gemma gemma2 gemma3 gemma3_text gemma3n gemma3n_text recurrent_gemma shieldgemma2 t5gemma",
     fillGemma},
    {"XLMRoberta", "xlm-roberta xlm-roberta-xl xmod gte jina_embeddings_v3 metaclip_2 trocr", fillXlmRoberta},
    {"T5", "t5 mt5 umt5 switch_transformers musicgen musicgen_melody", fillT5},
    {"Albert", "albert yoso", fillAlbert},
    {"DebertaV2", "deberta-v2", fillDeberta},
    {"Barthez", "barthez", nullptr},
    {"Bartpho", "bartpho", nullptr},
    {"BertJapanese", "bert-japanese", nullptr},
    {"BigBird", "big_bird", nullptr},
    {"Camembert", "camembert", nullptr},
    {"Cpm", "cpm", nullptr},
    {"FNet", "fnet", nullptr},
    {"GPTSw3", "gpt-sw3", nullptr},
    {"Lasr", "lasr_ctc lasr_encoder", nullptr},
    {"LayoutXLM", "layoutxlm", nullptr},
    {"M2M100", "m2m_100", nullptr},
    {"Marian", "marian", nullptr},
    {"MBart", "mbart", nullptr},
    {"MBart50", "mbart50", nullptr},
    {"MLuke", "mluke", nullptr},
    {"Nllb", "nllb nllb-moe", nullptr},
    {"Pegasus", "pegasus pegasus_x bigbird_pegasus", nullptr},
    {"PLBart", "plbart", nullptr},
    {"Qwen3_5", "qwen3_5 qwen3_5_text qwen3_5_moe qwen3_5_moe_text", nullptr},
    {"Reformer", "reformer", nullptr},
    {"RemBert", "rembert", nullptr},
    {"SeamlessM4T", "seamless_m4t seamless_m4t_v2", nullptr},
    {"Siglip", "siglip", nullptr},
    {"Speech2Text", "speech_to_text", nullptr},
    {"SpeechT5", "speecht5", nullptr},
    {"Tipsv2", "tipsv2", nullptr},
    {"Udop", "udop", nullptr},
    {"VideoPrism", "videoprism", nullptr},
    {"XGLM", "xglm", nullptr},
    {"XLNet", "xlnet", nullptr},
};

/// The row of the family that the files name; null for any other.
const FamilyRow* familyRow(const TokenizerConfig& config) {
    const std::string type = ' ' + config.modelType + ' ';
    for (const FamilyRow& row : families) {
        const bool sameType = (' ' + std::string(row.modelTypes) + ' ').find(type) != std::string::npos;
        if (!config.className.empty() ? row.className == config.className : sameType) return &row;
    }
    return nullptr;
}

/// What the model's author made control or defined pieces is found in the text whole.
void addPieces(const Conversion& to, bool userDefined) {
    for (const auto& [text, score, type] : to.model.pieces) {
        const bool control = type == PieceType::Control;
        if (!control && !(userDefined && type == PieceType::UserDefined)) continue;
        if (!to.pipeline.addedTokens.id(text))
            to.pipeline.addedTokens.add({text, false, false, false, false, control}, *to.pipeline.model);
    }
}

}  // namespace

PipelinePointer readSentencePiece(std::string_view bytes, const std::string& name,
                                  const TokenizerConfig& config) {
    const SentencePieceModel model = readSentencePieceModel(bytes, name);
    using Kind = SentencePieceModel::Kind;
    if (model.kind != Kind::Unigram && model.kind != Kind::Bpe)
        throw Error(ErrorCode::TokenizerUnsupported,
                    {name, "SentencePiece model type", model.kind == Kind::Word ? "word" : "char"});
    const FamilyRow* row = familyRow(config);
    if (row != nullptr && row->fill == nullptr)
        throw Error(ErrorCode::TokenizerUnsupported,
                    {name, "tokenizer class", std::string(row->className) + "Tokenizer"});
    auto pipeline = std::make_shared<Tokenizer::Pipeline>();
    pipeline->file = name;
    const Conversion conversion{model, config, *pipeline};
    (row != nullptr ? row->fill : fillGeneric)(conversion);
    addPieces(conversion, row != nullptr);
    pipeline->addedTokens.prepare(pipeline->normalizer);
    return pipeline;
}

PipelinePointer readModelFile(const Checkpoint& checkpoint, const TokenizerConfig& config) {
    for (const std::string_view name :
         {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model", "spm.model", "tiktoken.model"}) {
        const auto file = checkpoint.file(name);
        if (!file) continue;
        if (isTiktoken(file->text())) return readTiktoken(*file, config);
        return readSentencePiece(file->text(), file->name(), config);
    }
    return nullptr;
}

}  // namespace headscope::core
