// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QPainter>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <thread>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/figures_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/arcs_figure.h"
#include "ui/figures/grid_figure.h"
#include "ui/figures/heatmap_figure.h"

namespace headscope::ui {
namespace {

/// Tokens that break careless writers.
std::vector<core::Token> nastyTokens() {
    std::vector<core::Token> tokens;
    for (const char* label :
         {"</script>", "a,\"b\"", "AT&T", "]]>", "<!--", "你好world", "naïve", " E7", "\x01", "&amp;", "'x'"})
        tokens.push_back(sampleToken(label));
    return tokens;
}

FlowDataPtr nastyFlow() {
    const auto tokens = nastyTokens();
    const auto pattern =
        std::make_shared<FixedPattern>(tokens, sampleWeights(static_cast<core::Index>(tokens.size())));
    return prepareFlow({{{}, core::HeadType::Content, pattern}}, tokens, {});
}

Figure nastyHeatmap() {
    const auto tokens = nastyTokens();
    const auto pattern =
        std::make_shared<FixedPattern>(tokens, sampleWeights(static_cast<core::Index>(tokens.size())));
    HeatmapLook look;
    look.theme = Theme::light();
    Figure figure =
        heatmapFigure(prepareHeatmap(pattern, tokens, ToneScale::SquareRoot, ToneRange::WholeMap), look, {});
    figure.title = QStringLiteral("Heatmap <4.11> \"A & B\"");
    figure.description = QString(QStringLiteral("</desc> & \x02"));
    return figure;
}

Figure nastyFlowFigure() {
    FlowLook look;
    look.theme = Theme::light();
    return flowFigure(nastyFlow(), look, {});
}

Figure nastyArcsFigure() {
    FlowLook look;
    look.theme = Theme::light();
    return arcsFigure(nastyFlow(), look, {});
}

struct SvgContent {
    QStringList texts;
    QString title;
    QString description;
    QStringList fonts;
    int images = 0;
    bool pixelated = true;
    QString error;
};

SvgContent parsed(const std::string& bytes) {
    SvgContent content;
    QXmlStreamReader xml(QByteArray::fromStdString(bytes));
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const auto attributes = xml.attributes();
        if (xml.name() == QLatin1String("text")) {
            content.fonts << attributes.value(QLatin1String("font-family")).toString();
            content.texts << xml.readElementText();
        } else if (xml.name() == QLatin1String("title")) {
            content.title = xml.readElementText();
        } else if (xml.name() == QLatin1String("desc")) {
            content.description = xml.readElementText();
        } else if (xml.name() == QLatin1String("image")) {
            ++content.images;
            const bool crisp = attributes.value(QLatin1String("style")).contains(QLatin1String("pixelated"));
            content.pixelated = content.pixelated && crisp;
        }
    }
    if (xml.hasError()) content.error = xml.errorString();
    return content;
}

TEST(FigureFormats, SvgHoldsEveryTokenAsRealText) {
    const test::TemporaryFolder folder;
    for (const Figure& figure : {nastyHeatmap(), nastyFlowFigure(), nastyArcsFigure()}) {
        writeFigure(figure, folder.path() / "a.svg");
        const SvgContent svg = parsed(test::contentOf(folder.path() / "a.svg"));
        EXPECT_TRUE(svg.error.isEmpty()) << svg.error.toStdString();
        for (const core::Token& token : nastyTokens())
            EXPECT_TRUE(svg.texts.contains(tokenLabel(token).text)) << token.label;
    }
}

TEST(FigureFormats, SvgNamesItselfAndItsFonts) {
    const test::TemporaryFolder folder;
    const Figure figure = nastyHeatmap();
    writeFigure(figure, folder.path() / "a.svg");
    const SvgContent svg = parsed(test::contentOf(folder.path() / "a.svg"));
    EXPECT_EQ(svg.title, figure.title);
    EXPECT_TRUE(svg.description.startsWith(QStringLiteral("</desc> & ")));
    EXPECT_GE(svg.images, 1);
    EXPECT_TRUE(svg.pixelated);
    for (const QString& font : svg.fonts) EXPECT_TRUE(font.contains(QLatin1Char(','))) << font.toStdString();
}

TEST(FigureFormats, SvgOpensAsASecondReaderSeesIt) {
    const test::TemporaryFolder folder;
    for (const Figure& figure : {nastyHeatmap(), nastyFlowFigure(), nastyArcsFigure()}) {
        writeFigure(figure, folder.path() / "a.svg");
        QSvgRenderer renderer(QByteArray::fromStdString(test::contentOf(folder.path() / "a.svg")));
        ASSERT_TRUE(renderer.isValid());
        EXPECT_EQ(renderer.viewBoxF().size(), figure.size);
    }
}

TEST(FigureFormats, PdfKeepsImagesExactAndFontsInside) {
    const test::TemporaryFolder folder;
    for (const Figure& figure : {nastyHeatmap(), nastyFlowFigure()}) {
        writeFigure(figure, folder.path() / "a.pdf");
        const std::string pdf = test::contentOf(folder.path() / "a.pdf");
        EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
        EXPECT_EQ(pdf.find("DCTDecode"), std::string::npos);
        EXPECT_NE(pdf.find("/FontFile"), std::string::npos);
    }
}

TEST(FigureFormats, PngHasTheSizeAskedFor) {
    const test::TemporaryFolder folder;
    Figure figure = nastyHeatmap();
    figure.size = {501, 333};
    for (const double scale : {0.5, 1.0, 1.75, 2.0, 4.0}) {
        writeFigure(figure, folder.path() / "a.PNG", {scale});
        const QImage image(QString::fromStdString((folder.path() / "a.PNG").string()));
        EXPECT_EQ(image.size(),
                  QSize(static_cast<int>(std::ceil(501 * scale)), static_cast<int>(std::ceil(333 * scale))));
        EXPECT_EQ(image.text(QStringLiteral("Title")), figure.title);
    }
}

TEST(FigureFormats, WritesTheSameOnAThreadOfItsOwn) {
    const test::TemporaryFolder folder;
    const Figure figure = nastyFlowFigure();
    for (const char* suffix : {"png", "svg"}) {
        const auto here = folder.path() / (std::string("here.") + suffix);
        const auto there = folder.path() / (std::string("there.") + suffix);
        writeFigure(figure, here);
        std::thread([&] { writeFigure(figure, there); }).join();
        EXPECT_EQ(test::contentOf(here), test::contentOf(there)) << suffix;
    }
    std::thread([&] { writeFigure(figure, folder.path() / "there.pdf"); }).join();
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "there.pdf"));
}

