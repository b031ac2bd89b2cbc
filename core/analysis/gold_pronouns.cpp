// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_formats.h"
#include "core/analysis/gold_lines.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

enum GapColumn : std::size_t { Text = 1, Pronoun = 2, PronounAt = 3, A = 4, B = 7, GapColumns = 11 };

constexpr const char* ofAnyGender = "pronoun";

/// Where the last word of a name stands that begins at `begin`: all of it where it is nothing but blanks.
Span lastWord(std::string_view name, Index begin) {
    const std::size_t last = name.find_last_not_of(' ');
    const std::size_t space = last == std::string_view::npos ? last : name.find_last_of(' ', last);
    const std::size_t first = space == std::string_view::npos ? 0 : space + 1;
    const std::string_view whole = last == std::string_view::npos ? name : name.substr(0, last + 1);
    return {begin + static_cast<Index>(countCodePoints(name.substr(0, first))),
            begin + static_cast<Index>(countCodePoints(whole))};
}

/// A pronoun and the words that it may mean.
struct PronounQuestion {
    Index line = 0;
    std::string_view text;
    std::vector<Span> spans = {};  ///< the pronoun's, then those of the candidates
    std::size_t right = 0;         ///< of spans; 0: none is meant
};

/// A text of words among which are the spans, with one question: the pronoun, which candidate is right?
GoldText pronounText(const GoldLines& lines, const TextPlaces& places, const PronounQuestion& pronoun) {
    const std::vector<Span>& spans = pronoun.spans;
    std::vector<Span> named;
    for (const Span& span : spans) {
        for (const Span& other : named) {
            if (span.begin < other.end && other.begin < span.end)
                lines.fail(pronoun.line, "the pronoun and the names must be different words");
        }
        named.push_back(span);
    }
    GoldText asked{pronoun.line, std::string(pronoun.text), {}, {}, {}};
    GoldQuestion question{ofAnyGender, "", 0, {}, {}};
    for (const Span& span : places.words(std::move(named))) {
        const auto place =
            static_cast<std::size_t>(std::find(spans.begin(), spans.end(), span) - spans.begin());
        const auto index = static_cast<Index>(asked.words.size());
        if (place == 0) question.word = index;
        if (place > 0 && place < spans.size()) question.candidates.push_back(index);
        if (place == pronoun.right) question.answers = {index};
        asked.words.push_back({span, 0});
    }
    asked.questions.push_back(std::move(question));
    return asked;
}

class GapReader {
public:
    GapReader(const GoldLines& lines, GoldFile& file) : m_lines(lines), m_file(file) {}

    void add(std::string_view line) {
        const auto columns = tabColumns(line);
        if (columns.size() != GapColumns)
            m_lines.fail("it has " + std::to_string(columns.size()) +
                         " columns; GAP has 11, with a tab between them");
        const TextPlaces text(columns[Text]);
        std::vector<Span> spans = {place(text, columns[Pronoun], columns[PronounAt])};
        std::vector<std::size_t> right;
        for (const std::size_t name : {std::size_t{A}, std::size_t{B}}) {
            spans.push_back(lastWord(columns[name], place(text, columns[name], columns[name + 1]).begin));
            if (isTrue(columns[name + 2])) right.push_back(spans.size() - 1);
        }
        if (right.size() > 1) m_lines.fail("the pronoun means both names; at most one can be TRUE");
        const std::string ofGender = isFeminine(columns[Pronoun]) ? "feminine pronoun" : "masculine pronoun";
        if (right.empty()) {
            ++m_file.unanswered[ofAnyGender];
            ++m_file.unanswered[ofGender];
            return;
        }
        GoldText asked = pronounText(m_lines, text, {m_lines.line(), columns[Text], spans, right.front()});
        asked.questions.front().direction = "pronoun-name";
        GoldQuestion again = asked.questions.front();
        again.relation = ofGender;
        asked.questions.push_back(std::move(again));
        m_file.texts.push_back(std::move(asked));
    }

private:
    /// Where `word` stands, which must be there.
    Span place(const TextPlaces& text, std::string_view word, std::string_view offset) const {
        const auto begin = countNamed(offset);
        if (!begin)
            m_lines.fail('"' + std::string(offset) + "\" is no offset of \"" + std::string(word) + '"');
        const std::vector<char32_t> wanted = codePoints(word);
        const std::vector<char32_t>& characters = text.characters();
        const auto at = static_cast<std::size_t>(*begin);
        const bool there =
            !wanted.empty() && at <= characters.size() && wanted.size() <= characters.size() - at &&
            std::equal(wanted.begin(), wanted.end(), characters.begin() + static_cast<std::ptrdiff_t>(at));
        if (!there)
            m_lines.fail("its text has no \"" + std::string(word) + "\" at character " + std::string(offset) +
                         ", counted from 0");
        return {*begin, *begin + static_cast<Index>(wanted.size())};
    }

