// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv.h"

#include <gtest/gtest.h>

#include <limits>

namespace headscope::core {
namespace {

/// Reads RFC 4180 as its grammar says; what csvText() wrote must come back.
std::vector<std::vector<std::string>> readCsv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            rows.back().back() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            rows.back().emplace_back();
        } else if (!quoted && c == '\r') {
            EXPECT_EQ(text.at(++i), '\n');
            rows.emplace_back(1);
        } else {
            rows.back().back() += c;
        }
    }
    EXPECT_FALSE(quoted);
    rows.pop_back();
    return rows;
}

TEST(Csv, WritesHeaderAndRowsWithCrlf) {
    Table table{"heads", {"layer", "entropy"}, {}};
    table.rows.push_back(cells(std::int64_t{0}, 0.5));
    table.rows.push_back(cells(std::int64_t{1}, std::monostate()));
    EXPECT_EQ(csvText(table), "layer,entropy\r\n0,0.5\r\n1,\r\n");
}

TEST(Csv, EveryTextReadsBackEqual) {
    const std::vector<std::string> texts = {
        "a,\"b\"", "\"",    ",",  "two\nlines", "two\r\nlines", "\r",       " edge ", "\tedge",
        "",        "plain", "''", "=1+1",       "\"\"",         "E7 94 B7", "动物",   "a\"b\",\"c"};
    Table table{"tokens", {"text", "same"}, {}};
    for (const std::string& text : texts) table.rows.push_back(cells(text, text));
    const auto rows = readCsv(csvText(table));
    ASSERT_EQ(rows.size(), texts.size() + 1);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(rows[i + 1], std::vector<std::string>(2, texts[i]));
    }
}

TEST(Csv, QuotesOnlyWhereNeeded) {
    std::string out;
    for (const std::string_view text : {"it", "a,\"b\"", " x", "x y"}) {
        appendCsvField(out, text);
        out += ';';
    }
    EXPECT_EQ(out, "it;\"a,\"\"b\"\"\";\" x\";x y;");
}

TEST(Csv, NumbersReadBackAsTheSameNumber) {
    std::string out;
    appendCsvCell(out, 0.1F);
    EXPECT_EQ(out, "0.1");
    for (const double number :
         {0.1, 1.0 / 3.0, 1e-300, 123456789.123456789, std::numeric_limits<double>::min()}) {
        std::string text;
        appendCsvCell(text, number);
        EXPECT_EQ(std::stod(text), number) << text;
    }
    std::string truth;
    appendCsvCell(truth, true);
    EXPECT_EQ(truth, "true");
}

}  // namespace
}  // namespace headscope::core
