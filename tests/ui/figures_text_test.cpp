// SPDX-License-Identifier: GPL-3.0-or-later
// Text of every script: one picture per emoji on screen, the same characters in files, in the order in which
// they are read. The fonts are those that ./dev installs; PDFs are read by poppler.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QPainter>
#include <QProcess>
#include <QRawFont>
#include <QXmlStreamReader>
#include <algorithm>
#include <string>

#include "tests/support/temporary_folder.h"
#include "tests/ui/figures_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/paint_helpers.h"
#include "ui/figures/plain_font.h"
#include "ui/figures/text_line.h"
#include "ui/figures/theme.h"

namespace headscope::ui {
namespace {

constexpr double size = 24;

const QStringList& emoji() {
    static const QStringList all{QStringLiteral("👨‍👩‍👧‍👦"),
                                 QStringLiteral("🇩🇪"),
                                 QStringLiteral("👍🏽"),
                                 QStringLiteral("🏳️‍🌈"),
                                 QStringLiteral("1️⃣"),
                                 QStringLiteral("❤️"),
                                 QStringLiteral("😀")};
    return all;
}

/// Lines that go wrong where text is taken glyph by glyph, or read as something else.
const QStringList& lines() {
    static const QStringList all{QStringLiteral("猫坐在垫子上"),
                                 QStringLiteral("カタカナとひらがな"),
                                 QStringLiteral("كان الحيوان tired جدًّا، ولم يعبر Street 12"),
                                 QStringLiteral("החתול on the mat כי הוא"),
                                 QStringLiteral("model  ·  كان الحيوان، ولم 12 يعبر"),
                                 QStringLiteral("क्योंकि वह थका हुआ"),
                                 QStringLiteral("แมวนั่งบนเสื่อ"),
                                 QStringLiteral("Layer 0 (4.11) -> x"),
                                 QStringLiteral("e\u0301 Z\u0335\u0353"),
                                 QStringLiteral("</script> $x_1$ &amp; <b>"),
                                 QStringLiteral("a 👨‍👩‍👧‍👦 b 1️⃣ c"),
                                 QStringLiteral("𠀀𝒳")};
    return all;
}

QFont font() {
    return Theme::light().textFont(size);
}

Figure figureOf(const QStringList& texts) {
    Figure figure;
    figure.size = figure.smallest = QSizeF(800, 40.0 * static_cast<double>(texts.size()));
    figure.paint = [texts](QPainter& painter, QSizeF, PaintMode) {
        painter.fillRect(QRectF(0, 0, 800, 40.0 * static_cast<double>(texts.size())), Qt::white);
        double top = 0;
        for (const QString& text : texts) {
            drawText(painter, text, font(),
                     {{10, top, 780, 40}, Qt::AlignLeft | Qt::AlignVCenter, Qt::black});
            top += 40;
        }
    };
    return figure;
}

QByteArray bytesOf(const QStringList& texts, const char* suffix) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / (std::string("a.") + suffix);
    writeFigure(figureOf(texts), path);
    return QByteArray::fromStdString(test::contentOf(path));
}

/// How many pixels of a picture are neither black, white nor between.
int colouredPixels(const QImage& image) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (QColor(image.pixel(x, y)).hslSaturation() > 60) ++count;
    return count;
}

/// What poppler reads, without the marks of direction that it adds and without blanks at the ends of lines.
QStringList readByPoppler(const QByteArray& pdf) {
    QProcess reader;
    reader.start(QStringLiteral("pdftotext"), {"-enc", "UTF-8", "-layout", "-", "-"});
    EXPECT_TRUE(reader.waitForStarted()) << "poppler-utils is not installed";
    reader.write(pdf);
    reader.closeWriteChannel();
    EXPECT_TRUE(reader.waitForFinished());
    EXPECT_EQ(reader.readAllStandardError().toStdString(), "");
    QStringList found;
    for (QString line : QString::fromUtf8(reader.readAllStandardOutput()).split(QLatin1Char('\n'))) {
        line.removeIf(
            [](QChar c) { return (c >= QChar(0x202A) && c <= QChar(0x202E)) || c == QLatin1Char('\f'); });
        if (!line.trimmed().isEmpty()) found.append(line.simplified());
    }
    return found;
}

