// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the official library that are easiest to get wrong, with its answers (tokenizers 0.23) written
// out.
#include <gtest/gtest.h>

#include <map>

#include "tests/core/tokenizer/fixtures.h"

namespace headscope::core {
namespace {

using Strings = std::vector<std::string>;

/// "piece[begin,end]" of every token, and ":type" where that is not 0; tokens that stand for nothing are [-].
std::string written(const std::vector<Token>& tokens) {
    std::string out;
    for (const Token& token : tokens) {
        out += out.empty() ? "" : " ";
        out += token.piece;
        out += token.span
                   ? '[' + std::to_string(token.span->begin) + ',' + std::to_string(token.span->end) + ']'
                   : "[-]";
        if (token.typeId != 0) out += ':' + std::to_string(token.typeId);
    }
    return out;
}

struct Golden {
    const char* name;  // of a case of semantics.json, which has the tokenizer and the text
    const char* tokens;
};

constexpr Golden golden[] = {
    {"bert composed accent",
     "CLS[-] hello[0,5] ##s[5,6] cafe[8,12] 你[12,13] 好[13,14] ![14,15] UNK[16,19] [SEP][20,25] SEP[-] "
     "UNK[0,7]:1 "
     "SEP[-]:1"},
    {"bert empty pair", "CLS[-] SEP[-] SEP[-]:1"},
    // What the file says about truncation and padding is for training; here every token is shown.
    {"stored truncation and padding are ignored",
     "CLS[-] hello[0,5] hello[6,11] hello[12,17] hello[18,23] hello[24,29] SEP[-] world[0,5]:1 world[6,11]:1 "
     "SEP[-]:1"},
    {"added token lstrip", "a[0,1] <m>[1,7] a[8,9]"},
    {"added token rstrip", "a[0,1] <m>[2,8] a[8,9]"},
    {"added token single word", "UNK[0,2] m[3,4] m[5,6] UNK[6,7] UNK[8,10]"},
    {"longest added token wins", "a[0,1] <m>>[1,5] a[5,6] <m>[6,9]"},
    {"bpe drops unknown characters without unk", "ab[0,2]"},
    {"bpe unk not fused", "a[0,1] u[1,2] u[2,3] b[3,4]"},
    {"bpe unk fused", "a[0,1] u[1,3] b[3,4]"},
    {"bpe unk takes part in merges", "ua[0,2]"},
    {"bpe bytes only when all exist", "a[0,1] u[1,2]"},
    {"bpe bytes share the character's span", "a[0,1] <0xC3>[1,2] <0xA9>[1,2]"},
    {"bpe last rank of a repeated merge counts", "a[0,1] bc[1,3]"},
    {"unigram tie", "a[0,1] bc[1,3]"},
    {"unigram unknowns fuse", "a[0,1] <unk>[1,3] b[3,4]"},
    {"metaspace always split", "<s>[0,3] ▁a[3,4] ▁b[4,6] <s>[6,9] ▁a[9,11] ▁[11,12] ▁b[12,14]"},
    {"metaspace first split", "<s>[0,3] a[3,4] ▁b[4,6] <s>[6,9] ▁a[9,11] ▁[11,12] ▁b[12,14]"},
    {"metaspace never split", "<s>[0,3] a[3,4] ▁b[4,6] <s>[6,9] ▁a[9,11] ▁[11,12] ▁b[12,14]"},
    {"llama legacy", "<s>[0,3] ▁a[3,4] ▁[4,5] b[5,6] <s>[6,9] ▁[9,10] ▁a[9,11]"},
    {"byte level prefix and trim", "Ġ[0,0] Ã[1,2] ©[1,2] Ġa[3,4]"},
    {"roberta pair", "<s>[-] ab[0,2] Ġ[3,3] Ġa[4,5] </s>[-] </s>[-] ab[0,2] </s>[-]"},
};

TEST(GoldenSemantics, AreThoseOfTheOfficialLibrary) {
    const Json cases = readJson(tokenizerData() / "semantics.json").at("cases");
    std::map<std::string, std::size_t, std::less<>> places;
    for (std::size_t i = 0; i < cases.size(); ++i) places.emplace(cases[i].at("name").asString(), i);
    for (const auto& [name, tokens] : golden) {
        SCOPED_TRACE(name);
        const Json one = cases[places.at(name)];
        const Tokenizer tokenizer = Tokenizer::fromJson(one.at("tokenizer").text(), "tokenizer.json");
        const auto second = one.find("pair");
        EXPECT_EQ(written(tokenizer.encode(one.at("text").asString(),
                                           second ? std::optional(second->asString()) : std::nullopt)),
                  tokens);
    }
}

TEST(GoldenSemantics, APrefixSpaceIsTrimmedButNotTheInsertedOne) {
    const std::string stage =
        R"({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true})";
    const Tokenizer tokenizer = Tokenizer::fromJson(
        tokenizerJson(R"({"type": "BPE", "vocab": {"Ġ": 0, "a": 1, "Ã": 2, "©": 3}, "merges": []})",
                      R"("pre_tokenizer": )" + stage + R"(, "post_processor": )" + stage),
        "tokenizer.json");
    EXPECT_EQ(written(tokenizer.encode(" é a")), "Ġ[0,0] Ã[1,2] ©[1,2] Ġ[3,3] a[3,4]");
}

TEST(GoldenSemantics, ATemplateMayRepeatAText) {
    const std::string again =
        R"([{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 1}}])";
    const Tokenizer tokenizer = Tokenizer::fromJson(
        tokenizerJson(R"({"type": "WordLevel", "unk_token": "?", "vocab": {"?": 0, "ab": 1}})",
                      R"("post_processor": {"type": "TemplateProcessing", "special_tokens": {}, "single": )" +
                          again + R"(, "pair": )" + again + "}"),
        "tokenizer.json");
    EXPECT_EQ(written(tokenizer.encode("ab")), "ab[0,2] ab[0,2]:1");
    EXPECT_EQ(written(tokenizer.encode("ab", "x")), "ab[0,2] ab[0,2]:1");
}

}  // namespace
}  // namespace headscope::core
