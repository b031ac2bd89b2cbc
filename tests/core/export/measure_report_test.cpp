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
