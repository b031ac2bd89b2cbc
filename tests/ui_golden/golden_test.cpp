// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that somebody looked at and found good. Their characters are the rectangles of tests/data/fonts,
// so that a pixel depends neither on the fonts of the machine nor on how curves are rasterised. After an
// intended change: UPDATE_GOLDEN=1 golden_tests, then look at tests/golden again.
#include <gtest/gtest.h>

#include <QApplication>
#include <QFontDatabase>
#include <QImage>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "tests/ui/figures_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/figures.h"

namespace headscope::ui {
namespace {

struct Golden {
    const char* view;
    bool dark;
    int scale;
    QSizeF size;
    bool difference = false;
    const char* measure = "";  ///< of the heads of a grid
};

void PrintTo(const Golden& golden, std::ostream* stream) {
    *stream << golden.view << (golden.difference ? "-difference" : "")
            << (*golden.measure != 0 ? "-measure" : "") << (golden.dark ? "-dark" : "-light") << '@'
            << golden.scale;
}

QString pathOf(const Golden& golden) {
    return QStringLiteral(HEADSCOPE_TEST_DATA "/../golden/%1%2%3-%4@%5.png")
        .arg(QLatin1String(golden.view), QLatin1String(golden.difference ? "-difference" : ""),
             QLatin1String(*golden.measure != 0 ? "-measure" : ""),
             QLatin1String(golden.dark ? "dark" : "light"))
        .arg(golden.scale);
}

/// The same run with another text.
RunPtr sampleB(const RunPtr& a) {
    auto b = std::make_shared<Run>(*a);
    auto trace = std::make_shared<core::Trace>(*a->trace);
    trace->tokens = sampleDifference()->rowTokens();
    trace->spec.input.text = "the animal was too wide";
    b->trace = trace;
    return b;
}

void makeDifference(FigureRequest& request) {
    const RunPtr a = request.run;
    request.run = sampleB(a);
    request.difference = compared(a, request.run);
    request.pattern = sampleDifference();
    HeadChanges changes;
    double sharpness = 1;
    for (const core::HeadId head : a->trace->headIds())
        changes.push_back(core::compareHead(*sampleDifference(sharpness += 0.25), head));
    request.changes = std::make_shared<const HeadChanges>(std::move(changes));
}

QImage painted(const Golden& golden) {
    FigureRequest request;
    request.run = sampleRun({4, 4, 0, 4});
    request.selection.head = {core::AttentionKind::Self, 1, 2};
    request.pattern = samplePattern(golden.dark);
    if (golden.difference) makeDifference(request);
    request.selection.query = golden.difference ? 3 : 5;
    if (std::string_view(golden.view) == "heatmap") request.selection.key = 2;
    request.theme = golden.dark ? Theme::darkTheme() : Theme::light();
    request.size = golden.size;
    request.settings.measure = golden.measure;
    request.settings.sortHeads = golden.dark && *golden.measure != 0;
    return figureImage(figureKindNamed(golden.view).make(request, {}), golden.scale);
}

/// Lines and the edges of rectangles may round differently in another version of Qt; more than that is a
/// change.
constexpr int sameColour = 8;
constexpr int mostDiffering = 20;

/// The number of pixels of which a channel differs by more than rounding does.
int differingPixels(const QImage& a, const QImage& b) {
    int differing = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            const int most = std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)),
                                       std::abs(qBlue(p) - qBlue(q))});
            differing += most > sameColour ? 1 : 0;
        }
    return differing;
}

struct Environment : testing::Environment {
    int argc = 1;
    char name[13] = "golden_tests";
    char* argv[2] = {name, nullptr};
    std::unique_ptr<QApplication> application;

    void SetUp() override {
        const QString fonts = QStringLiteral(HEADSCOPE_TEST_DATA "/fonts/");
        qputenv("FONTCONFIG_FILE", (fonts + QStringLiteral("fonts.conf")).toUtf8());
        application = std::make_unique<QApplication>(argc, argv);
        for (const char* file : {"text.ttf", "text-bold.ttf", "numbers.ttf"})
            ASSERT_GE(QFontDatabase::addApplicationFont(fonts + QLatin1String(file)), 0) << file;
    }
    void TearDown() override { application.reset(); }
};

[[maybe_unused]] const testing::Environment* const environment =
    testing::AddGlobalTestEnvironment(new Environment);

class GoldenPicture : public testing::TestWithParam<Golden> {};

TEST_P(GoldenPicture, LooksAsItDid) {
    const QImage now = painted(GetParam());
    const QString path = pathOf(GetParam());
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        ASSERT_TRUE(now.convertToFormat(QImage::Format_RGB888).save(path));
        return;
    }
    const QImage then(path);
    ASSERT_EQ(now.size(), then.size()) << path.toStdString();
    const int differing = differingPixels(now, then);
    RecordProperty("differing_pixels", differing);
    EXPECT_LE(differing, mostDiffering)
        << path.toStdString() << " has " << now.width() * now.height() << " pixels";
}

TEST(Golden, OneMovedLabelIsSeen) {
    const QImage then = painted({"flow", false, 2, {460, 330}});
    QImage moved = then;
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 90; ++x) moved.setPixel(40 + x, 205 + y, then.pixel(41 + x, 205 + y));
    EXPECT_GT(differingPixels(then, moved), mostDiffering);
}

INSTANTIATE_TEST_SUITE_P(
    All, GoldenPicture,
    testing::Values(Golden{"heatmap", false, 1, {420, 420}}, Golden{"heatmap", true, 2, {420, 420}},
                    Golden{"flow", false, 2, {460, 330}}, Golden{"flow", true, 1, {460, 330}},
                    Golden{"arcs", false, 1, {420, 360}}, Golden{"arcs", true, 2, {420, 360}},
                    Golden{"grid", false, 1, {360, 420}}, Golden{"grid", true, 2, {360, 420}},
                    Golden{"grid", false, 1, {360, 460}, false, "entropy"},
                    Golden{"grid", true, 2, {360, 460}, false, "entropy"},
                    Golden{"layers", false, 1, {420, 300}}, Golden{"layers", true, 1, {420, 300}},
                    Golden{"scatter", false, 1, {420, 300}}, Golden{"scatter", true, 2, {420, 300}},
                    Golden{"distance", false, 1, {420, 300}}, Golden{"distance", true, 2, {420, 300}},
                    Golden{"entropy", false, 1, {420, 300}}, Golden{"entropy", true, 2, {420, 300}},
                    Golden{"distance", false, 1, {420, 300}, true},
                    Golden{"heatmap", false, 1, {420, 420}, true},
                    Golden{"heatmap", true, 2, {420, 420}, true}, Golden{"flow", false, 2, {460, 330}, true},
                    Golden{"flow", true, 1, {460, 330}, true}, Golden{"grid", false, 1, {360, 420}, true},
                    Golden{"grid", true, 1, {360, 420}, true}));

}  // namespace
}  // namespace headscope::ui
