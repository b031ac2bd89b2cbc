// SPDX-License-Identifier: GPL-3.0-or-later
// B − A in the window: its switch and keys, what every view and table shows of it, and its exports.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTableView>

#include "core/base/json.h"
#include "core/trace/difference_pattern.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"
#include "tests/ui/views_samples.h"
#include "ui/views/grid_canvas.h"
#include "ui/views/head_table.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/links_view.h"
#include "ui/views/max_attention_table.h"

namespace headscope::ui {
namespace {

using core::Index;

constexpr core::HeadId pronounHead{core::AttentionKind::Self, 2, 3};

/// A is about the tired animal, B about the wide street, and B − A is shown.
struct DifferenceWindow : TestWindow {
    Session& session() { return window.session(); }
    const RunPtr& a() { return session().a(); }
    const RunPtr& b() { return session().b(); }

    bool compare() {
        if (!open(QStringLiteral("example:pronouns"), inputOf(tiredText))) return false;
        window.loader().copyToB();
        window.loader().run(Side::B, inputOf(wideText));
        if (!settled()) return false;
        session().selectHead(pronounHead);
        window.actions()[ActionId::ShowDifference]->trigger();
        return QTest::qWaitFor([this] { return session().changes() != nullptr; }, patience);
    }

    static core::Input inputOf(const char* text) {
        core::Input input;
        input.text = text;
        return input;
    }
};

TEST(Difference, HasAKeyAndASwitchBesideAAndB) {
    DifferenceWindow test;
    ASSERT_TRUE(test.openExample());
    EXPECT_FALSE(test->actions()[ActionId::ShowDifference]->isEnabled());
    EXPECT_EQ(test->actions()[ActionId::ShowDifference]->shortcut(), QKeySequence(QStringLiteral("\\")));
    ASSERT_TRUE(test.compare());
    EXPECT_EQ(test.session().side(), Side::Difference);
    SegmentedControl& sides = test->topBar().sideSwitch();
    EXPECT_EQ(sides.current(), 2);
    EXPECT_TRUE(sides.button(2)->isEnabled());
    QTest::mouseClick(sides.button(0), Qt::LeftButton);
    EXPECT_EQ(test.session().side(), Side::A);
    EXPECT_EQ(test.session().changes(), nullptr);
    test->actions()[ActionId::ShowDifference]->trigger();
    EXPECT_EQ(test.session().shown(), test.b()) << "its tokens are those of B";
    EXPECT_EQ(test.shownText(), wideText);
    test->actions()[ActionId::Compare]->trigger();
    EXPECT_EQ(test.session().side(), Side::A);
    EXPECT_EQ(test.session().compared(), nullptr);
}

TEST(Difference, OfModelsWithOtherHeadsIsRefusedWithTheReason) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->session().setRunB(randomRun(numberedTokens(4), {.layers = 1, .heads = 2}));
    test->session().setSide(Side::B);
    QAbstractButton* third = test->topBar().sideSwitch().button(2);
    EXPECT_FALSE(third->isEnabled());
    EXPECT_TRUE(third->toolTip().contains(QStringLiteral("different layers or heads")));
    EXPECT_FALSE(test->actions()[ActionId::ShowDifference]->isEnabled());
    test->session().setSide(Side::Difference);
    EXPECT_EQ(test->session().side(), Side::B);
}

TEST(Difference, OfPatternsIsBLessA) {
    DifferenceWindow test;
    ASSERT_TRUE(test.compare());
    const core::PatternPtr pattern = test.session().pattern(pronounHead);
    ASSERT_NE(pattern, nullptr);
    const Index it = positionOf(test.b(), "it");
    for (const char* word : {"animal", "street"}) {
        const Index key = positionOf(test.b(), word);
        const double slow =
            weightOf(test.b(), pronounHead, it, key) - weightOf(test.a(), pronounHead, it, key);
        EXPECT_NEAR(static_cast<double>(pattern->cells({it, key, 1, 1})(0, 0)), slow, 1e-6) << word;
        // The story of the example: the pronoun leaves the animal for the street.
        EXPECT_GT(std::abs(slow), 0.4) << word;
        EXPECT_EQ(slow < 0, std::string(word) == "animal");
    }
    EXPECT_FALSE(pattern->allowed(it, positionOf(test.b(), "wide")));
    EXPECT_TRUE(test->statusLine().text().contains(QStringLiteral("1 only in A")))
        << test->statusLine().text().toStdString();
    EXPECT_TRUE(test->statusLine().text().contains(QStringLiteral("wide")));
}

TEST(Difference, IsReadAsAThenB) {
    DifferenceWindow test;
    ASSERT_TRUE(test.compare());
    test->showView("heatmap");
    HeatmapCanvas& canvas = static_cast<HeatmapView&>(test->workspace().view()).canvas();
    ASSERT_TRUE(canvas.data() && canvas.data()->difference);
    const Index it = positionOf(test.b(), "it");
    const Index animal = positionOf(test.b(), "animal");
    const auto hover = [&](Index query, Index key) {
        sendMove(canvas, canvas.mapping()->cellRect({query, key}).center());
        return test->statusLine().text();
    };
    const QString text = hover(it, animal);
    const auto six = [](double value) { return QLocale().toString(value, 'f', 6); };
    EXPECT_TRUE(text.contains(six(weightOf(test.a(), pronounHead, it, animal)) + QStringLiteral(" → ") +
                              six(weightOf(test.b(), pronounHead, it, animal))))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("B − A −0."))) << text.toStdString();
    EXPECT_TRUE(hover(it, positionOf(test.b(), "wide")).contains(QStringLiteral("only in B: “wide”")));
    EXPECT_LT(test->tokenStrip().shades()[static_cast<std::size_t>(animal)], -0.5);
    hover(it, animal);
    EXPECT_LT(test->tokenStrip().shades()[static_cast<std::size_t>(animal)], -0.5);
    EXPECT_GT(test->tokenStrip().shades()[static_cast<std::size_t>(positionOf(test.b(), "street"))], 0.5);
}

