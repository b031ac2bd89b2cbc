// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>
#include <queue>

#include "core/base/utf8.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/model_stage.h"
#include "core/tokenizer/pair_table.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
// Characters up to here have their ids in a table.
constexpr std::size_t tableSize = 0x3000;
// Up to so many symbols a search is faster than a queue.
constexpr std::size_t shortWord = 48;

/// A piece of the word being merged; merged ones are linked to their neighbours, swallowed ones have length
/// 0.
struct Symbol {
    std::int32_t id = 0;
    std::size_t bytes = 0;
    std::size_t previous = none;
    std::size_t next = none;
};

/// What two neighbours become, and how soon.
struct Merge {
    std::uint32_t rank = 0;
    std::int32_t id = 0;
};

/// A merge that may be done: lowest rank first, then leftmost.
struct Candidate {
    Merge merge;
    std::size_t position = 0;
    bool operator<(const Candidate& other) const noexcept {
        if (merge.rank != other.merge.rank) return merge.rank > other.merge.rank;
        return position > other.position;
    }
};

/// Byte pair encoding: characters, joined pair by pair in the order of the merges.
class Bpe : public ModelStage {
public:
    Bpe(Vocabulary vocabulary, const BpeSettings& settings);

    void addMerges(const Merges& merges, const std::string& file);
    void tokenize(std::string_view text, WordMemory& memory, std::vector<ModelToken>& tokens) const override;

private:
    bool isDecorated() const { return !m_settings.continuingPrefix.empty() || !m_settings.endOfWord.empty(); }
    std::optional<std::int32_t> characterId(std::string_view text, const Utf8Character& character,
                                            std::size_t at) const;
    std::string decorated(std::string_view character, bool first, bool last) const;
    std::vector<Symbol> symbolsOf(std::string_view text) const;
    bool appendBytes(std::vector<Symbol>& symbols, std::string_view character) const;
    void appendUnknown(std::optional<Symbol>& pending, std::vector<Symbol>& symbols, std::size_t bytes) const;
    std::size_t partEnd(std::string_view text, std::size_t begin) const;
    void tokenizePart(std::string_view part, std::size_t begin, std::vector<ModelToken>& tokens) const;

    BpeSettings m_settings;
    PairTable<Merge> m_merges;
    /// Characters that some merge puts beside each other, by their ids. Between any others no merge ever
    /// reaches.
    PairTable<bool> m_junctions;
    std::vector<std::int32_t> m_characters;  // ids of the first characters of Unicode; -1: none
};

Bpe::Bpe(Vocabulary vocabulary, const BpeSettings& settings)
    : ModelStage("BPE", std::move(vocabulary),
                 {settings.continuingPrefix, settings.endOfWord, settings.byteFallback}),
      m_settings(settings),
      m_characters(isDecorated() ? 0 : tableSize, -1) {
    for (const auto& [piece, id] : this->vocabulary().ids()) {
        if (piece.empty()) continue;
        const Utf8Character character = characterAt(piece, 0);
        const bool alone = character.bytes == piece.size() && !findInvalidUtf8(piece);
        if (alone && character.code < m_characters.size()) m_characters[character.code] = id;
    }
}

void Bpe::addMerges(const Merges& merges, const std::string& file) {
    const auto known = [&](const std::string& piece) {
        if (const auto id = vocabulary().id(piece)) return *id;
        throw Error(ErrorCode::TokenizerInvalid,
                    {file, "a merge needs \"" + piece + "\", which is not in its vocabulary"});
    };
    m_merges = PairTable<Merge>(merges.size());
    std::uint32_t rank = 0;
    for (const auto& [left, right] : merges) {
        const std::size_t prefix = m_settings.continuingPrefix.size();
        if (right.size() < prefix)
            throw Error(ErrorCode::TokenizerInvalid, {file, "a merge lacks its subword prefix"});
        const std::int32_t whole = known(left + right.substr(prefix));
        m_merges(known(left), known(right)) = {rank++, whole};
        if (isDecorated() || left.empty() || right.empty()) continue;
        const auto last = vocabulary().id(
            std::string_view(left).substr(left.size() - characterBefore(left, left.size()).bytes));
        const auto first = vocabulary().id(std::string_view(right).substr(0, characterAt(right, 0).bytes));
        if (last && first) m_junctions(*last, *first) = true;
    }
}

std::string Bpe::decorated(std::string_view character, bool first, bool last) const {
    std::string out;
    if (!first) out = m_settings.continuingPrefix;
    out += character;
    if (last) out += m_settings.endOfWord;
    return out;
}

