// SPDX-License-Identifier: GPL-3.0-or-later
// What a person reads of a token, and which tokens are one word.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/tokenizer/fixtures.h"

namespace headscope::core {
namespace {

using Strings = std::vector<std::string>;

const EncodeOptions plainText{false, true};

/// Every kind of fixture: with and without a pre-tokenizer, byte-level, byte fallback, normalising.
const Strings allTokenizers = {"bert_uncased", "bert_cased",      "gpt2",       "roberta", "llama3", "qwen2",
                               "llama_legacy", "llama_metaspace", "xlm_roberta"};

/// The texts of the words, from the positions: labels of unknown or partial tokens would hide mistakes.
Strings wordTexts(const Tokenizer& tokenizer, const std::u32string& text, std::string_view utf8) {
    std::vector<Span> spans;
    std::optional<Index> previous;
    for (const Token& token : tokenizer.encode(utf8, {}, plainText)) {
        Span span = token.span.value();
        while (span.begin < span.end && text[static_cast<std::size_t>(span.begin)] == U' ') ++span.begin;
        if (token.word == previous)
            spans.back().end = span.end;
        else
            spans.push_back(span);
        previous = token.word;
    }
    Strings out;
    for (const Span& span : spans) out.push_back(std::to_string(span.begin) + '-' + std::to_string(span.end));
    return out;
}

TEST(Words, AreTheSameUnderEveryTokenizer) {
    const Strings expected = {"0-3",   "4-10",  "11-17", "18-23", "24-27", "28-34",
                              "35-42", "43-45", "46-49", "50-53", "54-59"};
    for (const std::string& name : allTokenizers) {
        SCOPED_TRACE(name);
        EXPECT_EQ(wordTexts(loadFolder(name), U"The animal didn't cross the street because it was too tired",
                            "The animal didn't cross the street because it was too tired"),
                  expected);
    }
}

TEST(Words, KeepMarksWithTheirLetter) {
    // Greek with combining accents, e + acute, a Hebrew letter with two points. Tokenizers that normalise
    // drop or compose the mark, and the reference's offsets then end before it.
    for (const std::string name :
         {"bert_cased", "gpt2", "roberta", "llama3", "llama_legacy", "llama_metaspace"}) {
        SCOPED_TRACE(name);
        EXPECT_EQ(wordTexts(loadFolder(name), U"δα\u0301σκαλος cafe\u0301 שׁ\u05B8x",
                            "δα\u0301σκαλος cafe\u0301 שׁ\u05B8x"),
                  (Strings{"0-9", "10-15", "16-20"}));
    }
}

TEST(Words, KeepNumbersWhole) {
    EXPECT_EQ(wordTexts(loadFolder("qwen2"), U"about 1,234.56 or 12345", "about 1,234.56 or 12345"),
              (Strings{"0-5", "6-14", "15-17", "18-23"}));
}

TEST(Words, AreSingleCharactersInScriptsWithoutSpaces) {
    for (const std::string name : {"bert_uncased", "gpt2", "llama_legacy"}) {
        SCOPED_TRACE(name);
        EXPECT_EQ(wordTexts(loadFolder(name), U"雨。 然后", "雨。 然后"),
                  (Strings{"0-1", "1-2", "3-4", "4-5"}));
    }
}

TEST(Words, AreCountedWithinEachText) {
    const std::vector<Token> tokens = loadFolder("bert_uncased").encode("the street", "the animal");
    std::vector<std::optional<Index>> second;
    for (const Token& token : tokens)
        if (token.sequence == 1 && token.word) second.push_back(token.word);
    ASSERT_FALSE(second.empty());
    EXPECT_EQ(second.front(), 0);
    EXPECT_EQ(second.back(), 1);
}

TEST(Words, SpecialTokensHaveNone) {
    const std::vector<Token> tokens = loadFolder("bert_uncased").encode("the [MASK] street");
    ASSERT_GT(tokens.size(), 4U);
    for (const Token& token : tokens) EXPECT_EQ(token.word.has_value(), !token.special) << token.piece;
    EXPECT_EQ(tokens[2].piece, "[MASK]");
    EXPECT_TRUE(tokens[2].special);
    EXPECT_EQ(tokens[2].span, (Span{4, 10}));
    EXPECT_FALSE(tokens[0].span);
}

TEST(Words, AMarkThatStandsAloneGoesWithItsWord) {
    // "▁" and the three bytes of the character that it begins.
    const std::vector<Token> tokens = loadFolder("llama_legacy").encode("a 齉", {}, plainText);
    ASSERT_EQ(tokens.size(), 5U);
    EXPECT_EQ(tokens[1].piece, "▁");
    for (std::size_t i = 1; i < tokens.size(); ++i) EXPECT_EQ(tokens[i].word, 1);
}

TEST(Labels, ShowTheCharactersOfTheText) {
    const std::vector<Token> tokens = loadFolder("bert_uncased").encode("The ANIMAL Über", {}, plainText);
    std::string joined;
    for (const Token& token : tokens) joined += token.label;
    EXPECT_EQ(joined, "TheANIMALÜber");
    EXPECT_EQ(tokens[0].piece, "the");
}

TEST(Labels, DropTheMarkOfAWordButKeepBlanks) {
    const Tokenizer gpt2 = loadFolder("gpt2");
    EXPECT_EQ(labels(gpt2.encode("the the", {}, plainText)).back(), "the");
    EXPECT_EQ(gpt2.encode("the the").back().piece, "Ġthe");
    EXPECT_EQ(labels(gpt2.encode("a\n", {}, plainText)), (Strings{"a", "\n"}));
    EXPECT_EQ(labels(gpt2.encode(" ", {}, plainText)), (Strings{" "}));
    const Tokenizer llama = loadFolder("llama_legacy");
    EXPECT_EQ(labels(llama.encode("a\n", {}, plainText)), (Strings{"a", "\n"}));
    EXPECT_EQ(labels(llama.encode("▁ ", {}, plainText)).front(), "▁");
}

TEST(Labels, OfPartsOfACharacterAreItsBytes) {
    // " 然" after a full stop under byte-level BPE: the space goes with the first byte.
    const std::string json = tokenizerJson(
        R"({"type": "BPE", "vocab": {".": 0, "Ġ": 1, "ç": 2, "Ħ": 3, "¶": 4, "Ġç": 5}, "merges": ["Ġ ç"]})",
        R"("pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true})");
    const std::vector<Token> tokens = Tokenizer::fromJson(json, "tokenizer.json").encode(". 然");
    ASSERT_EQ(tokens.size(), 4U);
    EXPECT_EQ(labels(tokens), (Strings{".", "20 E7", "84", "B6"}));
    EXPECT_EQ(tokens[1].bytes, " \xE7");
    EXPECT_EQ(tokens[2].bytes, "\x84");
    EXPECT_TRUE(tokens[0].bytes.empty());
    for (std::size_t i = 1; i < tokens.size(); ++i) EXPECT_EQ(tokens[i].word, 1);
}

TEST(Labels, OfFallbackBytesAreBytesUnlessTheyAreACharacter) {
    const Tokenizer bytes = Tokenizer::fromJson(tokenizerJson(byteModel()), "tokenizer.json");
    const std::vector<Token> tokens = bytes.encode("é\n");
    EXPECT_EQ(labels(tokens), (Strings{"C3", "A9", "\n"}));
    EXPECT_EQ(tokens[0].bytes, "\xC3");
    EXPECT_EQ(tokens[0].span, tokens[1].span);
    EXPECT_TRUE(tokens[2].bytes.empty());
}

TEST(Labels, OfUnknownTokensAreTheText) {
    const Token token = loadFolder("bert_uncased").encode("\U0001F9D1", {}, plainText).at(0);
    EXPECT_EQ(token.piece, "[UNK]");
    EXPECT_EQ(token.label, "\U0001F9D1");
    EXPECT_FALSE(token.special);
}

TEST(Labels, OfChineseAndRussianAreReadable) {
    // The pieces are "çªĹåı°", "Ðº" and "Ð½Ð¸", but a person reads the text.
    const Tokenizer tokenizer = Tokenizer::fromJson(
        tokenizerJson(
            R"({"type": "BPE", "ignore_merges": true, "merges": [["Ð", "º"], ["Ð", "½"], ["Ð", "¸"], ["Ð½", "Ð¸"]],
                "vocab": {"çªĹåı°": 0, "Ð": 1, "º": 2, "½": 3, "¸": 4, "Ðº": 5, "Ð½": 6, "Ð¸": 7, "Ð½Ð¸": 8}})",
            R"("pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "use_regex": true})"),
        "tokenizer.json");
    EXPECT_EQ(labels(tokenizer.encode("窗台")), (Strings{"窗台"}));
    EXPECT_EQ(labels(tokenizer.encode("кни")), (Strings{"к", "ни"}));
}

