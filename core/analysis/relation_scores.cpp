// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/relation_scores.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/analysis/word_links.h"
#include "core/base/error.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

bool holds(const std::vector<Index>& words, Index word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The words to choose from, in order.
std::vector<Index> choicesOf(const AskedRun& run, const GoldQuestion& question) {
    std::vector<Index> words = question.candidates;
    if (words.empty()) {
        for (std::size_t word = 0; word < run.words.size(); ++word) {
            if (!run.words[word].empty() && static_cast<Index>(word) != question.word)
                words.push_back(static_cast<Index>(word));
        }
    }
    std::sort(words.begin(), words.end());
    return words;
}

struct Answer {
    Index word = 0;
    bool tied = false;
};

/// `weights`: from the word asked to every other.
template <class Weights>
Answer strongest(const std::vector<Index>& words, const Weights& weights) {
    Answer best{words.front(), false};
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (weights[words[i]] > weights[best.word])
            best = {words[i], false};
        else if (weights[words[i]] == weights[best.word])
            best.tied = true;
    }
    return best;
}

/// From the word asked to every other, or from every other to it.
Eigen::VectorXd rowOf(const GoldQuestion& question, const Eigen::MatrixXd& weights) {
    if (question.received) return weights.col(question.word);
    return weights.row(question.word).transpose();
}

/// Summed over the answers and over the words that were not asked, and how many of these there are.
std::pair<double, Index> fromOthers(const AskedRun& run, const GoldQuestion& question,
                                    const Eigen::MatrixXd& weights) {
    double sum = 0;
    Index count = 0;
    for (std::size_t i = 0; i < run.words.size(); ++i) {
        const auto word = static_cast<Index>(i);
        if (run.words[i].empty() || word == question.word || holds(question.answers, word)) continue;
        for (const Index answer : question.answers)
            sum += question.received ? weights(answer, word) : weights(word, answer);
        ++count;
    }
    return {sum, count};
}

/// The nearest of `candidates` before the word asked, or else behind it.
Index nearestOf(const GoldQuestion& question, const std::vector<Index>& candidates) {
    return *std::min_element(candidates.begin(), candidates.end(), [&](Index a, Index b) {
        const auto order = [&](Index word) {
            const Index distance = word - question.word;
            return std::make_pair(distance > 0, std::abs(distance));
        };
        return order(a) < order(b);
    });
}

}  // namespace

std::optional<double> gapScore(const Share& right, Index unanswered) {
    if (right.of == 0) return std::nullopt;
    // A wrong choice is a name too many and one too few; a choice where none is meant only one too many.
    return 2 * static_cast<double>(right.right) / static_cast<double>(2 * right.of + unanswered);
}

bool isAnsweredRight(const AskedRun& run, const GoldQuestion& question, const Eigen::MatrixXd& weights) {
    return holds(question.answers, strongest(choicesOf(run, question), rowOf(question, weights)).word);
}

void RelationScorer::addBaselines(const AskedRun& run, const Asked& asked) {
    const GoldQuestion& question = *asked.question;
    Tally& tally = *asked.tally;
    for (const Index answer : question.answers) ++tally.offsets[answer - question.word];
    tally.chance += static_cast<double>(question.answers.size()) / static_cast<double>(asked.choices.size());
    if (question.candidates.empty()) return;
    const Index nearest = nearestOf(question, question.candidates);
    tally.nearest.count(holds(question.answers, nearest));
    const auto label = [&](Index word) { return caseFolded(run.labels[static_cast<std::size_t>(word)]); };
    std::vector<Index> same = question.candidates;
    std::erase_if(same,
                  [&](Index word) { return label(word) != label(question.word) || word > question.word; });
    const Index alike = same.empty() ? nearest : nearestOf(question, same);
    tally.sameWord.count(holds(question.answers, alike));
}

