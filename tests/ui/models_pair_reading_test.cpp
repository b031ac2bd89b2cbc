// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "tests/ui/views_samples.h"
#include "ui/models/link_model.h"
#include "ui/models/pair_reading.h"

namespace headscope::ui {
namespace {

/// "un" and "lock" are pieces of one word.
std::vector<core::Token> tokensWithPieces() {
    std::vector<core::Token> tokens = numberedTokens(4);
    tokens[2].label = "un";
    tokens[3].label = "lock";
    tokens[3].word = tokens[2].word;
    return tokens;
}

TEST(PairReading, RanksAmongTheKeysThatTheQueryMaySee) {
    const RunPtr run = randomRun(numberedTokens(6), {1, 1, true, false});
    const core::PatternPtr pattern = core::headPattern(run->trace, headAt(0, 0), testCompute().kernels);
    const RowMap rows(run->trace->tokens, false);
    std::vector<core::Index> ranks;
    for (core::Index key = 0; key <= 3; ++key) {
        const auto reading = readPair(*pattern, rows, 3, key);
        ASSERT_TRUE(reading);
        EXPECT_EQ(reading->visible, 4);
        EXPECT_NEAR(reading->weight, weightOf(run, headAt(0, 0), 3, key), 1e-7);
        ranks.push_back(reading->rank);
    }
    std::sort(ranks.begin(), ranks.end());
    EXPECT_EQ(ranks, (std::vector<core::Index>{1, 2, 3, 4}));
    EXPECT_FALSE(readPair(*pattern, rows, 3, 4)->allowed);
    EXPECT_FALSE(readPair(*pattern, rows, 3, 99));
}

TEST(PairReading, ReadsTokensWeightRankAndPositions) {
    PairReading reading{25, 14, QStringLiteral("tired"), QStringLiteral("animal"), 0.334056, 1, 39, true,
                        {}, {}};
    EXPECT_EQ(readingText(reading), QStringLiteral("tired → animal   %1   rank 1 of 39   position 25 → 14")
                                        .arg(QLocale().toString(0.334056, 'f', 6)));
    reading.before = 0.5;
    EXPECT_EQ(weightReading(reading, 3), QStringLiteral("%1 → %2").arg(QLocale().toString(0.5, 'f', 3),
                                                                       QLocale().toString(0.334056, 'f', 3)));
    EXPECT_EQ(changeReading(reading, 3), QStringLiteral("B − A −%1").arg(QLocale().toString(0.166, 'f', 3)));
}

TEST(PairReading, MergesPiecesIntoWords) {
    const RunPtr run = randomRun(tokensWithPieces());
    const RowMap rows(run->trace->tokens, true);
    EXPECT_EQ(rows.rows(), 5);
    EXPECT_EQ(rows.positions(), 6);
    EXPECT_EQ(rows.rowOf(2), rows.rowOf(3));
    EXPECT_EQ(rows.positionOf(rows.rowOf(4)), 4);
    const core::PatternPtr words =
        core::wordPattern(core::headPattern(run->trace, headAt(0, 0), testCompute().kernels), {});
    const auto reading = readPair(*words, rows, 5, 3);
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->keyLabel, QStringLiteral("unlock"));
    EXPECT_NEAR(reading->weight, weightOf(run, headAt(0, 0), 5, 2) + weightOf(run, headAt(0, 0), 5, 3), 1e-6);
    // Rows of tokens do not fit a pattern of words.
    EXPECT_FALSE(readPair(*words, RowMap(run->trace->tokens, false), 1, 1));
}

TEST(LinkModel, LeadsBackToTokenPositions) {
    const RunPtr run = randomRun(tokensWithPieces());
    const core::PatternPtr words =
        core::wordPattern(core::headPattern(run->trace, headAt(0, 0), testCompute().kernels), {});
    LinkModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.show(core::strongestLinks(*words, headAt(0, 0), 4), words, RowMap(run->trace->tokens, true));
    ASSERT_EQ(model.rowCount(), 4);
    for (int row = 1; row < 4; ++row) {
        EXPECT_LE(model.index(row).data(LinkModel::WeightRole).toDouble(),
                  model.index(row - 1).data(LinkModel::WeightRole).toDouble());
    }
    EXPECT_EQ(model.rowOf(model.pairAt(2)), 2);
    model.clear();
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(PairReading, RightToLeftTokensLeaveTheArrowItsDirection) {
    PairReading reading;
    reading.queryLabel = QStringLiteral("ن");
    reading.keyLabel = QStringLiteral("ا");
    // Each in an isolate (U+2068 … U+2069), so that the line as a whole runs from left to right.
    EXPECT_EQ(pairText(reading), QStringLiteral("\u2068ن\u2069 → \u2068ا\u2069"));
    reading.keyLabel = QStringLiteral("it");
    EXPECT_EQ(pairText(reading), QStringLiteral("\u2068ن\u2069 → it"));
}

}  // namespace
}  // namespace headscope::ui
