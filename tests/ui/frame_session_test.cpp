// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/ui/frame_example.h"
#include "ui/session.h"

namespace headscope::ui {
namespace {

struct Spies {
    QSignalSpy run, selection, hover, settings;
    explicit Spies(Session& session)
        : run(&session, &Session::runChanged),
          selection(&session, &Session::selectionChanged),
          hover(&session, &Session::hoverChanged),
          settings(&session, &Session::settingsChanged) {}
};

TEST(Session, IsEmptyBeforeThereIsARun) {
    Session session(testCompute());
    EXPECT_EQ(session.shown(), nullptr);
    EXPECT_EQ(session.pattern({}), nullptr);
    session.select({{core::AttentionKind::Self, 3, 3}, 4, 5});
    EXPECT_EQ(session.selection(), Selection{});
    session.setHover({1, 2});
    EXPECT_EQ(session.hover(), Hover{});
}

TEST(Session, ClampsTheSelectionToWhatExists) {
    Session session(testCompute());
    const RunPtr run = runOf(pronouns(), tiredText).run;
    session.setRun(run);
    session.select({{core::AttentionKind::Self, 99, 99}, 99, 3});
    EXPECT_EQ(session.selection().head.layer, run->trace->layerCount() - 1);
    EXPECT_EQ(session.selection().head.head, run->trace->headCount(0) - 1);
    EXPECT_FALSE(session.selection().query);
    EXPECT_EQ(session.selection().key, 3);
    session.select({{core::AttentionKind::Self, -5, -5}, -1, {}});
    EXPECT_EQ(session.selection(), (Selection{{core::AttentionKind::Self, 0, 0}, {}, {}}));
    session.setHover({2, 99});
    EXPECT_EQ(session.hover(), (Hover{2, {}}));
}

TEST(Session, SaysNothingWhenNothingChanged) {
    Session session(testCompute());
    session.setRun(runOf(pronouns(), tiredText).run);
    session.select({{core::AttentionKind::Self, 1, 1}, 2, 3});
    Spies spies(session);
    session.select(session.selection());
    session.selectHead(session.selection().head);
    session.setHover(session.hover());
    session.setSettings(session.settings());
    session.setRun(session.a());
    session.setSide(Side::A);
    session.setSide(Side::B);  // there is none
    EXPECT_EQ(spies.run.count() + spies.selection.count() + spies.hover.count() + spies.settings.count(), 0);
    session.selectHead({core::AttentionKind::Self, 1, 2});
    EXPECT_EQ(spies.selection.count(), 1);
    EXPECT_EQ(session.selection().query, 2);
}

TEST(Session, CarriesPinnedTokensThroughAnEdit) {
    Session session(testCompute());
    session.setRun(runOf(pronouns(), tiredText).run);
    const core::Index it = positionOf(session.a(), "it");
    const core::Index animal = positionOf(session.a(), "animal");
    const core::HeadId head{core::AttentionKind::Self, 2, 1};
    session.select({head, it, animal});
    session.setRun(runOf(pronouns(), wideText).run);
    EXPECT_EQ(session.selection(), (Selection{head, it, animal}));
    session.setRun(runOf(pronouns(), "The animal didn't cross the old street because it was too wide").run);
    EXPECT_EQ(session.selection(), (Selection{head, it + 1, animal}));
    session.setRun(runOf(pronouns(), "The animal slept").run);
    EXPECT_EQ(session.selection(), (Selection{head, {}, animal}));
}

TEST(Session, GoesToTheOpeningHeadOfAnotherModel) {
    Session session(testCompute());
    session.setRun(runOf(pronouns(), tiredText).run);
    session.select({{core::AttentionKind::Self, 0, 0}, 1, 1});
    const OpenModelPtr other = openModel("example:pronouns", testCompute());
    const LoadedRun loaded = runOf(other, tiredText);
    session.setRun(loaded.run);
    EXPECT_EQ(session.selection(), (Selection{loaded.run->openingHead, {}, {}}));
}

TEST(Session, ShowsASecondRun) {
    Session session(testCompute());
    const RunPtr a = runOf(pronouns(), tiredText).run;
    const RunPtr b = runOf(pronouns(), "The animal slept").run;
    session.setRun(a);
    session.select({{core::AttentionKind::Self, 1, 1}, a->trace->length() - 1, {}});
    Spies spies(session);
    session.setRunB(b);
    EXPECT_EQ(session.shown(), a);
    session.setSide(Side::B);
    EXPECT_EQ(session.shown(), b);
    EXPECT_EQ(session.selection().query, b->trace->length() - 1);  // the same [SEP]
    EXPECT_EQ(session.pattern({})->rows(), b->trace->length());
    EXPECT_EQ(spies.run.count(), 2);
    session.setSide(Side::A);
    EXPECT_EQ(session.pattern({})->rows(), a->trace->length());
    session.setSide(Side::B);
    session.setRunB(nullptr);
    EXPECT_EQ(session.side(), Side::A);
    EXPECT_EQ(session.shown(), a);
}

TEST(Session, ShowsADifferenceOnlyOfTwoRunsWithTheSameHeads) {
    Session session(testCompute());
    session.setRun(runOf(pronouns(), tiredText).run);
    session.setSide(Side::Difference);
    EXPECT_EQ(session.side(), Side::A);
    session.setRunB(runOf(pronouns(), wideText).run);
    session.setSide(Side::Difference);
    EXPECT_EQ(session.side(), Side::Difference);
    EXPECT_EQ(session.shownSide(), Side::B);
    EXPECT_EQ(session.shown(), session.b());
    EXPECT_NE(session.pattern({})->difference(), nullptr);
    auto other = std::make_shared<ui::Run>(*session.b());
    auto trace = std::make_shared<core::Trace>(*other->trace);
    trace->layers.pop_back();
    other->trace = trace;
    session.setRunB(other);
    EXPECT_EQ(session.side(), Side::B);
    EXPECT_EQ(session.difference(), nullptr);
    EXPECT_EQ(session.pattern({})->difference(), nullptr);
}

}  // namespace
}  // namespace headscope::ui
