// SPDX-License-Identifier: GPL-3.0-or-later
// A list of texts to step through.
#include <gtest/gtest.h>

#include <QClipboard>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

core::Input text(const char* words) {
    core::Input input;
    input.text = words;
    return input;
}

struct TextsWindow : TestWindow {
    bool press(ActionId id) {
        QAction* action = window.actions()[id];
        if (!action->isEnabled()) return false;
        action->trigger();
        return settled();
    }
    std::string place() { return window.textsBar().place().text().toStdString(); }
};

TEST(TextList, FindsAddsAndTakesOut) {
    core::Input pair = text("a");
    pair.pair = "b";
    TextList list;
    EXPECT_EQ(list.size(), 0U);
    list = list.toggled(text("a")).toggled(pair);
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list.find(text("a")), 0U);
    EXPECT_EQ(list.find(pair), 1U);
    EXPECT_FALSE(list.find(text("b")));
    EXPECT_EQ(list, TextList({text("a"), pair}));
    EXPECT_EQ(list.toggled(text("a")), TextList({pair}));
    EXPECT_EQ(list.toggled(text("a")).toggled(pair), TextList());
    const TextList full(std::vector<core::Input>(TextList::most, text("a")));
    EXPECT_EQ(full.toggled(pair), full);
}

TEST(TextList, StepsBetweenItsEnds) {
    const TextList list({text("a"), text("b"), text("c")});
    EXPECT_EQ(stepped(list, text("a"), 1), text("b"));
    EXPECT_EQ(stepped(list, text("c"), -1), text("b"));
    EXPECT_FALSE(stepped(list, text("c"), 1));
    EXPECT_FALSE(stepped(list, text("a"), -1));
    EXPECT_EQ(stepped(list, text("other"), 1), text("a"));
    EXPECT_EQ(stepped(list, text("other"), -1), text("c"));
    EXPECT_FALSE(stepped({}, text("a"), 1));
}

TEST(TextList, IsReadFromPastedLines) {
    core::Input pair = text("b");
    pair.pair = "c\td";
    EXPECT_EQ(textsIn(QStringLiteral("a\r\n\n  \nb\tc\td\n")), (std::vector<core::Input>{text("a"), pair}));
}

TEST(Texts, OneKeyStepsThroughThem) {
    TextsWindow window;
    ASSERT_TRUE(window.openExample());
    EXPECT_FALSE(window->textsBar().isVisible());
    EXPECT_FALSE(window->actions()[ActionId::NextText]->isEnabled());
    const test::TemporaryFolder folder;
    const auto path =
        folder.write("texts.txt", std::string(tiredText) + "\n\n" + wideText + "\nit was wide\n");
    window->open(QString::fromStdString(path.string()));
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window->textsBar().isVisible());
    EXPECT_EQ(window.place(), "1 / 3");
    EXPECT_FALSE(window->actions()[ActionId::PreviousText]->isEnabled());
    const Selection before = window->session().selection();
    ASSERT_TRUE(window.press(ActionId::NextText));
    EXPECT_EQ(window.shownText(), wideText);
    EXPECT_EQ(window.place(), "2 / 3");
    EXPECT_EQ(window->session().selection().head, before.head);
    EXPECT_EQ(window->session().selection().query, before.query) << "the same words are still pinned";
    // Held down: the second step begins where the first one will end.
    window->actions()[ActionId::NextText]->trigger();
    window->actions()[ActionId::PreviousText]->trigger();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.shownText(), wideText);
    ASSERT_TRUE(window.press(ActionId::NextText));
    EXPECT_EQ(window.place(), "3 / 3");
    EXPECT_FALSE(window->actions()[ActionId::NextText]->isEnabled());
    ASSERT_TRUE(window.press(ActionId::ForgetTexts));
    EXPECT_FALSE(window->textsBar().isVisible());
}

TEST(Texts, OneThatCannotBeReadIsSteppedOver) {
    TextsWindow window;
    ASSERT_TRUE(window.openExample());
    std::string tooLong;
    for (int i = 0; i < 100; ++i) tooLong += "dog ";
    window->session().setTexts(TextList({text(tiredText), text(tooLong.c_str()), text(wideText)}));
    ASSERT_TRUE(window.press(ActionId::NextText));
    EXPECT_FALSE(window->errorBar().isHidden());
    ASSERT_TRUE(window.press(ActionId::NextText));
    EXPECT_EQ(window.shownText(), wideText);
    ASSERT_TRUE(window.press(ActionId::PreviousText));
    ASSERT_TRUE(window.press(ActionId::PreviousText));
    EXPECT_EQ(window.shownText(), tiredText);
}