TEST(Difference, KeepsThePlaceOfAZoomedMap) {
    DifferenceWindow test;
    ASSERT_TRUE(test.compare());
    test->showView("heatmap");
    HeatmapCanvas& canvas = static_cast<HeatmapView&>(test->workspace().view()).canvas();
    sendWheel(canvas, canvas.rect().center(), 4);
    const QRectF zoomed = canvas.mapping()->cellRect({3, 4});
    EXPECT_FALSE(canvas.mapping()->isFitted());
    test->actions()[ActionId::ShowA]->trigger();
    EXPECT_EQ(canvas.mapping()->cellRect({3, 4}), zoomed);
}

TEST(Difference, SortsHeadsByHowMuchTheyChanged) {
    DifferenceWindow test;
    ASSERT_TRUE(test.compare());
    const QAbstractItemModel& model = *test->findChild<HeadTable*>()->table().model();
    EXPECT_EQ(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Change"));
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("2.3")) << "the head of the example";
    for (int row = 1; row < model.rowCount(); ++row)
        EXPECT_GE(model.index(row - 1, 1).data(Qt::UserRole).toDouble(),
                  model.index(row, 1).data(Qt::UserRole).toDouble());
    // Entropy of the first row: B less A, sorted without its sign.
    const auto mean = [](const RunPtr& run) {
        for (const core::HeadMeasures& head : run->measures)
            if (head.head == pronounHead) return *head.values.front().mean();
        return 0.0;
    };
    const double change = mean(test.b()) - mean(test.a());
    EXPECT_NEAR(model.index(0, 2).data(Qt::UserRole).toDouble(), std::abs(change), 1e-9);
    EXPECT_EQ(model.index(0, 2).data().toString().startsWith(QChar(0x2212)), change < 0);
    test->actions()[ActionId::ShowB]->trigger();
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("0.0"));
    EXPECT_EQ(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Type"));
}

TEST(Difference, TellsWhichKeyChangedMost) {
    DifferenceWindow test;
    ASSERT_TRUE(test.compare());
    test->workspace().tableSwitch().button(1)->click();
    auto& table = *test->findChild<MaxAttentionTable*>();
    const QAbstractItemModel& model = *table.findChild<QTableView*>()->model();
    const auto it = static_cast<int>(positionOf(test.b(), "it"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.rowCount() > it; }, patience));
    EXPECT_EQ(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("B − A"));
    EXPECT_EQ(model.index(it, 0).data().toString(), QStringLiteral("it"));
    const QString key = model.index(it, 1).data().toString();
    EXPECT_TRUE(key == QStringLiteral("animal") || key == QStringLiteral("street")) << key.toStdString();
    const auto wide = static_cast<int>(positionOf(test.b(), "wide"));
    EXPECT_EQ(model.index(wide, 1).data().toString(), QStringLiteral("–")) << "nothing to compare with";
}

