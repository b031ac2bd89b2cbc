// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the window is the one that the command line draws.
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/figures.h"
#include "ui/figures/run_pattern.h"

namespace headscope::ui {
namespace {

const ExportInfo& exportOf(ActionId action) {
    return *std::find_if(exportTable().begin(), exportTable().end(),
                         [action](const ExportInfo& info) { return info.action == action; });
}

/// What the command line asks for: a run, a head, a pair and a size.
FigureRequest requestOf(const Session& session, QSizeF size) {
    FigureRequest request;
    request.run = session.shown();
    request.selection = session.selection();
    request.pattern = runPattern(*request.run, request.selection.head, false);
    request.theme = Theme::light();
    request.size = size;
    return request;
}

TEST(Files, OfTheWindowAreThoseOfTheCommandLine) {
    StateWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    for (const auto& [action, view] :
         {std::pair{ActionId::ExportPicture, "heatmap"}, std::pair{ActionId::ExportOverview, "grid"}}) {
        const bool big = action == ActionId::ExportPicture;
        View& shown = big ? test->workspace().view() : test->workspace().overview();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.figure().isNull(); }, patience));
        const Figure drawn =
            figureKindNamed(view).make(requestOf(test.session(), big ? shown.figure().size : QSizeF()), {});
        for (const char* name : {"a.svg", "a.png"}) {
            const std::filesystem::path path = folder.path() / name;
            test->exportTo(exportOf(action), QString::fromStdString(path.string()));
            ASSERT_TRUE(test.settled());
            // The window draws pictures of twice the pixels unless it is told otherwise.
            const QByteArray bytes = figureFormatOf(path).bytes(drawn, {2}, {});
            EXPECT_EQ(test::contentOf(path), bytes.toStdString()) << view << ' ' << name;
        }
    }
}

TEST(Files, SayWhatTheyShowAndHow) {
    StateWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    for (const char* view : {"heatmap", "flow", "arcs", "grid"}) {
        test->showView(view);
        const View& shown = test->workspace().view();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.figure().isNull(); }, patience));
        const std::filesystem::path path = folder.path() / "a.svg";
        test->exportTo(exportOf(ActionId::ExportPicture), QString::fromStdString(path.string()));
        ASSERT_TRUE(test.settled());
        const std::string svg = test::contentOf(path);
        const std::string head = svg.substr(0, svg.find("</desc>"));
        for (const char* part : {"pronouns", "too tired", "Tone scale"})
            EXPECT_NE(head.find(part), std::string::npos) << view << ' ' << part << '\n' << head;
        EXPECT_EQ(std::string(view) != "grid", head.find("2.3") != std::string::npos) << head;
    }
}

}  // namespace
}  // namespace headscope::ui