TEST(Texts, PastedLinesBecomeAList) {
    TextsWindow window;
    ASSERT_TRUE(window.openExample());
    QApplication::clipboard()->setText(QStringLiteral("it was wide\nthe animal was tired\n"));
    window->textBar().text().setFocus();
    QTest::keyClick(&window->textBar().text(), Qt::Key_V, Qt::ControlModifier);
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.shownText(), "it was wide");
    EXPECT_EQ(window.place(), "1 / 2");
    QApplication::clipboard()->setText(QStringLiteral("one line\n"));
    window->textBar().text().selectAll();
    QTest::keyClick(&window->textBar().text(), Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(window->textBar().text().text().trimmed(), QStringLiteral("one line"));
    EXPECT_EQ(window->session().texts().size(), 2U);
}

TEST(Texts, TypedOnesAreKeptAndGoIntoSessions) {
    TextsWindow window;
    ASSERT_TRUE(window.openExample());
    ASSERT_TRUE(window.press(ActionId::KeepText));
    EXPECT_EQ(window.place(), "1 / 1");
    window->loader().run(Side::A, text(wideText));
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.place(), "– / 1");
    ASSERT_TRUE(window.press(ActionId::KeepText));
    EXPECT_EQ(window.place(), "2 / 2");
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "x.headscope").string();
    const WindowState state = window->state();
    EXPECT_EQ(state.texts.size(), 2U);
    window->saveSession(QString::fromStdString(path));
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(readSession(path), state);
    ASSERT_TRUE(window.press(ActionId::KeepText));
    EXPECT_EQ(window.place(), "– / 1") << "the key takes it out again";
}