TEST(FigureFormats, UnknownSuffixesAreRefusedWithTheKnownOnes) {
    const test::TemporaryFolder folder;
    for (const char* name : {"a.jpg", "a", ".png", "a.svg.bak"}) {
        const core::Error error = test::expectError(
            core::ErrorCode::UnknownFormat, [&] { writeFigure(nastyHeatmap(), folder.path() / name); });
        EXPECT_NE(std::string(error.what()).find(".png, .svg, .pdf"), std::string::npos);
    }
    EXPECT_TRUE(folder.names().empty());
}

TEST(FigureFormats, NothingIsLeftWhereNothingCanBeWritten) {
    const test::TemporaryFolder folder;
    for (const FigureFormat& format : figureFormats()) {
        const auto path = folder.path() / "missing" / (std::string("a.") + std::string(format.suffix));
        test::expectError(core::ErrorCode::WriteFailed, [&] { writeFigure(nastyHeatmap(), path); });
    }
    for (const double scale : {0.0, -1.0, 1e9, std::nan("")})
        test::expectError(core::ErrorCode::BadArgument,
                          [&] { writeFigure(nastyHeatmap(), folder.path() / "a.png", {scale}); });
    EXPECT_TRUE(folder.names().empty());
}

TEST(FigureFormats, TheFilterNamesEveryRow) {
    const QString filter = figureFileFilter();
    for (const FigureFormat& format : figureFormats())
        EXPECT_TRUE(
            filter.contains(QStringLiteral("(*.") + QString::fromStdString(std::string(format.suffix))));
}

TEST(FigureFormats, TooManyPixelsAreRefusedBeforeTheyTakeMemory) {
    for (const QSizeF size : {QSizeF(1e9, 1e9), QSizeF(40000, 10), QSizeF(30000, 30000)}) {
        const core::Error error =
            test::expectError(core::ErrorCode::BadArgument, [&] { checkPixels(size, 1); });
        EXPECT_NE(std::string(error.what()).find("at most 32767 on a side"), std::string::npos)
            << error.what();
    }
    test::expectError(core::ErrorCode::BadArgument, [] { checkPixels({5000, 5000}, 5); });
    checkPixels({5000, 5000}, 1);
}

