// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <iterator>

#include "core/base/error.h"
#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/token_check.h"
#include "tests/support/protobuf_bytes.h"
#include "tests/support/safetensors_bytes.h"

// SentencePiece models, described by the input or with bytes of real ones changed, in folders of every family
// that converts them. Described ones have mostly few pieces: what is wrong with one is wrong without others,
// and all of them are read and sorted in every input.

namespace headscope::fuzz {
namespace {

using core::Checkpoint;
using core::Tokenizer;
using test::field;
using Files = std::map<std::string, core::MappedFile, std::less<>>;

std::string score(ByteSource& source) {
    return std::string("\x15") + std::string(2, '\0') + static_cast<char>(source.byte()) +
           source.oneOf({'\xC0', '\xBF', '\x7F', '\xFF', '\0'});
}

std::string pieceText(ByteSource& source) {
    static const std::string letters[] = {"a",     "b",  "\u2581", "\u2581a", "ab",  "<unk>", "<s>",
                                          "</s>",  "é",  "<0xC3>", "<0xA9>",  "\n",  "  ",    "[SEP]",
                                          "[CLS]", "你", "(",      "",        "\xFF"};
    std::string text;
    for (std::size_t i = source.below(3) + 1; i > 0; --i) text += letters[source.below(std::size(letters))];
    return text;
}

std::string pieces(ByteSource& source) {
    std::string out;
    for (const char* text : {"<unk>", "<s>", "</s>", "[CLS]", "[SEP]"})
        out += field(1, field(1, std::string(text)) + score(source) +
                            field(3, std::uint64_t{source.rarely(8) ? 4U : 3U}));
    const std::size_t most = source.rarely(16) ? 60 : 12;
    for (std::size_t i = source.below(most); i > 0; --i)
        out += field(1, field(1, pieceText(source)) + score(source) +
                            field(3, std::uint64_t{source.rarely(6) ? source.byte() % 8 : 1}));
    return out;
}

std::string setting(ByteSource& source, unsigned name, std::uint64_t limit) {
    if (source.rarely(4)) return {};
    return field(name, source.rarely(16) ? source.edge() : source.below(limit));
}

std::string model(ByteSource& source) {
    std::string trainer = setting(source, 3, 3) + setting(source, 35, 2);
    for (const unsigned id : {40U, 41U, 42U}) trainer += setting(source, id, 5);
    std::string normalizer;
    for (const unsigned flag : {3U, 4U, 5U}) normalizer += setting(source, flag, 2);
    if (source.rarely(3)) normalizer += field(2, std::string(source.take(source.below(80))));
    return pieces(source) + field(2, trainer) + field(3, normalizer);
}

std::string config(ByteSource& source) {
    const std::string name =
        source.oneOf<const char*>({"Llama", "Gemma", "T5", "XLMRoberta", "Albert", "DebertaV2", "Other"});
    const std::string truth = source.byte() % 2 == 0 ? "true" : "false";
    return R"({"tokenizer_class": ")" + name + R"(Tokenizer", "extra_ids": )" +
           std::to_string(source.below(4)) + R"(, "legacy": )" + truth + R"(, "add_bos_token": )" + truth +
           R"(, "unk_token": "<unk>", "cls_token": "[CLS]"})";
}

std::string readFixture(const char* name) {
    std::ifstream file(std::string(HEADSCOPE_TEST_DATA) + "/tokenizers/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

const std::string weights = [] {
    const std::string header = R"({"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
    return std::string(1, static_cast<char>(header.size())) + std::string(7, '\0') + header + 'x';
}();

void check(const std::string& model, const std::string& config, std::string_view text) {
    Files files;
    files.emplace("config.json", test::inMemory("config.json", "{}"));
    files.emplace("model.safetensors", test::inMemory("model.safetensors", weights));
    files.emplace("tokenizer_config.json", test::inMemory("tokenizer_config.json", config));
    files.emplace("tokenizer.model", test::inMemory("tokenizer.model", model));
    if (const auto tokenizer = Tokenizer::load(Checkpoint::fromFiles("input", std::move(files))))
        checkTokenizer(*tokenizer, text);
}

}  // namespace

// The first byte chooses: 7 and a class, a length of text, the text and the bytes of a model; below that a
// description.
std::vector<std::string> seeds() {
    std::vector<std::string> seeds = {std::string(200, '\0')};
    for (const char* name :
         {"t5_model/spiece.model", "llama_model/tokenizer.model", "tiktoken_file/tokenizer.model"})
        seeds.push_back(std::string("\x07\0\0\0\0\x04 a b", 9) + readFixture(name));
    for (unsigned i = 0; i < 60; ++i) seeds.push_back(randomDecisions(400, 1 + i / 8, i));
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"\u2581",
            "é",
            "<0xC3>",
            "<unk>",
            " ",
            "你好",
            std::string(8, '\xFF'),
            "\x0A\x05",
            "\x15",
            std::string(4, '\0')};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const bool raw = source.byte() % 8 == 7;
    const std::string config = fuzz::config(source);
    const std::string text = " a b\u2581ab é\n" + std::string(source.take(source.below(30)));
    try {
        fuzz::check(raw ? std::string(source.rest()) : fuzz::model(source), config, text);
    } catch (const core::Error&) {
    }
    return 0;
}
