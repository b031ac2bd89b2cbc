// SPDX-License-Identifier: GPL-3.0-or-later
// Gold data over the map.
#include <gtest/gtest.h>

#include <QFileDialog>
#include <QSignalSpy>
#include <fstream>

#include "core/base/json.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "tests/ui/views_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/links_view.h"

namespace headscope::ui {
namespace {

namespace fs = std::filesystem;

const fs::path cases = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources" / "cases";

struct GoldWindow : StateWindow {
    bool openGold(const fs::path& file) {
        window.showView("heatmap");
        window.open(QString::fromStdString(file.string()));
        const bool done = settled();
        turn();
        return done && settled();
    }
    HeatmapCanvas& canvas() { return static_cast<HeatmapView&>(window.workspace().view()).canvas(); }
    const GoldOverlay& overlay() { return *canvas().data()->gold; }
    std::string error() { return window.errorBar().sentence().toStdString(); }
};

TEST(GoldWindow, OutlinesWhatItAsksAboutTheTextThatIsShown) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    EXPECT_FALSE(test->actions()[ActionId::ForgetGold]->isEnabled());
    ASSERT_TRUE(test.openGold(cases / "dependencies.conllu"));
    EXPECT_EQ(test.shownText(), "The animal didn't cross the street because it was too tired.");
    EXPECT_EQ(test.session().texts().size(), 6U) << "its sentences are the list of texts";
    ASSERT_TRUE(test.canvas().data() && test.canvas().data()->gold);
    const RunPtr& run = test.session().a();
    const CellPlace subject{positionOf(run, "animal"), positionOf(run, "cross")};
    EXPECT_EQ(test.overlay().reading(subject), QStringLiteral("Gold: nsubj"));
    EXPECT_EQ(test.overlay().reading({subject.column, subject.row}), QStringLiteral("Gold: nsubj"))
        << "it also asks the verb for its subject";
    EXPECT_EQ(test.overlay().reading({0, 0}), QString());
    const QSignalSpy readings(&test.canvas(), &HeatmapCanvas::readingChanged);
    sendMove(test.canvas(), test.canvas().mapping()->cellRect(subject).center());
    ASSERT_FALSE(readings.isEmpty());
    EXPECT_TRUE(readings.back()[0].toString().endsWith(QStringLiteral("   Gold: nsubj")));
    const Figure figure = test->workspace().view().figure();
    EXPECT_TRUE(figureFormatOf("x.svg").bytes(figure, {}, {}).contains("dependencies.conllu: "));
    ASSERT_TRUE(test.trigger(ActionId::NextText));
    EXPECT_FALSE(test.overlay().cells.empty());
    ASSERT_TRUE(test.trigger(ActionId::ForgetGold));
    EXPECT_FALSE(test.canvas().data()->gold);
    EXPECT_FALSE(test->actions()[ActionId::ForgetGold]->isEnabled());
}

TEST(GoldWindow, CountsTheAnswersOfTheHeadsThatAreShown) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    ASSERT_TRUE(test.openGold(cases / "dependencies.conllu"));
    const auto countOf = [&](core::HeadId head) {
        test.session().selectHead(head);
        return test.overlay().right;
    };
    const core::Share one = countOf(headAt(1, 2));
    const core::Share other = countOf(headAt(2, 3));
    EXPECT_EQ(one.of, other.of);
    EXPECT_NE(one.right, other.right);
    const core::GoldData gold = core::readGoldData(cases / "dependencies.conllu");
    const RunPtr& run = test.session().a();
    const auto asked = gold.about(run->trace->spec.input);
    ASSERT_TRUE(asked);
    EXPECT_EQ(other, core::rightAnswers(core::askedRun(run->trace, asked->text),
                                        *core::headPattern(run->trace, headAt(2, 3), testCompute().kernels)));
    EXPECT_TRUE(
        test.overlay().summary().contains(QStringLiteral("%1 of %2 links").arg(other.right).arg(other.of)));
    test->actions()[ActionId::Words]->trigger();
    EXPECT_EQ(test.overlay().right, other) << "words are asked, whatever the map shows";
}

TEST(GoldWindow, PossibleLinksAreToldFromSureOnes) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "links.txt";
    std::ofstream(file) << "the brave dog ||| the street ||| 0-0 1p1\n";
    ASSERT_TRUE(test.openGold(file)) << test.error();
    ASSERT_EQ(test.session().shown()->trace->spec.input.pair, "the street");
    const std::vector<GoldCell>& cells = test.overlay().cells;
    ASSERT_EQ(cells.size(), 2U);
    EXPECT_TRUE(cells[0].sure);
    EXPECT_FALSE(cells[1].sure);
    const core::Index street = positionOf(test.session().a(), "street");
    const core::Index brave = positionOf(test.session().a(), "brave");
    EXPECT_EQ(cells[1].cells, (core::CellRect{street, brave, 1, 1}));
    EXPECT_EQ(test.overlay().reading({street, brave}), QStringLiteral("Gold, possible: alignment"));
}

