// SPDX-License-Identifier: GPL-3.0-or-later
// Ids and positions against what the official library computed (tests/reference/make_tokenizers.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "tests/core/tokenizer/fixtures.h"

namespace headscope::core {
namespace {

std::vector<std::string> fixtureNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(tokenizerData()))
        if (entry.is_directory()) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// What can be compared of a token: id, begin, end, type, and whether the post-processor put it there.
using Row = std::vector<std::int64_t>;

std::vector<Row> rowsOf(const std::vector<Token>& tokens) {
    std::vector<Row> rows;
    for (const Token& token : tokens) {
        const Span span = token.span.value_or(Span{});
        rows.push_back({token.id, span.begin, span.end, token.typeId, token.span ? 0 : 1});
    }
    return rows;
}

std::vector<Row> rowsOf(const Json& expected) {
    const Json ids = expected.at("ids");
    const Json offsets = expected.at("offsets");
    const Json types = expected.at("type_ids");
    const Json special = expected.at("special");
    std::vector<Row> rows;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        rows.push_back({ids[i].asInt(), offsets[i][0].asInt(), offsets[i][1].asInt(), types[i].asInt(),
                        special[i].asInt()});
    }
    return rows;
}

std::string fnv(const std::vector<std::int64_t>& numbers) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::int64_t number : numbers) {
        for (int shift = 0; shift < 32; shift += 8) {
            hash ^= static_cast<std::uint64_t>(number >> shift) & 0xFF;
            hash *= 0x100000001b3U;
        }
    }
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

void compareHashes(const std::vector<Token>& tokens, const Json& expected) {
    std::vector<std::int64_t> ids;
    std::vector<std::int64_t> offsets;
    for (const Row& row : rowsOf(tokens)) {
        ids.push_back(row[0]);
        offsets.insert(offsets.end(), {row[1], row[2]});
    }
    EXPECT_EQ(static_cast<std::int64_t>(ids.size()), expected.at("count_ids").asInt());
    EXPECT_EQ(fnv(ids), expected.at("ids_fnv").asString());
    EXPECT_EQ(fnv(offsets), expected.at("offsets_fnv").asString());
}

void compareCase(const Tokenizer& tokenizer, const Json& expected, const Json& texts) {
    const EncodeOptions options{expected.at("add_special_tokens").asBool(), true};
    if (const auto repeat = expected.find("repeat")) {
        std::string text;
        for (std::int64_t i = expected.at("count").asInt(); i > 0; --i) text += repeat->asString();
        compareHashes(tokenizer.encode(text, {}, options), expected);
        return;
    }
    const std::string_view text = texts[expected.at("text").asUnsigned()].asString();
    std::optional<std::string_view> pair;
    if (const auto index = expected.find("pair")) pair = texts[index->asUnsigned()].asString();
    EXPECT_EQ(rowsOf(tokenizer.encode(text, pair, options)), rowsOf(expected)) << "text " << text;
}

class Reference : public testing::TestWithParam<std::string> {};

TEST_P(Reference, GivesTheSameTokens) {
    const Tokenizer tokenizer = loadFolder(GetParam());
    const Json texts = readJson(tokenizerData() / "texts.json").at("texts");
    const Json cases = readJson(tokenizerData() / GetParam() / "expected.json").at("cases");
    ASSERT_GT(cases.size(), 0U);
    for (std::size_t i = 0; i < cases.size(); ++i) compareCase(tokenizer, cases[i], texts);
}

INSTANTIATE_TEST_SUITE_P(Tokenizers, Reference, testing::ValuesIn(fixtureNames()),
                         [](const auto& one) { return one.param; });

TEST(ReferenceSemantics, FollowEveryRule) {
    const Json cases = readJson(tokenizerData() / "semantics.json").at("cases");
    ASSERT_GT(cases.size(), 0U);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Json one = cases[i];
        SCOPED_TRACE(one.at("name").asString());
        const Tokenizer tokenizer = Tokenizer::fromJson(one.at("tokenizer").text(), "tokenizer.json");
        std::optional<std::string_view> pair;
        const auto second = one.find("pair");
        if (second) pair = second->asString();
        EXPECT_EQ(rowsOf(tokenizer.encode(one.at("text").asString(), pair)), rowsOf(one));
    }
}

TEST(ReferenceFixtures, HasFixturesOfEveryFamily) {
    const std::vector<std::string> names = fixtureNames();
    for (const char* name : {"bert_uncased",
                             "bert_cased",
                             "bert_vocab_txt",
                             "gpt2",
                             "gpt2_vocab_merges",
                             "roberta",
                             "roberta_vocab_merges",
                             "llama3",
                             "llama_legacy",
                             "llama_metaspace",
                             "qwen2",
                             "xlm_roberta",
                             "wordlevel",
                             "t5_model",
                             "xlm_roberta_model",
                             "albert_model",
                             "deberta_v2_model",
                             "llama_model",
                             "gemma_model",
                             "any_bpe_model",
                             "any_unigram_model",
                             "tiktoken_file"}) {
        EXPECT_TRUE(std::binary_search(names.begin(), names.end(), std::string(name))) << name;
    }
}

}  // namespace
}  // namespace headscope::core
