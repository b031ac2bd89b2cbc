// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "tests/ui/views_samples.h"
#include "ui/models/max_attention_model.h"

namespace headscope::ui {
namespace {

using Rows = MaxAttentionModel::Rows;

/// The strongest key of a row, found without the statistics.
core::Index strongest(const RunPtr& run, core::HeadId head, core::Index query) {
    core::Index key = -1;
    core::headPattern(run->trace, head, testCompute().kernels)->row(query).maxCoeff(&key);
    return key;
}

TEST(MaxAttentionModel, NamesTheStrongestKeyOfEveryToken) {
    MaxAttentionModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const RunPtr run = randomRun(numberedTokens(6));
    const core::HeadId head = headAt(1, 2);
    model.show(run, Rows::Tokens, head, {});
    ASSERT_EQ(model.rowCount(), 8);
    for (int row = 0; row < model.rowCount(); ++row) {
        const core::Index key = strongest(run, head, row);
        EXPECT_EQ(model.pairAt(row), (Selection{head, row, key}));
        EXPECT_NEAR(
            model.index(row, MaxAttentionModel::WeightColumn).data(MaxAttentionModel::SortRole).toDouble(),
            weightOf(run, head, row, key), 1e-6);
    }
    EXPECT_EQ(model.rowOf({head, 3, {}}), 3);
    EXPECT_EQ(model.rowOf({head, {}, {}}), -1);
}

TEST(MaxAttentionModel, NamesTheStrongestKeyInEveryHead) {
    MaxAttentionModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const RunPtr run = randomRun(numberedTokens(6));
    model.show(run, Rows::Heads, headAt(0, 0), 4);
    ASSERT_EQ(model.rowCount(), 6);
    for (int row = 0; row < model.rowCount(); ++row) {
        const core::HeadId head = headAt(row / 3, row % 3);
        EXPECT_EQ(model.pairAt(row), (Selection{head, 4, strongest(run, head, 4)}));
    }
    EXPECT_EQ(model.rowOf({headAt(1, 1), 4, {}}), 4);
    model.show(run, Rows::Heads, headAt(0, 0), {});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(MaxAttentionModel, ARowThatSeesNothingHasADash) {
    MaxAttentionModel model;
    model.show(randomRun(numberedTokens(2), {1, 1, false, true}), Rows::Tokens, headAt(0, 0), {});
    ASSERT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.index(1, MaxAttentionModel::KeyColumn).data().toString(), QStringLiteral("–"));
    EXPECT_FALSE(model.index(1, MaxAttentionModel::WeightColumn).data(MaxAttentionModel::SortRole).isValid());
    EXPECT_FALSE(model.pairAt(1).key);
}

TEST(MaxAttentionModel, KnowsSpecialTokens) {
    MaxAttentionModel model;
    model.show(randomRun(numberedTokens(2)), Rows::Tokens, headAt(0, 0), {});
    EXPECT_TRUE(model.index(0, MaxAttentionModel::WhoColumn).data(MaxAttentionModel::SpecialRole).toBool());
    EXPECT_FALSE(model.index(1, MaxAttentionModel::WhoColumn).data(MaxAttentionModel::SpecialRole).toBool());
}

}  // namespace
}  // namespace headscope::ui
