// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "core/base/error.h"
#include "core/base/json.h"
#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/token_check.h"

// Any text through the committed tokenizers, which are built once: the first byte says which one, the second
// how much of the rest is the text. Mostly little, because what goes wrong between neighbouring characters
// does so in a few, and a hundred short texts take the time of one long; rarely as much as fills queues and
// memories of words.

namespace headscope::fuzz {
namespace {

namespace fs = std::filesystem;
using core::Json;
using core::Tokenizer;

const fs::path folder = fs::path(HEADSCOPE_TEST_DATA) / "tokenizers";

std::string readFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

constexpr std::size_t usualText = 160, longText = 4000;

/// In the order of their folders' names, so that an input means the same everywhere.
const std::vector<Tokenizer>& tokenizers() {
    static const std::vector<Tokenizer> all = [] {
        std::set<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.path().filename() == "tokenizer.json") files.insert(entry.path());
        std::vector<Tokenizer> tokenizers;
        for (const fs::path& file : files)
            tokenizers.push_back(Tokenizer::fromJson(readFile(file), "tokenizer.json"));
        return tokenizers;
    }();
    return all;
}

}  // namespace

std::vector<std::string> seeds() {
    const Json texts = Json::parse(readFile(folder / "texts.json"), "texts.json").at("texts");
    std::vector<std::string> seeds;
    for (std::size_t i = 0; i < texts.size(); ++i)
        seeds.push_back(std::string{static_cast<char>(i % tokenizers().size()), '\0'} +
                        std::string(texts[i].asString()));
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"[SEP]",
            "<mask>",
            "<s>",
            "\u0301",
            "\u200d",
            "\U0001f469",
            "\u2581",
            " ",
            "\n",
            "'s",
            "é",
            "İ",
            "猫",
            "\uac00",
            "\u1161",
            "\u00ad",
            std::string(1, '\0'),
            "\U000e0067",
            "\xFF"};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const auto& tokenizer = fuzz::tokenizers()[source.below(fuzz::tokenizers().size())];
    const std::size_t most = source.rarely(32) ? fuzz::longText : fuzz::usualText;
    try {
        fuzz::checkTokenizer(tokenizer, source.take(most));
    } catch (const core::Error& error) {
        fuzz::require(error.code() == core::ErrorCode::TextNotUtf8, "every text has tokens");
    }
    return 0;
}
