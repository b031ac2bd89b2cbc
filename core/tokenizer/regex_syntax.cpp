// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/regex_syntax.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "core/tokenizer/regex_additions.h"

namespace headscope::core {
namespace {

/// Names of \p{…} and the beginnings of the general categories that they stand for, between blanks.
struct ClassRow {
    std::string_view name;  // lower case, without blanks, '-' and '_'
    std::string_view categories;
};

constexpr ClassRow classes[] = {{"letter", "L"}, {"mark", "M"},         {"number", "N"}, {"punctuation", "P"},
                                {"symbol", "S"}, {"word", "L M Nd Pc"}, {"digit", "Nd"}};

constexpr NewCharacters newHan[] = {
    {0x2B739, 0x2B739, "Lo"}, {0x2EBF0, 0x2EE5D, "Lo"}, {0x31350, 0x323AF, "Lo"}};

void appendRange(std::string& out, const NewCharacters& range) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "\\x{%X}-\\x{%X}", static_cast<unsigned>(range.first),
                  static_cast<unsigned>(range.last));
    out += text.data();
}

/// Whether `category` begins like one of `beginnings`.
bool covers(std::string_view beginnings, std::string_view category) {
    while (!beginnings.empty()) {
        const std::string_view one = beginnings.substr(0, beginnings.find(' '));
        if (category.starts_with(one)) return true;
        beginnings.remove_prefix(std::min(beginnings.size(), one.size() + 1));
    }
    return false;
}

std::string rangesOf(std::string_view categories) {
    std::string out;
    for (const NewCharacters& range : newCharacters)
        if (covers(categories, range.category)) appendRange(out, range);
    return out;
}

std::string plainName(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == ' ' || c == '-' || c == '_') continue;
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

/// The ranges to add to a property; empty when it is none that has new characters.
std::string rangesOfProperty(std::string_view property) {
    std::string name = plainName(property);
    if (name == "han") {
        std::string out;
        for (const NewCharacters& range : newHan) appendRange(out, range);
        return out;
    }
    for (const ClassRow& row : classes)
        if (row.name == name) return rangesOf(row.categories);
    if (name.empty() || name.size() > 2) return {};
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return rangesOf(name);
}

/// A class in the text of a pattern.
struct Escape {
    std::size_t bytes = 0;  // of its text
    std::string_view property;
    std::string positive;  // the class, or the one that it is the opposite of
    bool negated = false;
};

/// The class that `rest`, which begins with a backslash, begins with.
std::optional<Escape> escapeAt(std::string_view rest) {
    if (rest.size() < 2) return std::nullopt;
    switch (rest[1]) {
        case 'w':
        case 'W':
            return Escape{2, "word", "\\w", rest[1] == 'W'};
        case 'd':
        case 'D':
            return Escape{2, "digit", "\\d", rest[1] == 'D'};
        case 'p':
        case 'P': {
            const std::size_t end = rest.find('}');
            if (rest.size() < 4 || rest[2] != '{' || end == std::string_view::npos) return std::nullopt;
            std::string_view property = rest.substr(3, end - 3);
            const bool inverted = property.starts_with('^');
            if (inverted) property.remove_prefix(1);
            return Escape{end + 1, property, "\\p{" + std::string(property) + '}',
                          (rest[1] == 'P') != inverted};
        }
    }
    return std::nullopt;
}

/// Appends the escape that `rest` begins with, with its new characters; answers how much of `rest` that was.
std::size_t appendEscape(std::string& out, std::string_view rest, bool insideClass) {
    const auto escape = escapeAt(rest);
    const std::string ranges = escape ? rangesOfProperty(escape->property) : std::string();
    if (ranges.empty()) {
        const std::size_t bytes = std::min<std::size_t>(rest.size(), 2);
        out += rest.substr(0, bytes);
        return bytes;
    }
    if (escape->positive == "\\w" && !insideClass) {
        // Oniguruma counts the numerals of Latin-1 as word characters, but not within brackets.
        out += escape->negated ? "(?:(?![" + ranges + "])\\W)" : "(?:\\w|[" + ranges + "])";
        return escape->bytes;
    }
    out += escape->negated ? "[^" : "[";
    out += escape->positive + ranges + ']';
    return escape->bytes;
}

}  // namespace

std::string withNewCharacters(std::string_view pattern) {
    constexpr std::string_view punctuation = "[:punct:]";
    std::string out;
    int depth = 0;  // of character classes
    for (std::size_t at = 0; at < pattern.size();) {
        const std::string_view rest = pattern.substr(at);
        if (rest[0] == '\\') {
            at += appendEscape(out, rest, depth > 0);
        } else if (depth > 0 && rest.starts_with(punctuation)) {
            out += "\\p{P}\\p{S}" + rangesOf("P S");
            at += punctuation.size();
        } else {
            if (rest[0] == '[') ++depth;
            if (rest[0] == ']' && depth > 0) --depth;
            out += rest[0];
            ++at;
        }
    }
    return out;
}

}  // namespace headscope::core