TEST(Difference, IsDrawnByEveryViewAndTheOverview) {
    DifferenceWindow test;
    ASSERT_TRUE(test.compare());
    for (const char* view : {"heatmap", "flow", "arcs"}) {
        test->showView(view);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !test->workspace().view().figure().isNull(); }, patience));
        const Figure figure = test->workspace().view().figure();
        EXPECT_TRUE(figure.title.contains(QStringLiteral("B − A"))) << view;
        EXPECT_TRUE(figure.description.contains(QStringLiteral("too wide"))) << view;
        EXPECT_TRUE(figure.description.contains(QStringLiteral("too tired"))) << view;
    }
    EXPECT_TRUE(test->workspace().overview().figure().title.contains(QStringLiteral("B − A")));
    EXPECT_TRUE(test->workspace().charts().figure().title.contains(QStringLiteral("B − A")));
    const QStringList lines = test->findChild<GridCanvas*>()->headLines(pronounHead);
    EXPECT_TRUE(lines.join(QLatin1Char('\n')).contains(QStringLiteral("Most changed: it → ")))
        << lines.join(QLatin1Char('\n')).toStdString();
}

TEST(Difference, StaysWhileBIsRunAgain) {
    DifferenceWindow test;
    ASSERT_TRUE(test.compare());
    const HeadChangesPtr before = test.session().changes();
    test->loader().run(Side::B, DifferenceWindow::inputOf("The animal didn't cross the wide street"));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.session().side(), Side::Difference);
    EXPECT_NE(test.session().changes(), before) << "nothing of the text before may be shown";
    ASSERT_TRUE(QTest::qWaitFor([&] { return test.session().changes() != nullptr; }, patience));
    EXPECT_EQ(test.session().pattern(pronounHead)->rows(), test.b()->trace->length());
}

TEST(Difference, OfARunWithItselfIsNothing) {
    DifferenceWindow test;
    ASSERT_TRUE(test.openExample());
    test->loader().copyToB();
    test.session().setSide(Side::Difference);
    ASSERT_TRUE(QTest::qWaitFor([&] { return test.session().changes() != nullptr; }, patience));
    for (const core::HeadChange& change : *test.session().changes()) {
        EXPECT_EQ(change.distance, 0.0);
        EXPECT_FALSE(change.largest);
    }
    EXPECT_TRUE(test.session().pattern(pronounHead)->all().isZero(0));
}

const ExportInfo& exportOf(ActionId action) {
    return *std::find_if(exportTable().begin(), exportTable().end(),
                         [action](const ExportInfo& info) { return info.action == action; });
}

TEST(Difference, IsExportedWithBothValues) {
    DifferenceWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.compare());
    const auto written = [&](ActionId action, const char* name) {
        const std::filesystem::path path = folder.path() / name;
        test->exportTo(exportOf(action), QString::fromStdString(path.string()));
        EXPECT_TRUE(test.settled());
        EXPECT_TRUE(test->errorBar().isHidden()) << test->errorBar().sentence().toStdString();
        return test::contentOf(path);
    };
    EXPECT_EQ(proposedName(exportOf(ActionId::ExportPattern), test.session(), "heatmap"),
              QStringLiteral("pronouns-2.3-pattern-difference"));
    const std::string pattern = written(ActionId::ExportPattern, "pattern.csv");
    EXPECT_TRUE(pattern.starts_with(
        "layer,head,kind,query,query_position,key,key_position,weight_a,weight_b,difference\r\n"))
        << pattern.substr(0, 120);
    EXPECT_NE(pattern.find("2,3,self,it,8,wide,11,,"), std::string::npos) << "A has no such key";
    const core::Json heads = core::Json::parse(written(ActionId::ExportHeads, "heads.json"), "heads");
    EXPECT_EQ(heads.at("headscope").at("settings").at("a_text").asString(), tiredText);
    EXPECT_EQ(heads.at("headscope").at("settings").at("text").asString(), wideText);
    const core::Json first = heads.at("heads")[0];
    EXPECT_EQ(first.at("layer").asInt(), 2);
    EXPECT_EQ(first.at("head").asInt(), 3);
    EXPECT_NEAR(first.at("entropy_delta").asDouble(),
                first.at("entropy_b").asDouble() - first.at("entropy_a").asDouble(), 1e-9);
    EXPECT_EQ(first.at("query").asString(), "it");
    EXPECT_NE(written(ActionId::ExportLinks, "links.csv").find("weight_a,weight_b,difference"),
              std::string::npos);
    EXPECT_NE(written(ActionId::ExportPattern, "pattern.json").find("\"difference_self_2\":"),
              std::string::npos);
    EXPECT_NE(written(ActionId::ExportPicture, "view.svg").find("B − A"), std::string::npos);
}

}  // namespace
}  // namespace headscope::ui
