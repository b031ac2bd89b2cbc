// SPDX-License-Identifier: GPL-3.0-or-later
// Session files: what the window shows, saved and opened again.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <fstream>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "ui/models/wording.h"
#include "ui/recent.h"
#include "ui/views/charts_view.h"

namespace headscope::ui {
namespace {

constexpr core::HeadId first{core::AttentionKind::Self, 1, 2};
constexpr core::HeadId second{core::AttentionKind::Self, 3, 0};

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
        settings.combining = core::Combining::Largest;
        settings.measure = "distance";
        settings.sortHeads = true;
        settings.sideBySide = true;
        settings.chart = ChartKind::Scatter;
        settings.chartMetric = "max";
        settings.chartAcross = "sink";
        window.session().setSettings(settings);
        window.session().select({second, 11, 2, {first}});
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
    const ChartsView& charts = *window->findChild<ChartsView*>();
    EXPECT_EQ(charts.choice().currentIndex(), static_cast<int>(ChartKind::Scatter));
    EXPECT_EQ(charts.metricChoice().currentText(), metricName(*core::metricNamed("max")));
    EXPECT_EQ(charts.across().currentText(), metricName(*core::metricNamed("sink")));
    EXPECT_EQ(recentRuns().at(0).model.toStdString(), path.string());
    window.turn();
    window->actions()[ActionId::SaveSession]->trigger();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(readSession(path), saved) << "saved to where it came from, without asking";
}

TEST(Overview, SpaceGivesItTheCentreAndTakesItBack) {
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    window->showView("flow");
    window.session().selectHead(second);
    const Selection before = window.session().selection();
    window->workspace().focusGrid();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    EXPECT_EQ(window->state().view, "grid");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    EXPECT_EQ(window->state().view, "flow");
    EXPECT_EQ(window.session().selection(), before);
}

TEST(Overview, MeasuresWhatTheRunHasNotFound) {
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    const core::Metric& previous = *core::metricNamed("previous");
    const QSignalSpy found(&window.session(), &Session::valuesFound);
    ViewSettings settings = window.session().settings();
    settings.measure = previous.id;
    window.session().setSettings(settings);
    EXPECT_FALSE(window.session().values(previous)) << "still being measured";
    ASSERT_TRUE(QTest::qWaitFor([&] { return found.count() == 1; }, 60'000));
    const auto values = window.session().values(previous);
    ASSERT_TRUE(values);
    const RunPtr run = window.session().a();
    core::MeasureOptions options;
    options.metrics = {&previous};
    const core::Measures expected = core::measureHeads(testCompute(), *run->trace, options);
    ASSERT_EQ(values->values.size(), expected.heads.size());
    for (std::size_t i = 0; i < expected.heads.size(); ++i)
        EXPECT_NEAR(*values->values[i], *expected.heads[i].values[0].mean(), 1e-9) << i;
    window->loader().copyToB();
    ASSERT_TRUE(window.run(wideText));
    window.session().setSide(Side::Difference);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.session().values(previous).has_value(); }, 60'000));
    EXPECT_TRUE(window.session().values(previous)->difference);
}

TEST(SessionFile, NamesModelsBesideItFromThere) {
    const test::TemporaryFolder folder;
    WindowState state;
    state.a = core::RunSpec{(folder.path() / "models" / "m").string(), {}, false, {}, {}};
    state.b = core::RunSpec{"/elsewhere/m", {}, false, {}, {}};
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

/// A session from before several heads could be chosen for every view.
WindowState oldSession(const std::filesystem::path& path, const std::string& head, const std::string& view) {
    std::ofstream(path) << R"({"session": 1, "a": {"model": "m"}, "head": ")" << head
                        << R"(", "shown": {"view": ")" << view << R"(", "heads": [0, 3]}})";
    return readSession(path);
}

TEST(SessionFile, ReadsTheHeadsOfEarlierOnes) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "old.headscope";
    const core::HeadId other{core::AttentionKind::Self, 1, 3};
    const core::HeadId zero{core::AttentionKind::Self, 1, 0};
    EXPECT_EQ(oldSession(path, "1.3", "flow").selection, (Selection{other, {}, {}, {zero}}));
    EXPECT_EQ(oldSession(path, "1.2", "arcs").selection, (Selection{zero, {}, {}, {other}}))
        << "the lines that were drawn";
    EXPECT_EQ(oldSession(path, "1.2", "heatmap").selection, (Selection{first, {}, {}, {}}))
        << "the map showed one head";
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
    {"NoHeads", R"({"session": 1, "a": {"model": "m"}, "heads": ["1.2", "y"]})", "\"y\""},
    {"NoList", R"({"session": 1, "a": {"model": "m"}, "heads": 3})", "\"heads\" must be a list"},
    {"NoMeasure", R"({"session": 1, "a": {"model": "m"}, "shown": {"measure": "x"}})", "no metric"},
    {"NoCombining", R"({"session": 1, "a": {"model": "m"}, "shown": {"combining": "x"}})", "mean, largest"},
    {"NoView", R"({"session": 1, "a": {"model": "m"}, "shown": {"view": "x"}})", "which is no view"},
    {"NoShare", R"({"session": 1, "a": {"model": "m"}, "shown": {"share": 2}})", "between 0 and 1"},
    {"NoScale", R"({"session": 1, "a": {"model": "m"}, "shown": {"scale": "x"}})", "linear, sqrt, log"},
    {"NegativePosition", R"({"session": 1, "a": {"model": "m"}, "query": -1})", "query"},
    {"HeadsNoList", R"({"session": 1, "a": {"model": "m"}, "shown": {"heads": "2.3"}})", "[0, 3]"},
    {"TextsNoObjects", R"({"session": 1, "a": {"model": "m"}, "texts": ["x"]})", "text"},
    {"PairAlone", R"({"session": 1, "a": {"model": "m"}, "texts": [{"pair": "x"}]})", "text"},
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
    // What is shown is not that session, and is not written over it.
    window.turn();
    window->actions()[ActionId::SaveSession]->trigger();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(readSession(path).a->input.text, "x");
}

TEST(SessionFile, IsWrittenBeforeTheWindowCloses) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "x.headscope";
    StateWindow window;
    ASSERT_TRUE(window.openExample());
    const WindowState state = window->state();
    window->saveSession(QString::fromStdString(path.string()));
    window->open(
        QStringLiteral("/no/such/session.headscope"));  // another job, which ends nothing of this one
    window->close();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window->isVisible(); }, patience));
    EXPECT_EQ(readSession(path), state);
}

TEST(SessionFile, KeepsATextOfWhichOnlyThePairHasWords) {
    const test::TemporaryFolder folder;
    core::Input pair;
    pair.pair = "b";
    WindowState state;
    state.a = core::RunSpec{"/m", pair, false, {}, {}};
    state.view = "heatmap";
    state.texts = TextList({pair});
    writeSession(folder.path() / "x.headscope", state);
    EXPECT_EQ(readSession(folder.path() / "x.headscope"), state);
}

TEST(SessionFile, RefusesMoreVectorsThanItCouldReadAgain) {
    const test::TemporaryFolder folder;
    WindowState state;
    state.a = core::RunSpec{"m", {}, false, {}, {}};
    state.a->input.vectors = std::make_shared<const core::Matrix>(core::Matrix::Zero(2048, 2048));
    const std::filesystem::path path = folder.path() / "x.headscope";
    test::expectError(core::ErrorCode::BadArgument, [&] { writeSession(path, state); });
    EXPECT_FALSE(std::filesystem::exists(path));
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
