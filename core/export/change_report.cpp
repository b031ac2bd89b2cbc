// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/change_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace headscope::core {
namespace {

constexpr std::array<std::string_view, 7> cellColumns = {
    "query", "query_position", "key", "key_position", "weight_a", "weight_b", "difference"};

void addCell(std::vector<Cell>& row, const CellChange& cell, const Axis& tokens) {
    const auto query = static_cast<std::size_t>(cell.query);
    const auto key = static_cast<std::size_t>(cell.key);
    row.emplace_back(tokens.labels[query]);
    row.emplace_back(std::int64_t{tokens.positions[query]});
    row.emplace_back(tokens.labels[key]);
    row.emplace_back(std::int64_t{tokens.positions[key]});
    row.emplace_back(static_cast<float>(cell.a));
    row.emplace_back(static_cast<float>(cell.b));
    row.emplace_back(static_cast<float>(cell.difference()));
}

}  // namespace

std::vector<std::size_t> mostChanged(std::span<const HeadChange> changes, ChangeOrder order) {
    const auto rank = [&](std::size_t head) {
        const HeadChange& change = changes[head];
        const double largest = change.largest ? std::abs(change.largest->difference()) : 0;
        const double distance = change.distance.value_or(-1);
        return order == ChangeOrder::Largest ? std::pair(largest, distance) : std::pair(distance, largest);
    };
    std::vector<std::size_t> heads(changes.size());
    std::iota(heads.begin(), heads.end(), std::size_t{0});
    std::stable_sort(heads.begin(), heads.end(),
                     [&](std::size_t one, std::size_t other) { return rank(one) > rank(other); });
    return heads;
}

Table changeTable(std::span<const HeadChange> changes, const Measures& a, const Measures& b,
                  const Axis& tokens, ChangeLook look) {
    Table table{"heads", {"layer", "head", "kind", "js_distance"}, {}};
    table.columns.insert(table.columns.end(), cellColumns.begin(), cellColumns.end());
    const bool both = look.columns == ChangeColumns::Both;
    for (const Metric* metric : b.metrics) {
        const std::string id(metric->id);
        if (both) table.columns.insert(table.columns.end(), {id + "_a", id + "_b"});
        table.columns.push_back(id + "_delta");
    }
    for (const std::size_t head : mostChanged(changes, look.order)) {
        const HeadChange& change = changes[head];
        std::vector<Cell>& row = table.rows.emplace_back(headCells(change.head));
        row.push_back(cell(change.distance));
        if (change.largest)
            addCell(row, *change.largest, tokens);
        else
            row.resize(row.size() + cellColumns.size());
        for (std::size_t i = 0; i < b.metrics.size(); ++i) {
            const std::optional<double> before = a.heads[head].values[i].mean();
            const std::optional<double> after = b.heads[head].values[i].mean();
            if (both) row.push_back(cell(before));
            if (both) row.push_back(cell(after));
            row.push_back(before && after ? Cell(*after - *before) : Cell());
        }
    }
    return table;
}

Table cellChangeTable(std::span<const HeadCell> cells, const Axis& tokens) {
    Table table{"changes", {"layer", "head", "kind"}, {}};
    table.columns.insert(table.columns.end(), cellColumns.begin(), cellColumns.end());
    for (const HeadCell& each : cells)
        addCell(table.rows.emplace_back(headCells(each.head)), each.cell, tokens);
    return table;
}

Table alignmentTable(const TokenAlignment& alignment, const Axis& a, const Axis& b) {
    Table table{"alignment", {"position", "position_a", "text"}, {}};
    Index next = 0;  // of A
    const auto addRestOfA = [&](Index end) {
        for (; next < end; ++next) {
            const auto place = static_cast<std::size_t>(next);
            table.rows.push_back(cells(std::monostate{}, std::int64_t{a.positions[place]}, a.labels[place]));
        }
    };
    for (Index place = 0; place < alignment.lengthB(); ++place) {
        const auto at = static_cast<std::size_t>(place);
        const Index other = alignment.inA[at];
        if (other != TokenAlignment::none) addRestOfA(other);
        table.rows.push_back(cells(std::int64_t{b.positions[at]},
                                   other == TokenAlignment::none
                                       ? Cell()
                                       : Cell(std::int64_t{a.positions[static_cast<std::size_t>(other)]}),
                                   b.labels[at]));
        if (other != TokenAlignment::none) ++next;
    }
    addRestOfA(alignment.lengthA);
    return table;
}

}  // namespace headscope::core
