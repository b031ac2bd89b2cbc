// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/model_stage.h"
#include "core/tokenizer/trie.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr double unknownPenalty = 10.0;

struct UnigramParts {
    Vocabulary vocabulary;
    std::vector<double> scores;  // by id
    std::optional<std::int32_t> unknown;
    bool byteFallback = false;
};

/// The most probable way to cut a text into pieces (Kudo 2018), found by dynamic programming over its bytes.
class Unigram : public ModelStage {
public:
    explicit Unigram(UnigramParts parts);
    void tokenize(std::string_view text, WordMemory& memory, std::vector<ModelToken>& tokens) const override;
    std::size_t entries() const noexcept override { return m_scores.size(); }

private:
    /// The best way that ends at a byte: its last piece and where that begins.
    struct Node {
        double score = 0;
        std::size_t begin = std::numeric_limits<std::size_t>::max();
        std::int32_t id = 0;
    };

    std::vector<Node> bestPath(std::string_view text) const;
    std::vector<ByteRange> cut(std::string_view text) const;
    bool appendBytes(std::vector<ModelToken>& tokens, std::string_view text, ByteRange range) const;

    std::vector<double> m_scores;
    std::optional<std::int32_t> m_unknown;
    double m_unknownScore;
    Trie m_pieces;
};

Trie allPieces(const Vocabulary& vocabulary) {
    std::vector<Trie::Entry> entries;
    for (const auto& [piece, id] : vocabulary.ids()) entries.push_back({piece, id});
    return Trie(std::move(entries));
}

double lowest(const std::vector<double>& scores) {
    const auto found = std::min_element(scores.begin(), scores.end());
    return found == scores.end() ? std::numeric_limits<double>::infinity() : *found;
}

Unigram::Unigram(UnigramParts parts)
    : ModelStage("Unigram", std::move(parts.vocabulary), {{}, {}, parts.byteFallback}),
      m_scores(std::move(parts.scores)),
      m_unknown(parts.unknown),
      m_unknownScore(lowest(m_scores) - unknownPenalty),
      m_pieces(allPieces(vocabulary())) {}

std::vector<Unigram::Node> Unigram::bestPath(std::string_view text) const {
    std::vector<Node> nodes(text.size() + 1);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t characterBytes = characterAt(text, begin).bytes;
        const double score = nodes[begin].score;
        bool single = false;
        // On equal scores the way found first stays: the one whose last piece begins earliest.
        const auto offer = [&](std::size_t bytes, std::int32_t id, double pieceScore) {
            Node& target = nodes[begin + bytes];
            const bool reached = target.begin != std::numeric_limits<std::size_t>::max();
            if (!reached || score + pieceScore > target.score) target = {score + pieceScore, begin, id};
        };
        m_pieces.forEachPrefix(text.substr(begin), [&](std::size_t bytes, std::int32_t id) {
            offer(bytes, id, m_scores[static_cast<std::size_t>(id)]);
            single = single || bytes == characterBytes;
        });
        if (!single) {
            if (!m_unknown)
                throw Error(ErrorCode::TokenizerInvalid,
                            {"Unigram", "the text has an unknown character, but unk_id is missing"});
            offer(characterBytes, *m_unknown, m_unknownScore);
        }
        begin += characterBytes;
    }
    return nodes;
}

// Adjacent unknown pieces become one.
std::vector<ByteRange> Unigram::cut(std::string_view text) const {
    const std::vector<Node> nodes = bestPath(text);
    std::vector<ByteRange> ranges;
    bool previousUnknown = false;
    for (std::size_t end = text.size(); end > 0; end = nodes[end].begin) {
        const bool unknown = m_unknown && nodes[end].id == *m_unknown;
        if (unknown && previousUnknown)
            ranges.back().begin = nodes[end].begin;
        else
            ranges.push_back({nodes[end].begin, end});
        previousUnknown = unknown;
    }
    std::reverse(ranges.begin(), ranges.end());
    return ranges;
}

bool Unigram::appendBytes(std::vector<ModelToken>& tokens, std::string_view text, ByteRange range) const {
    std::vector<ModelToken> bytes;
    for (const char c : text.substr(range.begin, range.end - range.begin)) {
        std::string piece = fallbackPiece(static_cast<unsigned char>(c));
        const auto id = vocabulary().id(piece);
        if (!id) return false;
        bytes.push_back({*id, std::move(piece), range});
    }
    tokens.insert(tokens.end(), bytes.begin(), bytes.end());
    return true;
}

void Unigram::tokenize(std::string_view text, WordMemory& memory, std::vector<ModelToken>& tokens) const {
    if (memory.append(text, 0, tokens)) return;
    const std::size_t first = tokens.size();
    for (const ByteRange& range : cut(text)) {
        const std::string_view part = text.substr(range.begin, range.end - range.begin);
        const auto id = vocabulary().id(part);
        if (!id && marks().byteFallback && appendBytes(tokens, text, range)) continue;
        if (!id && !m_unknown)
            throw Error(ErrorCode::TokenizerInvalid,
                        {"Unigram", "the text has an unknown character, but unk_id is missing"});
        tokens.push_back({id ? *id : *m_unknown, std::string(part), range});
    }
    memory.keep(text, 0, tokens, first);
}

}  // namespace

ModelPointer makeUnigram(const std::vector<ScoredPiece>& pieces, const UnigramSettings& settings,
                         const std::string& file) {
    const auto invalid = [&file](std::string reason) {
        return Error(ErrorCode::TokenizerInvalid, {file, std::move(reason)});
    };
    if (pieces.size() >= static_cast<std::size_t>(tokenIdLimit)) throw invalid("its vocabulary is too large");
    UnigramParts parts;
    for (const auto& [text, score] : pieces) {
        if (std::isnan(score)) throw invalid("a score is not a number");
        parts.vocabulary.add(text, static_cast<std::int32_t>(parts.scores.size()));
        parts.scores.push_back(score);
    }
    if (settings.unknown && static_cast<std::size_t>(*settings.unknown) >= pieces.size())
        throw invalid("its unk_id is outside its vocabulary");
    parts.unknown = settings.unknown;
    parts.byteFallback = settings.byteFallback;
    return std::make_unique<Unigram>(std::move(parts));
}

ModelPointer makeUnigramFromJson(const Json& definition, const StageOverrides&) {
    const Json list = definition.at("vocab");
    std::vector<ScoredPiece> pieces;
    pieces.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Json entry = list[i];
        if (entry.size() != 2 || !entry.isArray())
            throw invalidTokenizer(entry, "a Unigram piece is not [text, score]");
        pieces.push_back({std::string(entry[0].asString()), entry[1].asDouble()});
    }
    UnigramSettings settings;
    if (const auto unknown = definition.find("unk_id")) settings.unknown = tokenId(*unknown);
    settings.byteFallback = definition.boolOr("byte_fallback", false);
    return makeUnigram(pieces, settings, definition.name());
}

}  // namespace headscope::core
