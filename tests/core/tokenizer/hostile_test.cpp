// SPDX-License-Identifier: GPL-3.0-or-later
// Files and texts that must end in an error, soon, and never in a crash.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

#include "core/tokenizer/regex.h"
#include "tests/core/tokenizer/fixtures.h"

namespace headscope::core {
namespace {

/// The code of the error that reading the file, or encoding the text with it, ends in; nothing when there is
/// none.
std::optional<ErrorCode> failure(const std::string& json, std::string_view text = "a b") {
    try {
        Tokenizer::fromJson(json, "tokenizer.json").encode(text);
        return std::nullopt;
    } catch (const Error& error) {
        return error.code();
    }
}

std::string repeated(std::string_view text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
}

const std::string wordLevel = R"({"type": "WordLevel", "unk_token": "a", "vocab": {"a": 0}})";

TEST(HostileTokenizer, UnknownStagesAreNamed) {
    struct Case {
        std::string member, kind, type;
    };
    const Case cases[] = {{R"("normalizer": {"type": "Magic"})", "normalizer", "Magic"},
                          {R"("pre_tokenizer": {"type": "Magic"})", "pre-tokenizer", "Magic"},
                          {R"("post_processor": {"type": "Magic"})", "post-processor", "Magic"}};
    for (const Case& one : cases) {
        try {
            Tokenizer::fromJson(tokenizerJson(wordLevel, one.member), "here.json");
            FAIL() << one.kind;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::TokenizerUnsupported);
            EXPECT_EQ(error.arguments(), (std::vector<std::string>{"here.json", one.kind, one.type}));
        }
    }
    EXPECT_EQ(failure(tokenizerJson(R"({"type": "Magic", "vocab": {}})")), ErrorCode::TokenizerUnsupported);
}

TEST(HostileTokenizer, ImpossibleIdsAreRefused) {
    for (const char* id : {"-1", "4294967296", "99999999", "1e300", "0.5", "\"0\"", "null", "[]"}) {
        const std::string model =
            std::string(R"({"type": "WordLevel", "unk_token": "a", "vocab": {"a": )") + id + "}}";
        EXPECT_TRUE(failure(tokenizerJson(model))) << id;
    }
    EXPECT_EQ(failure(tokenizerJson(R"({"type": "Unigram", "unk_id": 5, "vocab": [["a", 0]]})")),
              ErrorCode::TokenizerInvalid);
    EXPECT_TRUE(
        failure(tokenizerJson(wordLevel, R"("post_processor": {"type": "BertProcessing", "sep": ["s", -7],
                                                    "cls": ["c", 1]})")));
}

TEST(HostileTokenizer, DamagedPartsAreRefused) {
    const std::string models[] = {
        R"({"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]})",
        R"({"type": "BPE", "vocab": {"a": 0}, "merges": ["ab"]})",
        R"({"type": "BPE", "vocab": {"a": 0}, "merges": [["a"]]})",
        R"({"type": "BPE", "vocab": {"a": 0}, "merges": [7]})",
        R"({"type": "BPE", "vocab": {"a": 0, "b": 1}, "continuing_subword_prefix": "####", "merges": ["a b"]})",
        R"({"type": "BPE", "vocab": {"a": 0}})",
        R"({"type": "Unigram", "unk_id": 0, "vocab": [["a"]]})",
        R"({"type": "Unigram", "unk_id": 0, "vocab": [["a", NaN]]})",
        R"({"type": "Unigram", "unk_id": 0, "vocab": []})",
        R"({"type": "WordPiece"})",
        "[]",
        "null",
    };
    for (const std::string& model : models) EXPECT_TRUE(failure(tokenizerJson(model))) << model;
    const std::string members[] = {
        R"("normalizer": {"type": "Replace", "pattern": {"Regex": "("}, "content": ""})",
        R"("normalizer": {"type": "Replace", "pattern": {}, "content": ""})",
        R"("normalizer": {"type": "Precompiled", "precompiled_charsmap": "////"})",
        R"("normalizer": {"type": "Precompiled", "precompiled_charsmap": "*"})",
        R"("normalizer": {"type": "Precompiled", "precompiled_charsmap": ""})",
        R"("normalizer": [])",
        R"("pre_tokenizer": {"type": "Split", "pattern": {"String": "a"}, "behavior": "Sideways"})",
        R"("pre_tokenizer": {"type": "FixedLength", "length": 0})",
        R"("pre_tokenizer": {"type": "Metaspace", "replacement": ""})",
        R"("pre_tokenizer": {"type": "CharDelimiterSplit", "delimiter": "ab"})",
        R"("post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "x", "type_id": 0}}],
            "pair": [], "special_tokens": {}})",
        R"("post_processor": {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "B", "type_id": 0}}],
            "pair": [], "special_tokens": {}})",
        R"("post_processor": {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [], "special_tokens": {"x": {"id": "x", "ids": [1, 2], "tokens": ["x"]}}, "added": 0},
           "added_tokens": [{}])",
    };
    for (const std::string& member : members)
        EXPECT_TRUE(failure(tokenizerJson(wordLevel, member))) << member;
}

