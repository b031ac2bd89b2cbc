// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/asked_run.h"
#include "core/analysis/share.h"

namespace headscope::core {

/// Whether a question is answered with a right word: the one with the largest weight, of equals the first.
/// `weights` are those between the words of the run.
bool isAnsweredRight(const AskedRun& run, const GoldQuestion& question, const Eigen::MatrixXd& weights);

/// How well one head answers the questions of a relation.
struct RelationHead {
    HeadId head;
    Share right;  ///< its answer is the word with the largest weight, of equals the first (Clark et al. 2019)
    Index ties = 0;     ///< answers of which another word got as much
    double weight = 0;  ///< mean weight on the right words together
    /// The mean weight that the same words get from the words that were not asked: what a habit of looking at
    /// them, whoever looks, would give. Nothing where all words were asked.
    std::optional<double> elsewhere;
    Share groups;  ///< groups of questions that are all right; of those of two or more, none of them left out
};

/// F1 of Webster et al. 2018 over the candidates of all pronouns, for a head that always chooses one: it is
/// wrong wherever none is meant, which `unanswered` counts. Nothing where nothing was asked.
std::optional<double> gapScore(const Share& right, Index unanswered);

/// All heads on the questions of one relation in one direction, and what they have to beat.
struct RelationScore {
    std::string relation;
    std::string direction;
    Index count = 0;
    std::vector<RelationHead> heads;  ///< best first: by groups where there are some, then right, then weight
    Index offset = 0;   ///< from the word asked, in words: the fixed distance that is right most often
    Share fixedOffset;  ///< how often it is (Clark et al. 2019, section 4.2; Voita et al. 2019)
    Share nearest;      ///< the nearest candidate before, or else behind; only of questions with candidates
    Share sameWord;     ///< the nearest candidate before that is the same word, else the nearest
    double chance = 0;  ///< of candidates, or of all words, one by chance
};

struct RelationScores {
    std::vector<RelationScore> relations;  ///< in the order of their names
    Index texts = 0;
    Index lost = 0;   ///< questions about words that the model reads nothing of, or whose rivals it does not
    Index close = 0;  ///< questions left out because an answer is nearer than was asked for
};

/// Adds texts up, one after the other.
class RelationScorer {
public:
    /// Questions with an answer fewer than `fewestWords` words away are left out: with 2, a relation that is
    /// mostly between neighbours is measured where a habit of looking at neighbours does not help.
    RelationScorer(const Model& model, Index fewestWords) : m_model(model), m_fewestWords(fewestWords) {}

    void add(const AskedRun& run);
    RelationScores scores() const;

private:
    struct HeadTally {
        Share right;
        Index ties = 0;
        double weight = 0;
        double elsewhere = 0;
        Index elsewhereCount = 0;
        std::map<std::string, bool> groups;  ///< whether all of it was right so far
    };
    struct Tally {
        Index count = 0;
        std::vector<HeadTally> heads;
        std::map<Index, Index> offsets;  ///< how often an answer stands there
        Share nearest, sameWord;
        double chance = 0;
        std::map<std::string, Index> groups;  ///< how many questions of it were asked
        std::set<std::string> broken;         ///< groups of which a question was left out
    };

    struct Asked {
        const GoldQuestion* question;
        Tally* tally;
        std::vector<Index> choices;  ///< words to choose from, in order
    };

    Tally& tallyOf(const GoldQuestion& question) {
        return m_tallies[{question.relation, std::string(question.direction)}];
    }
    static void addBaselines(const AskedRun& run, const Asked& asked);
    void addHead(const AskedRun& run, const std::vector<Asked>& asked, std::size_t slot) const;

    const Model& m_model;
    Index m_fewestWords;
    std::vector<HeadId> m_heads;
    std::map<std::pair<std::string, std::string>, Tally> m_tallies;  ///< by relation and direction
    RelationScores m_counts;
};

/// Over the texts of a gold file. Throws what running throws, and Cancelled.
RelationScores scoreRelations(const Model& model, std::span<const GoldText> texts, Index fewestWords = 1,
                              const Progress& progress = {});
/// Over the cases that have a `to`. Throws Error(BadArgument) where none has one, and what CaseRunner throws.
RelationScores scoreCases(const Model& model, std::span<const Case> cases, Index fewestWords = 1,
                          const Progress& progress = {});

}  // namespace headscope::core
