// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/plain_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"

namespace headscope::core {
namespace {

constexpr std::size_t gap = 2;

struct Range {
    char32_t first;
    char32_t last;
};

// Blocks rather than single characters: enough for columns to line up in every script of the test texts.
constexpr Range zeroWidth[] = {{0x300, 0x36F},   {0x483, 0x489},     {0x591, 0x5BD},    {0x610, 0x61A},
                               {0x64B, 0x65F},   {0x670, 0x670},     {0x6D6, 0x6DC},    {0x900, 0x902},
                               {0x93A, 0x93A},   {0x93C, 0x93C},     {0x941, 0x948},    {0x94D, 0x94D},
                               {0xE31, 0xE31},   {0xE34, 0xE3A},     {0xE47, 0xE4E},    {0x200B, 0x200F},
                               {0x202A, 0x202E}, {0x2060, 0x2064},   {0x20D0, 0x20F0},  {0xFE00, 0xFE0F},
                               {0xFEFF, 0xFEFF}, {0xE0020, 0xE007F}, {0xE0100, 0xE01EF}};
constexpr Range doubleWidth[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},  {0xA960, 0xA97F}, {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

template <std::size_t N>
bool contains(const Range (&ranges)[N], char32_t character) {
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [&](Range range) { return range.first <= character && character <= range.last; });
}

/// The character that begins at `position`, which moves behind it; a damaged byte counts as a character of
/// its own.
char32_t nextCharacter(std::string_view text, std::size_t& position) {
    const auto lead = static_cast<unsigned char>(text[position++]);
    if (lead < 0xC0) return lead;
    const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    char32_t character = lead & (0x3FU >> more);
    for (int i = 0; i < more && position < text.size(); ++i) {
        character = (character << 6) | (static_cast<unsigned char>(text[position++]) & 0x3FU);
    }
    return character;
}

/// Four decimals; what would round to nothing is shown with its power of ten, and so is what has too many
/// digits.
std::string numberText(double number) {
    char text[64];
    constexpr double roundsToNothing = 5e-5;
    constexpr double readableLimit = 1e15;
    const double size = std::abs(number);
    std::to_chars_result result{};
    if (size > 0 && size < roundsToNothing)
        result = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific, 1);
    else if (size < readableLimit)
        result = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, 4);
    else
        result = std::to_chars(text, text + sizeof text, number);
    return {text, result.ptr};
}

struct ShowValue {
    std::string operator()(std::monostate) const { return "-"; }
    std::string operator()(bool truth) const { return truth ? "yes" : "no"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(float number) const { return numberText(static_cast<double>(number)); }
    std::string operator()(double number) const { return numberText(number); }
    std::string operator()(const std::string& text) const { return readable(text); }
};

struct TextColumn {
    std::vector<std::string> cells;  // the heading first
    std::size_t width = 0;
    bool number = true;
};

TextColumn textColumn(const Table& table, std::size_t index) {
    TextColumn column;
    column.cells.push_back(readable(table.columns[index]));
    for (const std::vector<Cell>& row : table.rows) {
        const Cell& cell = row[index];
        column.cells.push_back(shownText(cell));
        if (std::holds_alternative<std::string>(cell) || std::holds_alternative<bool>(cell))
            column.number = false;
    }
    for (const std::string& text : column.cells) column.width = std::max(column.width, displayWidth(text));
    return column;
}

void appendPadded(std::string& line, const std::string& text, const TextColumn& column) {
    const std::string space(column.width - displayWidth(text), ' ');
    line += column.number ? space + text : text + space;
}

void appendLine(std::string& out, std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    out += line;
    out += '\n';
}

void appendTable(std::string& out, const Table& table) {
    std::vector<TextColumn> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) columns.push_back(textColumn(table, i));
    for (std::size_t row = 0; row <= table.rows.size(); ++row) {
        std::string line;
        for (const TextColumn& column : columns) {
            if (!line.empty()) line.append(gap, ' ');
            appendPadded(line, column.cells[row], column);
        }
        appendLine(out, std::move(line));
    }
}

void appendFacts(std::string& out, const std::vector<Fact>& facts) {
    std::size_t width = 0;
    for (const Fact& fact : facts) width = std::max(width, displayWidth(fact.label));
    for (const Fact& fact : facts) {
        appendLine(out,
                   fact.label + std::string(width - displayWidth(fact.label) + gap, ' ') + factText(fact));
    }
}

}  // namespace

std::string factText(const Fact& fact) {
    if (!fact.shown.empty()) return fact.shown;
    if (const Cell* cell = std::get_if<Cell>(&fact.value)) return shownText(*cell);
    std::string joined;
    for (const std::string& text : std::get<std::vector<std::string>>(fact.value)) {
        if (!joined.empty()) joined += ", ";
        joined += readable(text);
    }
    return joined.empty() ? "none" : joined;
}

std::size_t displayWidth(std::string_view text) noexcept {
    std::size_t width = 0;
    for (std::size_t position = 0; position < text.size();) {
        const char32_t character = nextCharacter(text, position);
        if (!contains(zeroWidth, character)) width += contains(doubleWidth, character) ? 2 : 1;
    }
    return width;
}

std::string readable(std::string_view text) {
    std::string shown = fillTemplate("%1", {std::string(text)});
    const bool edge = shown.empty() || shown.front() == ' ' || shown.back() == ' ';
    return edge ? '"' + shown + '"' : shown;
}

std::string shownText(const Cell& cell) {
    return std::visit(ShowValue{}, cell);
}

std::string plainText(const Report& report) {
    std::string out;
    appendFacts(out, report.facts);
    const std::size_t shown = std::min(report.tables.size(), report.tablesShown);
    for (std::size_t i = 0; i < shown; ++i) {
        if (!out.empty()) out += '\n';
        appendTable(out, report.tables[i]);
    }
    return out;
}

}  // namespace headscope::core