TEST(FigureFormats, AStopComesBeforeTheFile) {
    const test::TemporaryFolder folder;
    test::expectError(core::ErrorCode::Cancelled, [&] {
        writeFigure(nastyHeatmap(), folder.path() / "a.pdf", {}, [](double) { return false; });
    });
    EXPECT_TRUE(folder.names().empty());
}

QStringList textsOf(const Figure& figure) {
    const QByteArray svg = figureFormatOf("a.svg").bytes(figure, {}, {});
    return parsed(svg.toStdString()).texts;
}

/// 120 words of two pieces each: a0 b0 a1 b1 …
FigureRequest longRequest() {
    FigureRequest request;
    const RunPtr run = sampleRun({1});
    auto trace = std::make_shared<core::Trace>(*run->trace);
    trace->tokens.clear();
    for (core::Index i = 0; i < 240; ++i) {
        trace->tokens.push_back(sampleToken((i % 2 == 0 ? "a" : "b") + std::to_string(i / 2)));
        trace->tokens.back().word = i / 2;
    }
    auto copy = std::make_shared<Run>(*run);
    copy->trace = trace;
    request.run = copy;
    request.pattern = std::make_shared<FixedPattern>(trace->tokens, sampleWeights(240));
    request.theme = Theme::light();
    return request;
}

TEST(FigureKinds, LongTextsShowTheWindowAroundTheWordsAskedFor) {
    for (const char* view : {"flow", "arcs"}) {
        const auto shown = [&](const FigureRequest& request) {
            return figureKindNamed(view).make(request, {}).shown.toStdString();
        };
        FigureRequest request = longRequest();
        EXPECT_EQ(shown(request), "tokens 0 to 79 of 240, 160 hidden") << view;
        request.selection.query = 200;
        EXPECT_EQ(shown(request), "tokens 160 to 239 of 240, 160 hidden") << view;
        request.selection.query = std::nullopt;
        request.selection.key = 100;
        EXPECT_EQ(shown(request), "tokens 61 to 140 of 240, 160 hidden") << view;
        request.selection.query = 170;
        EXPECT_EQ(shown(request), "tokens 96 to 175 of 240, 160 hidden") << view;
        const QStringList texts = textsOf(figureKindNamed(view).make(request, {}));
        EXPECT_TRUE(texts.contains(tokenLabel(request.run->trace->tokens[170]).text)) << view;
        EXPECT_TRUE(texts.contains(tokenLabel(request.run->trace->tokens[100]).text)) << view;
    }
}

TEST(FigureKinds, ASelectedPieceStandsForItsWordWhereWordsAreMerged) {
    FigureRequest request = longRequest();
    const core::WordGroups groups = core::wordGroups(request.run->trace->tokens, {});
    request.pattern = std::make_shared<FixedPattern>(groups.words, sampleWeights(120));
    request.settings.words = true;
    request.selection.query = 200;  // a piece of word 100
    EXPECT_EQ(figureKindNamed("flow").make(request, {}).shown.toStdString(),
              "words 40 to 119 of 120, 40 hidden");
}

TEST(FigureKinds, TheSmallestSizeKeepsTheLabelsApart) {
    FigureRequest request;
    request.run = sampleRun({2, 2});
    request.pattern = samplePattern();
    request.theme = Theme::light();
    for (const FigureKind& kind : figureKinds()) {
        const QSizeF smallest = kind.make(request, {}).smallest;
        ASSERT_FALSE(smallest.isEmpty()) << kind.id;
        EXPECT_LT(smallest.width(), 480) << kind.id;
        EXPECT_LT(smallest.height(), 330) << kind.id;
        request.size = smallest;
        const Figure figure = kind.make(request, {});
        EXPECT_EQ(figure.smallest.width(), smallest.width()) << kind.id;
        // All of it lies inside.
        Figure framed = figure;
        framed.size = smallest + QSizeF(200, 200);
        framed.paint = [&](QPainter& painter, QSizeF, PaintMode mode) {
            figure.paint(painter, smallest, mode);
        };
        const QImage image = figureImage(framed, 1);
        const QImage inside = figureImage(figure, 1);
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                if (x < inside.width() && y < inside.height()) continue;
                ASSERT_EQ(image.pixelColor(x, y), QColor(Qt::white)) << kind.id << ' ' << x << ' ' << y;
            }
        request.size = {};
    }
}

