// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv.h"

#include "core/base/number_text.h"

namespace headscope::core {
namespace {

struct AppendValue {
    std::string& out;

    void operator()(std::monostate) const {}
    void operator()(bool truth) const { out += truth ? "true" : "false"; }
    void operator()(std::int64_t number) const { out += std::to_string(number); }
    void operator()(float number) const { out += shortestText(number); }
    void operator()(double number) const { out += shortestText(number); }
    void operator()(const std::string& text) const { appendCsvField(out, text); }
};

}  // namespace

void appendCsvField(std::string& out, std::string_view text) {
    const auto space = [](char c) { return c == ' ' || c == '\t'; };
    const bool quoted = text.find_first_of("\",\r\n") != std::string_view::npos ||
                        (!text.empty() && (space(text.front()) || space(text.back())));
    if (!quoted) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

void appendCsvCell(std::string& out, const Cell& cell) {
    std::visit(AppendValue{out}, cell);
}

std::string csvText(const Table& table) {
    std::string out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i > 0) out += ',';
        appendCsvField(out, table.columns[i]);
    }
    out += csvLineEnd;
    for (const std::vector<Cell>& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) out += ',';
            appendCsvCell(out, row[i]);
        }
        out += csvLineEnd;
    }
    return out;
}

}  // namespace headscope::core
