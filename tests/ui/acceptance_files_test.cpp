// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the window is the one that the command line draws.
#include <gtest/gtest.h>

#include <QByteArrayList>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

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

/// The streams of a PDF that are compressed: pages, fonts, images.
QByteArrayList streamsOf(const QByteArray& pdf) {
    QByteArrayList streams;
    const QByteArray begin = "stream\n";
    for (qsizetype at = pdf.indexOf(begin); at >= 0; at = pdf.indexOf(begin, at + 1)) {
        if (pdf.mid(at - 3, 3) == "end") continue;
        // What qUncompress() expects before the data is how long the result may become.
        const QByteArray length("\x00\x40\x00\x00", 4);
        const qsizetype from = at + begin.size();
        const QByteArray text = qUncompress(length + pdf.mid(from, pdf.indexOf("endstream", from) - from));
        if (!text.isEmpty()) streams << text;
    }
    return streams;
}

/// The same words and numbers. Outlines of glyphs may differ by a thousandth of their size: Qt rounds them by
/// what FreeType drew before.
void expectSamePdf(const QByteArray& a, const QByteArray& b, const std::string& what) {
    const QByteArrayList ours = streamsOf(a);
    const QByteArrayList theirs = streamsOf(b);
    EXPECT_GT(ours.size(), 2) << what;
    ASSERT_EQ(ours.size(), theirs.size()) << what;
    for (qsizetype i = 0; i < ours.size(); ++i) {
        const QByteArrayList one = ours[i].simplified().split(' ');
        const QByteArrayList other = theirs[i].simplified().split(' ');
        ASSERT_EQ(one.size(), other.size()) << what;
        for (qsizetype k = 0; k < one.size(); ++k) {
            if (one[k] == other[k]) continue;
            bool number = false;
            const double difference = std::abs(one[k].toDouble(&number) - other[k].toDouble());
            ASSERT_TRUE(number && difference < 1)
                << what << ": " << one[k].toStdString() << ", " << other[k].toStdString();
        }
    }
}

TEST(Files, OfTheWindowAreThoseOfTheCommandLine) {
    StateWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    for (const std::string view : {"heatmap", "flow", "arcs", "grid"}) {
        const bool big = view != "grid";
        const ActionId action = big ? ActionId::ExportPicture : ActionId::ExportOverview;
        if (big) test->showView(view);
        View& shown = big ? test->workspace().view() : test->workspace().overview();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.figure().isNull(); }, patience));
        const Figure drawn =
            figureKindNamed(view).make(requestOf(test.session(), big ? shown.figure().size : QSizeF()), {});
        for (const char* name : {"a.svg", "a.png", "a.pdf"}) {
            const std::filesystem::path path = folder.path() / name;
            test->exportTo(exportOf(action), QString::fromStdString(path.string()));
            ASSERT_TRUE(test.settled());
            // The window draws pictures of twice the pixels unless it is told otherwise.
            const QByteArray bytes = figureFormatOf(path).bytes(drawn, {2}, {});
            const QByteArray written = QByteArray::fromStdString(test::contentOf(path));
            if (path.extension() == ".pdf")
                expectSamePdf(written, bytes, view);
            else
                EXPECT_TRUE(written == bytes) << view << ' ' << name;
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
