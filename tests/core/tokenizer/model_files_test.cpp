// SPDX-License-Identifier: GPL-3.0-or-later
// Folders with a SentencePiece model or a tiktoken file; what they give is compared in reference_test.cpp.
#include <gtest/gtest.h>

#include "tests/core/tokenizer/fixtures.h"
#include "tests/support/protobuf_bytes.h"

namespace headscope::core {
namespace {

using test::field;
using Files = std::map<std::string, std::string>;

std::string piece(const std::string& text, unsigned type = 1) {
    return field(1, field(1, text) + field(3, std::uint64_t{type}));
}

/// A model with the trainer's settings.
std::string model(const std::string& pieces, const std::string& trainer) {
    return pieces + field(2, trainer);
}

std::string fixture(const std::string& path) {
    return readFile(tokenizerData() / path);
}

/// The error that opening the files ends in; nothing when there is none.
std::optional<Error> failure(Files files) {
    try {
        loadFiles(std::move(files)).value().encode("a b");
        return std::nullopt;
    } catch (const Error& error) {
        return error;
    }
}

std::vector<std::string> pieces(const Tokenizer& tokenizer, std::string_view text) {
    std::vector<std::string> out;
    for (const Token& token : tokenizer.encode(text)) out.push_back(token.piece);
    return out;
}

TEST(ModelFiles, TheFamilyIsTakenFromTheModelTypeWhenNoClassIsNamed) {
    const std::string llama = fixture("llama_model/tokenizer.model");
    const auto load = [&llama](const std::string& config) {
        return loadFiles({{"tokenizer.model", llama}, {"config.json", config}}).value();
    };
    EXPECT_EQ(pieces(load(R"({"model_type": "llama"})"), "the").front(), "<s>");
    EXPECT_EQ(pieces(load(R"({"model_type": "other"})"), "the").front(), "\u2581the");
    EXPECT_EQ(load(R"({"model_type": "llama"})").description(), "BPE, tokenizer.model");
}

TEST(ModelFiles, PiecesThatTheModelDefinesAreFoundWhole) {
    const Tokenizer tokenizer = loadFolder("gemma_model");
    const std::vector<Token> tokens = tokenizer.encode("a<start_of_turn>\n\nb");
    ASSERT_EQ(tokens.size(), 5U);
    EXPECT_EQ(tokens[2].piece, "<start_of_turn>");
    EXPECT_FALSE(tokens[2].special);
    EXPECT_EQ(tokens[3].label, "\n\n");
}

TEST(ModelFiles, DamagedModelsAreRefused) {
    const std::string whole = fixture("t5_model/spiece.model");
    const std::string damaged[] = {
        "",
        "\n",
        "x",
        std::string(3, '\0'),
        "not a model at all",
        whole.substr(0, whole.size() - 1),
        whole.substr(0, 100),
        field(1, field(1, "\xFF")),
        field(1, std::string("\x0A\x7F")),
        field(3, field(1, "nfkc")),
        piece("a", 7),
        piece("a", 0),
        model(piece("a"), field(3, std::uint64_t{9})),
        std::string("\x0B\x0C"),
        std::string(11, '\x80'),
        piece("a") + field(3, field(2, "\xFF\xFF\xFF\xFF")),
    };
    for (const std::string& bytes : damaged) {
        const auto error = failure({{"tokenizer.model", bytes}});
        ASSERT_TRUE(error) << bytes.substr(0, 40);
        EXPECT_EQ(error->code(), ErrorCode::TokenizerInvalid) << error->what();
        EXPECT_EQ(error->arguments()[0], "tokenizer.model");
    }
}

TEST(ModelFiles, IdsOutsideTheVocabularyAreRefused) {
    const std::string pieces = piece("<unk>", 2) + piece("a");
    EXPECT_FALSE(failure({{"tokenizer.model", model(pieces, field(40, std::uint64_t{0}))}}));
    EXPECT_EQ(failure({{"tokenizer.model", model(pieces, field(40, std::uint64_t{2}))}})->code(),
              ErrorCode::TokenizerInvalid);
    // Without an unknown piece, a text that needs none still works.
    const auto none = static_cast<std::uint64_t>(-1);
    EXPECT_EQ(failure({{"tokenizer.model", model(pieces, field(40, none))}})->code(),
              ErrorCode::TokenizerInvalid);
    EXPECT_EQ(failure({{"spiece.model", pieces},
                       {"tokenizer_config.json", R"({"tokenizer_class": "T5Tokenizer", "extra_ids": -1})"}})
                  ->code(),
              ErrorCode::TokenizerInvalid);
}

TEST(ModelFiles, WhatWouldGetWrongIdsIsNamed) {
    const std::string words = model(piece("a"), field(3, std::uint64_t{3}));
    const auto kind = failure({{"tokenizer.model", words}});
    ASSERT_TRUE(kind);
    EXPECT_EQ(kind->code(), ErrorCode::TokenizerUnsupported);
    EXPECT_EQ(kind->arguments()[2], "word");
    const auto family = failure({{"sentencepiece.bpe.model", fixture("t5_model/spiece.model")},
                                 {"tokenizer_config.json", R"({"tokenizer_class": "MBartTokenizer"})"}});
    ASSERT_TRUE(family);
    EXPECT_EQ(family->code(), ErrorCode::TokenizerUnsupported);
    EXPECT_EQ(family->arguments()[2], "MBartTokenizer");
}

TEST(ModelFiles, FamiliesWithOtherIdsAreRefusedByTheirModelTypeAlone) {
    const std::string unigram = fixture("t5_model/spiece.model");
    const std::pair<const char*, const char*> types[] = {
        {"mbart", "MBartTokenizer"},         {"nllb-moe", "NllbTokenizer"}, {"m2m_100", "M2M100Tokenizer"},
        {"pegasus", "PegasusTokenizer"},     {"xlnet", "XLNetTokenizer"},   {"marian", "MarianTokenizer"},
        {"camembert", "CamembertTokenizer"}, {"xglm", "XGLMTokenizer"},     {"big_bird", "BigBirdTokenizer"}};
    for (const auto& [type, name] : types) {
        const auto error = failure(
            {{"spiece.model", unigram}, {"config.json", std::string(R"({"model_type": ")") + type + "\"}"}});
        ASSERT_TRUE(error) << type;
        EXPECT_EQ(error->code(), ErrorCode::TokenizerUnsupported) << type;
        EXPECT_EQ(error->arguments()[2], name);
    }
    // The class that a folder names counts more than its model_type.
    EXPECT_FALSE(failure({{"spiece.model", unigram},
                          {"config.json", R"({"model_type": "mbart"})"},
                          {"tokenizer_config.json", R"({"tokenizer_class": "T5Tokenizer"})"}}));
    // A part of a type's name is not that type.
    EXPECT_FALSE(failure({{"spiece.model", unigram}, {"config.json", R"({"model_type": "bart"})"}}));
}

TEST(ModelFiles, ATiktokenFileIsKnownByItsFirstLine) {
    // "a", "b", "ab"
    const Tokenizer tokenizer = loadFiles({{"tokenizer.model", "YQ== 0\nYg== 1\nYWI= 2\n"}}).value();
    EXPECT_EQ(pieces(tokenizer, "abba"), (std::vector<std::string>{"ab", "b", "a"}));
    for (const std::string rest : {"Yg==", "Yg== x", "Yg== -1", "!! 1", " 1", "Yg== 99999999999"}) {
        const auto error = failure({{"tokenizer.model", "YQ== 0\n" + rest + "\n"}});
        ASSERT_TRUE(error) << rest;
        EXPECT_EQ(error->code(), ErrorCode::TokenizerInvalid) << rest;
        EXPECT_EQ(error->arguments()[1], "line 2 is no piece and its number");
    }
}

}  // namespace
}  // namespace headscope::core
