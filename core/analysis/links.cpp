// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/links.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/analysis/word_links.h"
#include "core/base/nearest.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::size_t wordsListed = 40;
constexpr std::size_t mostCandidates = 4096;

/// Of differences, which have a sign, the larger ones are stronger.
bool stronger(const Link& a, const Link& b) {
    if (std::abs(a.weight) != std::abs(b.weight)) return std::abs(a.weight) > std::abs(b.weight);
    return a.query != b.query ? a.query < b.query : a.key < b.key;
}

void keepStrongest(std::vector<Link>& links, Index top) {
    const auto kept = std::min(links.size(), static_cast<std::size_t>(std::max<Index>(0, top)));
    std::partial_sort(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(kept), links.end(),
                      stronger);
    links.resize(kept);
}

std::optional<Index> numberAfter(std::string_view text, std::size_t begin) {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), value);
    if (begin >= text.size() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size() && i < wordsListed; ++i) out += (i > 0 ? ", " : "") + names[i];
    if (names.size() > wordsListed) out += ", …";
    return out;
}

/// What the text has instead of `name`, the nearest word first.
Error notFound(std::string_view word, std::string_view name, std::vector<std::string> words) {
    std::vector<std::string> folded;
    for (const std::string& each : words) folded.push_back(caseFolded(each));
    if (const auto near = nearest(caseFolded(name), folded)) {
        const auto place = words.begin() + static_cast<std::ptrdiff_t>(*near);
        std::rotate(words.begin(), place, place + 1);
    }
    return Error(ErrorCode::WordNotFound, {std::string(word), listed(words)});
}

std::vector<Index> atPosition(const std::vector<Token>& tokens, std::string_view word, Index position) {
    if (position < 0 || position >= static_cast<Index>(tokens.size())) {
        throw Error(ErrorCode::WordNotFound,
                    {std::string(word), "@0 … @" + std::to_string(tokens.size() - 1)});
    }
    return {position};
}

}  // namespace

std::vector<Link> strongestKeys(const PatternSource& pattern, HeadId head, Index query, Index top) {
    const Vector row = pattern.row(query);
    std::vector<Link> links;
    for (Index key = 0; key < row.size(); ++key) {
        if (pattern.allowed(query, key))
            links.push_back({head, query, key, static_cast<double>(row[key]), 1});
    }
    keepStrongest(links, top);
    for (std::size_t i = 0; i < links.size(); ++i) links[i].rank = static_cast<Index>(i) + 1;
    return links;
}

std::vector<Link> strongestLinks(const PatternSource& pattern, HeadId head, Index top,
                                 const std::vector<bool>& counts, const Progress& progress) {
    const auto passes = [&](Index position) {
        return counts.empty() || counts[static_cast<std::size_t>(position)];
    };
    std::vector<Link> links;
    for (Index query = 0; query < pattern.rows(); ++query) {
        report(progress, static_cast<double>(query) / static_cast<double>(pattern.rows()));
        if (!passes(query)) continue;
        const Vector row = pattern.row(query);
        for (Index key = 0; key < row.size(); ++key) {
            if (!passes(key) || !pattern.allowed(query, key)) continue;
            links.push_back({head, query, key, static_cast<double>(row[key]), 1});
        }
        // The list never outgrows a few rows: long texts have millions of cells.
        if (links.size() > mostCandidates) keepStrongest(links, top);
    }
    keepStrongest(links, top);
    for (Link& link : links) {
        const Vector row = pattern.row(link.query);
        link.rank = 1 + (row.array().abs() > std::abs(row[link.key])).count();
    }
    return links;
}

std::vector<Index> findWord(const Trace& trace, std::string_view word) {
    if (word.size() > 1 && word.front() == '@') {
        if (const auto position = numberAfter(word, 1)) return atPosition(trace.tokens, word, *position);
    }
    std::string_view name = word;
    std::optional<Index> occurrence;
    if (const std::size_t hash = word.rfind('#'); hash != std::string_view::npos && hash > 0) {
        occurrence = numberAfter(word, hash + 1);
        if (occurrence) name = word.substr(0, hash);
    }
    const WordGroups groups = wordGroups(trace.tokens, trace.spec.input);
    const std::string wantedName = caseFolded(name);
    std::vector<std::size_t> found;
    std::vector<std::string> all;
    for (std::size_t i = 0; i < groups.words.size(); ++i) {
        all.push_back(groups.words[i].label);
        if (caseFolded(groups.words[i].label) == wantedName) found.push_back(i);
    }
    if (found.empty()) throw notFound(word, name, std::move(all));
    if (!occurrence && found.size() > 1) {
        std::vector<std::string> choices;
        for (std::size_t i = 0; i < found.size(); ++i) {
            choices.push_back(std::string(name) + '#' + std::to_string(i + 1) + " (@" +
                              std::to_string(groups.positions[found[i]].front()) + ')');
        }
        throw Error(ErrorCode::WordAmbiguous, {std::string(name), listed(choices)});
    }
    const Index wanted = occurrence.value_or(1);
    if (wanted < 1 || wanted > static_cast<Index>(found.size())) throw notFound(word, name, std::move(all));
    return groups.positions[found[static_cast<std::size_t>(wanted - 1)]];
}

std::vector<Link> rankHeads(const TracePtr& trace, const std::vector<Index>& from,
                            const std::vector<Index>& to, const Kernels& kernels) {
    std::vector<Link> links;
    for (const HeadId head : trace->headIds()) {
        const PatternPtr pattern = headPattern(trace, head, kernels);
        const Vector row = rowOfWord(*pattern, from);
        Link link{head, from.front(), to.front(), weightOfWord(row, to), 1};
        float best = -1;
        for (const Index key : to) {
            if (row[key] > best) {
                best = row[key];
                link.key = key;
            }
        }
        link.rank = 1 + (row.array() > best).count();
        links.push_back(link);
    }
    std::stable_sort(links.begin(), links.end(),
                     [](const Link& a, const Link& b) { return a.weight > b.weight; });
    return links;
}

}  // namespace headscope::core
