// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/sentence_piece_merges.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

/// Every way to cut `piece` into two pieces: split(left, right).
template <typename Split>
void forEachSplit(std::string_view piece, Split split) {
    for (std::size_t at = 0; at < piece.size();) {
        at += characterAt(piece, at).bytes;
        if (at < piece.size()) split(piece.substr(0, at), piece.substr(at));
    }
}

/// A merge with what decides its rank.
struct RankedMerge {
    std::tuple<double, std::int64_t, std::int64_t, std::int64_t, std::int64_t> rank;
    std::string_view left, right;
};

Merges inOrder(std::vector<RankedMerge> ranked) {
    std::sort(ranked.begin(), ranked.end(),
              [](const RankedMerge& a, const RankedMerge& b) { return a.rank < b.rank; });
    Merges merges;
    merges.reserve(ranked.size());
    for (const RankedMerge& merge : ranked) merges.emplace_back(merge.left, merge.right);
    return merges;
}

std::int64_t length(std::string_view text) {
    return static_cast<std::int64_t>(countCodePoints(text));
}

}  // namespace

std::vector<ScoredPiece> scoredPieces(const SentencePieceModel& model, std::size_t first) {
    std::vector<ScoredPiece> pieces;
    for (std::size_t i = first; i < model.pieces.size(); ++i)
        pieces.push_back({model.pieces[i].text, model.pieces[i].score});
    return pieces;
}

Vocabulary vocabularyOf(const SentencePieceModel& model) {
    Vocabulary vocabulary;
    for (std::size_t i = 0; i < model.pieces.size(); ++i)
        vocabulary.add(model.pieces[i].text, static_cast<std::int32_t>(i));
    return vocabulary;
}

Merges mergesByIds(const Vocabulary& vocabulary) {
    std::vector<RankedMerge> ranked;
    for (const auto& [piece, id] : vocabulary.ids()) {
        forEachSplit(piece, [&, id = id](std::string_view left, std::string_view right) {
            const auto leftId = vocabulary.id(left);
            const auto rightId = vocabulary.id(right);
            if (leftId && rightId) ranked.push_back({{0, id, length(left), *leftId, *rightId}, left, right});
        });
    }
    return inOrder(std::move(ranked));
}

Merges mergesByScores(const SentencePieceModel& model, const Vocabulary& vocabulary) {
    const auto isNormal = [&](std::string_view piece) {
        const auto id = vocabulary.id(piece);
        return id &&
               model.pieces[static_cast<std::size_t>(*id)].type == SentencePieceModel::PieceType::Normal;
    };
    std::vector<RankedMerge> ranked;
    for (const auto& [piece, id] : vocabulary.ids()) {
        if (!isNormal(piece)) continue;
        const double score = model.pieces[static_cast<std::size_t>(id)].score;
        forEachSplit(piece, [&, id = id](std::string_view left, std::string_view right) {
            if (isNormal(left) && isNormal(right))
                ranked.push_back({{-score, id, length(left), 0, 0}, left, right});
        });
    }
    return inOrder(std::move(ranked));
}

}  // namespace headscope::core
