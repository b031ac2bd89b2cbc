// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/standard_tables.h"

namespace headscope::core {
namespace {

Cell number(const std::optional<Index>& value) {
    return value ? Cell(std::int64_t{*value}) : Cell();
}

Cell hexadecimal(std::string_view bytes) {
    if (bytes.empty()) return {};
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += digits[byte >> 4];
        text += digits[byte & 0xF];
    }
    return text;
}

}  // namespace

std::vector<Cell> headCells(HeadId head) {
    return cells(std::int64_t{head.layer}, std::int64_t{head.head}, std::string(kindName(head.kind)));
}

Table tokenTable(const std::vector<Token>& tokens) {
    Table table{"tokens",
                {"position", "id", "piece", "text", "begin", "end", "word", "special", "bytes", "sequence"},
                {}};
    for (const Token& token : tokens) {
        table.rows.push_back(
            cells(static_cast<std::int64_t>(table.rows.size()), std::int64_t{token.id}, token.piece,
                  token.label, number(token.span ? std::optional(token.span->begin) : std::nullopt),
                  number(token.span ? std::optional(token.span->end) : std::nullopt), number(token.word),
                  token.special, hexadecimal(token.bytes), std::int64_t{token.sequence}));
    }
    return table;
}

Table wordTable(const WordGroups& groups) {
    Table table{"words", {"word", "text", "position", "pieces"}, {}};
    for (std::size_t word = 0; word < groups.words.size(); ++word) {
        const std::vector<Index>& pieces = groups.positions[word];
        table.rows.push_back(cells(static_cast<std::int64_t>(word), groups.words[word].label,
                                   std::int64_t{pieces.front()}, static_cast<std::int64_t>(pieces.size())));
    }
    return table;
}

Axis tokenAxis(const std::vector<Token>& tokens) {
    Axis axis;
    for (const Token& token : tokens) {
        axis.positions.push_back(static_cast<Index>(axis.labels.size()));
        axis.labels.push_back(token.label);
    }
    return axis;
}

Axis wordAxis(const WordGroups& groups) {
    Axis axis;
    for (const Token& word : groups.words) axis.labels.push_back(word.label);
    for (const std::vector<Index>& pieces : groups.positions) axis.positions.push_back(pieces.front());
    return axis;
}

Table linkTable(std::span<const Link> links, const Axis& queries, const Axis& keys) {
    Table table{"links", {linkColumns.begin(), linkColumns.end()}, {}};
    for (const Link& link : links) {
        const auto query = static_cast<std::size_t>(link.query);
        const auto key = static_cast<std::size_t>(link.key);
        std::vector<Cell>& row = table.rows.emplace_back(headCells(link.head));
        row.emplace_back(queries.labels[query]);
        row.emplace_back(std::int64_t{queries.positions[query]});
        row.emplace_back(keys.labels[key]);
        row.emplace_back(std::int64_t{keys.positions[key]});
        row.emplace_back(static_cast<float>(link.weight));
        row.emplace_back(std::int64_t{link.rank});
    }
    return table;
}

}  // namespace headscope::core
