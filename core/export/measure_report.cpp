// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/measure_report.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/head_type.h"
#include "core/base/number_text.h"
#include "core/export/standard_tables.h"

namespace headscope::core {
namespace {

bool converts(const Metric& metric, bool bits) {
    return bits && metric.unit == Unit::Nats;
}

std::string columnName(const Metric& metric, bool bits) {
    return std::string(metric.id) + (converts(metric, bits) ? "_bits" : "");
}

}  // namespace

Table headTable(const Measures& measures, Average average, bool bits) {
    Table table{"heads", {"layer", "head", "kind"}, {}};
    for (const Metric* metric : measures.metrics) table.columns.push_back(columnName(*metric, bits));
    const bool typed = !measures.heads.empty() && headType(measures, measures.heads.front());
    if (typed) table.columns.emplace_back("type");
    for (const HeadMeasures& head : measures.heads) {
        std::vector<Cell>& row = table.rows.emplace_back(headCells(head.head));
        for (std::size_t i = 0; i < measures.metrics.size(); ++i) {
            std::optional<double> value = average == Average::Mean ? head.values[i].mean() : head.median(i);
            if (value && converts(*measures.metrics[i], bits)) *value /= std::numbers::ln2;
            row.push_back(cell(value));
        }
        if (typed) row.emplace_back(std::string(headTypeId(headType(measures, head)->type)));
    }
    return table;
}

void addTypes(Table& heads, const Measures& measures, std::span<const HeadLabel> labels) {
    heads.columns.emplace_back("types");
    for (std::size_t i = 0; i < measures.heads.size(); ++i) {
        std::string text;
        for (const HeadLabel& label : labels) {
            if (label.head != measures.heads[i].head) continue;
            text += (text.empty() ? "" : ", ") + std::string(infoOf(label.label).id) + ' ' +
                    shortestText(std::round(label.share * 1000) / 1000);
        }
        heads.rows[i].push_back(text.empty() ? Cell() : Cell(text));
    }
}

Table definitionTable(const Measures& measures, bool bits) {
    Table table{"measures", {"metric", "name", "unit", "definition"}, {}};
    for (const Metric* metric : measures.metrics)
        table.rows.push_back(cells(columnName(*metric, bits), std::string(metric->name),
                                   converts(*metric, bits) ? "bits" : std::string(unitName(metric->unit)),
                                   std::string(metric->definition)));
    return table;
}

Table sumTable(const Measures& measures) {
    Table table{"sums", {"layer", "head", "kind", "metric", "count", "sum", "squares"}, {}};
    for (const HeadMeasures& head : measures.heads) {
        for (std::size_t i = 0; i < measures.metrics.size(); ++i) {
            const Accumulated& value = head.values[i];
            std::vector<Cell>& row = table.rows.emplace_back(headCells(head.head));
            row.emplace_back(std::string(measures.metrics[i]->id));
            row.emplace_back(std::int64_t{value.count});
            row.emplace_back(value.sum.text());
            row.emplace_back(value.squares.text());
        }
    }
    return table;
}

std::vector<Fact> remarks(const Measures& measures, Index keys, Index headDim) {
    constexpr double rounding = 1e-3;
    std::vector<Fact> facts;
    Accumulated without;
    double least = 1;
    for (const HeadMeasures& head : measures.heads) {
        if (const auto share = measures.mean(head, "no_effect")) without.add(*share);
        if (measures.specials != Specials::Raw) continue;
        least = std::min(least, measures.mean(head, "row_sum").value_or(1.0));
    }
    if (keys > headDim && without.mean().value_or(0.0) > 0) {
        const double share = *without.mean();
        facts.push_back({"without_effect", "weights without effect", share,
                         std::to_string(std::lround(100 * share)) + " % of their norm: there are " +
                             std::to_string(keys) + " keys, but a head has " + std::to_string(headDim) +
                             " dimensions"});
    }
    if (least < 1 - rounding)
        facts.push_back(
            {"least_row_sum", "rows sum to", least,
             shortestText(std::round(least * 100) / 100) + " in one head: the rest goes to no token"});
    return facts;
}

Table labelTable(std::span<const HeadLabel> labels) {
    Table table{"types",
                {"layer", "head", "kind", "type", "share", "count", "baseline", "low", "high", "detail"},
                {}};
    for (const HeadLabel& label : labels) {
        std::vector<Cell>& row = table.rows.emplace_back(headCells(label.head));
        row.emplace_back(std::string(infoOf(label.label).id));
        row.emplace_back(label.share);
        row.push_back(label.count > 0 ? Cell(std::int64_t{label.count}) : Cell());
        row.push_back(cell(label.baseline));
        row.push_back(label.interval ? Cell(label.interval->low) : Cell());
        row.push_back(label.interval ? Cell(label.interval->high) : Cell());
        row.push_back(label.detail.empty() ? Cell() : Cell(label.detail));
    }
    return table;
}

Table labelDefinitionTable() {
    Table table{"definitions", {"type", "name", "definition"}, {}};
    for (const LabelInfo& info : labelInfos())
        table.rows.push_back(
            cells(std::string(info.id), std::string(info.name), std::string(info.definition)));
    return table;
}

Table offsetTable(std::span<const OffsetProfile> profiles) {
    Table table{"offsets", {"layer", "head", "kind", "offset", "weight", "count"}, {}};
    for (const OffsetProfile& profile : profiles) {
        for (Index offset = -profile.reach; offset <= profile.reach; ++offset) {
            const Accumulated& value = profile.at(offset);
            std::vector<Cell>& row = table.rows.emplace_back(headCells(profile.head));
            row.emplace_back(std::int64_t{offset});
            row.push_back(cell(value.mean()));
            row.emplace_back(std::int64_t{value.count});
        }
    }
    return table;
}

}  // namespace headscope::core
