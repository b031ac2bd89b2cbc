// SPDX-License-Identifier: GPL-3.0-or-later
// Which files make a tokenizer, and what the ones beside tokenizer.json change.
#include <gtest/gtest.h>

#include "tests/core/tokenizer/fixtures.h"

namespace headscope::core {
namespace {

using Files = std::map<std::string, std::string>;
using Ids = std::vector<std::int32_t>;

Ids idsOf(const std::vector<Token>& tokens) {
    Ids ids;
    for (const Token& token : tokens) ids.push_back(token.id);
    return ids;
}

std::vector<std::string> pieces(const Tokenizer& tokenizer, std::string_view text,
                                std::optional<std::string_view> pair = {}) {
    std::vector<std::string> out;
    for (const Token& token : tokenizer.encode(text, pair)) out.push_back(token.piece);
    return out;
}

using Strings = std::vector<std::string>;

const std::string bertJson = tokenizerJson(
    R"({"type": "WordPiece", "unk_token": "U", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
        "vocab": {"U": 0, "a": 1, "A": 2, "é": 3, "e": 4, "好": 5, "a好": 6}})",
    R"("normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null,
                      "lowercase": false},
       "pre_tokenizer": {"type": "BertPreTokenizer"})");

Ids bertIds(const std::string& config, std::string_view text) {
    Files files{{"tokenizer.json", bertJson}};
    if (!config.empty()) files.emplace("tokenizer_config.json", config);
    return idsOf(loadFiles(std::move(files)).value().encode(text));
}

TEST(TokenizerFiles, AFolderWithoutAnyHasNoTokenizer) {
    EXPECT_FALSE(loadFiles({}));
}

TEST(TokenizerFiles, BertSettingsRuleOverTokenizerJson) {
    EXPECT_EQ(bertIds("", "A é"), (Ids{2, 3}));
    EXPECT_EQ(bertIds(R"({"tokenizer_class": "BertTokenizer"})", "A é"), (Ids{1, 4}))
        << "lower case is the default";
    EXPECT_EQ(bertIds(R"({"tokenizer_class": "BertTokenizerFast", "do_lower_case": false})", "A é"),
              (Ids{2, 3}));
    EXPECT_EQ(
        bertIds(R"({"tokenizer_class": "BertTokenizer", "do_lower_case": true, "strip_accents": false})",
                "A é"),
        (Ids{1, 3}));
    EXPECT_EQ(
        bertIds(R"({"tokenizer_class": "DistilBertTokenizer", "tokenize_chinese_chars": false})", "a好"),
        (Ids{6}));
    EXPECT_EQ(bertIds(R"({"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": true})", "A é"),
              (Ids{2, 3}))
        << "only the BERT classes do this";
}

TEST(TokenizerFiles, PrefixSpaceRulesOverByteLevel) {
    const std::string json = tokenizerJson(
        R"({"type": "BPE", "merges": ["Ġ a"], "vocab": {"a": 0, "Ġ": 1, "Ġa": 2}})",
        R"("pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true})");
    const auto ids = [&json](const std::string& config) {
        return idsOf(
            loadFiles({{"tokenizer.json", json}, {"tokenizer_config.json", config}}).value().encode("a"));
    };
    EXPECT_EQ(ids(R"({"tokenizer_class": "GPT2Tokenizer"})"), (Ids{0}));
    EXPECT_EQ(ids(R"({"tokenizer_class": "GPT2Tokenizer", "add_prefix_space": true})"), (Ids{2}));
    EXPECT_EQ(ids(R"({"add_prefix_space": true})"), (Ids{0}));
}

TEST(TokenizerFiles, LlamaMakesItsOwnPostProcessor) {
    const std::string json = tokenizerJson(
        R"({"type": "BPE", "merges": [], "vocab": {"<s>": 0, "</s>": 1, "a": 2}})", R"("added_tokens": [])");
    const auto load = [&json](const std::string& config) {
        return loadFiles({{"tokenizer.json", json}, {"tokenizer_config.json", config}}).value();
    };
    const Tokenizer plain =
        load(R"({"tokenizer_class": "LlamaTokenizer", "bos_token": "<s>", "eos_token": "</s>"})");
    EXPECT_EQ(pieces(plain, "a"), (Strings{"<s>", "a"}));
    EXPECT_EQ(pieces(plain, "a", "a"), (Strings{"<s>", "a", "<s>", "a"}));
    EXPECT_EQ(plain.encode("a", "a").back().typeId, 1);
    const Tokenizer both = load(
        R"({"tokenizer_class": "LlamaTokenizerFast", "add_bos_token": false, "add_eos_token": true, "eos_token": {"content": "</s>"}})");
    EXPECT_EQ(pieces(both, "a", "a"), (Strings{"a", "</s>", "a", "</s>"}));
    EXPECT_EQ(pieces(load(R"({"tokenizer_class": "PreTrainedTokenizerFast"})"), "a"), (Strings{"a"}));
}

