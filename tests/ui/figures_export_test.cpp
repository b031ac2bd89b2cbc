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
        request.head = {core::AttentionKind::Self, attention ? 2 : 1, 0};
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

}  // namespace
}  // namespace headscope::ui
