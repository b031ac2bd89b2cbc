// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/export/table.h"

namespace headscope::core {

/// What ends a line of CSV: RFC 4180 asks for both characters, and spreadsheets of every system read them.
inline constexpr std::string_view csvLineEnd = "\r\n";

/// Appends `text` as one field (RFC 4180, section 2): in quotes, with quotes doubled, where it holds a quote,
/// a comma, a line end, or space at an end.
void appendCsvField(std::string& out, std::string_view text);

/// Appends a cell as one field: numbers as the shortest text that reads back as the same number, true and
/// false, nothing for an empty cell.
void appendCsvCell(std::string& out, const Cell& cell);

/// Header row and rows, UTF-8 without byte order mark, lines ended by csvLineEnd.
std::string csvText(const Table& table);

}  // namespace headscope::core
