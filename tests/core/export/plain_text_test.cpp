// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/plain_text.h"

#include <gtest/gtest.h>

#include <locale>

namespace headscope::core {
namespace {

TEST(PlainText, AlignsNumbersRightAndTextLeft) {
    Report report;
    report.tables.push_back({"links", {"layer", "key", "weight"}, {}});
    report.tables[0].rows.push_back(cells(std::int64_t{4}, std::string("animal"), 0.87654F));
    report.tables[0].rows.push_back(cells(std::int64_t{11}, std::string("it"), std::monostate()));
    EXPECT_EQ(plainText(report),
              "layer  key     weight\n"
              "    4  animal  0.8765\n"
              "   11  it           -\n");
}

TEST(PlainText, CountsWideCharactersAsTwo) {
    Report report;
    report.tables.push_back({"tokens", {"text", "id"}, {}});
    report.tables[0].rows.push_back(cells(std::string("动物"), std::int64_t{7}));
    report.tables[0].rows.push_back(cells(std::string("cafe\xCC\x81"), std::int64_t{8}));
    EXPECT_EQ(plainText(report),
              "text  id\n"
              "动物   7\n"
              "cafe\xCC\x81   8\n");
}

TEST(PlainText, WidthOfMarksEmojiAndDamagedBytes) {
    EXPECT_EQ(displayWidth(""), 0U);
    EXPECT_EQ(displayWidth("e\xCC\x81"), 1U);
    EXPECT_EQ(displayWidth("😀"), 2U);
    EXPECT_EQ(displayWidth("한국"), 4U);
    EXPECT_EQ(displayWidth("\xE7"), 1U);
    EXPECT_EQ(displayWidth("a\xFF\xE7\x94"), 3U);
}

TEST(PlainText, ControlCharactersAndEdgesCanBeSeen) {
    EXPECT_EQ(readable("a\nb\x1B[31m"), "a\\x0Ab\\x1B[31m");
    EXPECT_EQ(readable(" the"), "\" the\"");
    EXPECT_EQ(readable(""), "\"\"");
    EXPECT_EQ(readable("%1"), "%1");
}

TEST(PlainText, FactsStandInFrontOfTheFirstTableOnly) {
    Report report;
    report.facts.push_back({"layers", "layers", Cell(std::int64_t{6})});
    report.facts.push_back({"run_bytes", "a run takes", Cell(std::int64_t{1500}), "1.5 kB"});
    report.facts.push_back({"tensors_tied", "tied", std::vector<std::string>{"a = b", "c = d"}});
    report.facts.push_back({"tensors_missing", "missing", std::vector<std::string>{}});
    report.tables.push_back({"heads", {"layer"}, {}});
    report.tables.push_back({"tokens", {"position"}, {}});
    EXPECT_EQ(plainText(report),
              "layers       6\n"
              "a run takes  1.5 kB\n"
              "tied         a = b, c = d\n"
              "missing      none\n"
              "\n"
              "layer\n");
}

TEST(PlainText, IsTheSameInEveryLocale) {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
    EXPECT_EQ(shownText(Cell(1234.5)), "1234.5000");
    EXPECT_EQ(shownText(Cell(std::int64_t{1234567})), "1234567");
    std::locale::global(before);
}

TEST(PlainText, SmallNumbersAreNotRoundedToNothing) {
    EXPECT_EQ(shownText(Cell(3.14e-7)), "3.1e-07");
    EXPECT_EQ(shownText(Cell(-4.9e-5)), "-4.9e-05");
    EXPECT_EQ(shownText(Cell(6e-5)), "0.0001");
    EXPECT_EQ(shownText(Cell(0.0)), "0.0000");
}

TEST(PlainText, HugeNumbersStayShort) {
    EXPECT_EQ(shownText(Cell(1e300)), "1e+300");
    EXPECT_EQ(shownText(Cell(-0.5)), "-0.5000");
}

}  // namespace
}  // namespace headscope::core
