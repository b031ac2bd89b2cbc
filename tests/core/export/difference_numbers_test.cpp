// SPDX-License-Identifier: GPL-3.0-or-later
// B − A in files: the patterns, and the table of changed heads.
#include "core/export/difference_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/export/change_report.h"
#include "core/export/data_formats.h"
#include "core/export/plain_text.h"
#include "tests/core/export/npz_reader.h"
#include "tests/core/export/sample_measures.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

class DifferenceNumbersTest : public ::testing::Test {
protected:
    DifferenceNumbersTest() {
        const auto fixture = std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / "bert";
        model = Model::load(Checkpoint::open(fixture), {executor, baseKernels()});
        runs = compareRuns(runOf({9, 11, 13, 15}), runOf({9, 12, 11, 13}));
        const HeadId head{AttentionKind::Self, 1, 1};
        request.model = model;
        request.trace = runs.b;
        request.heads = {head};
        weightsA = headPattern(runs.a, head, baseKernels())->all();
        weightsB = headPattern(runs.b, head, baseKernels())->all();
    }

    TracePtr runOf(std::vector<std::int32_t> ids) const {
        RunSpec spec;
        spec.input.ids = std::move(ids);
        return model->run(spec);
    }

    Executor executor{1};
    ModelPtr model;
    Comparison runs;
    NumbersRequest request;
    Matrix weightsA;
    Matrix weightsB;
    test::TemporaryFolder folder;
};

TEST_F(DifferenceNumbersTest, NpzHoldsBothRunsAndWhichTokensMeet) {
    writeNumbers(folder.path() / "d.npz", differenceNumbers(request, runs, {}));
    auto arrays = test::readNpz(folder.path() / "d.npz");
    EXPECT_EQ(arrays["ids"].integers(), (std::vector<std::int32_t>{9, 12, 11, 13}));
    EXPECT_EQ(arrays["ids_a"].integers(), (std::vector<std::int32_t>{9, 11, 13, 15}));
    EXPECT_EQ(arrays["in_a"].integers(), (std::vector<std::int32_t>{0, -1, 1, 2}));
    const std::vector<float> b = arrays["attention_self_1"].floats();
    const std::vector<float> a = arrays["attention_a_self_1"].floats();
    const std::vector<float> difference = arrays["difference_self_1"].floats();
    ASSERT_EQ(difference.size(), 16U);
    const auto inA = [](Index place) { return place == 0 ? 0 : place - 1; };
    for (Index row = 0; row < 4; ++row) {
        for (Index column = 0; column < 4; ++column) {
            const auto at = static_cast<std::size_t>(row * 4 + column);
            EXPECT_NEAR(b[at], weightsB(row, column), 1e-6);
            EXPECT_EQ(std::isnan(a[at]), row == 1 || column == 1);
            EXPECT_EQ(std::isnan(difference[at]), row == 1 || column == 1);
            if (row == 1 || column == 1) continue;
            EXPECT_NEAR(a[at], weightsA(inA(row), inA(column)), 1e-6);
            EXPECT_NEAR(difference[at], weightsB(row, column) - weightsA(inA(row), inA(column)), 1e-6);
        }
    }
}

TEST_F(DifferenceNumbersTest, TextsLeaveEmptyWhatCannotBeCompared) {
    writeNumbers(folder.path() / "d.csv", differenceNumbers(request, runs, {}));
    const std::string csv = test::contentOf(folder.path() / "d.csv");
    EXPECT_TRUE(csv.starts_with(
        "layer,head,kind,query,query_position,key,key_position,weight_a,weight_b,difference\r\n"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 17);
    std::size_t empty = 0;
    for (std::size_t at = csv.find(",,"); at != std::string::npos; at = csv.find(",,", at + 1)) ++empty;
    EXPECT_EQ(empty, 7U) << "the row and the column of the token that A does not have";
    writeNumbers(folder.path() / "d.json", differenceNumbers(request, runs, {}));
    EXPECT_NE(test::contentOf(folder.path() / "d.json").find("null"), std::string::npos);
    writeNumbers(folder.path() / "d.txt", differenceNumbers(request, runs, {}));
    EXPECT_NE(test::contentOf(folder.path() / "d.txt").find("1.1"), std::string::npos);
}

TEST(ChangeTable, IsSortedByHowMuchHeadsChanged) {
    std::vector<HeadChange> many(3);
    many[0] = {{AttentionKind::Self, 0, 0}, 0.3, CellChange{0, 0, 0, 0.25}, {}};
    many[1] = {{AttentionKind::Self, 0, 1}, 0.1, CellChange{0, 0, 0.75, 0.25}, {}};
    many[2] = {{AttentionKind::Self, 0, 2}, 0.2, CellChange{0, 0, 0.25, 0.75}, {}};
    EXPECT_EQ(mostChanged(many, ChangeOrder::Largest), (std::vector<std::size_t>{2, 1, 0}));
    EXPECT_EQ(mostChanged(many, ChangeOrder::Distance), (std::vector<std::size_t>{0, 2, 1}));
    const Measures a = test::sampleMeasures(1);
    const Measures b = test::sampleMeasures(4);
    std::vector<HeadChange> changes(2);
    changes[0] = {{AttentionKind::Self, 1, 0}, 0.25, std::nullopt, {}};
    changes[1] = {{AttentionKind::Self, 1, 1}, 0.5, CellChange{1, 0, 0.75, 0.25}, {}};
    const Axis axis{{"it", "was"}, {0, 1}};
    const Table table = changeTable(changes, a, b, axis, {ChangeColumns::Both});
    EXPECT_EQ(table.columns[3], "js_distance");
    ASSERT_EQ(table.rows.size(), 2U);
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
    EXPECT_EQ(table.rows[0][1], Cell(std::int64_t{1}));
    EXPECT_EQ(table.rows[0][4], Cell(std::string("was")));
    EXPECT_EQ(table.rows[0][10], Cell(-0.5F));
    EXPECT_EQ(table.columns[11], "entropy_a");
    EXPECT_EQ(table.columns[13], "entropy_delta");
    EXPECT_NEAR(std::get<double>(table.rows[0][13]), 0.5, 1e-12);  // (4 − 1) / 3, averaged with the same
    EXPECT_EQ(table.rows[0][16], Cell());                          // no row counted
    EXPECT_EQ(table.rows[1][4], Cell()) << "no weight differs";
    const Table brief = changeTable(changes, a, b, axis, {ChangeColumns::Deltas});
    EXPECT_EQ(brief.columns[11], "entropy_delta");
    EXPECT_EQ(brief.columns.size(), 11 + a.metrics.size());
}

TEST(AlignmentTable, NamesEveryTokenOnce) {
    TokenAlignment alignment{{0, TokenAlignment::none, 3}, 5};
    const Axis a{{"x", "p", "q", "y", "z"}, {0, 1, 2, 3, 4}};
    const Axis b{{"x", "n", "y"}, {0, 1, 2}};
    const Table table = alignmentTable(alignment, a, b);
    std::string text;
    for (const auto& row : table.rows) text += std::get<std::string>(row[2]);
    EXPECT_EQ(text, "xnpqyz");
    EXPECT_EQ(table.rows[1], cells(std::int64_t{1}, std::monostate{}, std::string("n")));
    EXPECT_EQ(table.rows[2], cells(std::monostate{}, std::int64_t{1}, std::string("p")));
    EXPECT_EQ(table.rows[4], cells(std::int64_t{2}, std::int64_t{3}, std::string("y")));
}

}  // namespace
}  // namespace headscope::core
