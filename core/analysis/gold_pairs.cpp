// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_formats.h"
#include "core/analysis/gold_lines.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

/// Where the words of pairs stand, and which these are, case-folded: of places that overlap the longest, then
/// the first.
std::map<Index, std::string> placesOfPairs(const TextPlaces& places, const std::vector<WordPair>& pairs,
                                           std::vector<Span>& spans) {
    std::map<std::string, std::string_view> wanted;  // as it was written, by what it folds to
    for (const WordPair& pair : pairs) {
        wanted.emplace(caseFolded(pair.first), pair.first);
        wanted.emplace(caseFolded(pair.second), pair.second);
    }
    std::vector<std::tuple<Index, Index, std::string>> found;  // length, negative; begin; word
    for (const auto& [folded, word] : wanted) {
        for (const Span& span : places.of(word))
            found.emplace_back(span.begin - span.end, span.begin, folded);
    }
    std::sort(found.begin(), found.end());
    std::map<Index, std::string> wordAt;
    for (const auto& [length, begin, word] : found) {
        const Span span{begin, begin - length};
        const bool free = std::none_of(spans.begin(), spans.end(), [&](const Span& other) {
            return span.begin < other.end && other.begin < span.end;
        });
        if (!free) continue;
        spans.push_back(span);
        wordAt[begin] = word;
    }
    return wordAt;
}

}  // namespace

GoldFile readPairs(const std::filesystem::path& path) {
    GoldLines lines(path);
    GoldFile file{"word pairs", {}, {}};
    while (const auto line = lines.next()) {
        if (isBlank(*line) || line->starts_with('#')) continue;
        const auto columns = tabColumns(*line);
        const bool whole = columns.size() == 3 && std::none_of(columns.begin(), columns.end(),
                                                               [](auto cell) { return isBlank(cell); });
        if (!whole) lines.fail("it must hold a relation and two words, with a tab between them");
        if (caseFolded(columns[1]) == caseFolded(columns[2])) lines.fail("both words are the same");
        file.pairs.push_back({std::string(columns[0]), std::string(columns[1]), std::string(columns[2])});
    }
    return file;
}

GoldText askPairs(const std::vector<WordPair>& pairs, std::string text, Index line) {
    const TextPlaces places(text);
    std::vector<Span> spans;
    const std::map<Index, std::string> wordAt = placesOfPairs(places, pairs, spans);
    GoldText asked{line, std::move(text), {}, {}, {}};
    std::map<std::string, std::vector<Index>> occurrences;
    for (const Span& span : places.words(std::move(spans))) {
        const auto word = wordAt.find(span.begin);
        if (word != wordAt.end()) occurrences[word->second].push_back(static_cast<Index>(asked.words.size()));
        asked.words.push_back({span, 0});
    }
    // A word may have several partners in one relation.
    std::map<std::tuple<std::string, std::string_view, Index>, std::set<Index>> answers;
    for (const WordPair& pair : pairs) {
        for (const Index first : occurrences[caseFolded(pair.first)]) {
            for (const Index second : occurrences[caseFolded(pair.second)]) {
                answers[{pair.relation, "first-second", first}].insert(second);
                answers[{pair.relation, "second-first", second}].insert(first);
            }
        }
    }
    for (const auto& [key, words] : answers) {
        const auto& [relation, direction, word] = key;
        asked.questions.push_back({relation, direction, word, {words.begin(), words.end()}, {}});
    }
    return asked;
}

}  // namespace headscope::core
