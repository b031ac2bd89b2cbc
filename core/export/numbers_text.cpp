// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/numbers_text.h"

#include <cmath>

#include "core/base/number_text.h"
#include "core/export/csv.h"
#include "core/export/json_report.h"
#include "core/export/plain_text.h"
#include "core/export/standard_tables.h"
#include "core/trace/difference_pattern.h"

namespace headscope::core {
namespace {

void requirePatternsOnly(const Numbers& numbers, std::string_view format) {
    if (numbers.patternsOnly) return;
    throw Error(ErrorCode::BadArgument,
                {std::string(format),
                 "this format holds attention weights only, so choose .npz or .json for the rest"});
}

void reportPart(const Progress& progress, std::size_t done, std::size_t total) {
    report(progress, static_cast<double>(done) / static_cast<double>(total));
}

/// The fields "label,position" of every query or key, ready to be put into lines.
std::vector<std::string> axisFields(const Axis& axis) {
    std::vector<std::string> fields;
    for (std::size_t i = 0; i < axis.labels.size(); ++i) {
        std::string field;
        appendCsvField(field, axis.labels[i]);
        field += ',' + std::to_string(axis.positions[i]) + ',';
        fields.push_back(std::move(field));
    }
    return fields;
}

/// What a line of CSV says of a cell: its weight, or those of A and B and their difference, where A has none
/// empty.
class RowCells {
public:
    RowCells(const PatternSource& pattern, Index row) : m_compared(pattern.difference()), m_row(row) {
        if (m_compared != nullptr)
            m_sides = m_compared->sides({row, 0, 1, pattern.columns()});
        else
            m_sides.b = pattern.cells({row, 0, 1, pattern.columns()});
    }

    void append(std::string& line, Index key) const {
        if (m_compared == nullptr) return appendCsvCell(line, m_sides.b(0, key));
        const bool comparable = m_compared->comparable(m_row, key);
        if (comparable) appendCsvCell(line, m_sides.a(0, key));
        line += ',';
        appendCsvCell(line, m_sides.b(0, key));
        line += ',';
        if (comparable) appendCsvCell(line, m_sides.b(0, key) - m_sides.a(0, key));
    }

private:
    const DifferencePattern* m_compared;
    Index m_row;
    DifferencePattern::Sides m_sides;
};

void writePatternCsv(const NamedPattern& named, const std::optional<WordGroups>& words,
                     const TextSink& sink) {
    const PatternSource& pattern = *named.pattern;
    const std::vector<std::string> queries =
        axisFields(words ? wordAxis(*words) : tokenAxis(pattern.rowTokens()));
    const std::vector<std::string> keys =
        axisFields(words ? wordAxis(*words) : tokenAxis(pattern.columnTokens()));
    const std::string head = std::to_string(named.head.layer) + ',' + std::to_string(named.head.head) + ',' +
                             std::string(kindName(named.head.kind)) + ',';
    for (Index query = 0; query < pattern.rows(); ++query) {
        const RowCells row(pattern, query);
        std::string lines;
        for (Index key = 0; key < pattern.columns(); ++key) {
            lines += head + queries[static_cast<std::size_t>(query)] + keys[static_cast<std::size_t>(key)];
            row.append(lines, key);
            lines += csvLineEnd;
        }
        sink(lines);
    }
}

/// Writes the elements of an array one after another with the brackets that its shape needs.
class NestedWriter {
public:
    explicit NestedWriter(const std::vector<Index>& shape) : m_sizes(shape.rbegin(), shape.rend()) {
        for (std::size_t i = 1; i < m_sizes.size(); ++i) m_sizes[i] *= m_sizes[i - 1];
    }

    void append(std::string& out, std::string_view element) {
        if (m_written > 0) out += ',';
        for (const Index size : m_sizes) {
            if (m_written % size == 0) out += '[';
        }
        out += element;
        ++m_written;
        for (const Index size : m_sizes) {
            if (m_written % size == 0) out += ']';
        }
    }

private:
    std::vector<Index> m_sizes;  // elements of the innermost dimension, of the innermost two, …
    Index m_written = 0;
};

void writeArrayJson(const NamedArray& array, const TextSink& sink) {
    NestedWriter nested(array.shape);
    std::string out;
    for (const std::int32_t id : array.integers) nested.append(out, std::to_string(id));
    sink(out);
    for (Index part = 0; part < (array.isInteger() ? 0 : array.parts); ++part) {
        const Matrix values = array.part(part);
        for (Index row = 0; row < values.rows(); ++row) {
            out.clear();
            for (Index column = 0; column < values.cols(); ++column) {
                const float value = values(row, column);
                nested.append(out, std::isfinite(value) ? shortestText(value) : "null");
            }
            sink(out);
        }
    }
}

Table patternTable(const NamedPattern& named) {
    Table table;
    table.columns.push_back(headName(named.head));
    for (const Token& key : named.pattern->columnTokens()) table.columns.push_back(key.label);
    for (Index query = 0; query < named.pattern->rows(); ++query) {
        std::vector<Cell>& row = table.rows.emplace_back();
        row.emplace_back(named.pattern->rowTokens()[static_cast<std::size_t>(query)].label);
        const Vector weights = named.pattern->row(query);
        const DifferencePattern* compared = named.pattern->difference();
        for (Index key = 0; key < weights.size(); ++key) {
            const bool known = compared == nullptr || compared->comparable(query, key);
            if (known)
                row.emplace_back(weights[key]);
            else
                row.emplace_back();
        }
    }
    return table;
}

}  // namespace

void writeNumbersCsv(const Numbers& numbers, const TextSink& sink, const Progress& progress) {
    requirePatternsOnly(numbers, "CSV");
    const bool differences =
        !numbers.patterns.empty() && numbers.patterns.front().pattern->difference() != nullptr;
    std::string heading;
    for (std::string_view column : linkColumns) {
        if (column == "rank") continue;
        if (column == "weight" && differences) column = "weight_a,weight_b,difference";
        if (!heading.empty()) heading += ',';
        heading += column;
    }
    heading += csvLineEnd;
    sink(heading);
    for (std::size_t i = 0; i < numbers.patterns.size(); ++i) {
        writePatternCsv(numbers.patterns[i], numbers.words, sink);
        reportPart(progress, i + 1, numbers.patterns.size());
    }
}

void writeNumbersJson(const Numbers& numbers, const TextSink& sink, const Progress& progress) {
    JsonWriter writer;
    writer.beginObject();
    writeOrigin(writer, numbers.origin);
    writeTable(writer, tokenTable(numbers.tokens));
    if (numbers.words) writeTable(writer, wordTable(*numbers.words));
    writer.endObject();
    std::string opening = writer.text();
    opening.pop_back();
    sink(opening + ",\"arrays\":{");
    for (std::size_t i = 0; i < numbers.arrays.size(); ++i) {
        // Names of arrays need no escapes: they are ours.
        sink((i > 0 ? ",\n\"" : "\n\"") + numbers.arrays[i].name + "\":");
        writeArrayJson(numbers.arrays[i], sink);
        reportPart(progress, i + 1, numbers.arrays.size());
    }
    sink("}}\n");
}

void writeNumbersPlain(const Numbers& numbers, const TextSink& sink, const Progress& progress) {
    requirePatternsOnly(numbers, "plain text");
    for (std::size_t i = 0; i < numbers.patterns.size(); ++i) {
        Report page;
        page.tables.push_back(patternTable(numbers.patterns[i]));
        sink((i > 0 ? "\n" : "") + plainText(page));
        reportPart(progress, i + 1, numbers.patterns.size());
    }
}

}  // namespace headscope::core