std::optional<std::int32_t> Bpe::characterId(std::string_view text, const Utf8Character& character,
                                             std::size_t at) const {
    if (character.code < m_characters.size()) {
        const std::int32_t id = m_characters[character.code];
        return id < 0 ? std::nullopt : std::optional(id);
    }
    const std::string_view own = text.substr(at, character.bytes);
    if (!isDecorated()) return vocabulary().id(own);
    return vocabulary().id(decorated(own, at == 0, at + character.bytes == text.size()));
}

// All bytes must be in the vocabulary, or none is used.
bool Bpe::appendBytes(std::vector<Symbol>& symbols, std::string_view character) const {
    std::vector<Symbol> bytes;
    for (const char c : character) {
        const auto id = vocabulary().id(fallbackPiece(static_cast<unsigned char>(c)));
        if (!id) return false;
        bytes.push_back({*id, 1, none, none});
    }
    symbols.insert(symbols.end(), bytes.begin(), bytes.end());
    return true;
}

void Bpe::appendUnknown(std::optional<Symbol>& pending, std::vector<Symbol>& symbols,
                        std::size_t bytes) const {
    if (!m_settings.unknown) return;  // The character vanishes, as in the reference.
    if (pending && m_settings.fuseUnknown) {
        pending->bytes += bytes;
        return;
    }
    if (pending) symbols.push_back(*pending);
    pending = Symbol{unknownId(*m_settings.unknown), bytes, none, none};
}

std::vector<Symbol> Bpe::symbolsOf(std::string_view text) const {
    std::vector<Symbol> symbols;
    symbols.reserve(text.size());
    std::optional<Symbol> pending;  // an unknown token that later unknown characters may still join
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Character character = characterAt(text, at);
        if (const auto id = characterId(text, character, at)) {
            if (pending) symbols.push_back(*std::exchange(pending, std::nullopt));
            symbols.push_back({*id, character.bytes, none, none});
        } else if (!m_settings.byteFallback ||
                   !appendBytes(symbols, decorated(text.substr(at, character.bytes), at == 0,
                                                   at + character.bytes == text.size()))) {
            appendUnknown(pending, symbols, character.bytes);
        }
        at += character.bytes;
    }
    if (pending) symbols.push_back(*pending);
    for (std::size_t i = 1; i < symbols.size(); ++i) {
        symbols[i].previous = i - 1;
        symbols[i - 1].next = i;
    }
    return symbols;
}

/// The end of the part of `text` that begins at `begin` and that no merge leaves: what follows has no
/// influence. A word short enough to be remembered is one part.
std::size_t Bpe::partEnd(std::string_view text, std::size_t begin) const {
    if (isDecorated() || text.size() - begin <= WordMemory::longestWord) return text.size();
    std::optional<std::int32_t> before;
    for (std::size_t at = begin; at < text.size();) {
        const Utf8Character character = characterAt(text, at);
        const auto here = characterId(text, character, at);
        // Unknown characters may become one token or bytes; they are never cut apart.
        if (before && here && m_junctions.find(*before, *here) == nullptr) return at;
        before = here;
        at += character.bytes;
    }
    return text.size();
}

/// Does the merges of a word as long as a document: the next one comes from a queue.
void mergeByQueue(std::vector<Symbol>& symbols, const PairTable<Merge>& merges) {
    std::priority_queue<Candidate> queue;
    const auto offer = [&](std::size_t position) {
        const std::size_t next = symbols[position].next;
        if (next == none) return;
        if (const Merge* merge = merges.find(symbols[position].id, symbols[next].id))
            queue.push({*merge, position});
    };
    for (std::size_t i = 0; i < symbols.size(); ++i) offer(i);
    while (!queue.empty()) {
        const Candidate top = queue.top();
        queue.pop();
        Symbol& left = symbols[top.position];
        if (left.bytes == 0 || left.next == none) continue;
        Symbol& right = symbols[left.next];
        // The pair may have changed since it was offered.
        const Merge* merge = merges.find(left.id, right.id);
        if (merge == nullptr || merge->id != top.merge.id) continue;
        left.id = merge->id;
        left.bytes += std::exchange(right.bytes, 0);
        left.next = right.next;
        if (left.next != none) symbols[left.next].previous = top.position;
        if (left.previous != none) offer(left.previous);
        offer(top.position);
    }
}

