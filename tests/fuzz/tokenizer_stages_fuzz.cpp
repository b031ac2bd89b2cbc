// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/token_check.h"

// A tokenizer.json put together from stages that the input chooses: nearly every input is a tokenizer, which
// is where positions and merges go wrong. Vocabulary and text are small, because stages act on neighbouring
// characters: every pair of stages meets every pair of words sooner in many short inputs than in a few long
// ones.

namespace headscope::fuzz {
namespace {

constexpr const char* letters[] = {"a",      "b",       "ab", "##a",    "##b",    "\u2581", "\u2581a",
                                   "\u0120", "\u0120a", "é",  "\u00c3", "\u00a9", "<0xC3>", "<0xA9>",
                                   "u",      "aa",      "A",  "</w>",   "a</w>",  "你"};

constexpr const char* normalizers[] = {
    R"({"type": "NFC"})",
    R"({"type": "NFKD"})",
    R"({"type": "Lowercase"})",
    R"({"type": "StripAccents"})",
    R"({"type": "Strip", "strip_left": true, "strip_right": true})",
    R"({"type": "Nmt"})",
    R"({"type": "Prepend", "prepend": "▁"})",
    R"({"type": "ByteLevel"})",
    R"({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})",
    R"({"type": "Replace", "pattern": {"Regex": "(?=b)|a"}, "content": "éa"})",
    R"({"type": "Replace", "pattern": {"Regex": "[^a]"}, "content": ""})",
    R"({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true})"};

constexpr const char* preTokenizers[] = {
    R"({"type": "BertPreTokenizer"})",
    R"({"type": "Whitespace"})",
    R"({"type": "WhitespaceSplit"})",
    R"({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true})",
    R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false})",
    R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true})",
    R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": false})",
    R"({"type": "Digits", "individual_digits": true})",
    R"({"type": "Punctuation", "behavior": "MergedWithNext"})",
    R"({"type": "Split", "pattern": {"Regex": "\\w+|\\s"}, "behavior": "Removed", "invert": true})",
    R"({"type": "Split", "pattern": {"String": "a"}, "behavior": "MergedWithPrevious", "invert": false})",
    R"({"type": "Split", "pattern": {"Regex": "(?=a)|b"}, "behavior": "Contiguous", "invert": false})",
    R"({"type": "FixedLength", "length": 2})",
    R"({"type": "UnicodeScripts"})"};

