// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/ui/views_samples.h"
#include "ui/figures/paint_helpers.h"
#include "ui/views/token_strip.h"

namespace headscope::ui {
namespace {

struct Strip {
    Session session{testCompute()};
    TokenStrip strip{session, nullptr};

    explicit Strip(std::vector<core::Token> tokens, int width = 900) {
        session.setRun(randomRun(std::move(tokens)));
        showSized(strip, {width, strip.heightForWidth(width)});
    }
    QPointF centre(core::Index position) const { return strip.chipRect(position).center(); }
    std::optional<core::Index> query() const { return session.selection().query; }
    std::optional<core::Index> key() const { return session.selection().key; }
};

core::Token piece(const std::string& label, core::Index word) {
    core::Token token = sampleToken(label);
    token.word = word;
    return token;
}

TEST(TokenStripLayout, PiecesOfAWordTouchAndShareAnUnderline) {
    const std::vector<core::Token> tokens{piece("un", 0), piece("lock", 0), piece("it", 1)};
    const TokenStripLayout layout = layOutTokens(measureTokens(tokens, Theme::light()), 500);
    ASSERT_EQ(layout.chips.size(), 3U);
    EXPECT_DOUBLE_EQ(layout.chips[0].rect.right(), layout.chips[1].rect.left());
    EXPECT_GT(layout.chips[2].rect.left(), layout.chips[1].rect.right() + 2);
    ASSERT_EQ(layout.underlines.size(), 1U);
    EXPECT_GT(layout.underlines[0].x2(), layout.chips[1].rect.center().x());
}

TEST(TokenStripLayout, WrapsBetweenWords) {
    const TokenStripLayout layout = layOutTokens(measureTokens(numberedTokens(40), Theme::light()), 300);
    for (const TokenChip& chip : layout.chips) {
        EXPECT_LE(chip.rect.right(), 300);
        EXPECT_EQ(layout.chipAt(chip.rect.center()), &chip - layout.chips.data());
    }
    EXPECT_GT(layout.chips.back().rect.top(), layout.chips.front().rect.bottom());
    EXPECT_EQ(layout.chipAt({-5, 2}), -1);
    EXPECT_EQ(layout.chipAt({2, 5000}), -1);
}

/// The tokens of each line from left to right, lines divided by "/".
std::string seen(const std::vector<core::Token>& tokens, qreal width = 2000) {
    const TokenStripLayout layout = layOutTokens(measureTokens(tokens, Theme::light()), width);
    std::vector<const TokenChip*> chips;
    for (const TokenChip& chip : layout.chips) chips.push_back(&chip);
    std::sort(chips.begin(), chips.end(), [](const TokenChip* a, const TokenChip* b) {
        return std::pair(a->rect.top(), a->rect.left()) < std::pair(b->rect.top(), b->rect.left());
    });
    QStringList texts;
    for (std::size_t i = 0; i < chips.size(); ++i) {
        if (i > 0 && chips[i]->rect.top() > chips[i - 1]->rect.top()) texts << QStringLiteral("/");
        texts << chips[i]->text;
        if (i > 0 && chips[i]->rect.top() == chips[i - 1]->rect.top()) {
            EXPECT_GE(chips[i]->rect.left(), chips[i - 1]->rect.right() - 1e-9);
        }
        EXPECT_EQ(layout.chipAt(chips[i]->rect.center()), chips[i] - layout.chips.data());
    }
    return texts.join(QLatin1Char(' ')).toStdString();
}

TEST(TokenStripLayout, ScriptsThatAreReadFromTheRightStandSo) {
    const std::vector<core::Token> arabic{sampleToken("[CLS]", true),
                                          piece("لم", 0),
                                          piece("تع", 1),
                                          piece("بر", 1),
                                          piece("12", 2),
                                          piece("3", 2),
                                          sampleToken("[SEP]", true)};
    // The text begins at the right, with what the model puts before it; a number is a number.
    EXPECT_EQ(seen(arabic), "[SEP] 12 3 بر تع لم [CLS]");
    const std::vector<core::Token> mixed{piece("the", 0), piece("word", 1), piece("אב", 2), piece("!", 3),
                                         piece("גד", 4),  piece("ends", 5), piece("7", 6)};
    EXPECT_EQ(seen(mixed), "the word גד ! אב ends 7");
    const std::vector<core::Token> other{piece("אב", 0), piece("the", 1), piece("word", 2), piece("גד", 3)};
    EXPECT_EQ(seen(other), "גד the word אב");
    // Lines are filled in the order in which they are read.
    std::vector<core::Token> longer;
    for (const char* word : {"א", "ב", "ג", "ד", "ה", "ו"}) longer.push_back(piece(word, longer.size()));
    const std::string lines = seen(longer, 80);
    EXPECT_LT(lines.find("א"), lines.find("/"));
    EXPECT_LT(lines.find("/"), lines.find("ו"));
    EXPECT_LT(lines.find("ב"), lines.find("א")) << lines;
    EXPECT_EQ(seen(numberedTokens(2)), "[CLS] w0 w1 [SEP]");
}

TEST(TokenStripLayout, AnUnknownPieceInsideAWordHasRoomForWhatTheModelReads) {
    core::Token unknown = piece("xyzzy", 0);
    unknown.piece = "<unk>";
    unknown.span = core::Span{0, 5};
    const std::vector<core::Token> tokens{piece("a", 0), unknown, piece("b", 0)};
    const std::vector<MeasuredToken> measured = measureTokens(tokens, Theme::light());
    const qreal needed = textWidth(measured[1].text, chipFont(Theme::light(), ChipKind::Unknown)) +
                         textWidth(measured[1].tag, chipTagFont(Theme::light()));
    EXPECT_GE(measured[1].width, needed + 12) << "and for the outline and what lies between";
}

TEST(TokenStripLayout, KnowsSpecialUnknownAndByteTokens) {
    core::Token unknown = sampleToken("xyzzy", true);
    unknown.piece = "[UNK]";
    unknown.span = core::Span{0, 5};
    core::Token typed = sampleToken("[UNK]", true);
    typed.piece = "[UNK]";
    core::Token bytes = sampleToken("E7");
    bytes.bytes = "\xE7";
    EXPECT_EQ(chipKind(unknown), ChipKind::Unknown);
    EXPECT_EQ(chipKind(bytes), ChipKind::Bytes);
    EXPECT_EQ(chipKind(sampleToken("[CLS]", true)), ChipKind::Special);
    EXPECT_EQ(chipKind(typed), ChipKind::Special) << "stands for no characters";
    typed.span = core::Span{0, 5};
    EXPECT_EQ(chipKind(typed), ChipKind::Typed) << "somebody wrote its name";
    const std::vector<MeasuredToken> measured = measureTokens({unknown}, Theme::light());
    EXPECT_EQ(measured[0].text, QStringLiteral("xyzzy"));
    EXPECT_EQ(measured[0].tag, QStringLiteral("[UNK]"));
}

TEST(TokenStrip, ClickPinsAndASecondClickLetsGo) {
    Strip strip(numberedTokens(6));
    click(strip.strip, strip.centre(3));
    EXPECT_EQ(strip.query(), 3);
    EXPECT_FALSE(strip.key());
    click(strip.strip, strip.centre(5), Qt::ShiftModifier);
    EXPECT_EQ(strip.query(), 3);
    EXPECT_EQ(strip.key(), 5);
    click(strip.strip, strip.centre(3));
    EXPECT_FALSE(strip.query());
    EXPECT_FALSE(strip.key());
}

TEST(TokenStrip, PointingShadesTheOthersByWeight) {
    Strip strip(numberedTokens(6));
    ViewSettings settings = strip.session.settings();
    settings.scale = ToneScale::Linear;
    strip.session.setSettings(settings);
    EXPECT_TRUE(strip.strip.shades().empty());
    sendMove(strip.strip, strip.centre(2));
    EXPECT_EQ(strip.session.hover().query, 2);
    ASSERT_EQ(strip.strip.shades().size(), 8U);
    const RunPtr run = strip.session.a();
    const core::HeadId head = strip.session.selection().head;
    const double ratio = weightOf(run, head, 2, 5) / weightOf(run, head, 2, 4);
    EXPECT_NEAR(strip.strip.shades()[5] / strip.strip.shades()[4], ratio, 1e-4 * ratio);

    settings.lookedAtBy = true;
    strip.session.setSettings(settings);
    sendMove(strip.strip, strip.centre(3));
    EXPECT_EQ(strip.session.hover().key, 3);
    const double received = weightOf(run, head, 5, 3) / weightOf(run, head, 4, 3);
    EXPECT_NEAR(strip.strip.shades()[5] / strip.strip.shades()[4], received, 1e-4 * received);

    sendLeave(strip.strip);
    EXPECT_EQ(strip.session.hover(), Hover{});
    EXPECT_TRUE(strip.strip.shades().empty());
}

TEST(TokenStrip, KeysMovePinAndUnpin) {
    Strip strip(numberedTokens(6));
    QTest::keyClick(&strip.strip, Qt::Key_Right);
    QTest::keyClick(&strip.strip, Qt::Key_Right);
    EXPECT_FALSE(strip.query());
    EXPECT_EQ(strip.session.hover().query, 1);
    QTest::keyClick(&strip.strip, Qt::Key_Return);
    EXPECT_EQ(strip.query(), 1);
    QTest::keyClick(&strip.strip, Qt::Key_Right);
    EXPECT_EQ(strip.query(), 2);
    for (int i = 0; i < 9; ++i) QTest::keyClick(&strip.strip, Qt::Key_Left);
    EXPECT_EQ(strip.query(), 0);
    QTest::keyClick(&strip.strip, Qt::Key_Escape);
    EXPECT_FALSE(strip.query());
}

TEST(TokenStrip, ALongTextScrollsInsteadOfGrowing) {
    Strip strip(numberedTokens(298), 600);
    EXPECT_LE(strip.strip.height(), TokenStrip::largestLines * 30 + 20);
    EXPECT_GT(strip.centre(299).y(), strip.strip.height());
    strip.session.select({strip.session.selection().head, 298, {}});
    QTest::keyClick(&strip.strip, Qt::Key_Right);
    EXPECT_EQ(strip.query(), 299);
    EXPECT_LT(strip.centre(299).y(), strip.strip.height());
}

TEST(TokenStrip, AShorterRunMayReplaceALongerOne) {
    Strip strip(numberedTokens(40));
    click(strip.strip, strip.centre(30));
    sendMove(strip.strip, strip.centre(35));
    strip.session.setRun(randomRun({sampleToken("one")}));
    strip.strip.grab();
    EXPECT_FALSE(strip.query());
    sendMove(strip.strip, strip.centre(0));
    EXPECT_EQ(strip.strip.shades(), std::vector<double>{1});
    strip.session.setRun(nullptr);
    strip.strip.grab();
    QTest::keyClick(&strip.strip, Qt::Key_Right);
    EXPECT_TRUE(strip.strip.shades().empty());
}

TEST(TokenStrip, WordsShadeAllTheirPieces) {
    Strip strip({piece("un", 0), piece("lock", 0), piece("it", 1), piece("now", 2)});
    ViewSettings settings = strip.session.settings();
    settings.words = true;
    strip.session.setSettings(settings);
    sendMove(strip.strip, strip.centre(3));
    ASSERT_EQ(strip.strip.shades().size(), 4U);
    EXPECT_DOUBLE_EQ(strip.strip.shades()[0], strip.strip.shades()[1]);
}

}  // namespace
}  // namespace headscope::ui