TEST(TextLine, AnEmojiIsOnePictureInColour) {
    for (const QString& text : emoji()) {
        const TextLine line(text, font());
        const std::vector<TextCluster> clusters = line.clusters();
        ASSERT_EQ(clusters.size(), 1U) << text.toStdString();
        EXPECT_TRUE(clusters[0].colour) << text.toStdString();
        qsizetype glyphs = 0;
        for (const QGlyphRun& run : line.glyphs(0, text.size())) glyphs += run.glyphIndexes().size();
        EXPECT_EQ(glyphs, 1) << text.toStdString();
        EXPECT_LT(line.width(), 1.5 * size) << text.toStdString();
        // The family of Noto Color Emoji is grey.
        const int expected = text == emoji().first() ? 0 : 21;
        EXPECT_GE(colouredPixels(figureImage(figureOf({text}), 1)), expected) << text.toStdString();
    }
}

TEST(TextLine, AFlagStaysWholeBehindAnotherEmoji) {
    for (const auto& [text, count] : {std::pair{QStringLiteral("😀🇨🇳"), 2},
                                      {QStringLiteral("👨‍👩‍👧‍👦🇨🇳🇩🇪"), 3}}) {
        const TextLine line(text, font());
        const auto clusters = line.clusters();
        EXPECT_EQ(clusters.size(), static_cast<std::size_t>(count));
        EXPECT_EQ(clusters.back().length, 4);
        qsizetype glyphs = 0;
        for (const QGlyphRun& run : line.glyphs(0, text.size())) glyphs += run.glyphIndexes().size();
        EXPECT_EQ(glyphs, count) << text.toStdString();
    }
}

TEST(TextLine, DigitsAndSignsStayInTheColourOfTheText) {
    const QString text = QStringLiteral("12 # * © → ↔ ⏎ ⇥ ␣ ∅ …");
    EXPECT_EQ(colouredPixels(figureImage(figureOf({text}), 1)), 0);
}

TEST(PlainFont, HasNoFeatureThatMakesOneSignOfSeveral) {
    const QDir folder(QStringLiteral(":/fonts"));
    ASSERT_FALSE(folder.entryList(QDir::Files).isEmpty());
    for (const QString& name : folder.entryList(QDir::Files)) {
        QFile file(folder.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const QByteArray shipped = file.readAll();
        const QByteArray plain = withoutContextualAlternates(shipped);
        EXPECT_TRUE(QRawFont(shipped, 12).fontTable("GSUB").contains("calt")) << name.toStdString();
        const QRawFont font(plain, 12);
        ASSERT_TRUE(font.isValid());
        EXPECT_FALSE(font.fontTable("GSUB").contains("calt")) << name.toStdString();
        EXPECT_TRUE(font.fontTable("GSUB").contains("ccmp")) << "letters keep their marks";
        EXPECT_EQ(plain.size(), shipped.size());
    }
}

TEST(PlainFont, LeavesWhatIsNoFontAlone) {
    const QByteArray pieces[] = {{}, "x", QByteArray(11, '\xFF'), QByteArray(4000, '\xFF')};
    for (const QByteArray& bytes : pieces) EXPECT_EQ(withoutContextualAlternates(bytes), bytes);
}

/// From the first column with ink to the last one.
int inkWidth(const QString& text) {
    const QImage image = figureImage(figureOf({text}), 1);
    int first = image.width();
    int last = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qGray(image.pixel(x, y)) < 200) first = std::min(first, x), last = std::max(last, x);
    return last - first + 1;
}

TEST(TextLine, AMarkWithoutLetterStandsOnItsCircle) {
    for (const char32_t mark : {0x301, 0x335, 0x5B0, 0x64B, 0x651, 0x670, 0xE34})
        EXPECT_LE(inkWidth(QChar(0x25CC) + QString::fromUcs4(&mark, 1)), 22) << std::hex << int(mark);
}

TEST(TextLine, ClustersCoverTheLineOnce) {
    for (const QString& each : lines()) {
        // Qt adds to the width of a line what its last letter hangs over; an "a" hangs over nothing.
        const QString text = each + QStringLiteral(" a");
        const TextLine line(text, font());
        double sum = 0;
        qsizetype next = 0;
        for (const TextCluster& cluster : line.clusters()) {
            EXPECT_EQ(cluster.begin, next);
            next += cluster.length;
            sum += cluster.right - cluster.left;
        }
        EXPECT_EQ(next, text.size());
        EXPECT_NEAR(sum, line.width(), 1) << text.toStdString();
    }
}

TEST(TextLine, IsShortenedToItsRoom) {
    const QString text = QStringLiteral("1️⃣❤️1️⃣❤️1️⃣❤️1️⃣❤️1️⃣❤️");
    for (const double room : {20.0, 60.0, 110.0})
        EXPECT_LE(textWidth(shortened(text, font(), room), font()), room);
    EXPECT_EQ(shortened(text, font(), 2000), text);
}