TEST(GoldWindow, WordPairsAreLookedForInAnyText) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    const std::string before = test.shownText();
    ASSERT_TRUE(test.openGold(cases / "words-en.tsv"));
    EXPECT_EQ(test.shownText(), before);
    EXPECT_TRUE(test.overlay().cells.empty());
    EXPECT_TRUE(test.overlay().summary().contains(QStringLiteral("nothing about this text")));
    ASSERT_TRUE(test.run("The dog saw the cat"));
    EXPECT_EQ(test.overlay().cells.size(), 2U);
}

TEST(GoldWindow, AlignmentsCountFromWhatWasChosen) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "links.txt";
    std::ofstream(file) << "the brave dog ||| the street ||| 3-2\n";
    test->showView("heatmap");
    test->actions()[ActionId::OpenGold]->trigger();
    auto* dialog = test->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->selectNameFilter(dialog->nameFilters()[1]);
    emit dialog->fileSelected(QString::fromStdString(file.string()));
    ASSERT_TRUE(test.settled()) << test.error();
    test.turn();
    ASSERT_TRUE(test.settled());
    ASSERT_TRUE(test.session().gold()) << test.error();
    EXPECT_EQ(test.session().gold()->base, 1);
    const core::Index street = positionOf(test.session().a(), "street");
    const core::Index dog = positionOf(test.session().a(), "dog");
    ASSERT_EQ(test.overlay().cells.size(), 1U);
    EXPECT_EQ(test.overlay().cells[0].cells, (core::CellRect{street, dog, 1, 1}));
    const fs::path session = folder.path() / "x.headscope";
    writeSession(session, test->state());
    EXPECT_EQ(readSession(session).gold->base, 1);
    dialog->close();
}

TEST(GoldWindow, LinesOfFlowAndArcsShowItToo) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    ASSERT_TRUE(test.openGold(cases / "dependencies.conllu"));
    const core::Share right = test.overlay().right;
    const RunPtr& run = test.session().a();
    for (const char* view : {"flow", "arcs"}) {
        test->showView(view);
        ASSERT_TRUE(test.settled());
        const LinksCanvas& lines = static_cast<LinksView&>(test->workspace().view()).canvas();
        const auto hasGold = [&lines] { return lines.data() && lines.data()->gold; };
        ASSERT_TRUE(QTest::qWaitFor(hasGold, 5000)) << view;
        EXPECT_EQ(lines.data()->gold->right, right) << view;
        const CellPlace subject{positionOf(run, "animal"), positionOf(run, "cross")};
        EXPECT_EQ(lines.data()->gold->reading(subject), QStringLiteral("Gold: nsubj")) << view;
        const Figure figure = test->workspace().view().figure();
        EXPECT_TRUE(figureFormatOf("x.svg").bytes(figure, {}, {}).contains("dependencies.conllu: ")) << view;
        test->actions()[ActionId::Words]->trigger();
        ASSERT_TRUE(test.settled());
        ASSERT_TRUE(QTest::qWaitFor(hasGold, 5000)) << view;
        EXPECT_EQ(lines.data()->gold->right, right) << view;
        test->actions()[ActionId::Words]->trigger();
    }
    ASSERT_TRUE(test.trigger(ActionId::ForgetGold));
    const LinksCanvas& canvas = static_cast<LinksView&>(test->workspace().view()).canvas();
    EXPECT_TRUE(QTest::qWaitFor([&canvas] { return canvas.data() && !canvas.data()->gold; }, 5000));
}

TEST(GoldWindow, RefusesAFileWithItsLine) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "broken.conllu";
    std::ofstream(file) << "# text = The dog\n1\tThe\tthe\tDET\n";
    ASSERT_TRUE(test.openGold(file));
    EXPECT_NE(test.error().find("broken.conllu, line 2"), std::string::npos) << test.error();
    EXPECT_EQ(test.session().gold(), nullptr);
}

TEST(GoldWindow, IsKeptInASessionAndUndone) {
    GoldWindow test;
    ASSERT_TRUE(test.openExample());
    const test::TemporaryFolder folder;
    fs::copy_file(cases / "dependencies.conllu", folder.path() / "gold.conllu");
    ASSERT_TRUE(test.openGold(folder.path() / "gold.conllu"));
    const fs::path file = folder.path() / "gold.headscope";
    writeSession(file, test->state());
    const core::Json json = core::Json::parse(test::contentOf(file), "session");
    EXPECT_EQ(json.at("gold").asString(), "gold.conllu") << "from the folder of the session";
    const WindowState read = readSession(file);
    ASSERT_NE(read.gold, nullptr);
    EXPECT_EQ(read.gold->texts.size(), 6U);
    GoldWindow other;
    ASSERT_TRUE(other.open(QString::fromStdString(file.string())));
    other->showView("heatmap");
    EXPECT_FALSE(other.overlay().cells.empty());
    fs::remove(folder.path() / "gold.conllu");
    GoldWindow third;
    ASSERT_TRUE(third.open(QString::fromStdString(file.string())));
    EXPECT_EQ(third.shownText(), test.shownText());
    EXPECT_EQ(third.session().gold(), nullptr);
    EXPECT_EQ(third.error(), "gold.conllu is gone: the session was opened without its gold data");
    while (test.session().gold() && test->actions()[ActionId::Undo]->isEnabled())
        ASSERT_TRUE(test.trigger(ActionId::Undo));
    EXPECT_EQ(test.session().gold(), nullptr);
}

}  // namespace
}  // namespace headscope::ui
