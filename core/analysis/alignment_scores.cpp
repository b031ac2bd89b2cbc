// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/alignment_scores.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/analysis/asked_run.h"
#include "core/analysis/word_links.h"
#include "core/base/error.h"

namespace headscope::core {
namespace {

constexpr std::array conventions = {AlignmentRows::Own, AlignmentRows::Previous};

struct HeadTally {
    Share right;
    AlignmentCounts counts;
    double weight = 0;
};

/// One text as it was read: pieces of source words, and per convention the rows of target words.
struct ReadText {
    const AlignedText& gold;
    TracePtr trace;
    std::vector<std::vector<Index>> sources;
    std::array<std::vector<std::vector<Index>>, conventions.size()> rows;
};

ReadText readText(const Model& model, const AlignedText& text) {
    AskedRun run = askedRun(model, text.gold);
    const auto middle = run.words.begin() + text.sources;
    ReadText read{text, run.trace, {run.words.begin(), middle}, {}};
    read.rows[0].assign(middle, run.words.end());
    read.rows[1] = read.rows[0];
    for (std::vector<Index>& pieces : read.rows[1]) {
        for (Index& piece : pieces) --piece;
        std::erase(pieces, Index{-1});
    }
    return read;
}

bool isGold(const AlignedText& text, WordLink link) {
    return text.possible.contains(link);
}

void addHead(const ReadText& text, const Matrix& pattern, const std::vector<std::vector<Index>>& targets,
             HeadTally& tally) {
    std::set<WordLink> links;
    for (std::size_t target = 0; target < targets.size(); ++target) {
        if (targets[target].empty()) continue;
        Vector row = Vector::Zero(pattern.cols());
        for (const Index query : targets[target]) row += pattern.row(query);
        row /= static_cast<float>(targets[target].size());
        std::optional<Index> best;
        double most = 0;
        double onGold = 0;
        bool hasGold = false;
        for (std::size_t source = 0; source < text.sources.size(); ++source) {
            if (text.sources[source].empty()) continue;
            const auto index = static_cast<Index>(source);
            const double weight = weightOfWord(row, text.sources[source]);
            if (isGold(text.gold, {index, static_cast<Index>(target)})) {
                onGold += weight;
                hasGold = true;
            }
            if (best && weight <= most) continue;
            best = index;
            most = weight;
        }
        if (!best) continue;
        const WordLink link{*best, static_cast<Index>(target)};
        links.insert(link);
        if (!hasGold) continue;
        tally.right.count(isGold(text.gold, link));
        tally.weight += onGold;
    }
    tally.counts.add(links, text.gold);
}

void addDiagonal(const AlignedText& text, AlignmentScores& scores) {
    std::set<WordLink> links;
    for (Index target = 0; target < text.targets(); ++target) {
        const WordLink link{std::min(target, text.sources - 1), target};
        links.insert(link);
        const bool asked = std::any_of(text.possible.begin(), text.possible.end(),
                                       [&](const WordLink& gold) { return gold.second == target; });
        if (asked) scores.diagonalRight.count(isGold(text, link));
    }
    scores.diagonal.add(links, text);
}

}  // namespace

void AlignmentCounts::add(const std::set<WordLink>& links, const AlignedText& gold) {
    predicted += static_cast<Index>(links.size());
    sure += static_cast<Index>(gold.sure.size());
    for (const WordLink& link : links) {
        predictedSure += gold.sure.contains(link) ? 1 : 0;
        predictedPossible += gold.possible.contains(link) ? 1 : 0;
    }
}

std::optional<double> AlignmentCounts::precision() const {
    return Share{predictedPossible, predicted}.value();
}

std::optional<double> AlignmentCounts::recall() const {
    return Share{predictedSure, sure}.value();
}

double AlignmentCounts::errorRate() const {
    if (sure == 0) return predicted == 0 ? 0 : 1;
    return 1 - Share{predictedSure + predictedPossible, predicted + sure}.value().value_or(1);
}

std::string_view alignmentRowsName(AlignmentRows rows) noexcept {
    return rows == AlignmentRows::Own ? "own" : "previous";
}

AlignmentScores scoreAlignments(const Model& model, std::span<const AlignedText> texts,
                                const Progress& progress) {
    AlignmentScores scores;
    std::vector<HeadId> heads;
    std::vector<std::array<HeadTally, conventions.size()>> tallies;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(texts.size()));
        const ReadText text = readText(model, texts[i]);
        heads = text.trace->headIds();
        if (heads.empty())
            throw Error(ErrorCode::BadArgument, {text.trace->modelName, "no layer of it has attention"});
        tallies.resize(heads.size());
        ++scores.texts;
        scores.lost += std::count_if(text.rows[0].begin(), text.rows[0].end(),
                                     [](const auto& pieces) { return pieces.empty(); });
        addDiagonal(texts[i], scores);
        model.compute().executor.forEach(static_cast<Index>(heads.size()), [&](Index index) {
            const auto slot = static_cast<std::size_t>(index);
            const Matrix pattern = headPattern(text.trace, heads[slot], model.kernels())->all();
            for (std::size_t way = 0; way < conventions.size(); ++way)
                addHead(text, pattern, text.rows[way], tallies[slot][way]);
        });
    }
    for (std::size_t slot = 0; slot < heads.size(); ++slot) {
        for (std::size_t way = 0; way < conventions.size(); ++way) {
            const HeadTally& tally = tallies[slot][way];
            const double count = static_cast<double>(std::max<Index>(1, tally.right.of));
            scores.heads.push_back(
                {heads[slot], conventions[way], tally.right, tally.counts, tally.weight / count});
        }
    }
    std::stable_sort(scores.heads.begin(), scores.heads.end(), [](const auto& a, const auto& b) {
        return std::make_tuple(a.counts.errorRate(), -a.weight) <
               std::make_tuple(b.counts.errorRate(), -b.weight);
    });
    report(progress, 1);
    return scores;
}

}  // namespace headscope::core