TEST(HeatmapLabels, OfTwoMarkedOnesThatWouldTouchTheHoveredIsWritten) {
    std::vector<core::Token> tokens;
    for (int i = 0; i < 200; ++i) tokens.push_back(sampleToken("w" + std::to_string(i)));
    const auto pattern = std::make_shared<FixedPattern>(tokens, sampleWeights(200));
    const HeatmapDataPtr data = prepareHeatmap(pattern, tokens, ToneScale::SquareRoot, ToneRange::WholeMap);
    HeatmapLook look;
    look.theme = Theme::light();
    look.selection.query = look.selection.key = 100;
    look.hover.query = look.hover.key = 101;
    const QStringList near = textsOf(heatmapFigure(data, look, {600, 600}));
    EXPECT_EQ(near.count(QStringLiteral("w101")), 2);
    EXPECT_FALSE(near.contains(QStringLiteral("w100")));
    look.hover.query = look.hover.key = 150;
    const QStringList far = textsOf(heatmapFigure(data, look, {600, 600}));
    EXPECT_EQ(far.count(QStringLiteral("w100")), 2);
    EXPECT_EQ(far.count(QStringLiteral("w150")), 2);
    EXPECT_FALSE(far.contains(QStringLiteral("w101")));
}

TEST(FigureKinds, AreFoundByName) {
    for (const FigureKind& kind : figureKinds()) EXPECT_EQ(figureKindNamed(kind.id).make, kind.make);
    const core::Error error = test::expectError(core::ErrorCode::UnknownView, [] { figureKindNamed("pie"); });
    EXPECT_NE(std::string(error.what()).find("grid, heatmap, flow, arcs, layers"), std::string::npos);
}

TEST(FigureKinds, EveryKindPaintsEveryFormat) {
    const test::TemporaryFolder folder;
    FigureRequest request;
    request.run = sampleRun({2, 0, 2});
    request.pattern = samplePattern();
    request.theme = Theme::light();
    for (const bool attention : {true, false}) {
        request.selection.head = {core::AttentionKind::Self, attention ? 2 : 1, 0};
        if (!attention) request.pattern = nullptr;
        for (const FigureKind& kind : figureKinds()) {
            const Figure figure = kind.make(request, {});
            EXPECT_FALSE(figure.size.isEmpty());
            EXPECT_FALSE(figure.title.isEmpty());
            for (const FigureFormat& format : figureFormats()) {
                const auto path = folder.path() / (std::string(kind.id) + "." + std::string(format.suffix));
                writeFigure(figure, path);
                EXPECT_GT(std::filesystem::file_size(path), 500U);
            }
        }
    }
    request.size = {333, 222};
    for (const FigureKind& kind : figureKinds()) EXPECT_EQ(kind.make(request, {}).size, QSizeF(333, 222));
}

TEST(FigureFormats, StoppedAtAnyPlaceTheyLeaveNoFile) {
    for (const char* name : {"map.png", "map.svg", "map.pdf"}) {
        const test::TemporaryFolder folder;
        bool complete = false;
        int stops = 0;
        for (int allowed = 0; !complete && allowed < 1000; allowed = 2 * allowed + 1) {
            int asked = 0;
            complete = true;
            try {
                writeFigure(nastyHeatmap(), folder.path() / name, {2}, [&](double fraction) {
                    EXPECT_GE(fraction, 0);
                    EXPECT_LE(fraction, 1);
                    return asked++ < allowed;
                });
            } catch (const core::Error& error) {
                EXPECT_EQ(error.code(), core::ErrorCode::Cancelled);
                EXPECT_TRUE(folder.names().empty()) << name << " after " << allowed;
                complete = false;
                ++stops;
            }
        }
        EXPECT_EQ(folder.names(), std::vector<std::string>{name});
        EXPECT_GE(stops, 2) << name;
    }
}

}  // namespace
}  // namespace headscope::ui
