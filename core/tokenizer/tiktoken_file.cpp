// SPDX-License-Identifier: GPL-3.0-or-later
// Folders with a file of tiktoken, OpenAI's tokenizer: what transformers converts them to.
#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "core/tokenizer/base64.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/family_parts.h"
#include "core/tokenizer/tokenizer_json.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::string_view pattern = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)"
                                     R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

struct Entry {
    std::string bytes;
    std::int32_t id = 0;
};

/// A line "base64 number"; nothing when it is none.
std::optional<Entry> entryOf(std::string_view line) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || space == 0) return std::nullopt;
    auto bytes = decodeBase64(line.substr(0, space));
    const std::string_view number = line.substr(space + 1);
    std::int32_t id = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), id);
    const bool whole = error == std::errc() && end == number.data() + number.size();
    if (!bytes || bytes->empty() || !whole || id < 0 || id >= tokenIdLimit) return std::nullopt;
    return Entry{std::move(*bytes), id};
}

std::string letters(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) appendUtf8(out, byteLetter(static_cast<unsigned char>(c)));
    return out;
}

/// Every way to make a piece of two others, by the piece's id, then by theirs.
Merges mergesOf(const StringMap<std::int32_t>& ids) {
    using Ranked = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::string_view, std::size_t>;
    std::vector<Ranked> ranked;
    for (const auto& [piece, id] : ids) {
        const std::string_view bytes = piece;
        for (std::size_t at = 1; at < bytes.size(); ++at) {
            const auto left = ids.find(bytes.substr(0, at));
            if (left == ids.end()) continue;
            const auto right = ids.find(bytes.substr(at));
            if (right != ids.end()) ranked.emplace_back(id, left->second, right->second, bytes, at);
        }
    }
    std::sort(ranked.begin(), ranked.end());
    Merges merges;
    merges.reserve(ranked.size());
    for (const auto& [id, left, right, bytes, at] : ranked)
        merges.emplace_back(letters(bytes.substr(0, at)), letters(bytes.substr(at)));
    return merges;
}

AddedToken specialToken(std::string content) {
    AddedToken token;
    token.content = std::move(content);
    token.special = true;
    token.normalized = false;
    return token;
}

/// Special tokens stand behind the file's pieces; ids in between that nobody names are reserved.
void addSpecialTokens(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config, std::int32_t pieces) {
    const Json& settings = config.settings;
    const auto decoder = settings.find("added_tokens_decoder");
    std::map<std::int32_t, std::string> declared;
    for (const auto& [key, definition] : decoder ? decoder->members() : settings.members()) {
        if (!decoder) break;
        std::int32_t id = -1;
        std::from_chars(key.data(), key.data() + key.size(), id);
        if (id >= tokenIdLimit) throw invalidTokenizer(*decoder, "added_tokens_decoder has an impossible id");
        declared.emplace(id, readAddedToken(definition, {}).content);
    }
    const std::int32_t end = declared.empty() ? 0 : declared.rbegin()->first + 1;
    for (std::int32_t id = pieces; id < end; ++id) {
        const auto found = declared.find(id);
        pipeline.addedTokens.add(
            specialToken(found != declared.end() ? found->second
                                                 : "<|reserved_token_" + std::to_string(id) + "|>"),
            *pipeline.model);
    }
    addSpecials(pipeline, config, {});
}

}  // namespace

bool isTiktoken(std::string_view text) {
    return entryOf(text.substr(0, text.find_first_of("\r\n"))).has_value();
}

PipelinePointer readTiktoken(const MappedFile& file, const TokenizerConfig& config) {
    StringMap<std::int32_t> ids;
    std::size_t number = 0;
    for (const std::string_view line : linesOf(file)) {
        ++number;
        if (line.empty()) continue;
        auto entry = entryOf(line);
        if (!entry)
            throw Error(ErrorCode::TokenizerInvalid,
                        {file.name(), "line " + std::to_string(number) + " is no piece and its number"});
        ids.insert_or_assign(std::move(entry->bytes), entry->id);
    }
    Vocabulary vocabulary;
    for (const auto& [bytes, id] : ids) vocabulary.add(letters(bytes), id);
    BpeSettings settings;
    settings.ignoreMerges = true;
    auto pipeline = std::make_shared<Tokenizer::Pipeline>();
    pipeline->file = file.name();
    pipeline->byteLevel = true;
    pipeline->model = makeBpe(std::move(vocabulary), mergesOf(ids), settings, file.name());
    pipeline->preTokenizer = byteLevelPreTokenizer(pattern, file.name());
    addSpecialTokens(*pipeline, config, static_cast<std::int32_t>(ids.size()));
    pipeline->postProcessor = configuredEnds(*pipeline, config, {});
    pipeline->addedTokens.prepare(pipeline->normalizer);
    return pipeline;
}

}  // namespace headscope::core
