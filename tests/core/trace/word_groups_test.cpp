// SPDX-License-Identifier: GPL-3.0-or-later
// What words are called, under every kind of tokenizer.
#include "core/trace/word_groups.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/tensor/mapped_file.h"
#include "core/tokenizer/tokenizer.h"

namespace headscope::core {
namespace {

using Strings = std::vector<std::string>;

Tokenizer tokenizerNamed(const std::string& name) {
    const auto file = std::filesystem::path(HEADSCOPE_TEST_DATA) / "tokenizers" / name / "tokenizer.json";
    return Tokenizer::fromJson(MappedFile::open(file).text(), name);
}

Input inputOf(std::string text, std::optional<std::string> pair = {}) {
    Input input;
    input.text = std::move(text);
    input.pair = std::move(pair);
    return input;
}

std::vector<Token> tokensOf(const Tokenizer& tokenizer, const Input& input) {
    const auto pair = input.pair ? std::optional<std::string_view>(*input.pair) : std::nullopt;
    return tokenizer.encode(input.text, pair);
}

/// The labels of the words, special tokens aside.
Strings namesOf(const std::vector<Token>& tokens, const Input& input) {
    Strings names;
    for (const Token& word : wordGroups(tokens, input).words) {
        if (word.special) continue;
        EXPECT_TRUE(word.bytes.empty()) << word.label;
        names.push_back(word.label);
    }
    return names;
}

const Strings allTokenizers = {"bert_uncased", "bert_cased",      "gpt2",       "roberta", "llama3", "qwen2",
                               "llama_legacy", "llama_metaspace", "xlm_roberta"};

// Pieces of the fixtures' small vocabularies: whole words, letters, bytes of letters, marks that stand alone,
// and characters that some tokenizers drop (a last accent, the sign that makes a heart red).
TEST(WordGroups, AreCalledWhatStandsInTheText) {
    const std::string text = "the zebra it don't, 日 x Ärger 3.5 cafe\u0301 ❤\uFE0F ﬁx";
    const Strings names = {"the", "zebra", "it",  "don't",      ",",       "日",
                           "x",   "Ärger", "3.5", "cafe\u0301", "❤\uFE0F", "ﬁx"};
    for (const std::string& name : allTokenizers) {
        SCOPED_TRACE(name);
        const Input input = inputOf(text);
        EXPECT_EQ(namesOf(tokensOf(tokenizerNamed(name), input), input), names);
    }
}

TEST(WordGroups, OfASecondTextAreCalledWhatStandsThere) {
    for (const std::string& name : allTokenizers) {
        SCOPED_TRACE(name);
        const Input input = inputOf("日 x", "the Ärger");
        EXPECT_EQ(namesOf(tokensOf(tokenizerNamed(name), input), input),
                  (Strings{"日", "x", "the", "Ärger"}));
    }
}

TEST(WordGroups, SayWhereTheirCharactersStand) {
    const Input input = inputOf("a 日 Ärger");
    for (const std::string& name : allTokenizers) {
        SCOPED_TRACE(name);
        std::vector<Span> spans;
        for (const Token& word : wordGroups(tokensOf(tokenizerNamed(name), input), input).words)
            if (!word.special) spans.push_back(word.span.value());
        EXPECT_EQ(spans, (std::vector<Span>{{0, 1}, {2, 3}, {4, 9}}));
    }
}

TEST(WordGroups, OfATextThatWasCutEndWithTheirLastPiece) {
    std::vector<Token> tokens(3);
    for (Index i = 0; i < 3; ++i) {
        tokens[static_cast<std::size_t>(i)].word = 0;
        tokens[static_cast<std::size_t>(i)].span = Span{2 * i, 2 * i + 2};
    }
    tokens.pop_back();
    EXPECT_EQ(namesOf(tokens, inputOf("unlock")), (Strings{"unlo"}));
}

TEST(WordGroups, OfIdsArePutTogetherFromThePieces) {
    const std::string text = "the zebra it, 日 x Ärger 3.5";
    const Strings names = {"the", "zebra", "it", ",", "日", "x", "Ärger", "3.5"};
    for (const std::string name : {"gpt2", "roberta", "llama3", "qwen2", "llama_legacy", "llama_metaspace"}) {
        SCOPED_TRACE(name);
        const Tokenizer tokenizer = tokenizerNamed(name);
        Input input;
        for (const Token& token : tokenizer.encode(text)) input.ids.push_back(token.id);
        EXPECT_EQ(namesOf(tokenizer.fromIds(input.ids), input), names);
    }
    const Tokenizer bert = tokenizerNamed("bert_uncased");
    Input input;
    for (const Token& token : bert.encode("the zebra it , x")) input.ids.push_back(token.id);
    EXPECT_EQ(namesOf(bert.fromIds(input.ids), input), (Strings{"the", "zebra", "it", ",", "x"}));
}

TEST(WordGroups, OfIdsThatMakeNoCharacterAreTheirBytes) {
    const Tokenizer gpt2 = tokenizerNamed("gpt2");
    Input input;
    input.ids = {gpt2.id("x").value(), gpt2.id("æ").value(), gpt2.id("Ĺ").value()};
    const std::vector<Token> words = wordGroups(gpt2.fromIds(input.ids), input).words;
    ASSERT_EQ(words.size(), 2U);
    EXPECT_EQ(words[1].label, "E6 97");
    EXPECT_EQ(words[1].bytes, "\xE6\x97");
}

}  // namespace
}  // namespace headscope::core
