// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "tests/ui/views_samples.h"
#include "ui/models/max_attention_model.h"
#include "ui/models/strongest_keys.h"

namespace headscope::ui {
namespace {

using Rows = MaxAttentionModel::Rows;

/// The strongest key of a row, found without the statistics.
core::Index strongest(const RunPtr& run, core::HeadId head, core::Index query) {
    core::Index key = -1;
    core::headPattern(run->trace, head, testCompute().kernels)->row(query).maxCoeff(&key);
    return key;
}

void showTokens(MaxAttentionModel& model, const RunPtr& run, core::HeadId head) {
    model.show(run, {Rows::Tokens}, strongestKeysOf(*run, nullptr, {head}));
}

TEST(MaxAttentionModel, NamesTheStrongestKeyOfEveryToken) {
    MaxAttentionModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const RunPtr run = randomRun(numberedTokens(6));
    const core::HeadId head = headAt(1, 2);
    showTokens(model, run, head);
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
    std::vector<core::Link> links;
    for (const core::HeadId head : run->trace->headIds()) {
        const std::vector<core::Link> one = strongestKeysOf(*run, nullptr, {head, false, 4});
        links.insert(links.end(), one.begin(), one.end());
    }
    model.show(run, {Rows::Heads}, links);
    ASSERT_EQ(model.rowCount(), 6);
    for (int row = 0; row < model.rowCount(); ++row) {
        const core::HeadId head = headAt(row / 3, row % 3);
        EXPECT_EQ(model.pairAt(row), (Selection{head, 4, strongest(run, head, 4)}));
    }
    EXPECT_EQ(model.rowOf({headAt(1, 1), 4, {}}), 4);
    model.clear();
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(MaxAttentionModel, WordsHaveTheWeightsOfTheirPieces) {
    std::vector<core::Token> tokens = numberedTokens(6);
    for (std::size_t i = 1; i < 7; ++i) tokens[i].word = static_cast<core::Index>((i - 1) / 2);
    const RunPtr run = randomRun(tokens);
    const std::vector<std::vector<core::Index>> words{{0}, {1, 2}, {3, 4}, {5, 6}, {7}};
    MaxAttentionModel model;
    model.show(run, {Rows::Tokens, true}, strongestKeysOf(*run, nullptr, {headAt(1, 0), true}));
    ASSERT_EQ(model.rowCount(), 5);
    for (std::size_t row = 0; row < words.size(); ++row) {
        double largest = 0;
        core::Index strongest = -1;
        for (const std::vector<core::Index>& key : words) {
            double weight = 0;
            for (const core::Index q : words[row])
                for (const core::Index k : key)
                    weight += weightOf(run, headAt(1, 0), q, k) / static_cast<double>(words[row].size());
            if (weight <= largest) continue;
            largest = weight;
            strongest = key.front();
        }
        const int line = static_cast<int>(row);
        EXPECT_EQ(model.pairAt(line), (Selection{headAt(1, 0), words[row].front(), strongest}));
        EXPECT_NEAR(
            model.index(line, MaxAttentionModel::WeightColumn).data(MaxAttentionModel::SortRole).toDouble(),
            largest, 1e-6);
    }
    EXPECT_EQ(model.rowOf({headAt(1, 0), 4, {}}), 2);
    EXPECT_EQ(model.headerData(MaxAttentionModel::WhoColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Word"));
}

TEST(MaxAttentionModel, ARowThatSeesNothingHasADash) {
    MaxAttentionModel model;
    showTokens(model, randomRun(numberedTokens(2), {1, 1, false, true}), headAt(0, 0));
    ASSERT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.index(1, MaxAttentionModel::KeyColumn).data().toString(), QStringLiteral("–"));
    EXPECT_FALSE(model.index(1, MaxAttentionModel::WeightColumn).data(MaxAttentionModel::SortRole).isValid());
    EXPECT_FALSE(model.pairAt(1).key);
}

TEST(MaxAttentionModel, KnowsSpecialTokens) {
    MaxAttentionModel model;
    showTokens(model, randomRun(numberedTokens(2)), headAt(0, 0));
    EXPECT_TRUE(model.index(0, MaxAttentionModel::WhoColumn).data(MaxAttentionModel::SpecialRole).toBool());
    EXPECT_FALSE(model.index(1, MaxAttentionModel::WhoColumn).data(MaxAttentionModel::SpecialRole).toBool());
}

}  // namespace
}  // namespace headscope::ui
