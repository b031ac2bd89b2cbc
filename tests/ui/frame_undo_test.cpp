// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo of what the window shows.
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "ui/history.h"

namespace headscope::ui {
namespace {

constexpr core::HeadId first{core::AttentionKind::Self, 1, 2};
constexpr core::HeadId second{core::AttentionKind::Self, 3, 0};

History::Entry entry(int layer, const char* text = "x") {
    History::Entry made;
    made.state.a = core::RunSpec{"m", {}, false, {}, {}};
    made.state.a->input.text = text;
    made.state.selection.head.layer = layer;
    return made;
}

TEST(History, GoesBackAndForthThroughStates) {
    History history;
    EXPECT_FALSE(history.canUndo());
    EXPECT_FALSE(history.canRedo());
    for (int layer = 0; layer < 3; ++layer) history.note(entry(layer), 10'000 * layer);
    ASSERT_TRUE(history.canUndo());
    EXPECT_EQ(history.undo().state, entry(1).state);
    EXPECT_EQ(history.undo().state, entry(0).state) << "before the first was shown";
    EXPECT_FALSE(history.canUndo());
    history.note(entry(0), 40'000);
    EXPECT_TRUE(history.canRedo());
    EXPECT_EQ(history.redo().state, entry(1).state);
    history.note(entry(1), 50'000);
    history.note(entry(7), 60'000);
    EXPECT_FALSE(history.canRedo()) << "something else was done";
    EXPECT_EQ(history.undo().state, entry(1).state);
}

TEST(History, AStateThatIsNotShownLeavesItWhereItWas) {
    History history;
    for (int layer = 0; layer < 3; ++layer) history.note(entry(layer), 10'000 * layer);
    history.undo();
    history.giveUp();
    EXPECT_FALSE(history.canRedo());
    EXPECT_EQ(history.undo().state, entry(1).state);
}

TEST(History, AWalkIsOneStepAndAPauseEndsIt) {
    History history;
    history.note(entry(0), 0);
    for (int layer = 1; layer < 6; ++layer) history.note(entry(layer), 5'000 + 100 * layer);
    history.note(entry(6), 9'000);
    EXPECT_EQ(history.undo().state, entry(5).state);
    history.note(entry(5), 9'500);
    EXPECT_EQ(history.undo().state, entry(0).state);
}

TEST(History, TypingIsOneStepButNotWithAWalk) {
    History history;
    history.note(entry(0, "a"), 0);
    history.note(entry(0, "ab"), 1'000);
    history.note(entry(0, "abc"), 1'200);
    history.note(entry(4, "abc"), 1'300);
    EXPECT_EQ(history.undo().state, entry(0, "abc").state);
    EXPECT_EQ(history.undo().state, entry(0, "a").state);
}

TEST(History, ForgetsTheOldest) {
    History history;
    const int more = static_cast<int>(History::mostStates) + 5;
    for (int i = 0; i < more; ++i) history.note(entry(i), 10'000LL * i);
    int back = 0;
    while (history.canUndo()) {
        history.undo();
        ++back;
    }
    EXPECT_EQ(back, static_cast<int>(History::mostStates) - 1);
}

TEST(Undo, TakesBackTextsHeadsGatesViewsAndSettings) {
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    window.turn();
    EXPECT_FALSE(window->actions()[ActionId::Undo]->isEnabled()) << "there was nothing before";
    const WindowState opened = window->state();
    window.session().selectHead(first);
    window.turn();
    ASSERT_TRUE(window.run(wideText));
    window.turn();
    const WindowState wide = window->state();
    window->showView("flow");
    window.turn();
    window->actions()[ActionId::GateHead]->trigger();
    ASSERT_TRUE(window.settled());
    window.turn();
    ASSERT_NE(window.session().b(), nullptr);
    const RunPtr gated = window.session().b();
    const WindowState last = window->state();

    ASSERT_TRUE(window.trigger(ActionId::Undo));
    EXPECT_EQ(window.session().b(), nullptr);
    EXPECT_EQ(window.session().side(), Side::A);
    ASSERT_TRUE(window.trigger(ActionId::Undo));
    EXPECT_EQ(window->state(), wide);
    ASSERT_TRUE(window.trigger(ActionId::Undo));
    EXPECT_EQ(window.shownText(), opened.a->input.text);
    EXPECT_EQ(window.session().selection().head, first);
    ASSERT_TRUE(window.trigger(ActionId::Undo));
    EXPECT_EQ(window->state(), opened);
    EXPECT_FALSE(window->actions()[ActionId::Undo]->isEnabled());

    for (int i = 0; i < 4; ++i) ASSERT_TRUE(window.trigger(ActionId::Redo));
    EXPECT_EQ(window->state(), last);
    EXPECT_EQ(window.session().b(), gated) << "a run of a moment ago is not made again";
    EXPECT_FALSE(window->actions()[ActionId::Redo]->isEnabled());
}

TEST(Undo, IsTheFieldsOwnWhileSomethingIsTyped) {
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    window.turn();
    const std::string before = window.shownText();
    window.session().selectHead(first);
    window.turn();
    QLineEdit& field = window->textBar().text();
    field.setFocus();
    QTest::keyClicks(&field, QStringLiteral("x"));
    QTest::keyClick(&field, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(field.text().toStdString(), before);
    EXPECT_EQ(window.session().selection().head, first);
    QTest::keyClick(&field, Qt::Key_Z, Qt::ControlModifier);
    window.turn();
    EXPECT_NE(window.session().selection().head, first) << "the window's, when the field has nothing left";
}

/// The example, and after it another model, which lets go of the example's runs.
struct TwoModels : StateWindow {
    test::TemporaryFolder folder;
    std::filesystem::path other = folder.path() / "other";
    WindowState example;

    bool open() {
        std::filesystem::copy(std::string(HEADSCOPE_TEST_DATA) + "/models/bert", other);
        if (!openExample()) return false;
        session().selectHead(first);
        turn();
        example = window.state();
        core::Input ids;
        ids.ids = {1, 5, 2};
        if (!StateWindow::open(QString::fromStdString(other.string()), ids)) return false;
        turn();
        window.showView("flow");
        turn();
        return true;
    }
    void undo() {
        turn();
        window.actions()[ActionId::Undo]->trigger();
    }
};

TEST(Undo, ThatIsStoppedOrFailsLeavesNothingToRedo) {
    TwoModels window;
    ASSERT_TRUE(window.open());
    const WindowState last = window->state();
    window.undo();  // the view
    window.turn();
    window.undo();  // the model, which has to be opened again
    ASSERT_TRUE(window->loader().isBusy());
    window->loader().cancel();
    window.turn();
    EXPECT_TRUE(window->actions()[ActionId::Redo]->isEnabled()) << "the view";
    ASSERT_TRUE(window.trigger(ActionId::Redo));
    EXPECT_EQ(window->state(), last);
    EXPECT_FALSE(window->actions()[ActionId::Redo]->isEnabled());
}

TEST(Undo, GoesOnWhileTheStepBeforeIsLoading) {
    TwoModels window;
    ASSERT_TRUE(window.open());
    const WindowState last = window->state();
    window.undo();
    window.undo();
    window->actions()[ActionId::Undo]->trigger();  // once more, without waiting
    ASSERT_TRUE(window.settled());
    window.turn();
    EXPECT_NE(window->state(), window.example) << "the head before";
    EXPECT_EQ(window->state().a, window.example.a);
    int forth = 0;
    for (; window.trigger(ActionId::Redo); ++forth) EXPECT_LT(forth, 5);
    EXPECT_EQ(forth, 3);
    EXPECT_EQ(window->state(), last);
}

TEST(Undo, ShowsTheViewTogetherWithItsRun) {
    TwoModels window;
    ASSERT_TRUE(window.open());
    window.undo();
    window.turn();
    const int before = window->workspace().viewIndex();
    window->showView("arcs");
    window.turn();
    window.undo();
    window.turn();
    window.undo();
    ASSERT_TRUE(window->loader().isBusy());
    EXPECT_EQ(window->workspace().viewIndex(), before) << "as long as the other model is shown";
    ASSERT_TRUE(window.settled());
    window.turn();
    EXPECT_EQ(window->state(), window.example);
    EXPECT_FALSE(window->actions()[ActionId::Undo]->isEnabled() &&
                 !window->actions()[ActionId::Redo]->isEnabled());
}

TEST(Undo, ATextTypedWhileAStateLoadsKeepsTheRestOfIt) {
    TwoModels window;
    ASSERT_TRUE(window.openExample());
    const std::filesystem::path path = window.folder.path() / "x.headscope";
    WindowState state = window->state();
    state.b = state.a;
    state.b->edits = {core::HeadGate{first, 0}};
    state.side = Side::B;
    state.view = "arcs";
    writeSession(path, state);
    ASSERT_TRUE(window.trigger(ActionId::CloseModel));
    window->open(QString::fromStdString(path.string()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->loader().isBusy(); }, patience));
    core::Input wide;
    wide.text = wideText;
    window->loader().run(Side::A, wide);
    ASSERT_TRUE(window.settled());
    ASSERT_NE(window.session().b(), nullptr);
    EXPECT_EQ(window.session().b()->trace->spec.input.text, wideText);
    EXPECT_EQ(window.session().b()->trace->spec.edits, state.b->edits);
    EXPECT_EQ(window.session().a()->trace->spec, *state.a);
    EXPECT_EQ(window->workspace().viewIndex(), 2);
}

TEST(Undo, HoldsNoModelThatIsShownNoMore) {
    TwoModels window;
    ASSERT_TRUE(window.open());
    const std::weak_ptr<const core::Model> other = window.session().a()->model;
    window.undo();
    window.turn();
    window.undo();
    ASSERT_TRUE(window.settled());
    window.turn();
    ASSERT_EQ(window->state(), window.example);
    EXPECT_TRUE(QTest::qWaitFor([&] { return other.expired(); }, patience)) << "weights are large";
    const std::weak_ptr<const core::Model> example = window.session().a()->model;
    window->loader().close();
    EXPECT_TRUE(QTest::qWaitFor([&] { return example.expired(); }, patience));
}

TEST(Undo, OfAHeadLeavesTheDifferenceAsItIs) {
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    window->loader().copyToB();
    ASSERT_TRUE(window.run(wideText));
    window.session().setSide(Side::Difference);
    window.turn();
    const ComparedRunsPtr compared = window.session().difference();
    ASSERT_NE(compared, nullptr);
    const core::HeadId before = window.session().selection().head;
    window.session().selectHead(first);
    ASSERT_TRUE(window.trigger(ActionId::Undo));
    EXPECT_EQ(window.session().selection().head, before);
    EXPECT_EQ(window.session().difference(), compared) << "aligned and compared once";
}

TEST(Undo, OpensAgainWhatWasClosed) {
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    window.session().select({second, 3, 4});
    window.turn();
    const WindowState before = window->state();
    ASSERT_TRUE(window.trigger(ActionId::CloseModel));
    ASSERT_EQ(window.session().a(), nullptr);
    ASSERT_TRUE(window.trigger(ActionId::Undo));
    EXPECT_EQ(window->state(), before);
    ASSERT_TRUE(window.trigger(ActionId::Redo));
    EXPECT_EQ(window.session().a(), nullptr);
}

}  // namespace
}  // namespace headscope::ui