/// Does the merges of a short word: the next one is looked for among all neighbours.
void mergeBySearch(std::vector<Symbol>& symbols, const PairTable<Merge>& merges) {
    const auto mergeAt = [&](std::size_t i) { return merges.find(symbols[i].id, symbols[i + 1].id); };
    std::vector<const Merge*> possible;
    for (std::size_t i = 0; i + 1 < symbols.size(); ++i) possible.push_back(mergeAt(i));
    for (;;) {
        const Merge* best = nullptr;
        std::size_t position = 0;
        for (std::size_t i = 0; i < possible.size(); ++i) {
            if (possible[i] == nullptr || (best != nullptr && possible[i]->rank >= best->rank)) continue;
            best = possible[i];
            position = i;
        }
        if (best == nullptr) return;
        symbols[position].id = best->id;
        symbols[position].bytes += symbols[position + 1].bytes;
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(position) + 1);
        possible.erase(possible.begin() + static_cast<std::ptrdiff_t>(position));
        if (position > 0) possible[position - 1] = mergeAt(position - 1);
        if (position < possible.size()) possible[position] = mergeAt(position);
    }
}

void Bpe::tokenizePart(std::string_view part, std::size_t begin, std::vector<ModelToken>& tokens) const {
    std::vector<Symbol> symbols = symbolsOf(part);
    if (symbols.size() <= shortWord)
        mergeBySearch(symbols, m_merges);
    else
        mergeByQueue(symbols, m_merges);
    for (const Symbol& symbol : symbols) {
        if (symbol.bytes == 0) continue;
        tokens.push_back({symbol.id, *vocabulary().piece(symbol.id), {begin, begin + symbol.bytes}});
        begin += symbol.bytes;
    }
}

void Bpe::tokenize(std::string_view text, WordMemory& memory, std::vector<ModelToken>& tokens) const {
    if (m_settings.ignoreMerges) {
        if (const auto id = vocabulary().id(text)) {
            tokens.push_back({*id, std::string(text), {0, text.size()}});
            return;
        }
    }
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = partEnd(text, begin);
        const std::string_view part = text.substr(begin, end - begin);
        if (!memory.append(part, begin, tokens)) {
            const std::size_t first = tokens.size();
            tokenizePart(part, begin, tokens);
            memory.keep(part, begin, tokens, first);
        }
        begin = end;
    }
}

/// "left right": at the only space, or, in pieces that hold spaces themselves, at the first one where both
/// sides and the whole are in the vocabulary.
std::pair<std::string, std::string> splitMerge(const Json& merge, const Vocabulary& vocabulary,
                                               std::size_t prefixBytes) {
    const std::string_view text = merge.asString();
    const std::size_t only = text.find(' ');
    const auto parts = [text](std::size_t at) {
        return std::pair(std::string(text.substr(0, at)), std::string(text.substr(at + 1)));
    };
    if (only != std::string_view::npos && text.find(' ', only + 1) == std::string_view::npos)
        return parts(only);
    for (std::size_t at = only; at != std::string_view::npos; at = text.find(' ', at + 1)) {
        auto [left, right] = parts(at);
        if (right.size() < prefixBytes || !vocabulary.id(left) || !vocabulary.id(right)) continue;
        if (vocabulary.id(left + right.substr(prefixBytes))) return {std::move(left), std::move(right)};
    }
    throw invalidTokenizer(merge,
                           "the merge \"" + std::string(text) + "\" is not two pieces with a space between");
}

Merges mergesOf(const Json& list, const Vocabulary& vocabulary, std::size_t prefixBytes) {
    Merges merges;
    merges.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Json merge = list[i];
        if (merge.isString()) {
            if (!merge.asString().starts_with("#version"))
                merges.push_back(splitMerge(merge, vocabulary, prefixBytes));
            continue;
        }
        if (merge.size() != 2) throw invalidTokenizer(merge, "a merge is not a pair");
        merges.emplace_back(merge[0].asString(), merge[1].asString());
    }
    return merges;
}

}  // namespace

ModelPointer makeBpe(Vocabulary vocabulary, const Merges& merges, const BpeSettings& settings,
                     const std::string& file) {
    auto model = std::make_unique<Bpe>(std::move(vocabulary), settings);
    model->addMerges(merges, file);
    return model;
}

ModelPointer makeBpeFromJson(const Json& definition, const StageOverrides&) {
    BpeSettings settings;
    if (const auto unknown = definition.find("unk_token"))
        settings.unknown = std::string(unknown->asString());
    settings.continuingPrefix = definition.stringOr("continuing_subword_prefix", "");
    settings.endOfWord = definition.stringOr("end_of_word_suffix", "");
    settings.fuseUnknown = definition.boolOr("fuse_unk", false);
    settings.byteFallback = definition.boolOr("byte_fallback", false);
    settings.ignoreMerges = definition.boolOr("ignore_merges", false);
    Vocabulary vocabulary(definition.at("vocab"));
    const Merges merges = mergesOf(definition.at("merges"), vocabulary, settings.continuingPrefix.size());
    return makeBpe(std::move(vocabulary), merges, settings, definition.name());
}

}  // namespace headscope::core
