// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check_cases.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/analysis/case_run.h"
#include "core/analysis/word_links.h"

namespace headscope::core {
namespace {

/// One thing that a case asks of a head, as it turned out. What is missing to `limit` is negative.
struct Requirement {
    double margin = 0;
    bool passed = false;
    double value = 0;
    double limit = 0;
    std::string text;
};

std::string four(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::fixed, 4).ptr;
    return {text.begin(), end};
}

/// "didn't → cross + street"
std::string linkName(const Case& wanted) {
    std::string name = *wanted.from + " → ";
    for (std::size_t i = 0; i < wanted.to.size(); ++i) name += (i > 0 ? " + " : "") + wanted.to[i];
    return name;
}

Requirement above(double value, double limit, bool mayEqual, std::string text) {
    return {value - limit, mayEqual ? value >= limit : value > limit, value, limit, std::move(text)};
}

/// Within bounds; the end that is nearer is the limit.
Requirement within(double value, const Bounds& bounds, const std::string& what) {
    const double low = value - bounds.low;
    const double high = bounds.high - value;
    return {std::min(low, high), low >= 0 && high >= 0, value, low < high ? bounds.low : bounds.high,
            what + " " + four(value) + " must lie between " + four(bounds.low) + " and " + four(bounds.high)};
}

/// The mean over the rows of `from`, or over all, that see a key.
double entropyOf(const CaseRun& run, HeadId head) {
    const LayerTrace& layer = run.trace->at(head);
    const HeadStatistics& rows = layer.statistics[static_cast<std::size_t>(head.head)];
    double sum = 0;
    Index count = 0;
    for (Index query = 0; query < layer.queries(); ++query) {
        const bool wanted =
            run.from.empty() || std::find(run.from.begin(), run.from.end(), query) != run.from.end();
        if (!wanted || rows.largestKey[static_cast<std::size_t>(query)] < 0) continue;
        sum += static_cast<double>(rows.entropy[static_cast<std::size_t>(query)]);
        ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0;
}

/// Asks that no other word gets as much: the default for a link.
Requirement strongest(const CaseRun& run, const Case& wanted, const Vector& row, double weight) {
    const WordGroups groups = wordGroups(run.trace->tokens, run.trace->spec.input);
    double best = 0;
    std::string rival = "no other word";
    for (std::size_t word = 0; word < groups.words.size(); ++word) {
        const std::vector<Index>& pieces = groups.positions[word];
        if (std::find_first_of(pieces.begin(), pieces.end(), run.to.begin(), run.to.end()) != pieces.end())
            continue;
        if (const double other = weightOfWord(row, pieces); other >= best) {
            best = other;
            rival = groups.words[word].label;
        }
    }
    return above(weight, best, false,
                 linkName(wanted) + " " + four(weight) + " must be the largest weight, and that of " + rival +
                     " is " + four(best));
}

std::vector<Requirement> linkRequirements(const CaseRun& run, const Case& wanted, HeadId head,
                                          const Kernels& kernels) {
    const Vector row = rowOfWord(*headPattern(run.trace, head, kernels), run.from);
    const double weight = weightOfWord(row, run.to);
    const std::string link = linkName(wanted) + " " + four(weight);
    std::vector<Requirement> all;
    if (wanted.minimum)
        all.push_back(
            above(weight, *wanted.minimum, true, link + " must be at least " + four(*wanted.minimum)));
    for (std::size_t i = 0; i < wanted.strongerThan.size(); ++i) {
        const double other = weightOfWord(row, run.strongerThan[i]);
        all.push_back(above(weight, other, false,
                            link + " must be above that of " + wanted.strongerThan[i] + ", " + four(other)));
    }
    if (wanted.unchanged) all.push_back(within(weight, *wanted.unchanged, linkName(wanted)));
    if (all.empty()) all.push_back(strongest(run, wanted, row, weight));
    return all;
}

/// The requirement that decides: one that failed, or the closest one.
Requirement deciding(const CaseRun& run, const Case& wanted, HeadId head, const Kernels& kernels) {
    std::vector<Requirement> all;
    if (!wanted.to.empty()) all = linkRequirements(run, wanted, head, kernels);
    if (wanted.entropy) all.push_back(within(entropyOf(run, head), *wanted.entropy, "entropy"));
    if (wanted.to.empty() && wanted.unchanged)
        all.push_back(within(entropyOf(run, head), *wanted.unchanged, "entropy"));
    return *std::min_element(all.begin(), all.end(), [](const Requirement& a, const Requirement& b) {
        return std::make_pair(a.passed, a.margin) < std::make_pair(b.passed, b.margin);
    });
}

CaseResult checkCase(const CaseRun& run, const Case& wanted, const Kernels& kernels) {
    const std::vector<HeadId> heads = wanted.head ? std::vector{*wanted.head} : run.trace->headIds();
    CaseResult result;
    result.name = wanted.name;
    if (!run.from.empty()) result.query = run.from.front();
    if (!run.to.empty()) result.key = run.to.front();
    if (heads.empty())
        throw Error(ErrorCode::BadArgument, {run.trace->modelName, "no layer of it has attention"});
    std::optional<Requirement> best;
    for (const HeadId head : heads) {
        Requirement found = deciding(run, wanted, head, kernels);
        const bool better =
            !best || std::make_pair(found.passed, found.margin) > std::make_pair(best->passed, best->margin);
        if (!better) continue;
        best = std::move(found);
        result.head = head;
    }
    result.passed = best->passed;
    result.value = best->value;
    result.limit = best->limit;
    result.margin = best->margin;
    result.detail = best->text;
    return result;
}

}  // namespace

std::vector<CaseResult> checkCases(const Model& model, std::span<const Case> cases,
                                   const Progress& progress) {
    CaseRunner runner(model);
    std::vector<CaseResult> results;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto count = static_cast<double>(cases.size());
        const Progress one =
            part(progress, static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
        results.push_back(checkCase(runner.run(cases[i], one), cases[i], model.kernels()));
    }
    report(progress, 1);
    return results;
}

}  // namespace headscope::core
