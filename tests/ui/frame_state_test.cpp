// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows as a value: undo and redo, session files.
#include <gtest/gtest.h>

#include <QFile>
#include <fstream>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"
#include "ui/history.h"
#include "ui/recent.h"

namespace headscope::ui {
namespace {

using core::HeadId;

constexpr HeadId first{core::AttentionKind::Self, 1, 2};
constexpr HeadId second{core::AttentionKind::Self, 3, 0};

struct StateWindow : TestWindow {
    Session& session() { return window.session(); }
    void turn() { QTest::qWait(1); }  // the window notes what it shows when it is back in its event loop
    bool trigger(ActionId id) {
        turn();
        if (!window.actions()[id]->isEnabled()) return false;
        window.actions()[id]->trigger();
        const bool done = settled();
        turn();
        return done;
    }
    bool run(const char* text) {
        core::Input input;
        input.text = text;
        window.loader().run(session().side(), input);
        return settled();
    }
};

History::Entry entry(int layer, const char* text = "x") {
    History::Entry made;
    made.state.a = core::RunSpec{"m", {}, false, {}};
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

TEST(SessionFile, ReopensExactly) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "tired.headscope";
    WindowState saved;
    {
        StateWindow window;
        ASSERT_TRUE(window.openExample());
        window->loader().copyToB();
        ASSERT_TRUE(window.run(wideText));
        window->loader().gate({first, 0.5F});
        ASSERT_TRUE(window.settled());
        ViewSettings settings = window.session().settings();
        settings.scale = ToneScale::Log;
        settings.range = ToneRange::PerRow;
        settings.colours = ColourMap::Magma;
        settings.words = settings.muteSpecials = settings.lookedAtBy = true;
        settings.share = 0.35;
        settings.shownHeads = {0, 3};
        window.session().setSettings(settings);
        window.session().select({second, 11, 2});
        window->showView("arcs");
        saved = window->state();
        window->saveSession(QString::fromStdString(path.string()));
        ASSERT_TRUE(window.settled());
        EXPECT_TRUE(window->errorBar().isHidden()) << window->errorBar().sentence().toStdString();
    }
    EXPECT_EQ(readSession(path), saved);
    StateWindow window;
    ASSERT_TRUE(window.open(QString::fromStdString(path.string())));
    EXPECT_EQ(window->state(), saved);
    EXPECT_EQ(window->workspace().viewIndex(), 2);
    EXPECT_EQ(recentRuns().at(0).model.toStdString(), path.string());
    window.turn();
    window->actions()[ActionId::SaveSession]->trigger();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(readSession(path), saved) << "saved to where it came from, without asking";
}

TEST(SessionFile, NamesModelsBesideItFromThere) {
    const test::TemporaryFolder folder;
    WindowState state;
    state.a = core::RunSpec{(folder.path() / "models" / "m").string(), {}, false, {}};
    state.b = core::RunSpec{"/elsewhere/m", {}, false, {}};
    state.view = "heatmap";
    const std::filesystem::path path = folder.path() / "x.headscope";
    writeSession(path, state);
    EXPECT_EQ(readSession(path), state);
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    EXPECT_NE(text.find("\"models/m\""), std::string::npos) << text;
    EXPECT_NE(text.find("\"/elsewhere/m\""), std::string::npos) << text;
    // Beside its models wherever the folder goes.
    const std::filesystem::path moved = folder.path() / "moved";
    std::filesystem::create_directory(moved);
    std::filesystem::copy_file(path, moved / "x.headscope");
    EXPECT_EQ(readSession(moved / "x.headscope").a->model, (moved / "models" / "m").string());
}

struct Broken {
    const char* name;
    const char* text;
    const char* says;
};

const Broken broken[] = {
    {"NoJson", "x", "not valid JSON"},
    {"OtherJson", R"({"tokens": []})", "no session of Headscope"},
    {"Later", R"({"session": 2, "a": {"model": "m"}})", "another version"},
    {"UnknownKey", R"({"session": 1, "a": {"model": "m"}, "c": 1})", "\"c\""},
    {"UnknownSide", R"({"session": 1, "a": {"model": "m"}, "side": "c"})",
     "\"c\"; there are a, b, difference"},
    {"SideWithoutB", R"({"session": 1, "a": {"model": "m"}, "side": "b"})", "no \"b\""},
    {"NoHead", R"({"session": 1, "a": {"model": "m"}, "head": "x"})", "\"4.11\""},
    {"NoView", R"({"session": 1, "a": {"model": "m"}, "shown": {"view": "x"}})", "which is no view"},
    {"NoShare", R"({"session": 1, "a": {"model": "m"}, "shown": {"share": 2}})", "between 0 and 1"},
    {"NoScale", R"({"session": 1, "a": {"model": "m"}, "shown": {"scale": "x"}})", "linear, sqrt, log"},
    {"NegativeHead", R"({"session": 1, "a": {"model": "m"}, "shown": {"heads": [-1]}})", "no head"},
};

class BrokenSession : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenSession, IsRefusedWithTheReason) {
    const test::TemporaryFolder folder;
    const auto path = folder.write("x.headscope", GetParam().text);
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    const WindowState before = window->state();
    window->open(QString::fromStdString(path.string()));
    ASSERT_TRUE(window.settled());
    const std::string sentence = window->errorBar().sentence().toStdString();
    EXPECT_NE(sentence.find("x.headscope"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(GetParam().says), std::string::npos) << sentence;
    EXPECT_EQ(window->state(), before);
}

INSTANTIATE_TEST_SUITE_P(SessionFile, BrokenSession, ::testing::ValuesIn(broken),
                         [](const auto& broke) { return broke.param.name; });

TEST(SessionFile, AModelThatIsGoneIsSaidAndWhatIsShownStays) {
    const test::TemporaryFolder folder;
    const auto path = folder.write("x.headscope", R"({"session": 1, "a": {"model": "gone", "text": "x"}})");
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    window.turn();
    const WindowState before = window->state();
    window->open(QString::fromStdString(path.string()));
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window->errorBar().sentence().contains(QStringLiteral("gone")));
    EXPECT_EQ(window->state(), before);
}

TEST(SessionFile, OneThatCannotBeWrittenIsSaid) {
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    window->saveSession(QStringLiteral("/no/such/folder/x.headscope"));
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window->errorBar().sentence().contains(QStringLiteral("/no/such/folder")));
}

}  // namespace
}  // namespace headscope::ui
