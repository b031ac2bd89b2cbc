// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <tuple>

#include "app/command_line_commands.h"
#include "core/analysis/head_type.h"
#include "core/export/standard_tables.h"

namespace headscope::app {
namespace {

using core::Index;
using core::Link;

constexpr Index defaultTop = 1;

/// What is linked: tokens, or with --words words, and where the words of --from and --to are among them.
struct Question {
    core::TracePtr trace;
    const core::Kernels& kernels;
    bool words = false;
    core::WordGroups groups;
    std::vector<Index> from;
    std::vector<Index> to;
    Index top = defaultTop;

    core::PatternPtr pattern(core::HeadId head) const {
        core::PatternPtr pattern = core::headPattern(trace, head, kernels);
        return words ? core::wordPattern(pattern, trace->spec.input) : pattern;
    }
    Index wordOf(Index position) const {
        for (std::size_t word = 0; word < groups.positions.size(); ++word) {
            const auto& pieces = groups.positions[word];
            if (std::find(pieces.begin(), pieces.end(), position) != pieces.end())
                return static_cast<Index>(word);
        }
        return 0;
    }
};

std::vector<Index> placesOf(const Question& question, const std::optional<std::string>& word) {
    if (!word) return {};
    const std::vector<Index> pieces = core::findWord(*question.trace, *word);
    if (!question.words) return pieces;
    return {question.wordOf(pieces.front())};
}

Question questionOf(const Options& options, const ModelRun& run) {
    Question question{run.trace,
                      run.model->kernels(),
                      options.words,
                      core::wordGroups(run.trace->tokens, run.trace->spec.input),
                      {},
                      {}};
    question.from = placesOf(question, options.from);
    question.to = placesOf(question, options.to);
    question.top = options.top.value_or(defaultTop);
    return question;
}

void append(std::vector<Link>& links, const std::vector<Link>& more) {
    links.insert(links.end(), more.begin(), more.end());
}

/// The strongest keys of the words of --from, or of every token.
std::vector<Link> keysOf(const Question& question, core::HeadId head) {
    const core::PatternPtr pattern = question.pattern(head);
    std::vector<Link> links;
    for (const Index query : question.from)
        append(links, core::strongestKeys(*pattern, head, query, question.top));
    if (!question.from.empty()) return links;
    for (Index query = 0; query < pattern->rows(); ++query) {
        append(links, core::strongestKeys(*pattern, head, query, question.top));
    }
    return links;
}

/// Who looks most at the word of --to: the strongest queries of its pieces.
std::vector<Link> queriesOf(const Question& question, core::HeadId head) {
    const core::PatternPtr pattern = question.pattern(head);
    std::vector<Link> links;
    for (Index query = 0; query < pattern->rows(); ++query) {
        const core::Vector row = pattern->row(query);
        for (const Index key : question.to) {
            const Index rank = 1 + (row.array() > row[key]).count();
            if (pattern->allowed(query, key)) links.push_back({head, query, key, double{row[key]}, rank});
        }
    }
    std::stable_sort(links.begin(), links.end(),
                     [](const Link& a, const Link& b) { return a.weight > b.weight; });
    links.resize(std::min(links.size(), static_cast<std::size_t>(question.top)));
    return links;
}

/// One link per head, from the word of --from to the word of --to, strongest first.
std::vector<Link> headsByLink(const Question& question, const std::vector<core::HeadId>& heads) {
    std::vector<Link> links;
    if (!question.words) {
        links = core::rankHeads(question.trace, question.from, question.to, question.kernels);
        std::erase_if(links, [&](const Link& link) {
            return std::find(heads.begin(), heads.end(), link.head) == heads.end();
        });
        return links;
    }
    for (const core::HeadId head : heads) {
        const core::PatternPtr pattern = question.pattern(head);
        const Index query = question.from.front();
        const core::Vector row = pattern->row(query);
        const float weight = row[question.to.front()];
        links.push_back(
            {head, query, question.to.front(), double{weight}, 1 + (row.array() > weight).count()});
    }
    std::stable_sort(links.begin(), links.end(),
                     [](const Link& a, const Link& b) { return a.weight > b.weight; });
    return links;
}

/// Heads whose strongest key tells something come first: another ordinary word before the word itself and
/// special tokens (where heads rest that have nothing to do: Clark et al. 2019), heads that follow content
/// before those that follow positions; then by weight.
void sortTellingFirst(const Question& question, std::vector<std::vector<Link>>& heads) {
    const std::vector<core::Token>& tokens = question.words ? question.groups.words : question.trace->tokens;
    const auto order = [&](const std::vector<Link>& links) {
        const Link& first = links.front();
        const bool ordinary =
            !tokens[static_cast<std::size_t>(first.key)].special && first.key != first.query;
        const bool content =
            core::headType(question.trace->at(first.head), first.head.head).type == core::HeadType::Content;
        return std::make_tuple(!ordinary, ordinary && !content, -first.weight);
    };
    std::stable_sort(heads.begin(), heads.end(),
                     [&](const auto& a, const auto& b) { return order(a) < order(b); });
}

std::vector<Link> linksOf(const Question& question, const Options& options,
                          const std::vector<core::HeadId>& heads) {
    if (options.from && options.to) {
        std::vector<Link> links = headsByLink(question, heads);
        if (options.top) links.resize(std::min(links.size(), static_cast<std::size_t>(*options.top)));
        return links;
    }
    std::vector<std::vector<Link>> perHead;
    for (const core::HeadId head : heads) {
        perHead.push_back(options.to ? queriesOf(question, head) : keysOf(question, head));
    }
    std::erase_if(perHead, [](const std::vector<Link>& links) { return links.empty(); });
    if (options.from || options.to) sortTellingFirst(question, perHead);
    std::vector<Link> links;
    for (const std::vector<Link>& some : perHead) append(links, some);
    return links;
}

/// What queries and keys are called. A word of several pieces keeps its name where it was asked for as a
/// whole.
core::Axis axisOf(const Question& question, const std::vector<Index>& pieces) {
    if (question.words) return core::wordAxis(question.groups);
    core::Axis axis = core::tokenAxis(question.trace->tokens);
    if (pieces.size() < 2) return axis;
    const auto word = static_cast<std::size_t>(question.wordOf(pieces.front()));
    for (const Index piece : pieces)
        axis.labels[static_cast<std::size_t>(piece)] = question.groups.words[word].label;
    return axis;
}

void addTypes(core::Table& table, const core::Trace& trace, const std::vector<Link>& links) {
    table.columns.emplace_back("type");
    for (std::size_t i = 0; i < links.size(); ++i) {
        const core::HeadId head = links[i].head;
        table.rows[i].emplace_back(
            std::string(core::headTypeId(core::headType(trace.at(head), head.head).type)));
    }
}

}  // namespace

void runLinks(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    const ModelRun run = runModel(call);
    const Question question = questionOf(call.options, run);
    const std::vector<Link> links = linksOf(question, call.options, selectedHeads(*run.trace, call.options));
    const bool oneLink = call.options.from && call.options.to;
    const core::Axis queries = axisOf(question, oneLink ? question.from : std::vector<Index>{});
    const core::Axis keys = axisOf(question, oneLink ? question.to : std::vector<Index>{});
    core::Table table = core::linkTable(links, queries, keys);
    addTypes(table, *run.trace, links);
    deliver(call,
            core::Report{
                originOf(call, *run.trace), {}, {std::move(table), core::tokenTable(run.trace->tokens)}});
}

}  // namespace headscope::app
