// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/measure_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/export/sample_measures.h"

namespace headscope::core {
namespace {

TEST(MeasureReport, HeadsHaveAColumnPerMetric) {
    Measures measures = test::sampleMeasures(0);
    for (Accumulated& value : measures.heads[0].values) {
        if (value.count > 0) value = {};
    }
    const Table table = headTable(measures);
    ASSERT_EQ(table.columns.size(), metrics().size() + 4);
    EXPECT_EQ(table.columns[3], metrics()[0].id);
    EXPECT_EQ(table.columns.back(), "type");
    EXPECT_EQ(table.rows[0][3], Cell());
    EXPECT_NEAR(std::get<double>(table.rows[1][3]), (0.5 + 1.0 / 3) / 2, 1e-12);
    for (const char* id : {"entropy", "relative_entropy", "max", "distance", "sink"})
        EXPECT_NE(std::find(table.columns.begin(), table.columns.end(), id), table.columns.end()) << id;
}

TEST(MeasureReport, RemarksSayWhatWeightsDoNot) {
    Measures measures{{metricNamed("no_effect"), metricNamed("row_sum")}, Specials::Raw, {}};
    for (const double share : {0.2, 0.3}) {
        HeadMeasures head{{}, std::vector<Accumulated>(2), {}};
        head.values[0].add(share);
        head.values[1].add(share + 0.4);
        measures.heads.push_back(head);
    }
    const std::vector<Fact> facts = remarks(measures, 128, 64);
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_EQ(facts[0].shown, "25 % of their norm: there are 128 keys, but a head has 64 dimensions");
    EXPECT_EQ(facts[1].shown, "0.6 in one head: the rest goes to no token");
    EXPECT_EQ(remarks(measures, 64, 64).size(), 1U) << "as many keys as dimensions";
    measures.specials = Specials::Without;
    EXPECT_EQ(remarks(measures, 64, 64).size(), 0U) << "rows lack what was left out";
}

TEST(MeasureReport, TypesStandWithTheirEvidence) {
    HeadLabel label{{AttentionKind::Self, 4, 11}, Label::Offset, 0.75, 40, 0.05,
                    wilsonInterval(0.75, 40),     "-2"};
    const Table table = labelTable(std::vector<HeadLabel>{label});
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0][3], Cell(std::string("offset")));
    EXPECT_EQ(table.rows[0][5], Cell(std::int64_t{40}));
    EXPECT_NEAR(std::get<double>(table.rows[0][7]), 0.598060, 1e-6);
    EXPECT_NEAR(std::get<double>(table.rows[0][8]), 0.858129, 1e-6);
    EXPECT_EQ(table.rows[0][9], Cell(std::string("-2")));
    EXPECT_EQ(labelDefinitionTable().rows.size(), labelInfos().size());
}

TEST(MeasureReport, EveryMeasureNamesItsDefinitionAndCount) {
    const Measures measures = test::sampleMeasures(0);
    const Table definitions = definitionTable(measures);
    ASSERT_EQ(definitions.rows.size(), metrics().size());
    EXPECT_EQ(definitions.rows[0][0], Cell(std::string("entropy")));
    EXPECT_EQ(definitions.rows[0][2], Cell(std::string("nats")));
    const Table sums = sumTable(measures);
    ASSERT_EQ(sums.rows.size(), 2 * metrics().size());
    EXPECT_EQ(sums.rows[0][4], Cell(std::int64_t{2}));
    EXPECT_EQ(sums.rows[0][5], Cell(std::string("0.500000000000")));
    EXPECT_EQ(sums.rows[1][4], Cell(std::int64_t{0}));
}

}  // namespace
}  // namespace headscope::core