TEST(HostileTokenizer, DeepAndLongSequencesAreRefused) {
    const std::string nested =
        repeated(R"({"type": "Sequence", "normalizers": [)", 100) + repeated("]}", 100);
    EXPECT_EQ(failure(tokenizerJson(wordLevel, R"("normalizer": )" + nested)), ErrorCode::JsonTooDeep);
    const std::string list = R"({"type": "NFC"})" + repeated(R"(, {"type": "NFC"})", 1000);
    EXPECT_EQ(failure(tokenizerJson(wordLevel,
                                    R"("normalizer": {"type": "Sequence", "normalizers": [)" + list + "]}")),
              ErrorCode::TokenizerInvalid);
}

TEST(HostileTokenizer, ATextCannotGrowWithoutEnd) {
    const std::string twice = R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aa"})";
    const std::string stages = twice + repeated(", " + twice, 40);
    EXPECT_EQ(failure(tokenizerJson(
                  wordLevel, R"("normalizer": {"type": "Sequence", "normalizers": [)" + stages + "]}")),
              ErrorCode::TokenizerInvalid);
    const std::string bytes =
        R"({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": false})";
    EXPECT_EQ(failure(tokenizerJson(wordLevel, R"("pre_tokenizer": {"type": "Sequence", "pretokenizers": [)" +
                                                   bytes + repeated(", " + bytes, 40) + "]}")),
              ErrorCode::TokenizerInvalid);
}

TEST(HostileTokenizer, AnEndlessPatternIsGivenUp) {
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(failure(tokenizerJson(wordLevel,
                                    R"("normalizer": {"type": "Replace", "pattern": {"Regex": "(x+x+)+y"},
                                                   "content": ""})"),
                      std::string(60, 'x')),
              ErrorCode::TokenizerInvalid);
    EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(60));
}

TEST(HostileTokenizer, TheUnknownTokenMayBeMissingUntilItIsNeeded) {
    const std::string json = tokenizerJson(R"({"type": "WordPiece", "unk_token": "U", "vocab": {"a": 0}})");
    EXPECT_EQ(failure(json, "a"), std::nullopt);
    EXPECT_EQ(failure(json, "b"), ErrorCode::TokenizerInvalid);
    EXPECT_EQ(failure(tokenizerJson(R"({"type": "Unigram", "unk_id": null, "vocab": [["a", 0]]})"), "b"),
              ErrorCode::TokenizerInvalid);
}

TEST(HostileText, BytesThatAreNotUtf8AreNamed) {
    const Tokenizer tokenizer = Tokenizer::fromJson(tokenizerJson(byteModel()), "tokenizer.json");
    struct Case {
        std::string text, place;
    };
    for (const Case& one :
         {Case{"ab\xFF", "2"}, Case{"\xC3", "0"}, Case{"x\xED\xA0\x80", "1"}, Case{"é\xC0\x80", "2"}}) {
        try {
            tokenizer.encode(one.text);
            FAIL() << one.place;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::TextNotUtf8);
            EXPECT_EQ(error.arguments(), std::vector<std::string>{one.place});
        }
        EXPECT_THROW(tokenizer.encode("fine", one.text), Error);
    }
}

TEST(HostileText, ARunOfLettersMayBeAMillionLong) {
    // The regular expression remembers a place for every letter, in case it has to give some back.
    const std::string letters(1'000'000, 'a');
    for (const char* pattern : {R"( ?\p{L}+)", R"(\w+)"})
        EXPECT_EQ(Regex(pattern, "here.json").matches(letters), (std::vector<ByteRange>{{0, letters.size()}}))
            << pattern;
}

/// Processor seconds that encoding takes.
double secondsFor(const Tokenizer& tokenizer, const std::string& text) {
    const std::clock_t started = std::clock();
    EXPECT_FALSE(tokenizer.encode(text).empty());
    return static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
}

TEST(HostileText, LongTextsTakeTimeInProportion) {
    // A document can be one single piece. Ten times the text may take thirty times as long, not a hundred
    // times.
    const std::string words = "Theanimaldidnotcrossthestreetbecauseitwastootired,don't猫坐在窗台上🙂";
    for (const char* name :
         {"bert_uncased", "gpt2", "llama_legacy", "gemma_model", "xlm_roberta", "t5_model"}) {
        const Tokenizer tokenizer = loadFolder(name);
        for (const std::string& piece : {std::string("a"), std::string("\u2581"), words}) {
            const int count = static_cast<int>(40'000 / piece.size());
            const double few = secondsFor(tokenizer, repeated(piece, count));
            const double many = secondsFor(tokenizer, repeated(piece, 10 * count));
            EXPECT_LT(many, 30 * std::max(few, 0.01)) << name << ": " << piece;
        }
    }
}

TEST(Tokenizer, GivesTheSameFromManyThreads) {
    const Tokenizer tokenizer = loadFolder("llama3");
    const std::string text = repeated("The animal didn't cross the street. 猫坐在窗台上 ", 50);
    const std::vector<Token> expected = tokenizer.encode(text);
    std::vector<std::vector<Token>> results(4);
    std::vector<std::thread> threads;
    for (auto& result : results)
        threads.emplace_back([&tokenizer, &text, &result] { result = tokenizer.encode(text); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& result : results) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace headscope::core