TEST(SvgText, StandsInTheOrderInWhichItIsRead) {
    QXmlStreamReader xml(bytesOf(lines(), "svg"));
    QStringList texts;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text")) {
            const bool backwards = xml.attributes().value(QLatin1String("direction")) == QLatin1String("rtl");
            texts << xml.readElementText(QXmlStreamReader::IncludeChildElements);
            EXPECT_EQ(backwards, texts.back().isRightToLeft());
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    EXPECT_EQ(texts, lines());
}

TEST(SvgText, EmojiAreImagesUnderTextThatIsNotSeen) {
    QXmlStreamReader xml(bytesOf({QStringLiteral("a 🏳️‍🌈 b")}, "svg"));
    int images = 0;
    QStringList hidden;
    QStringList seen;
    double left = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const auto attributes = xml.attributes();
        if (xml.name() == QLatin1String("image")) {
            ++images;
            left = attributes.value(QLatin1String("x")).toDouble();
            const QByteArray data =
                attributes.value(QLatin1String("http://www.w3.org/1999/xlink"), QLatin1String("href"))
                    .toLatin1();
            const QImage image =
                QImage::fromData(QByteArray::fromBase64(data.mid(data.indexOf(',') + 1)), "PNG");
            EXPECT_GT(colouredPixels(image), 500);
            EXPECT_EQ(image.pixelColor(0, 0).alpha(), 0);
        } else if (xml.name() == QLatin1String("tspan")) {
            const bool invisible = attributes.value(QLatin1String("fill-opacity")) == QLatin1String("0");
            (invisible ? hidden : seen) << xml.readElementText();
        }
    }
    EXPECT_EQ(images, 1);
    EXPECT_NEAR(left, 10 + textWidth(QStringLiteral("a "), font()), 2);
    EXPECT_EQ(hidden, QStringList{QStringLiteral("🏳️‍🌈")});
    EXPECT_EQ(seen, (QStringList{QStringLiteral("a "), QStringLiteral(" b")}));
}

/// Its characters without blanks; sorted where it has right-to-left text, which poppler orders by a method of
/// its own.
std::u16string comparable(const QString& line) {
    std::u16string text;
    bool backwards = false;
    for (const QChar c : line) {
        backwards = backwards || c.direction() == QChar::DirR || c.direction() == QChar::DirAL;
        if (!c.isSpace()) text += c.unicode();
    }
    if (backwards) std::sort(text.begin(), text.end());
    return text;
}

TEST(PdfText, IsFoundAndCopiedWhole) {
    const QStringList found = readByPoppler(bytesOf(lines(), "pdf"));
    ASSERT_EQ(found.size(), lines().size());
    for (qsizetype i = 0; i < found.size(); ++i)
        EXPECT_EQ(comparable(found[i]), comparable(lines()[i])) << found[i].toStdString();
}

TEST(PdfText, HasCodesForMoreTextsThanOneFontHolds) {
    QStringList texts;
    for (int row = 0; row < 30; ++row) {
        QString text;
        for (int i = 0; i < 20; ++i) {
            const char32_t c = 0x20000 + static_cast<char32_t>(20 * row + i);
            text += QString::fromUcs4(&c, 1);
        }
        texts << text;
    }
    EXPECT_EQ(readByPoppler(bytesOf(texts, "pdf")), texts);
}

TEST(PdfText, IsSelectedWhereItIsSeen) {
    QProcess reader;
    reader.start(QStringLiteral("pdftotext"), {"-bbox", "-", "-"});
    ASSERT_TRUE(reader.waitForStarted());
    reader.write(bytesOf({QStringLiteral("ab क्योंकि")}, "pdf"));
    reader.closeWriteChannel();
    ASSERT_TRUE(reader.waitForFinished());
    QXmlStreamReader xml(reader.readAllStandardOutput());
    const double points = 0.75;  // per logical pixel
    double right = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != QLatin1String("word")) continue;
        const auto at = [&xml](const char* name) {
            return xml.attributes().value(QLatin1String(name)).toDouble();
        };
        EXPECT_GT(at("yMin"), 0);
        EXPECT_LT(at("yMax"), 40 * points + 3);
        right = at("xMax") / points;
    }
    EXPECT_NEAR(right, 10 + textWidth(QStringLiteral("ab क्योंकि"), font()), 2);
}

}  // namespace
}  // namespace headscope::ui
