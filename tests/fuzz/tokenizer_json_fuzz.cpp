// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/token_check.h"

namespace headscope::fuzz {
namespace {

namespace fs = std::filesystem;
using core::Json;
using core::Tokenizer;

// The behaviour of small hand-written tokenizers that the tests hold against the official library: each stage
// in a few hundred bytes.
const fs::path cases = fs::path(HEADSCOPE_TEST_DATA) / "tokenizers" / "semantics.json";

void check(std::string_view json, std::string_view text) {
    checkTokenizer(Tokenizer::fromJson(json, "input"), text);
}

}  // namespace

// An input is the tokenizer's JSON, a NUL byte, and the text.
std::vector<std::string> seeds() {
    std::ifstream file(cases, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const Json list = Json::parse(text, cases.string()).at("cases");
    std::vector<std::string> seeds;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Json tokenizer = list[i].at("tokenizer");
        seeds.push_back(tokenizer.text() + std::string(1, '\0') + std::string(list[i].at("text").asString()));
    }
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"\"BertNormalizer\"",
            "\"NFC\"",
            "\"NFKD\"",
            "\"Lowercase\"",
            "\"StripAccents\"",
            "\"Strip\"",
            "\"Replace\"",
            "\"Prepend\"",
            "\"Precompiled\"",
            "\"Sequence\"",
            "\"BertPreTokenizer\"",
            "\"ByteLevel\"",
            "\"Whitespace\"",
            "\"WhitespaceSplit\"",
            "\"Metaspace\"",
            "\"Punctuation\"",
            "\"Digits\"",
            "\"Split\"",
            "\"TemplateProcessing\"",
            "\"BertProcessing\"",
            "\"RobertaProcessing\"",
            "\"WordPiece\"",
            "\"BPE\"",
            "\"WordLevel\"",
            "\"Unigram\"",
            "\"Regex\"",
            "\"String\"",
            "\"Removed\"",
            "\"Isolated\"",
            "\"MergedWithNext\"",
            "\"Contiguous\"",
            "\"(a*)*b\"",
            "\"(?<=x)\"",
            "\"\\\\p{L}+\"",
            "\"\"",
            "null",
            "true",
            "false",
            "-1",
            "1e30",
            "4294967296",
            "NaN",
            "[]",
            "{}",
            "\"\\u2581\"",
            "\"\\u0120\"",
            "\"##\"",
            "\"<0x41>\"",
            "\"[UNK]\"",
            "é",
            "中",
            "😀",
            "\xCC\x81",
            "\xFF",
            " ",
            std::string(1, '\0')};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = input.find('\0');
    const std::string_view text = end == input.npos ? "HELLO wörld's 你好 1234 ▁x" : input.substr(end + 1);
    try {
        fuzz::check(input.substr(0, end), text.substr(0, 2000));
    } catch (const core::Error&) {
    }
    return 0;
}
