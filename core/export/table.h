// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/phrase.h"

namespace headscope::core {

/// One value of a table; monostate where there is none (null in JSON, empty in CSV). Numbers are finite.
using Cell = std::variant<std::monostate, bool, std::int64_t, float, double, std::string>;

/// The value as a cell, or an empty cell.
template <class T>
Cell cell(const std::optional<T>& value) {
    return value ? Cell(*value) : Cell();
}

/// `values` as the cells of a row. Each is made in its place: rows are long and many.
template <class... Values>
std::vector<Cell> cells(Values&&... values) {
    std::vector<Cell> row;
    row.reserve(sizeof...(values));
    (row.emplace_back(std::forward<Values>(values)), ...);
    return row;
}

/// Rows under named columns; every row has as many cells as there are columns.
struct Table {
    std::string name;  ///< "heads": its key in JSON
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;
};

struct NamedCell {
    std::string name;
    Cell value;
};

/// What numbers are a function of; stands in every JSON file as the object "headscope".
struct Origin {
    std::string version;  ///< of Headscope
    std::string command;  ///< "links"
    std::string model;    ///< what the model was opened as
    std::vector<NamedCell> settings;
};

/// One thing worth saying about a model that is no row of a table.
struct Fact {
    std::string name;   ///< "kv_heads": its key in JSON
    std::string label;  ///< "key/value heads": what people read
    std::variant<Cell, std::vector<std::string>> value;
    std::string shown = {};  ///< what people read instead of the bare value ("12.3 MB"); empty: the value
    /// The same in sentences that can be translated, where it is made of some; "; " stands between them.
    std::vector<Phrase> phrases = {};
};

/// What a command found out, ready to be written in any format.
struct Report {
    Origin origin;
    std::vector<Fact> facts;  ///< the object "info" in JSON; may be empty
    /// The first is what the report is about, and all that CSV holds; JSON holds every one.
    std::vector<Table> tables;
    std::size_t tablesShown = 1;  ///< as plain text; the others are for machines
};

}  // namespace headscope::core
