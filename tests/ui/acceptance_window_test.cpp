// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a whole: every command by its name, every word with its letters and room, every text with its
// contrast.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDialog>
#include <QFontDatabase>
#include <QGlyphRun>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRawFont>
#include <QSignalSpy>
#include <QTextLayout>
#include <QThreadPool>
#include <QToolButton>
#include <QXmlStreamReader>
#include <cmath>
#include <map>
#include <set>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "ui/views/toggle_button.h"

namespace headscope::ui {
namespace {

/// Closes what a command opened.
void closeWhatOpened(MainWindow& window) {
    for (QWidget* each : QApplication::topLevelWidgets()) {
        if (each != &window && each->isVisible() && (each->inherits("QDialog") || each->inherits("QMenu")))
            each->close();
    }
    if (window.isFullScreen()) window.showNormal();
}

TEST(Palette, TypingTheNameOfACommandAndEnterDoesIt) {
    StateWindow test;
    ASSERT_TRUE(test.openExample());
    for (const ActionInfo& info : actionTable()) {
        if (info.id == ActionId::Palette || info.id == ActionId::Quit) continue;
        if (!test.session().a()) {  // after "Close model"
            ASSERT_TRUE(test.openExample());
        }
        QAction* action = test->actions()[info.id];
        if (!action->isEnabled()) continue;
        const QSignalSpy done(action, &QAction::triggered);
        QApplication::setActiveWindow(&test.window);
        QTest::keyClick(&test.window, Qt::Key_K, Qt::ControlModifier);
        Palette& palette = *test->findChild<Palette*>();
        ASSERT_TRUE(palette.isVisible()) << info.text;
        palette.field().insert(action->text());
        QTest::keyClick(&palette.field(), Qt::Key_Return);
        EXPECT_EQ(done.count(), 1) << info.text;
        EXPECT_FALSE(palette.isVisible()) << info.text;
        ASSERT_TRUE(test.settled());
        closeWhatOpened(test.window);
        test.turn();
    }
    QApplication::setActiveWindow(&test.window);
    const QSignalSpy quit(test->actions()[ActionId::Quit], &QAction::triggered);
    QTest::keyClick(&test.window, Qt::Key_K, Qt::ControlModifier);
    Palette& palette = *test->findChild<Palette*>();
    palette.field().insert(test->actions()[ActionId::Quit]->text());
    QTest::keyClick(&palette.field(), Qt::Key_Return);
    EXPECT_EQ(quit.count(), 1);
    EXPECT_FALSE(test->isVisible());
}

/// Whether some font has a letter.
bool isDrawn(QChar letter, const QFont& font) {
    QTextLayout layout(QString(1, letter), font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    for (const QGlyphRun& run : layout.glyphRuns())
        if (run.glyphIndexes().contains(0)) return false;
    return true;
}

TEST(Chinese, EveryLetterOfTheCatalogueHasAFont) {
    if (QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty())
        GTEST_SKIP() << "no Chinese font is installed";
    const std::string catalogue =
        test::contentOf(testData(QStringLiteral("../../resources/i18n/headscope_zh_CN.ts")).toStdString());
    QXmlStreamReader xml(QByteArray::fromStdString(catalogue));
    std::set<QChar> letters;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() != QLatin1String("translation")) continue;
        for (const QChar letter : xml.readElementText(QXmlStreamReader::IncludeChildElements))
            if (letter.isPrint() && !letter.isSpace()) letters.insert(letter);
    }
    ASSERT_GT(letters.size(), 400U);
    const Theme theme = Theme::light();
    for (const QFont& font : {theme.textFont(12), theme.textFont(14, true)})
        for (const QChar letter : letters)
            EXPECT_TRUE(isDrawn(letter, font)) << QString(letter).toStdString();
}

/// Whether all of a button's text is seen: what it would like to have has this much on both sides.
bool hasRoom(const QAbstractButton& button) {
    constexpr int most = 9;
    return button.width() >= button.sizeHint().width() - 2 * most;
}

/// The buttons that have not, and what they would like.
QStringList crowded(const MainWindow& window) {
    QStringList found;
    int buttons = 0;
    for (const auto* button : window.findChildren<QAbstractButton*>()) {
        if (!button->isVisible() || button->text().isEmpty()) continue;
        ++buttons;
        if (!hasRoom(*button))
            found << QStringLiteral("%1: %2 of %3")
                         .arg(button->text())
                         .arg(button->width())
                         .arg(button->sizeHint().width());
    }
    EXPECT_GT(buttons, 10);
    return found;
}

class SmallWindow : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(SmallWindow, NoButtonLosesLettersInAnyLanguage) {
    const auto [width, height] = GetParam();
    StateWindow test;
    test->resize(width, height);
    ASSERT_TRUE(test.openExample());
    test->loader().copyToB();  // the switch of A, B and B − A takes its place too
    for (const LanguageInfo& language : languages()) {
        test.language.use(QString::fromStdString(std::string(language.id)));
        for (const ViewInfo& view : views()) {
            test->showView(view.id);
            // Layouts take some rounds of the event loop to settle.
            EXPECT_TRUE(QTest::qWaitFor([&] { return crowded(test.window).isEmpty(); }, 5000))
                << language.id << ' ' << view.id << ": "
                << crowded(test.window).join(QLatin1Char('\n')).toStdString();
            EXPECT_EQ(test->width(), width) << "nothing may push the window wider";
            EXPECT_EQ(test->height(), height) << "nor higher";
        }
    }
    test.language.use(QStringLiteral("en"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, SmallWindow, ::testing::Values(std::pair(1100, 720), std::pair(900, 600)),
                         [](const auto& size) { return std::to_string(size.param.first); });

double luminance(QRgb colour) {
    const auto linear = [](int channel) {
        const double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) + 0.0722 * linear(qBlue(colour));
}

double contrast(QRgb a, QRgb b) {
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

/// The contrast of a text with what it stands on: of the most frequent colour with the one farthest from it.
double sampledContrast(const QImage& image) {
    std::map<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) ++counts[image.pixel(x, y)];
    const QRgb ground = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                            return a.second < b.second;
                        })->first;
    double best = 1;
    for (const auto& [colour, count] : counts) best = std::max(best, contrast(colour, ground));
    return best;
}

TEST(Contrast, OfEveryTextIsEnoughInBothThemes) {
    StateWindow test;
    ASSERT_TRUE(test.openExample());
    for (const bool dark : {false, true}) {
        test->setDark(dark);
        for (const ViewInfo& view : views()) {
            test->showView(view.id);
            QThreadPool::globalInstance()->waitForDone();
            QApplication::processEvents();
            // Twice as large, so that the strokes of letters reach their colour.
            QImage image(test->size() * 2, QImage::Format_RGB32);
            image.setDevicePixelRatio(2);
            test->render(&image);
            int texts = 0;
            for (const auto* label : test->findChildren<QLabel*>()) {
                const bool whole =
                    label->visibleRegion().boundingRect() == label->rect();  // not scrolled away
                if (!whole || label->text().trimmed().isEmpty() || !label->pixmap().isNull()) continue;
                const QRect place(label->mapTo(&test.window, QPoint(0, 0)) * 2, label->size() * 2);
                ++texts;
                EXPECT_GE(sampledContrast(image.copy(place)), 4.5)
                    << (dark ? "dark " : "light ") << view.id << ": " << label->text().toStdString();
            }
            EXPECT_GT(texts, 15);
        }
    }
    test->setDark(false);
}

TEST(Contrast, NothingIsPureWhiteInTheDark) {
    StateWindow test;
    ASSERT_TRUE(test.openExample());
    test->setDark(true);
    for (const ViewInfo& view : views()) {
        test->showView(view.id);
        QThreadPool::globalInstance()->waitForDone();
        QApplication::processEvents();
        const QImage image = test->grab().toImage().convertToFormat(QImage::Format_RGB32);
        int white = 0;
        for (int y = 0; y < image.height(); ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
            white += static_cast<int>(std::count(line, line + image.width(), qRgb(255, 255, 255)));
        }
        EXPECT_LT(white, 50) << view.id << ": letters on a dark chip may be white, panels may not";
    }
    test->setDark(false);
}

}  // namespace
}  // namespace headscope::ui
