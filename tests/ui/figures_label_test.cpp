// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/ui/figures_samples.h"
#include "ui/figures/caption.h"
#include "ui/figures/heatmap_labels.h"
#include "ui/figures/paint_helpers.h"
#include "ui/figures/token_label.h"

namespace headscope::ui {
namespace {

QString shown(std::string_view text) {
    return visibleText(text);
}

TEST(TokenLabel, ShowsWhatCannotBeSeen) {
    EXPECT_EQ(shown(""), QStringLiteral("∅"));
    EXPECT_EQ(shown(" "), QStringLiteral("␣"));
    EXPECT_EQ(shown("\n"), QStringLiteral("⏎"));
    EXPECT_EQ(shown("\t"), QStringLiteral("⇥"));
    EXPECT_EQ(shown(std::string_view("\0", 1)), QStringLiteral("U+0000"));
    EXPECT_EQ(shown("\x1B[0m"), QStringLiteral("U+001B[0m"));
    EXPECT_EQ(shown("\x7F"), QStringLiteral("U+007F"));
    EXPECT_EQ(shown("\xC2\x85"), QStringLiteral("U+0085"));
    EXPECT_EQ(shown("\xC2\xA0"), QStringLiteral("U+00A0"));
    EXPECT_EQ(shown("\xE2\x80\x8B"), QStringLiteral("U+200B"));
    EXPECT_EQ(shown("\xE2\x80\xAE"
                    "abc"),
              QStringLiteral("U+202Eabc"));
    EXPECT_EQ(shown("\xEF\xBF\xBE"), QStringLiteral("U+FFFE"));
    EXPECT_EQ(shown("\xEF\xBB\xBF"), QStringLiteral("U+FEFF"));
    EXPECT_EQ(shown("\xEF\xBB\xBFx"), QStringLiteral("U+FEFFx"));
}

TEST(TokenLabel, SpacesShowAtTheEndsAndInRuns) {
    EXPECT_EQ(shown(" the"), QStringLiteral("␣the"));
    EXPECT_EQ(shown("the  end "), QStringLiteral("the␣␣end␣"));
    EXPECT_EQ(shown("New York"), QStringLiteral("New York"));
}

TEST(TokenLabel, LeavesOrdinaryTextAlone) {
    for (const char* text :
         {"animal", "##ing", "你好", "naïve", "</script>", "<b>&amp;</b>", "\"a,b\"", "été"})
        EXPECT_EQ(shown(text), QString::fromUtf8(text));
    // A family emoji keeps its joiners, a flag its tags.
    const char* family = "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7";
    EXPECT_EQ(shown(family), QString::fromUtf8(family));
}

TEST(TokenLabel, ACombiningMarkGetsSomethingToStandOn) {
    EXPECT_EQ(shown("\xCC\x81"), QString::fromUtf8("\xE2\x97\x8C\xCC\x81"));
}

TEST(TokenLabel, BytesAreHexadecimal) {
    EXPECT_EQ(visibleBytes("\xE7"), QStringLiteral("E7"));
    EXPECT_EQ(visibleBytes("\xE7\x94"), QStringLiteral("E7 94"));
    EXPECT_EQ(visibleBytes(" \xE7"), QStringLiteral("␣E7"));
    core::Token token = sampleToken("20 E7");
    token.bytes = " \xE7";
    EXPECT_EQ(tokenLabel(token).text, QStringLiteral("␣E7"));
}

TEST(TokenLabel, AWholeFileIsWrittenWithItsBeginning) {
    const TokenLabel label = tokenLabel(sampleToken("ab" + std::string(1000000, 'c')));
    EXPECT_TRUE(label.text.startsWith(QStringLiteral("abccc")));
    EXPECT_TRUE(label.text.endsWith(QStringLiteral("c…")));
    EXPECT_LT(label.text.size(), 500);
    // Cut between characters.
    std::string text = "a";
    for (int i = 0; i < 1000; ++i) text += "日";
    EXPECT_FALSE(tokenLabel(sampleToken(text)).text.contains(QChar::ReplacementCharacter));
    EXPECT_EQ(tokenLabel(sampleToken(std::string(400, 'c'))).text, QString(400, QLatin1Char('c')));
}

TEST(Shortened, LongTextsAreCutQuicklyAndAsBefore) {
    const QFont font = Theme::light().textFont(12);
    EXPECT_EQ(shortened(QStringLiteral("animal"), font, 100), QStringLiteral("animal"));
    const QString shown = shortened(QString(300, QLatin1Char('x')), font, 100);
    EXPECT_TRUE(shown.endsWith(QChar(0x2026)));
    EXPECT_GT(textWidth(shown, font), 90);
    EXPECT_LE(textWidth(shown, font), 100);
    EXPECT_EQ(shortened(QString(10000000, QLatin1Char('x')), font, 100), shown);
}

TEST(Caption, ShowsWhatWouldTurnTheLineAround) {
    const RunPtr run = sampleRun({1});
    auto trace = std::make_shared<core::Trace>(*run->trace);
    trace->modelName = "a\u202Eb";
    trace->spec.input.text = "the \u2066 animal\x01";
    ui::Run other = *run;
    other.trace = trace;
    EXPECT_EQ(runText(other), QStringLiteral("aU+202Eb  ·  the U+2066 animalU+0001"));
}

TEST(TokenAxis, WordsCoverThePositionsOfTheirPieces) {
    std::vector<core::Token> tokens{sampleToken("[CLS]", true), sampleToken("un"), sampleToken("lock"),
                                    sampleToken("it"), sampleToken("[SEP]", true)};
    tokens[1].word = tokens[2].word = 0;
    tokens[3].word = 1;
    const TokenAxis axis = makeAxis(core::wordGroups(tokens, {}).words, tokens);
    ASSERT_EQ(axis.size(), 4);
    EXPECT_EQ(axis.place(1), 1);
    EXPECT_EQ(axis.place(2), 1);
    EXPECT_EQ(axis.place(3), 2);
    EXPECT_EQ(axis.position(2), 3);
    EXPECT_FALSE(axis.place(5));
    EXPECT_FALSE(axis.place(-1));
    EXPECT_FALSE(axis.place(std::nullopt));
    EXPECT_TRUE(axis.labels[0].special);
    EXPECT_GT(axis.widest, 0);
}

TEST(LabelStyle, NeverOverlaps) {
    for (double cell = 0.05; cell < 96; cell *= 1.07) {
        const LabelStyle rows = rowLabelStyle(cell);
        EXPECT_GE(static_cast<double>(rows.step) * cell, rows.fontPixels) << cell;
        const LabelStyle columns = columnLabelStyle(cell, 4096);
        // Slanted words need their height across the slant, upright numbers the width of four digits.
        if (columns.words)
            EXPECT_GE(cell * 0.8192, columns.fontPixels) << cell;
        else
            EXPECT_GE(static_cast<double>(columns.step) * cell, 4 * 6 + 6) << cell;
    }
}

}  // namespace
}  // namespace headscope::ui
