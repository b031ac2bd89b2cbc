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

/// Characters [begin, end) of its last word.
Span lastWord(std::string_view name, Index begin) {
    const auto end = begin + static_cast<Index>(countCodePoints(name));
    const std::size_t space = name.find_last_of(' ');
    if (space == std::string_view::npos) return {begin, end};
    return {end - static_cast<Index>(countCodePoints(name.substr(space + 1))), end};
}

class GapReader {
public:
    GapReader(const GoldLines& lines, GoldFile& file) : m_lines(lines), m_file(file) {}

    void add(std::string_view line) {
        const auto columns = tabColumns(line);
        if (columns.size() != GapColumns)
            m_lines.fail("it has " + std::to_string(columns.size()) +
                         " columns; GAP has 11, with a tab between them");
        m_text = columns[Text];
        m_characters = codePoints(m_text);
        const Span pronoun = place(columns[Pronoun], columns[PronounAt]);
        std::vector<GoldWord> words = {{pronoun, 0}};
        std::vector<Index> answers;
        for (const std::size_t name : {std::size_t{A}, std::size_t{B}}) {
            const Span whole = place(columns[name], columns[name + 1]);
            words.push_back({lastWord(columns[name], whole.begin), 0});
            if (isTrue(columns[name + 2])) answers.push_back(static_cast<Index>(words.size()) - 1);
        }
        if (answers.size() != 1) {
            if (answers.size() > 1) m_lines.fail("the pronoun means both names; at most one can be TRUE");
            ++m_file.setAside;
            return;
        }
        GoldText text{m_lines.line(), std::string(m_text), {}, std::move(words), {}};
        GoldQuestion question{"pronoun", "pronoun-name", 0, answers, {1, 2}};
        text.questions.push_back(question);
        question.relation = isFeminine(columns[Pronoun]) ? "feminine pronoun" : "masculine pronoun";
        text.questions.push_back(std::move(question));
        m_file.texts.push_back(std::move(text));
    }

private:
    /// Where `word` stands, which must be there.
    Span place(std::string_view word, std::string_view offset) const {
        const auto begin = countNamed(offset);
        if (!begin)
            m_lines.fail('"' + std::string(offset) + "\" is no offset of \"" + std::string(word) + '"');
        const std::vector<char32_t> wanted = codePoints(word);
        const auto at = static_cast<std::size_t>(*begin);
        const bool there =
            !wanted.empty() && at <= m_characters.size() && wanted.size() <= m_characters.size() - at &&
            std::equal(wanted.begin(), wanted.end(), m_characters.begin() + static_cast<std::ptrdiff_t>(at));
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
    std::string_view m_text;
    std::vector<char32_t> m_characters;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

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
    GoldText text{line, four[0], {}, {{place(trimmed(four[1]), line + 1), 0}}, {}};
    const std::vector<std::string_view> names = candidatesIn(four[2]);
    if (names.size() < 2)
        lines.fail(line + 2, "it must hold two candidates or more, with commas between them");
    GoldQuestion question{"pronoun", "pronoun-candidate", 0, {}, {}};
    for (const std::string_view name : names) {
        text.words.push_back({lastWord(name, place(name, line + 2).begin), 0});
        question.candidates.push_back(static_cast<Index>(text.words.size()) - 1);
        if (caseFolded(name) == caseFolded(trimmed(four[3]))) question.answers = {question.candidates.back()};
    }
    if (question.answers.empty())
        lines.fail(line + 3, '"' + std::string(trimmed(four[3])) + "\" is none of the candidates");
    text.questions.push_back(std::move(question));
    return text;
}

}  // namespace

GoldFile readGap(const std::filesystem::path& path) {
    GoldLines lines(path);
    GoldFile file{"GAP", {}, {}, 0};
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
    GoldFile file{"schemas", {}, {}, 0};
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