TEST(Texts, AFileThatIsNoListIsSaid) {
    TextsWindow window;
    ASSERT_TRUE(window.openExample());
    const test::TemporaryFolder folder;
    const auto refused = [&](const char* name, const std::string& content) {
        window->open(QString::fromStdString(folder.write(name, content).string()));
        window.settled();
        return window->errorBar().sentence().toStdString();
    };
    EXPECT_NE(refused("empty.txt", "\n \n").find("it holds no text"), std::string::npos);
    EXPECT_NE(refused("a.jsonl", "{\"text\": 1}\n").find("line 1"), std::string::npos);
    EXPECT_NE(refused("long.txt", std::string(20'002 * 2, '\n')).find("no text"), std::string::npos);
    std::string many;
    for (int i = 0; i < 10'001; ++i) many += "a\n";
    EXPECT_NE(refused("many.txt", many).find("more than 10000 texts"), std::string::npos);
    EXPECT_EQ(window->session().texts().size(), 0U);
}

struct MeanWindow : TextsWindow {
    static constexpr const char* wide = "The animal didn't cross the street because it was too wide";
    static constexpr const char* tired = "The animal didn't cross the street because it was too tired";

    MeanWindow() {
        if (!openExample()) return;
        window.session().setTexts(TextList({text("The dog slept"), text(tired), text(wide)}));
    }
    double weight() {
        const core::PatternPtr pattern = window.session().pattern({core::AttentionKind::Self, 2, 3});
        return static_cast<double>(pattern->cells({8, 2, 1, 1})(0, 0));
    }
};

TEST(Texts, AreShownInTheMeanOverThoseOfOneShape) {
    MeanWindow window;
    const double ofTired = window.weight();
    ASSERT_TRUE(window.press(ActionId::NextText));
    EXPECT_EQ(window.shownText(), MeanWindow::wide);
    const double ofWide = window.weight();
    const RunPtr one = window->session().shown();

    ASSERT_TRUE(window.press(ActionId::MeanOverTexts));
    const core::Trace& mean = *window->session().shown()->trace;
    EXPECT_TRUE(window->actions()[ActionId::MeanOverTexts]->isChecked());
    EXPECT_EQ(mean.meanOf.size(), 2U) << "The dog slept is shorter";
    EXPECT_EQ(window.place(), "2 of 3");
    EXPECT_NEAR(window.weight(), (ofTired + ofWide) / 2, 1e-6);
    EXPECT_EQ(mean.tokens[11].label, "wide / tired");
    EXPECT_TRUE(window->session().shown()->answers.empty());
    const auto entropyOf = [](const core::Trace& trace) {
        return *core::foundMeasures(trace).mean(core::foundMeasures(trace).heads[11], "entropy");
    };
    EXPECT_NEAR(entropyOf(mean), (entropyOf(*mean.meanOf[0]) + entropyOf(*mean.meanOf[1])) / 2, 1e-6);

    ASSERT_TRUE(window.press(ActionId::MeanOverTexts));
    EXPECT_EQ(window->session().shown()->trace->spec, one->trace->spec);
    EXPECT_FALSE(window->actions()[ActionId::MeanOverTexts]->isChecked());
}

TEST(Texts, AMeanIsKeptByGatesAndLeftByAnotherText) {
    MeanWindow window;
    ASSERT_TRUE(window.press(ActionId::MeanOverTexts));
    ASSERT_TRUE(window.press(ActionId::GateHead));
    ASSERT_NE(window->session().b(), nullptr);
    EXPECT_EQ(window->session().b()->trace->meanOf.size(), 2U);
    EXPECT_EQ(window->session().b()->trace->spec.edits.size(), 1U);
    EXPECT_TRUE(window->session().compared());
    ASSERT_TRUE(window.press(ActionId::ShowA));
    ASSERT_TRUE(window.press(ActionId::PreviousText));
    EXPECT_TRUE(window->session().shown()->trace->meanOf.empty());
    EXPECT_EQ(window.shownText(), "The dog slept");

    ASSERT_TRUE(window.press(ActionId::MeanOverTexts));
    EXPECT_TRUE(window->errorBar().isVisible()) << "no other text has its shape";
    EXPECT_FALSE(window->actions()[ActionId::MeanOverTexts]->isChecked());
    EXPECT_TRUE(window->session().shown()->trace->meanOf.empty());
}

TEST(Texts, AMeanIsPartOfASession) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "mean.headscope";
    MeanWindow window;
    ASSERT_TRUE(window.press(ActionId::MeanOverTexts));
    const WindowState state = window->state();
    ASSERT_EQ(state.a->meanOver.size(), 1U);
    writeSession(path, state);
    EXPECT_EQ(readSession(path), state);
    const double weight = window.weight();
    TestWindow fresh;
    ASSERT_TRUE(fresh.open(QString::fromStdString(path.string())));
    EXPECT_EQ(fresh->state(), state);
    EXPECT_EQ(static_cast<double>(
                  fresh->session().pattern({core::AttentionKind::Self, 2, 3})->cells({8, 2, 1, 1})(0, 0)),
              weight);
}

TEST(Texts, ATextThatWasCutHasNoMean) {
    MeanWindow window;
    QString text;
    const core::Index most = window->session().a()->model->config().maxTokens;
    for (core::Index i = 0; i < most; ++i) text += QStringLiteral("the ");  // and two special tokens
    window->textBar().text().setText(text);
    QTest::keyClick(&window->textBar().text(), Qt::Key_Return);
    ASSERT_TRUE(window.settled());
    QTest::mouseClick(&window->errorBar().remedy(), Qt::LeftButton);
    ASSERT_TRUE(window.settled());
    ASSERT_GT(window->session().shown()->trace->tokensDropped, 0);
    ASSERT_TRUE(window.press(ActionId::MeanOverTexts));
    ASSERT_TRUE(window->errorBar().isVisible());
    EXPECT_TRUE(window->errorBar().sentence().contains(QStringLiteral("no mean")))
        << window->errorBar().sentence().toStdString();
}

TEST(Texts, ACaseShowsItsTextAloneWhileAMeanIsShown) {
    MeanWindow window;
    ASSERT_TRUE(window.press(ActionId::MeanOverTexts));
    core::Input other = text("The dog chased the ball because it was too fast");
    emit window->workspace().cases().shownWanted(other, {{core::AttentionKind::Self, 1, 1}, {}, {}, {}});
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window->errorBar().isHidden()) << window->errorBar().sentence().toStdString();
    EXPECT_EQ(window.shownText(), other.text);
    EXPECT_TRUE(window->session().shown()->trace->meanOf.empty());
}

}  // namespace
}  // namespace headscope::ui