TEST(TokenizerFiles, DeclaredTokensAreAdded) {
    const Files files{{"tokenizer.json",
                       tokenizerJson(R"({"type": "WordLevel", "unk_token": "U", "vocab": {"U": 0, "a": 1}})",
                                     R"("pre_tokenizer": {"type": "WhitespaceSplit"},
           "added_tokens": [{"id": 2, "content": "<m>", "lstrip": false, "rstrip": false, "single_word": false,
                             "normalized": false, "special": true}])")}};
    const auto load = [&files](const std::string& name, const std::string& text) {
        Files with = files;
        with.emplace(name, text);
        return loadFiles(std::move(with)).value();
    };
    const Tokenizer plain = loadFiles(files).value();
    EXPECT_EQ(plain.encode("a <m>").back().span, (Span{2, 5}));
    const Tokenizer stripped =
        load("special_tokens_map.json",
             R"({"mask_token": {"content": "<m>", "lstrip": true, "normalized": false}})");
    EXPECT_EQ(stripped.encode("a <m>").back().span, (Span{1, 5})) << "flags may stand only here";
    const Tokenizer decoder = load("tokenizer_config.json", R"({"added_tokens_decoder": {
        "10": {"content": "<y>", "special": true, "normalized": false}, "9": {"content": "<x>", "normalized": false}}})");
    EXPECT_EQ(idsOf(decoder.encode("<x><y>")), (Ids{3, 4}))
        << "in the order of their numbers, which do not count";
    EXPECT_FALSE(decoder.encode("<x><y>")[0].special);
    EXPECT_TRUE(decoder.encode("<x><y>")[1].special);
    EXPECT_EQ(idsOf(load("added_tokens.json", R"({"<z>": 7})").encode("a<z>")), (Ids{1, 3}));
    EXPECT_EQ(idsOf(load("tokenizer_config.json", R"({"pad_token": "<pad>"})").encode("<pad>")), (Ids{3}));
    EXPECT_EQ(decoder.vocabularySize(), 5);
    EXPECT_EQ(decoder.piece(4), "<y>");
    EXPECT_EQ(decoder.id("<m>"), 2);
}

TEST(TokenizerFiles, VocabularyTextSplitsOnLineFeedsOnly) {
    const std::string vocabulary = "[PAD]\n[UNK]\r\n[CLS]\n[SEP]\n[MASK]\na\u2028b\n\u0085\nend\n##s";
    const Tokenizer tokenizer = loadFiles({{"vocab.txt", vocabulary}}).value();
    EXPECT_EQ(tokenizer.id("end"), 7);
    EXPECT_EQ(tokenizer.id("[UNK]"), 1);
    EXPECT_EQ(idsOf(tokenizer.encode("Ends", "end")), (Ids{2, 7, 8, 3, 7, 3}));
    EXPECT_EQ(tokenizer.encode("Ends", "end").back().typeId, 1);
    EXPECT_EQ(tokenizer.description(), "WordPiece, vocab.txt");
}

TEST(TokenizerFiles, VocabularyAndMergesFollowTheirFamily) {
    const Files files{
        {"vocab.json", R"({"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "<mask>": 4, "a": 5, "Ġ": 6, "Ġa": 7,
                                         "<|endoftext|>": 8})"},
        {"merges.txt", "#version: 0.2\nĠ a\n"}};
    const auto load = [&files](const std::string& config) {
        Files with = files;
        with.emplace("config.json", config);
        return loadFiles(std::move(with)).value();
    };
    EXPECT_EQ(pieces(load(R"({"model_type": "gpt2"})"), "a a<|endoftext|>"),
              (Strings{"a", "Ġa", "<|endoftext|>"}));
    EXPECT_EQ(pieces(load("{}"), "a a"), (Strings{"a", "Ġa"}));
    const Tokenizer roberta = load(R"({"model_type": "roberta"})");
    EXPECT_EQ(pieces(roberta, "a <mask>", "a"), (Strings{"<s>", "a", "<mask>", "</s>", "</s>", "a", "</s>"}));
    EXPECT_EQ(roberta.encode("a <mask>")[2].id, 4) << "the mask takes the space before it along";
    EXPECT_EQ(pieces(load(R"({"model_type": "qwen2"})"), "a a"), (Strings{"a", "Ġa"}));
    const Tokenizer deberta = load(R"({"model_type": "deberta"})");
    EXPECT_EQ(pieces(deberta, "a", "a"), (Strings{"[CLS]", "a", "[SEP]", "a", "[SEP]"}));
    EXPECT_EQ(deberta.id("[CLS]"), 9)
        << "special tokens that the vocabulary lacks follow it in transformers' order";
    EXPECT_EQ(deberta.id("[MASK]"), 13);
    Files whisper = files;
    whisper.emplace("tokenizer_config.json", R"({"tokenizer_class": "WhisperTokenizer"})");
    try {
        loadFiles(std::move(whisper));
        FAIL() << "another family's rules must not be guessed";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::TokenizerUnsupported);
        EXPECT_EQ(error.arguments()[2], "WhisperTokenizer");
    }
}

}  // namespace
}  // namespace headscope::core
