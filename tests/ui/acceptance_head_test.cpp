// SPDX-License-Identifier: GPL-3.0-or-later
// One head in the window, as a person meets it: what is clicked is shown everywhere, what is pointed at is
// what files hold, and the colours are those of the legend.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTableView>
#include <QXmlStreamReader>

#include "core/base/json.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "tests/ui/views_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/legend.h"
#include "ui/figures/paint_helpers.h"
#include "ui/views/head_panel.h"
#include "ui/views/head_table.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/overview_view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {
namespace {

using core::Index;

constexpr ToneScale scales[] = {ToneScale::Linear, ToneScale::SquareRoot, ToneScale::Log};
constexpr ToneRange ranges[] = {ToneRange::WholeMap, ToneRange::PerRow, ToneRange::Fixed};

HeatmapCanvas& heatmap(MainWindow& window) {
    window.showView("heatmap");
    return static_cast<HeatmapView&>(window.workspace().view()).canvas();
}

TEST(OneHead, AClickedThumbnailIsTheHeadOfTableTitleAndNumbers) {
    StateWindow test;
    ASSERT_TRUE(test.openExample());
    heatmap(test.window);
    GridCanvas& grid = static_cast<OverviewView&>(test->workspace().overview()).canvas();
    for (const core::HeadId head : {headAt(1, 2), headAt(3, 0), headAt(2, 3)}) {
        click(grid, grid.rectOf(head).center());
        test.turn();
        const QString name = QString::fromStdString(core::headName(head));
        const QString words = QStringLiteral("Layer %1 · Head %2").arg(head.layer).arg(head.head);
        const QTableView& table = test->findChild<HeadTable*>()->table();
        EXPECT_EQ(table.currentIndex().siblingAtColumn(0).data().toString(), name);
        const auto* header = test->workspace().view().findChild<ViewHeader*>();
        EXPECT_TRUE(header->title().startsWith(words)) << header->title().toStdString();
        const QString panel = test->findChild<HeadPanel*>()->title().text();
        EXPECT_TRUE(panel.startsWith(words)) << panel.toStdString();
        EXPECT_TRUE(test->windowTitle().contains(QStringLiteral("· %1 ·").arg(name)));
    }
}

TEST(OneHead, PointingReadsWhatTheFileOfThePatternHolds) {
    StateWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    HeatmapCanvas& canvas = heatmap(test.window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return canvas.mapping().has_value(); }, patience));
    const std::filesystem::path path = folder.path() / "pattern.csv";
    for (const ExportInfo& info : exportTable())
        if (info.action == ActionId::ExportPattern)
            test->exportTo(info, QString::fromStdString(path.string()));
    ASSERT_TRUE(test.settled());
    int cells = 0;
    // The status line says for some seconds that the file is there.
    const QSignalSpy readings(&test->workspace(), &Workspace::readingChanged);
    const QString csv = QString::fromStdString(test::contentOf(path));
    for (const QString& line : csv.split(QStringLiteral("\r\n")).mid(1)) {
        const QStringList row = line.split(QLatin1Char(','));
        if (row.size() != 8) continue;
        ++cells;
        sendMove(canvas, canvas.mapping()->cellRect({row[4].toInt(), row[6].toInt()}).center());
        ASSERT_FALSE(readings.isEmpty());
        const QString reading = readings.back()[0].toString();
        EXPECT_TRUE(reading.startsWith(QStringLiteral("%1 → %2 ").arg(row[3], row[5])))
            << reading.toStdString();
        EXPECT_TRUE(reading.contains(QLocale().toString(static_cast<double>(row[7].toFloat()), 'f', 6)))
            << reading.toStdString() << " is not " << row[7].toStdString();
    }
    EXPECT_EQ(cells, test.session().a()->trace->length() * test.session().a()->trace->length());
}

/// All texts of a figure, as its SVG has them.
QStringList textsOf(const Figure& figure) {
    QXmlStreamReader xml(figureFormatOf("a.svg").bytes(figure, {}, {}));
    QStringList texts;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            texts << xml.readElementText(QXmlStreamReader::IncludeChildElements);
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return texts;
}

HeatmapLook lightLook() {
    HeatmapLook look;
    look.theme = Theme::light();
    return look;
}

TEST(OneHead, CellsHaveNumbersWhereTheyFit) {
    const HeatmapDataPtr data =
        prepareHeatmap(samplePattern(), sampleTokens(), ToneScale::Linear, ToneRange::WholeMap);
    const auto numbers = [&](QSizeF size) {
        const HeatmapLook look = lightLook();
        const double cell = heatmapLayout(*data, look, size).mapping.cell();
        EXPECT_EQ(heatmapLayout(*data, look, size).numbers(), cell >= HeatmapLayout::numberCell);
        HeatmapLook without = look;
        without.numbers = false;
        return std::pair(cell, textsOf(heatmapFigure(data, look, size)).size() -
                                   textsOf(heatmapFigure(data, without, size)).size());
    };
    const auto [large, many] = numbers({520, 560});
    EXPECT_GE(large, 34);
    const core::Matrix weights = sampleWeights(7);
    EXPECT_EQ(many, (weights.array() >= 0.0005F).count());
    const auto [small, none] = numbers({330, 330});
    EXPECT_LT(small, 34);
    EXPECT_EQ(none, 0);
}

TEST(OneHead, TheLegendEndsAtTheLargestWeightInEveryScale) {
    const auto largest = static_cast<double>(sampleWeights(7).maxCoeff());
    for (const ToneScale scale : scales) {
        const HeatmapDataPtr data =
            prepareHeatmap(samplePattern(), sampleTokens(), scale, ToneRange::WholeMap);
        const ColourLegend legend = colourLegend(scale, ToneRange::WholeMap, data->maximum);
        EXPECT_DOUBLE_EQ(legend.ticks.back(), largest);
        HeatmapLook look = lightLook();
        look.numbers = false;
        EXPECT_TRUE(textsOf(heatmapFigure(data, look, {520, 560})).contains(weightText(largest)));
    }
}

TEST(OneHead, APictureOfZerosIsPaper) {
    const auto pattern = std::make_shared<FixedPattern>(sampleTokens(), core::Matrix::Zero(7, 7));
    for (const Theme& theme : {Theme::light(), Theme::darkTheme()})
        for (const ToneScale scale : scales)
            for (const ToneRange range : ranges) {
                const HeatmapDataPtr data = prepareHeatmap(pattern, sampleTokens(), scale, range);
                HeatmapLook look;
                look.theme = theme;
                const QSizeF size(520, 560);
                const QImage image = figureImage(heatmapFigure(data, look, size), 1);
                const QRect map = heatmapLayout(*data, look, size).mapping.visibleGrid().toAlignedRect();
                const QRect inside = map.adjusted(2, 2, -2, -2);  // within its frame
                for (int y = inside.top(); y <= inside.bottom(); ++y)
                    for (int x = inside.left(); x <= inside.right(); ++x)
                        ASSERT_EQ(image.pixelColor(x, y), theme.panel) << x << ' ' << y;
            }
}

}  // namespace
}  // namespace headscope::ui