void RelationScorer::addHead(const AskedRun& run, const std::vector<Asked>& asked, std::size_t slot) const {
    const Eigen::MatrixXd weights =
        wordWeights(*headPattern(run.trace, m_heads[slot], m_model.kernels()), run.words);
    for (const auto& [question, tally, choices] : asked) {
        HeadTally& head = tally->heads[slot];
        const Eigen::VectorXd row = rowOf(*question, weights);
        const Answer answer = strongest(choices, row);
        const bool right = holds(question->answers, answer.word);
        head.right.count(right);
        head.ties += answer.tied ? 1 : 0;
        for (const Index word : question->answers) head.weight += row[word];
        const auto [sum, count] = fromOthers(run, *question, weights);
        head.elsewhere += count > 0 ? sum / static_cast<double>(count) : 0;
        head.elsewhereCount += count > 0 ? 1 : 0;
        if (question->group.empty()) continue;
        const auto [group, fresh] = head.groups.emplace(question->group, true);
        group->second = group->second && right;
    }
}

void RelationScorer::add(const AskedRun& run) {
    m_heads = run.trace->headIds();
    if (m_heads.empty())
        throw Error(ErrorCode::BadArgument, {run.trace->modelName, "no layer of it has attention"});
    ++m_counts.texts;
    m_counts.lost += static_cast<Index>(run.lost.size());
    for (const GoldQuestion& question : run.lost) tallyOf(question).broken.insert(question.group);
    std::vector<Asked> asked;
    for (const GoldQuestion& question : run.questions) {
        const bool close = std::any_of(question.answers.begin(), question.answers.end(), [&](Index answer) {
            return std::abs(answer - question.word) < m_fewestWords;
        });
        Tally& tally = tallyOf(question);
        if (close) {
            ++m_counts.close;
            tally.broken.insert(question.group);
            continue;
        }
        tally.heads.resize(m_heads.size());
        ++tally.count;
        ++tally.groups[question.group];
        asked.push_back({&question, &tally, choicesOf(run, question)});
        addBaselines(run, asked.back());
    }
    if (asked.empty()) return;
    m_model.compute().executor.forEach(static_cast<Index>(m_heads.size()), [&](Index head) {
        addHead(run, asked, static_cast<std::size_t>(head));
    });
}

RelationScores RelationScorer::scores() const {
    RelationScores all = m_counts;
    for (const auto& [name, tally] : m_tallies) {
        if (tally.count == 0) continue;
        RelationScore score{name.first, name.second,   tally.count,    {}, 0,
                            {},         tally.nearest, tally.sameWord, 0};
        score.chance = tally.chance / static_cast<double>(tally.count);
        for (const auto& [offset, right] : tally.offsets) {
            if (right <= score.fixedOffset.right) continue;
            score.offset = offset;
            score.fixedOffset = {right, tally.count};
        }
        for (std::size_t i = 0; i < m_heads.size(); ++i) {
            const HeadTally& head = tally.heads[i];
            RelationHead scored{m_heads[i], head.right, head.ties, head.weight / double(tally.count), {}, {}};
            if (head.elsewhereCount > 0) scored.elsewhere = head.elsewhere / double(head.elsewhereCount);
            for (const auto& [group, right] : head.groups) {
                if (tally.groups.at(group) > 1 && !tally.broken.contains(group)) scored.groups.count(right);
            }
            score.heads.push_back(scored);
        }
        std::stable_sort(score.heads.begin(), score.heads.end(), [](const auto& a, const auto& b) {
            return std::make_tuple(a.groups.right, a.right.right, a.weight) >
                   std::make_tuple(b.groups.right, b.right.right, b.weight);
        });
        all.relations.push_back(std::move(score));
    }
    return all;
}

RelationScores scoreRelations(const Model& model, std::span<const GoldText> texts, Index fewestWords,
                              const Progress& progress) {
    RelationScorer scorer(model, fewestWords);
    const auto count = static_cast<double>(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        report(progress, static_cast<double>(i) / count);
        if (!texts[i].questions.empty()) scorer.add(askedRun(model, texts[i]));
    }
    report(progress, 1);
    return scorer.scores();
}

RelationScores scoreCases(const Model& model, std::span<const Case> cases, Index fewestWords,
                          const Progress& progress) {
    RelationScorer scorer(model, fewestWords);
    CaseRunner runner(model);
    const auto count = static_cast<double>(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        report(progress, static_cast<double>(i) / count);
        if (!cases[i].to.empty()) scorer.add(askedRun(runner, cases[i]));
    }
    report(progress, 1);
    RelationScores scores = scorer.scores();
    if (scores.texts == 0)
        throw Error(
            ErrorCode::BadArgument,
            {"The cases", "none of them has a \"from\" and a \"to\", which heads could be asked about"});
    return scores;
}

}  // namespace headscope::core
