// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/utf8.h"
#include "core/tokenizer/base64.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

// A cluster of this many bytes or more is not looked up as a whole.
constexpr std::size_t longestCluster = 6;

std::uint32_t littleEndian(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// SentencePiece's map from byte sequences to replacements: a double-array trie (as the library Darts-clone
/// lays it out) whose values are offsets into a string of NUL-terminated replacements.
class CharacterMap {
public:
    /// `file` for messages.
    CharacterMap(std::string_view bytes, const std::string& file);
    /// The replacement of the shortest beginning of `text` that is in the map; nothing when none is.
    std::optional<std::string_view> find(std::string_view text) const;

private:
    std::optional<std::uint32_t> shortestValue(std::string_view text) const;

    std::vector<std::uint32_t> m_units;
    std::string m_replacements;
};

CharacterMap::CharacterMap(std::string_view bytes, const std::string& file) {
    const Error damaged(ErrorCode::TokenizerInvalid, {file, "precompiled_charsmap is damaged"});
    const std::size_t trieBytes = bytes.size() < 4 ? 0 : littleEndian(bytes, 0);
    if (bytes.size() < 4 || trieBytes % 4 != 0 || trieBytes > bytes.size() - 4) throw damaged;
    for (std::size_t at = 4; at < 4 + trieBytes; at += 4) m_units.push_back(littleEndian(bytes, at));
    m_replacements = bytes.substr(4 + trieBytes);
    if (findInvalidUtf8(m_replacements)) throw damaged;
}

std::optional<std::uint32_t> CharacterMap::shortestValue(std::string_view text) const {
    const auto offset = [](std::uint32_t unit) { return std::size_t{unit >> 10} << ((unit & 0x200) >> 6); };
    if (m_units.empty()) return std::nullopt;
    std::size_t node = offset(m_units[0]);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        node ^= byte;
        if (byte == 0 || node >= m_units.size()) return std::nullopt;
        const std::uint32_t unit = m_units[node];
        if ((unit & 0x800000FF) != byte) return std::nullopt;
        node ^= offset(unit);
        const bool leaf = (unit >> 8 & 1) != 0;
        if (leaf) return node < m_units.size() ? std::optional(m_units[node] & 0x7FFFFFFF) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string_view> CharacterMap::find(std::string_view text) const {
    const auto value = shortestValue(text);
    if (!value || *value > m_replacements.size()) return std::nullopt;
    const std::string_view rest = std::string_view(m_replacements).substr(*value);
    const bool insideCharacter = !rest.empty() && (static_cast<unsigned char>(rest[0]) & 0xC0) == 0x80;
    if (insideCharacter) return std::nullopt;
    return rest.substr(0, rest.find('\0'));
}

/// Adds the characters of `replacement` for `oldCount` old ones.
void appendReplacement(std::vector<Change>& changes, std::string_view replacement, std::size_t oldCount) {
    const std::vector<char32_t> characters = codePoints(replacement);
    for (std::size_t i = 0; i < characters.size(); ++i)
        changes.push_back({characters[i], i < oldCount ? 0 : 1});
    // The last change so far takes what is left of the old ones, even when it belongs to the text before.
    if (characters.size() < oldCount && !changes.empty())
        changes.back().change -= static_cast<int>(oldCount - characters.size());
}

// The reference library does this, and not what SentencePiece does (the longest match at each place): a short
// cluster becomes, as a whole, the replacement of its shortest beginning that has one; otherwise each
// character is looked up alone.
void normalize(const CharacterMap& map, NormalizedText& normalized) {
    const std::string_view text = normalized.text();
    std::vector<Change> changes;
    bool modified = false;
    const auto replaced = [&](std::string_view part) {
        const auto replacement = map.find(part);
        if (replacement) appendReplacement(changes, *replacement, countCodePoints(part));
        modified = modified || replacement;
        return replacement.has_value();
    };
    std::size_t begin = 0;
    for (const std::size_t end : graphemeEnds(text)) {
        const std::string_view cluster = text.substr(begin, end - begin);
        begin = end;
        if (cluster.size() < longestCluster && replaced(cluster)) continue;
        for (std::size_t at = 0; at < cluster.size();) {
            const Utf8Character character = characterAt(cluster, at);
            if (!replaced(cluster.substr(at, character.bytes))) changes.push_back({character.code, 0});
            at += character.bytes;
        }
    }
    if (modified) normalized.transform(changes);
}

}  // namespace

Normalizer makePrecompiled(const Json& definition, const StageOverrides&) {
    const auto bytes = decodeBase64(definition.at("precompiled_charsmap").asString());
    if (!bytes) throw invalidTokenizer(definition, "precompiled_charsmap is not base64");
    return characterMapNormalizer(*bytes, definition.name());
}

Normalizer characterMapNormalizer(std::string_view bytes, const std::string& file) {
    return [map = std::make_shared<const CharacterMap>(bytes, file)](NormalizedText& text) {
        normalize(*map, text);
    };
}

}  // namespace headscope::core
