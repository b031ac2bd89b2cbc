// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gold.h"
#include "core/base/line_reader.h"

namespace headscope::core {

/// The lines of a gold file, with their numbers: what is wrong is said with the place.
class GoldLines {
public:
    /// Throws what opening the file throws.
    explicit GoldLines(const std::filesystem::path& path);

    /// The next line; nothing behind the last. Throws Error(LineInvalid) where it is not UTF-8, and what
    /// reading throws.
    std::optional<std::string> next();
    /// Of the line that next() answered, counted from 1.
    Index line() const noexcept { return m_line; }
    const std::filesystem::path& path() const noexcept { return m_path; }
    /// "F, line 7: …"
    [[noreturn]] void fail(const std::string& reason) const { fail(m_line, reason); }
    [[noreturn]] void fail(Index line, const std::string& reason) const;

private:
    const std::filesystem::path m_path;
    LineReader m_reader;
    Index m_line = 0;
};

/// The columns of a line: between tabs, or between runs of blanks.
std::vector<std::string_view> tabColumns(std::string_view line);
std::vector<std::string_view> blankColumns(std::string_view line);

/// Without blanks at its ends.
std::string_view trimmed(std::string_view text);

/// A whole number ≥ 0; nothing for any other text.
std::optional<Index> countNamed(std::string_view text) noexcept;

/// Puts a text together from words.
class GoldTextBuilder {
public:
    /// `spaced`: a space stands before it, where it is not the first.
    void add(std::string_view word, bool spaced);
    const std::string& text() const noexcept { return m_text; }
    const std::vector<GoldWord>& words() const noexcept { return m_words; }

private:
    std::string m_text;
    Index m_characters = 0;  // code points
    std::vector<GoldWord> m_words;
};

/// Finds words in one text.
class TextPlaces {
public:
    explicit TextPlaces(std::string_view text);
    /// Every place where `word` stands as whole words, in whatever case and however its accents are composed;
    /// where scripts do not separate words, every place.
    std::vector<Span> of(std::string_view word) const;
    /// The words of the text in order: `named`, which do not overlap, and around them runs of letters; any
    /// other character is a word.
    std::vector<Span> words(std::vector<Span> named) const;
    const std::vector<char32_t>& characters() const noexcept { return m_characters; }

private:
    /// A character and the marks on it.
    struct Letter {
        Span span;
        std::string folded;
    };

    std::vector<char32_t> m_characters;
    std::vector<Letter> m_letters;
};

}  // namespace headscope::core
