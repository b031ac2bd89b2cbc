// SPDX-License-Identifier: GPL-3.0-or-later
// What heads are for, in the window: table, overview, panel.
#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>

#include "tests/ui/frame_example.h"
#include "tests/ui/views_samples.h"
#include "ui/models/label_text.h"
#include "ui/models/wording.h"
#include "ui/views/grid_canvas.h"
#include "ui/views/head_table.h"
#include "ui/views/inspector.h"
#include "ui/views/types_panel.h"

namespace headscope::ui {
namespace {

constexpr int typesPatience = 60000;

bool found(Session& session) {
    return QTest::qWaitFor([&session] { return session.headTypes().labels() != nullptr; }, typesPatience);
}

const core::HeadLabel* labelOf(Session& session, core::HeadId head, core::Label wanted) {
    for (const core::HeadLabel& label : labelsOf(session.headTypes().labels(), head))
        if (label.label == wanted) return &label;
    return nullptr;
}

/// Whether a visible label of `view` reads `text`.
bool reads(const QWidget& view, const QString& text) {
    const QList<QLabel*> labels = view.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisibleTo(&view) && label->text() == text;
    });
}

TEST(HeadTypes, AreFoundByThemselvesInASmallModel) {
    Session session(testCompute());
    session.setRun(runOf(pronouns(), tiredText).run);
    EXPECT_TRUE(session.headTypes().isRunning());
    ASSERT_TRUE(found(session));
    EXPECT_FALSE(session.headTypes().isRunning());
    // As `headscope metrics example:pronouns --types --cases example:pronouns-pairs` says.
    const core::HeadLabel* relation = labelOf(session, headAt(2, 3), core::Label::Relation);
    ASSERT_NE(relation, nullptr);
    EXPECT_EQ(relation->count, 1136);
    EXPECT_NEAR(relation->share, 1, 1e-3);
    EXPECT_EQ(relation->detail, "pronouns-pairs");
    EXPECT_EQ(labelsOf(session.headTypes().labels(), headAt(2, 3)).front().label, core::Label::Relation)
        << "it is always right, before what it mostly does";
    const core::HeadLabel* previous = labelOf(session, headAt(1, 2), core::Label::Previous);
    ASSERT_NE(previous, nullptr);
    EXPECT_EQ(previous->count, 12);
    EXPECT_NEAR(previous->share, 0.7945, 1e-3);
    EXPECT_NEAR(*previous->baseline, 1.0 / 13, 1e-9);
    EXPECT_NEAR(previous->interval->low, 0.5117, 1e-3);
    EXPECT_EQ(labelOf(session, headAt(0, 1), core::Label::Relation), nullptr);
}

TEST(HeadTypes, AreKeptForRunsThatAreStillThere) {
    Session session(testCompute());
    session.setRun(runOf(pronouns(), tiredText).run);
    ASSERT_TRUE(found(session));
    const HeadLabelsPtr ofA = session.headTypes().labels();
    session.setRunB(runOf(pronouns(), wideText).run);
    session.setSide(Side::B);
    EXPECT_EQ(session.headTypes().labels(), nullptr);
    ASSERT_TRUE(found(session));
    EXPECT_NE(session.headTypes().labels(), ofA);
    session.setSide(Side::A);
    EXPECT_EQ(session.headTypes().labels(), ofA);
    EXPECT_FALSE(session.headTypes().isRunning());
}

TEST(HeadTypes, CanBeStoppedAndFoundLater) {
    Session session(testCompute());
    TypesPanel panel(session, nullptr);
    session.setRun(runOf(pronouns(), tiredText).run);
    ASSERT_TRUE(session.headTypes().isRunning());
    panel.button().click();
    EXPECT_FALSE(session.headTypes().isRunning());
    EXPECT_EQ(session.headTypes().labels(), nullptr);
    EXPECT_EQ(panel.button().text(), QStringLiteral("Find out"));
    panel.button().click();
    EXPECT_TRUE(session.headTypes().isRunning());
    ASSERT_TRUE(found(session));
    EXPECT_TRUE(panel.button().isHidden());
}

