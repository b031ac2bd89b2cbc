// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QLocale>

#include "tests/ui/views_samples.h"
#include "ui/models/head_model.h"
#include "ui/models/value_sort_model.h"
#include "ui/models/wording.h"

namespace headscope::ui {
namespace {

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

/// A run of which one head has no value for the first metric.
RunPtr runWithHole() {
    const std::shared_ptr<ui::Run> run = copyOf(randomRun(numberedTokens(4)));
    run->measures[2].values[0] = {};
    return run;
}

TEST(HeadModel, HasARowPerHeadAndAColumnPerMetric) {
    HeadModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    const RunPtr run = randomRun(numberedTokens(5), {3, 4, false, false});
    model.setRun(run);
    EXPECT_EQ(model.rowCount(), 12);
    EXPECT_EQ(model.columnCount(), HeadModel::FirstMetricColumn + static_cast<int>(headMetrics().size()));
    EXPECT_EQ(cell(model, 6, HeadModel::HeadColumn), QStringLiteral("1.2"));
    EXPECT_EQ(model.headAt(6), headAt(1, 2));
    EXPECT_EQ(model.rowOf(headAt(2, 3)), 11);
    EXPECT_EQ(model.rowOf(headAt(9, 0)), -1);
    model.setRun(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(HeadModel, ShowsValuesRoundedAndKeepsThemExactForSorting) {
    HeadModel model;
    const RunPtr run = randomRun(numberedTokens(5));
    model.setRun(run);
    const double entropy = *run->measures[1].values[0].mean();
    const QModelIndex index = model.index(1, HeadModel::FirstMetricColumn);
    EXPECT_EQ(index.data().toString(), QLocale().toString(entropy, 'f', 2));
    EXPECT_DOUBLE_EQ(index.data(HeadModel::SortRole).toDouble(), entropy);
    double largest = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        largest = std::max(largest, index.siblingAtRow(row).data(HeadModel::BarRole).toDouble());
    }
    EXPECT_DOUBLE_EQ(largest, 1);
}

TEST(HeadModel, WritesNumbersAsTheLanguageDoes) {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    EXPECT_EQ(numberText(0.25, 2), QStringLiteral("0,25"));
    QLocale::setDefault(before);
}

TEST(HeadModel, ADashStandsForNoValueAndSortsLastBothWays) {
    HeadModel model;
    model.setRun(runWithHole());
    ValueSortModel sorted;
    const QAbstractItemModelTester tester(&sorted, QAbstractItemModelTester::FailureReportingMode::Fatal);
    sorted.setSourceModel(&model);
    constexpr int column = HeadModel::FirstMetricColumn;
    EXPECT_EQ(cell(model, 2, column), QStringLiteral("–"));
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        sorted.sort(column, order);
        EXPECT_EQ(cell(sorted, sorted.rowCount() - 1, column), QStringLiteral("–"));
        for (int row = 1; row + 1 < sorted.rowCount(); ++row) {
            const double above = sorted.index(row - 1, column).data(HeadModel::SortRole).toDouble();
            const double below = sorted.index(row, column).data(HeadModel::SortRole).toDouble();
            EXPECT_TRUE(order == Qt::AscendingOrder ? above <= below : above >= below) << row;
        }
    }
}

TEST(HeadModel, NamesTheTypeAndItsEvidence) {
    HeadModel model;
    const std::shared_ptr<ui::Run> run = copyOf(randomRun(numberedTokens(4)));
    run->types[0] = {core::HeadType::Sink, 0.825};
    model.setRun(run);
    const QModelIndex index = model.index(0, HeadModel::TypeColumn);
    EXPECT_EQ(index.data().toString(), headTypeText(core::HeadType::Sink));
    EXPECT_TRUE(index.data(Qt::ToolTipRole).toString().contains(percentText(0.825)));
    EXPECT_EQ(index.data(HeadModel::TypeRole).toInt(), static_cast<int>(core::HeadType::Sink));
}

}  // namespace
}  // namespace headscope::ui
