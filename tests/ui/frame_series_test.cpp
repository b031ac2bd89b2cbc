// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of a training: the slider, and the chart over its steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "ui/recent.h"

namespace headscope::ui {
namespace {

namespace fs = std::filesystem;

constexpr int seriesPatience = 10 * patience;

/// A folder with three checkpoints, the second of which was left half written.
struct SeriesWindow : StateWindow {
    test::TemporaryFolder folder;
    fs::path training = folder.path() / "run";

    SeriesWindow() {
        fs::create_directories(training);
        const fs::path model =
            fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources/models/pronouns";
        for (const char* name : {"checkpoint-1000", "checkpoint-20", "checkpoint-300"})
            fs::copy(model, training / name);
        fs::resize_file(training / "checkpoint-300/model.safetensors", 1000);
    }
    QString path(const char* name = "") { return QString::fromStdString((training / name).string()); }
    std::string model() { return session().shown()->trace->spec.model; }
    SeriesBar& bar() { return window.seriesBar(); }
    bool step(int place) {
        bar().slider().setValue(place);
        const bool done = settled();
        turn();
        return done;
    }
    ChartsView& charts() { return window.workspace().charts(); }
    bool showTraining() {
        charts().showChart(ChartsView::Training);
        return QTest::qWaitFor([&] { return charts().isSettled(); }, seriesPatience);
    }
};

TEST(Series, AFolderOfCheckpointsOpensTheLastOneAndASliderGoesToOthers) {
    SeriesWindow test;
    ASSERT_TRUE(test.open(test.path()));
    EXPECT_EQ(test.model(), (test.training / "checkpoint-1000").string());
    ASSERT_TRUE(test.bar().isVisible());
    EXPECT_EQ(test.bar().slider().maximum(), 2);
    EXPECT_EQ(test.bar().slider().value(), 2);
    EXPECT_EQ(test.bar().place().text(), QStringLiteral("1,000 · 3 of 3"));
    ASSERT_TRUE(test.run(wideText));
    const core::HeadId head{core::AttentionKind::Self, 2, 1};
    test.session().selectHead(head);
    test.session().pin(9, 5);
    test.turn();
    ASSERT_TRUE(test.step(0));
    EXPECT_EQ(test.model(), (test.training / "checkpoint-20").string());
    EXPECT_EQ(test.shownText(), wideText);
    EXPECT_EQ(test.session().selection().head, head);
    EXPECT_EQ(test.session().selection().query, 9);
    EXPECT_EQ(test.session().selection().key, 5);
    EXPECT_EQ(test.bar().place().text(), QStringLiteral("20 · 1 of 3"));
    ASSERT_TRUE(test.trigger(ActionId::Undo));
    EXPECT_EQ(test.model(), (test.training / "checkpoint-1000").string());
    EXPECT_EQ(test.bar().slider().value(), 2);
    for (const RecentRun& recent : recentRuns())
        EXPECT_NE(recent.model, test.path("checkpoint-20")) << "a training pushes no other model out";
}

TEST(Series, ACheckpointThatDoesNotOpenLeavesWhatWasThere) {
    SeriesWindow test;
    ASSERT_TRUE(test.open(test.path("checkpoint-20")));
    EXPECT_EQ(test.bar().slider().value(), 0);
    ASSERT_TRUE(test.step(1));
    EXPECT_FALSE(test->errorBar().isHidden());
    EXPECT_EQ(test.model(), test.path("checkpoint-20").toStdString());
    EXPECT_EQ(test.bar().slider().value(), 0);
    ASSERT_TRUE(test.openExample());
    EXPECT_FALSE(test.bar().isVisible());
}

TEST(Series, TheRunThatIsShownSteps) {
    SeriesWindow test;
    ASSERT_TRUE(test.open(test.path("checkpoint-20")));
    test->loader().copyToB();
    test.turn();
    ASSERT_TRUE(test.step(2));
    EXPECT_EQ(test.session().a()->trace->spec.model, test.path("checkpoint-20").toStdString());
    EXPECT_EQ(test.session().b()->trace->spec.model, test.path("checkpoint-1000").toStdString());
    EXPECT_NE(test.session().compared(), nullptr) << "two steps can be compared";
}

TEST(Series, TheChartFollowsTypesAndTheSelectedHeadOverTraining) {
    SeriesWindow test;
    ASSERT_TRUE(test.open(test.path()));
    ASSERT_TRUE(test.showTraining());
    ChartsView& charts = test.charts();
    const auto lineCalled = [&](const QString& name) {
        const std::vector<ChartLine>& lines = charts.chart().chart().lines;
        return std::find_if(lines.begin(), lines.end(),
                            [&](const ChartLine& line) { return line.name == name; });
    };
    // 2.1 and 2.3 at least (tests/core: what the heads of the example are for).
    const auto duplicate = lineCalled(QStringLiteral("Duplicate token"));
    ASSERT_NE(duplicate, charts.chart().chart().lines.end());
    ASSERT_EQ(duplicate->points.size(), 3U);
    EXPECT_EQ(duplicate->points[0].x(), 20);
    EXPECT_GE(duplicate->points[0].y(), 2);
    EXPECT_TRUE(std::isnan(duplicate->points[1].y())) << "it was left out";
    EXPECT_TRUE(charts.chart().chart().x.title.contains(QStringLiteral("left out: 1")));
    // Entropy of the selected head.
    charts.seriesChoice().setCurrentIndex(2);
    emit charts.seriesChoice().activated(2);
    test.session().selectHead({core::AttentionKind::Self, 2, 3});
    const auto line = lineCalled(QStringLiteral("2.3"));
    ASSERT_NE(line, charts.chart().chart().lines.end());
    EXPECT_NEAR(line->points[2].y(), *test.session().a()->measures[11].values[0].mean(), 1e-4);
    EXPECT_FALSE(charts.figure().isNull());
    // A click on a step goes to it, and what was found stays.
    emit charts.chart().placeClicked(120);
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.model(), test.path("checkpoint-20").toStdString());
    EXPECT_TRUE(charts.isSettled());
    EXPECT_TRUE(charts.chart().chart().points[0].chosen);
}

TEST(Series, CasesOfTheOpenFileAreFollowed) {
    SeriesWindow test;
    ASSERT_TRUE(test.open(test.path()));
    const fs::path cases = test.folder.path() / "cases.json";
    std::ofstream(cases) << R"({"cases": [{"name": "it", "text": ")" << tiredText
                         << R"(", "head": "2.3", "from": "it", "to": "animal", "minimum": 0.9}]})";
    test->workspace().cases().open(QString::fromStdString(cases.string()));
    ASSERT_TRUE(test.showTraining());
    test.charts().seriesChoice().setCurrentIndex(1);
    emit test.charts().seriesChoice().activated(1);
    const std::vector<ChartLine>& lines = test.charts().chart().chart().lines;
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].name, QStringLiteral("it"));
    EXPECT_NEAR(lines[0].points[2].y(), 0.0954, 1e-3);
}

TEST(Series, WithoutCheckpointsTheChartSaysWhatToOpen) {
    SeriesWindow test;
    ASSERT_TRUE(test.openExample());
    test.charts().showChart(ChartsView::Training);
    EXPECT_TRUE(test.charts().workBar().isVisible());
    EXPECT_TRUE(test.charts().workBar().text().contains(QStringLiteral("checkpoint-")));
    EXPECT_FALSE(test.charts().workBar().button().isVisible());
}

}  // namespace
}  // namespace headscope::ui
