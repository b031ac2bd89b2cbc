// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/links.h"
#include "core/export/table.h"

namespace headscope::core {

/// `tokens`: position, id, piece, text, begin, end, word, special, bytes, sequence. `begin` and `end` count
/// code points of the token's text; `text` is what a person reads, `bytes` hexadecimal where a piece is part
/// of a character.
Table tokenTable(const std::vector<Token>& tokens);

/// `words`: word, text, position of its first piece, pieces. For files whose queries and keys are words.
Table wordTable(const WordGroups& groups);

/// The first cells of a row about a head: layer, head, kind.
std::vector<Cell> headCells(HeadId head);

inline constexpr std::array<std::string_view, 9> linkColumns = {
    "layer", "head", "kind", "query", "query_position", "key", "key_position", "weight", "rank"};

/// What queries or keys are called in files: labels, and the token position of each, which for a word is that
/// of its first piece.
struct Axis {
    std::vector<std::string> labels;
    std::vector<Index> positions;
};
Axis tokenAxis(const std::vector<Token>& tokens);
/// Of words, in the order of wordPattern().
Axis wordAxis(const WordGroups& groups);

/// `links`: linkColumns. The queries and keys of `links` index `queries` and `keys`.
Table linkTable(std::span<const Link> links, const Axis& queries, const Axis& keys);

}  // namespace headscope::core
