// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gold_lines.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "core/analysis/corpus_text.h"
#include "core/base/utf8.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {

GoldLines::GoldLines(const std::filesystem::path& path)
    : m_path(path), m_reader(path, 0, longestCorpusText) {}

std::optional<std::string> GoldLines::next() {
    std::optional<std::string> line = m_reader.next();
    ++m_line;
    if (!line) return line;
    if (const auto invalid = findInvalidUtf8(*line))
        fail("it is not valid UTF-8 at byte " + std::to_string(*invalid));
    return line;
}

void GoldLines::fail(Index line, const std::string& reason) const {
    throw invalidLine({m_path, line}, reason);
}

std::vector<std::string_view> tabColumns(std::string_view line) {
    std::vector<std::string_view> columns;
    for (;;) {
        const std::size_t tab = line.find('\t');
        columns.push_back(line.substr(0, tab));
        if (tab == std::string_view::npos) return columns;
        line.remove_prefix(tab + 1);
    }
}

std::vector<std::string_view> blankColumns(std::string_view line) {
    constexpr std::string_view blanks = " \t";
    std::vector<std::string_view> columns;
    for (std::size_t begin = line.find_first_not_of(blanks); begin < line.size();
         begin = line.find_first_not_of(blanks, begin)) {
        const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
        columns.push_back(line.substr(begin, end - begin));
        begin = end;
    }
    return columns;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::optional<Index> countNamed(std::string_view text) noexcept {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

void GoldTextBuilder::add(std::string_view word, bool spaced) {
    if (spaced && !m_text.empty()) {
        m_text += ' ';
        ++m_characters;
    }
    const Index begin = m_characters;
    m_text += word;
    m_characters += static_cast<Index>(countCodePoints(word));
    m_words.push_back({{begin, m_characters}, 0});
}

namespace {

bool isInsideWord(const std::vector<char32_t>& characters, std::size_t at) {
    const auto letter = [&](std::size_t i) {
        return i < characters.size() && isSpacedWordCharacter(characters[i]);
    };
    if (letter(at)) return true;
    const bool apostrophe = characters[at] == U'\'' || characters[at] == U'’';
    return apostrophe && at > 0 && letter(at - 1) && letter(at + 1);
}

}  // namespace

TextPlaces::TextPlaces(std::string_view text) : m_characters(codePoints(text)) {
    for (std::size_t at = 0; at < m_characters.size();) {
        const std::size_t begin = at;
        std::string letter;
        do appendUtf8(letter, m_characters[at++]);
        while (at < m_characters.size() && combiningClass(m_characters[at]) != 0);
        m_letters.push_back({{static_cast<Index>(begin), static_cast<Index>(at)}, caseFolded(letter)});
    }
}

std::vector<Span> TextPlaces::of(std::string_view word) const {
    const std::string wanted = caseFolded(word);
    const auto joins = [&](Index end) {  // one word goes on behind the character before `end`
        const auto at = static_cast<std::size_t>(end);
        return at > 0 && at < m_characters.size() && isSpacedWordCharacter(m_characters[at - 1]) &&
               isSpacedWordCharacter(m_characters[at]);
    };
    std::vector<Span> found;
    for (auto first = m_letters.begin(); !wanted.empty() && first != m_letters.end(); ++first) {
        if (joins(first->span.begin)) continue;
        std::string_view rest = wanted;
        auto letter = first;
        while (!rest.empty() && letter != m_letters.end() && rest.starts_with(letter->folded)) {
            rest.remove_prefix(letter->folded.size());
            ++letter;
        }
        if (!rest.empty()) continue;
        const Index end = std::prev(letter)->span.end;
        if (!joins(end)) found.push_back({first->span.begin, end});
    }
    return found;
}

std::vector<Span> TextPlaces::words(std::vector<Span> named) const {
    std::vector<bool> taken(m_characters.size(), false);
    for (const Span& span : named) std::fill(taken.begin() + span.begin, taken.begin() + span.end, true);
    for (std::size_t at = 0; at < m_characters.size();) {
        const std::size_t begin = at++;
        if (taken[begin] || isWhitespace(m_characters[begin])) continue;
        if (isInsideWord(m_characters, begin)) {
            while (at < m_characters.size() && !taken[at] && isInsideWord(m_characters, at)) ++at;
        }
        named.push_back({static_cast<Index>(begin), static_cast<Index>(at)});
    }
    std::sort(named.begin(), named.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    return named;
}

}  // namespace headscope::core