    bool isTrue(std::string_view cell) const {
        const std::string value = caseFolded(cell);
        if (value != "true" && value != "false")
            m_lines.fail('"' + std::string(cell) + "\" must be TRUE or FALSE");
        return value == "true";
    }

    static bool isFeminine(std::string_view pronoun) {
        const std::string word = caseFolded(pronoun);
        return word == "she" || word == "her" || word == "hers" || word == "herself";
    }

    const GoldLines& m_lines;
    GoldFile& m_file;
};

std::vector<std::string_view> candidatesIn(std::string_view list) {
    std::vector<std::string_view> names;
    for (;;) {
        const std::size_t comma = list.find(',');
        names.push_back(trimmed(list.substr(0, comma)));
        if (comma == std::string_view::npos) return names;
        list.remove_prefix(comma + 1);
    }
}

/// Four lines.
GoldText schemaOf(const GoldLines& lines, Index line, const std::vector<std::string>& four) {
    const TextPlaces places(four[0]);
    const auto place = [&](std::string_view word, Index of) {
        const std::vector<Span> found = places.of(word);
        if (found.empty()) lines.fail(of, "the sentence has no \"" + std::string(word) + '"');
        if (found.size() > 1) lines.fail(of, "the sentence has \"" + std::string(word) + "\" more than once");
        return found.front();
    };
    std::vector<Span> spans = {place(trimmed(four[1]), line + 1)};
    const std::vector<std::string_view> names = candidatesIn(four[2]);
    if (names.size() < 2)
        lines.fail(line + 2, "it must hold two candidates or more, with commas between them");
    std::size_t right = 0;
    for (const std::string_view name : names) {
        spans.push_back(lastWord(name, place(name, line + 2).begin));
        if (caseFolded(name) == caseFolded(trimmed(four[3]))) right = spans.size() - 1;
    }
    if (right == 0)
        lines.fail(line + 3, '"' + std::string(trimmed(four[3])) + "\" is none of the candidates");
    GoldText text = pronounText(lines, places, {line, four[0], spans, right});
    text.questions.front().direction = "pronoun-candidate";
    return text;
}

}  // namespace

GoldFile readGap(const std::filesystem::path& path) {
    GoldLines lines(path);
    GoldFile file{"GAP", {}, {}};
    GapReader reader(lines, file);
    bool heading = true;
    while (const auto line = lines.next()) {
        if (isBlank(*line)) continue;
        if (!heading) reader.add(*line);
        heading = false;
    }
    return file;
}

GoldFile readSchemas(const std::filesystem::path& path) {
    constexpr std::size_t linesOfSchema = 4;
    GoldLines lines(path);
    GoldFile file{"schemas", {}, {}};
    std::vector<std::string> block;
    Index first = 1;
    std::string before;
    Index group = 0;
    const auto end = [&] {
        if (block.empty()) return;
        if (block.size() != linesOfSchema)
            lines.fail(first, "a schema has four lines (sentence, pronoun, candidates, the right one), but " +
                                  std::to_string(block.size()) + " stand here");
        GoldText text = schemaOf(lines, first, block);
        if (block[2] != before) ++group;
        before = block[2];
        text.questions.front().group = std::to_string(group);
        file.texts.push_back(std::move(text));
        block.clear();
    };
    while (const auto line = lines.next()) {
        if (isBlank(*line)) {
            end();
        } else if (!block.empty() || !line->starts_with('#')) {
            if (block.empty()) first = lines.line();
            block.push_back(*line);
        }
    }
    end();
    return file;
}

}  // namespace headscope::core