TEST(Labels, KeepTheMarksOfTheirLetters) {
    const Tokenizer tokenizer = Tokenizer::fromJson(
        tokenizerJson(
            R"({"type": "WordLevel", "unk_token": "?", "vocab": {"?": 0, "cafe\u0301": 1, "δα\u0301": 2}})",
            R"("pre_tokenizer": {"type": "WhitespaceSplit"})"),
        "tokenizer.json");
    const std::vector<Token> tokens = tokenizer.encode("cafe\u0301 δα\u0301");
    EXPECT_EQ(labels(tokens), (Strings{"cafe\u0301", "δα\u0301"}));
    EXPECT_EQ(tokens[0].word, 0);
    EXPECT_EQ(tokens[1].word, 1);
}

TEST(Labels, OfTokensWithMarkupAreTheVeryCharacters) {
    const Tokenizer bert = loadFolder("bert_uncased");
    EXPECT_EQ(words(bert.encode("<!-- \"&\" -->", {}, plainText)),
              (Strings{"<", "!", "--", "\"", "&", "\"", "--", ">"}));
}

TEST(Labels, NothingIsLostOrInterpreted) {
    const std::string text = "</script>$x_1$\t\u2028\u00a0&amp;\n";
    // LLaMA's mark of a word's beginning stands alone here and is shown as a blank.
    const std::pair<const char*, const char*> tokenizers[] = {
        {"gpt2", ""}, {"llama3", ""}, {"llama_legacy", " "}, {"llama_model", " "}};
    for (const auto& [name, mark] : tokenizers) {
        std::string joined;
        for (const Token& token : loadFolder(name).encode(text, {}, plainText))
            joined += token.bytes.empty() ? token.label : token.bytes;
        EXPECT_EQ(joined, mark + text) << name;
    }
}