TEST(HeadTypes, ARunWithoutModelHasNone) {
    Session session(testCompute());
    session.setRun(randomRun(numberedTokens(4)));
    session.headTypes().find();
    EXPECT_FALSE(session.headTypes().isRunning());
    session.setRun(nullptr);
    session.headTypes().find();
    EXPECT_FALSE(session.headTypes().isRunning());
}

TEST(HeadTypes, StandInTableOverviewAndPanel) {
    Session session(testCompute());
    HeadTable table(session, nullptr);
    Inspector inspector(session, nullptr);
    GridCanvas grid(session, nullptr);
    showSized(inspector, {300, 700});
    showSized(grid, {300, 300});
    session.setRun(runOf(pronouns(), tiredText).run);
    session.selectHead(headAt(2, 3));
    const QAbstractItemModel& rows = *table.table().model();
    const auto type = [&rows](int head, int role) {
        return rows.index(head, HeadModel::TypeColumn).data(role);
    };
    EXPECT_EQ(type(11, Qt::DisplayRole), headTypeText(core::HeadType::Local)) << "its pattern, until then";
    const QImage before = grid.grab().toImage();
    ASSERT_TRUE(found(session));
    EXPECT_EQ(type(11, Qt::DisplayRole), QStringLiteral("Relation")) << "and Duplicate behind it";
    EXPECT_EQ(type(5, Qt::DisplayRole), QStringLiteral("Relation"));
    EXPECT_EQ(type(11, HeadModel::TypeRole).toInt(), static_cast<int>(core::HeadType::Content));
    EXPECT_EQ(type(6, Qt::DisplayRole), QStringLiteral("Previous"));
    EXPECT_EQ(type(1, Qt::DisplayRole), QStringLiteral("Content")) << "nothing is known of 0.1";
    EXPECT_LT(type(6, HeadModel::SortRole).toInt(), type(1, HeadModel::SortRole).toInt());
    EXPECT_TRUE(reads(inspector, QStringLiteral("1.00 · n 1,136 · baseline 0.50")));
    EXPECT_TRUE(reads(inspector, QStringLiteral("Duplicate")));
    EXPECT_NE(grid.grab().toImage(), before) << "corners are marked";
    session.selectHead(headAt(0, 1));
    EXPECT_TRUE(reads(inspector, QStringLiteral("No type has evidence enough in this run.")));
}

TEST(LabelText, NamesShareCountBaselineAndInterval) {
    const core::HeadLabel offset{headAt(1, 1), core::Label::Offset,        0.934, 812,
                                 0.07,         core::Interval{0.91, 0.95}, "-2"};
    EXPECT_EQ(labelShortName(offset), QStringLiteral("Offset −2"));
    EXPECT_EQ(labelEvidence(offset), QStringLiteral("0.93 · n 812 · baseline 0.07"));
    EXPECT_TRUE(labelText(offset).contains(QStringLiteral("95 % interval 0.91 – 0.95")));
    EXPECT_TRUE(labelText(offset).contains(QStringLiteral("at a fixed distance")));
    const core::HeadLabel dead{headAt(1, 1), core::Label::DeadByWeights, 0.0004, 0, 1.0, {}, {}};
    EXPECT_EQ(labelEvidence(dead), QStringLiteral("0.0004 of the layer's median"));
    const core::HeadLabel effect{headAt(1, 1), core::Label::Important, 0.25, 13, 0.05, {}, {}};
    EXPECT_EQ(labelEvidence(effect), QStringLiteral("without it the output changes by 0.25 · baseline 0.05"));
    for (const core::LabelInfo& info : core::labelInfos())
        EXPECT_FALSE(labelShortName({headAt(0, 0), info.label, 1, 1, {}, {}, "3"}).isEmpty()) << info.id;
}

}  // namespace
}  // namespace headscope::ui