constexpr const char* postProcessors[] = {
    R"({"type": "BertProcessing", "sep": ["b", 1], "cls": ["a", 0]})",
    R"({"type": "RobertaProcessing", "sep": ["b", 1], "cls": ["a", 0], "trim_offsets": true, "add_prefix_space": true})",
    R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true})",
    R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "a", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 1}}],
        "pair": [{"Sequence": {"id": "B", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "special_tokens": {"a": {"id": "a", "ids": [0, 1], "tokens": ["a", "b"]}}})"};

template <std::size_t N>
std::string sequence(ByteSource& source, const char* const (&rows)[N], const char* key) {
    std::string list;
    for (std::size_t i = source.below(4); i > 0; --i)
        list += (list.empty() ? "" : ", ") + std::string(rows[source.below(N)]);
    return R"({"type": "Sequence", ")" + std::string(key) + R"(": [)" + list + "]}";
}

std::string quoted(std::string_view text) {
    return '"' + std::string(text) + '"';
}

std::string truth(ByteSource& source) {
    return source.byte() % 2 == 0 ? "false" : "true";
}

std::string vocabulary(ByteSource& source, bool scored) {
    std::string out;
    std::size_t id = 0;
    for (const char* letter : letters) {
        if (source.rarely(8)) continue;
        if (!out.empty()) out += ", ";
        out += scored ? '[' + quoted(letter) + ", -" + std::to_string(source.below(9)) + ']'
                      : quoted(letter) + ": " + std::to_string(id);
        ++id;
    }
    return scored ? '[' + out + ']' : '{' + out + '}';
}

std::string merges(ByteSource& source) {
    constexpr const char* rows[] = {R"("a b")",      R"("▁ a")",    R"("Ġ a")",
                                    R"(["a", "a"])", R"("a </w>")", R"("Ã ©")"};
    std::string out;
    for (std::size_t i = source.below(8); i > 0; --i)
        out += (out.empty() ? "" : ", ") + std::string(rows[source.below(std::size(rows))]);
    return '[' + out + ']';
}

std::string model(ByteSource& source) {
    switch (source.below(4)) {
        case 0:
            return R"({"type": "BPE", "unk_token": )" + std::string(source.oneOf({"null", R"("u")"})) +
                   R"(, "fuse_unk": )" + truth(source) + R"(, "byte_fallback": )" + truth(source) +
                   R"(, "ignore_merges": )" + truth(source) + R"(, "end_of_word_suffix": )" +
                   std::string(source.rarely(4) ? R"("</w>")" : "null") + R"(, "vocab": )" +
                   vocabulary(source, false) + R"(, "merges": )" + merges(source) + '}';
        case 1:
            return R"({"type": "WordPiece", "unk_token": "u", "continuing_subword_prefix": "##", "max_input_chars_per_word": )" +
                   std::to_string(source.below(20)) + R"(, "vocab": )" + vocabulary(source, false) + '}';
        case 2:
            return R"({"type": "Unigram", "unk_id": )" + std::to_string(source.below(3)) +
                   R"(, "byte_fallback": )" + truth(source) + R"(, "vocab": )" + vocabulary(source, true) +
                   '}';
    }
    return R"({"type": "WordLevel", "unk_token": "u", "vocab": )" + vocabulary(source, false) + '}';
}

std::string addedTokens(ByteSource& source) {
    constexpr const char* contents[] = {"<m>", "a", " ", "ab", "É", "\u2581", "u"};
    std::string out;
    for (std::size_t i = source.below(4); i > 0; --i) {
        out += (out.empty() ? "" : ", ") + std::string(R"({"id": 0, "content": )") +
               quoted(contents[source.below(std::size(contents))]);
        for (const char* flag : {"single_word", "lstrip", "rstrip", "normalized", "special"})
            out += ", " + quoted(flag) + ": " + truth(source);
        out += '}';
    }
    return '[' + out + ']';
}

std::string definition(ByteSource& source) {
    std::string out =
        R"({"version": "1.0", "model": )" + model(source) + R"(, "added_tokens": )" + addedTokens(source);
    if (!source.rarely(3)) out += R"(, "normalizer": )" + sequence(source, normalizers, "normalizers");
    if (!source.rarely(3)) out += R"(, "pre_tokenizer": )" + sequence(source, preTokenizers, "pretokenizers");
    if (!source.rarely(3))
        out +=
            R"(, "post_processor": )" + std::string(postProcessors[source.below(std::size(postProcessors))]);
    return out + '}';
}

std::string text(ByteSource& source) {
    constexpr const char* words[] = {"a",      "b",      " ", "ab", "é",  "e\u0301",    "你",
                                     "<m>",    "\u2581", "1", ".",  "A",  "\U0001f469", "\n",
                                     "\u00ad", "ﬁ",      "İ", "x",  "  ", "\u200d"};
    std::string out;
    const std::size_t most = source.rarely(16) ? 40 : 12;
    for (std::size_t i = source.below(most); i > 0; --i) out += words[source.below(std::size(words))];
    return out;
}

}  // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> seeds;
    for (unsigned i = 0; i < 80; ++i) seeds.push_back(randomDecisions(200, 1 + i / 20, i));
    return seeds;
}

std::vector<std::string> dictionary() {
    return {};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const std::string text = fuzz::text(source);
    try {
        fuzz::checkTokenizer(core::Tokenizer::fromJson(fuzz::definition(source), "input"), text);
    } catch (const core::Error&) {
    }
    return 0;
}
