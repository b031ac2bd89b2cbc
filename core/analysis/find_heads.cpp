// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/find_heads.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/analysis/case_run.h"
#include "core/analysis/metrics.h"
#include "core/analysis/word_links.h"
#include "core/base/error.h"

namespace headscope::core {
namespace {

/// Counts for one head or baseline while cases go by.
class Tally {
public:
    void add(const Case& wanted, bool largest, std::optional<bool> preferred) {
        m_score.largest.count(largest);
        if (preferred) m_score.preferred.count(*preferred);
        if (wanted.group.empty()) return;
        m_groups[wanted.group].count(largest);
    }

    LinkScore score() const {
        LinkScore score = m_score;
        for (const auto& [name, right] : m_groups) {
            if (right.of > 1) score.groups.count(right.right == right.of);
        }
        return score;
    }

private:
    LinkScore m_score;
    std::map<std::string, Share> m_groups;
};

struct HeadTally {
    Tally tally;
    double weight = 0;
};

bool holds(const std::vector<Index>& pieces, Index position) {
    return std::find(pieces.begin(), pieces.end(), position) != pieces.end();
}

void addHead(HeadTally& head, const Case& wanted, const CaseRun& run, const Vector& row) {
    Index largest = 0;
    row.maxCoeff(&largest);
    const double weight = weightOfWord(row, run.to);
    std::optional<bool> preferred;
    if (!run.strongerThan.empty())
        preferred = std::all_of(run.strongerThan.begin(), run.strongerThan.end(),
                                [&](const auto& rival) { return weight > weightOfWord(row, rival); });
    head.tally.add(wanted, holds(run.to, largest), preferred);
    head.weight += weight;
}

Index distance(const CaseRun& run, const std::vector<Index>& word) {
    Index nearest = std::abs(word.front() - run.from.front());
    for (const Index piece : word) nearest = std::min(nearest, std::abs(piece - run.from.front()));
    return nearest;
}

Baseline baselineOf(std::string name, const LinkScore& score) {
    return {std::move(name), score.largest.value(), score.preferred.value(), score.groups.value()};
}

/// Everybody who is no head: filled case by case.
class Baselines {
public:
    explicit Baselines(const Model& model) : m_model(model) {
        const auto& outputs = model.outputs();
        m_answers = std::any_of(outputs.begin(), outputs.end(),
                                [](const auto& output) { return output.id == answering; });
    }

    void add(const Case& wanted, const CaseRun& run) {
        m_links.push_back({&wanted, run.from.front(), run.to});
        for (const Index piece : run.to) ++m_offsets[piece - run.from.front()];
        if (m_answers) m_answered.add(wanted, answersRight(run), {});
        if (run.strongerThan.empty()) return;
        const bool nearest =
            std::all_of(run.strongerThan.begin(), run.strongerThan.end(),
                        [&](const auto& rival) { return distance(run, run.to) < distance(run, rival); });
        m_nearest.add(wanted, nearest, nearest);
        const auto answers = static_cast<double>(wanted.to.size());
        const double chance = answers / (answers + static_cast<double>(run.strongerThan.size()));
        m_chance += chance;
        if (!wanted.group.empty()) m_chances[wanted.group].push_back(chance);
    }

    std::vector<Baseline> all() const {
        std::vector<Baseline> baselines;
        if (m_answers) baselines.push_back(baselineOf("model", m_answered.score()));
        const LinkScore nearest = m_nearest.score();
        if (nearest.largest.of > 0) baselines.push_back(baselineOf("nearest", nearest));
        baselines.push_back(bestOffset());
        if (nearest.largest.of > 0) baselines.push_back(chance(nearest));
        return baselines;
    }

private:
    static constexpr std::string_view answering = "reference";

    struct Place {
        const Case* wanted;
        Index from;
        std::vector<Index> to;
    };

    bool answersRight(const CaseRun& run) const {
        const std::array<Index, 1> place = {run.from.front()};
        const Matrix logits = m_model.logits(*run.trace, answering, place);
        Index best = 0;
        logits.row(0).maxCoeff(&best);
        const auto& tokens = run.trace->tokens;
        return std::any_of(run.to.begin(), run.to.end(), [&](Index piece) {
            return tokens[static_cast<std::size_t>(piece)].id == static_cast<std::int32_t>(best);
        });
    }

    Baseline bestOffset() const {
        const auto best = std::max_element(m_offsets.begin(), m_offsets.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        Tally fixed;
        for (const Place& place : m_links)
            fixed.add(*place.wanted, holds(place.to, place.from + best->first), {});
        return baselineOf("offset " + std::to_string(best->first), fixed.score());
    }

    Baseline chance(const LinkScore& counts) const {
        Baseline baseline{"chance", {}, m_chance / static_cast<double>(counts.preferred.of), {}};
        Accumulated groups;
        for (const auto& [group, each] : m_chances) {
            if (each.size() > 1)
                groups.add(std::accumulate(each.begin(), each.end(), 1.0, std::multiplies<>()));
        }
        baseline.groups = groups.mean();
        return baseline;
    }

    const Model& m_model;
    bool m_answers = false;
    Tally m_answered, m_nearest;
    std::map<Index, Index> m_offsets;  // how often a piece of `to` stands there
    std::vector<Place> m_links;
    double m_chance = 0;
    std::map<std::string, std::vector<double>> m_chances;  // per group, of each case
};

void sortBestFirst(std::vector<HeadScore>& heads) {
    const auto order = [](const HeadScore& head) {
        return std::make_tuple(-head.score.groups.value().value_or(0),
                               -head.score.largest.value().value_or(0), -head.weight);
    };
    std::stable_sort(heads.begin(), heads.end(),
                     [&](const HeadScore& a, const HeadScore& b) { return order(a) < order(b); });
}

}  // namespace

FindResult findHeads(const Model& model, std::span<const Case> cases, const Progress& progress) {
    CaseRunner runner(model);
    std::map<HeadId, HeadTally> heads;
    Baselines baselines(model);
    FindResult result;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Case& wanted = cases[i];
        if (wanted.to.empty()) continue;
        const auto count = static_cast<double>(cases.size());
        const CaseRun run = runner.run(
            wanted, part(progress, static_cast<double>(i) / count, static_cast<double>(i + 1) / count));
        if (run.trace->headIds().empty())
            throw Error(ErrorCode::BadArgument, {run.trace->modelName, "no layer of it has attention"});
        ++result.cases;
        baselines.add(wanted, run);
        for (const HeadId head : run.trace->headIds())
            addHead(heads[head], wanted, run,
                    rowOfWord(*headPattern(run.trace, head, model.kernels()), run.from));
    }
    if (result.cases == 0)
        throw Error(
            ErrorCode::BadArgument,
            {"The cases", "none of them has a \"from\" and a \"to\", which heads could be ranked by"});
    for (const auto& [head, tally] : heads)
        result.heads.push_back({head, tally.weight / static_cast<double>(result.cases), tally.tally.score()});
    sortBestFirst(result.heads);
    result.baselines = baselines.all();
    report(progress, 1);
    return result;
}

}  // namespace headscope::core