TEST(Labels, OfIdsGivenByHandComeFromThePieces) {
    const Tokenizer bert = loadFolder("bert_uncased");
    const std::vector<Token> tokens =
        bert.fromIds({2, bert.id("the").value(), bert.id("##s").value(), 999'999});
    EXPECT_EQ(labels(tokens), (Strings{"[CLS]", "the", "s", "<unused 999999>"}));
    EXPECT_TRUE(tokens[0].special);
    EXPECT_FALSE(tokens[1].span);
    const Tokenizer gpt2 = loadFolder("gpt2");
    EXPECT_EQ(labels(gpt2.fromIds({gpt2.id("Ġthe").value(), gpt2.id("ç").value()})), (Strings{"the", "E7"}));
    const Tokenizer llama = loadFolder("llama_legacy");
    EXPECT_EQ(labels(llama.fromIds({llama.id("▁the").value(), llama.id("<0x0A>").value()})),
              (Strings{"the", "\n"}));
}

TEST(Tokens, SpecialsInTheTextCanBePlainText) {
    const Tokenizer bert = loadFolder("bert_uncased");
    for (const std::string text : {"[SEP]", "a [PAD] b"}) {
        SCOPED_TRACE(text);
        const std::vector<Token> honoured = bert.encode(text, {}, plainText);
        const std::vector<Token> plain = bert.encode(text, {}, {false, false});
        EXPECT_EQ(
            std::count_if(honoured.begin(), honoured.end(), [](const Token& token) { return token.special; }),
            1);
        EXPECT_GT(plain.size(), honoured.size());
        std::string joined;
        for (const Token& token : plain) {
            EXPECT_FALSE(token.special);
            joined += token.label;
        }
        std::string expected = text;
        std::erase(expected, ' ');
        EXPECT_EQ(joined, expected);
    }
}

TEST(Tokens, PositionsSurviveNormalisation) {
    // ﬁ and … become two and three characters, the accent is a character of its own.
    const Tokenizer wordLevel = Tokenizer::fromJson(
        tokenizerJson(
            R"({"type": "WordLevel", "unk_token": "?", "vocab": {"?": 0, "fi...": 1, "a": 2, "e": 3}})",
            R"("normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"}]},
                         "pre_tokenizer": {"type": "WhitespaceSplit"})"),
        "tokenizer.json");
    const std::vector<Token> tokens = wordLevel.encode("ﬁ… a e\u0301");
    ASSERT_EQ(tokens.size(), 3U);
    EXPECT_EQ(tokens[0].id, 1);
    EXPECT_EQ(tokens[0].span, (Span{0, 2}));
    EXPECT_EQ(tokens[2].id, 3);
    EXPECT_EQ(tokens[2].span, (Span{5, 6}));
}

}  // namespace
}  // namespace headscope::core
