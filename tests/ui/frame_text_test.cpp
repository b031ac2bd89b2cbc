// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed: nothing of it may get lost.
#include <gtest/gtest.h>

#include <QClipboard>

#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

/// Presses Enter in a field that ends up with `text`, without waiting for the run.
void enter(TestWindow& test, const QString& text) {
    QLineEdit& field = test->textBar().text();
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, text);
    QTest::keyClick(&field, Qt::Key_Return);
}

TEST(TextBar, KeepsALongTextWhole) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const QString text =
        QStringLiteral("a cat sat here\n").repeated(3000);  // longer than a field usually holds
    QApplication::clipboard()->setText(text);
    QLineEdit& field = test->textBar().text();
    field.setFocus();
    field.selectAll();
    field.paste();
    EXPECT_EQ(test->textBar().input().text.size(), static_cast<std::size_t>(text.size()));
    const core::ModelPtr model = test->session().a()->model;
    const std::size_t tokens = model->tokenizer()->encode(text.toStdString()).size();
    QTest::keyClick(&field, Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    const QString sentence = test->errorBar().sentence();
    EXPECT_TRUE(sentence.contains(QString::number(tokens))) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(QString::number(model->config().maxTokens))) << sentence.toStdString();
    EXPECT_EQ(test.shownText(), tiredText);
}

TEST(TextBar, KeepsWhatIsTypedWhileARunGoesOn) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->textBar().setQuick(false);
    enter(test, QStringLiteral("The dog slept"));
    ASSERT_TRUE(test->loader().isBusy());
    QLineEdit& field = test->textBar().text();
    QTest::keyClicks(&field, QStringLiteral(" well"));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.shownText(), "The dog slept");
    EXPECT_EQ(field.text(), QStringLiteral("The dog slept well"));
    QTest::keyClick(&field, Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.shownText(), "The dog slept well");
}

TEST(TextBar, KeepsWhatIsTypedWhileAnotherModelOpens) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->textBar().setQuick(false);
    test->open(QStringLiteral("example:pronouns"));
    QLineEdit& field = test->textBar().text();
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("My own words"));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.shownText(), tiredText);
    EXPECT_EQ(field.text(), QStringLiteral("My own words"));
    field.setFocus();
    test->actions()[ActionId::Escape]->trigger();
    EXPECT_EQ(field.text(), QString::fromUtf8(tiredText));
}

TEST(TextBar, ATextEnteredWhileAModelOpensIsForThatModel) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->textBar().setQuick(false);
    const core::ModelPtr before = test->session().a()->model;
    test->open(QStringLiteral("example:pronouns"));
    enter(test, QStringLiteral("The dog slept"));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.shownText(), "The dog slept");
    EXPECT_NE(test->session().a()->model, before) << "the model that was being opened is there";
}

TEST(TextBar, APauseDoesNotUndoTheOpeningOfAModel) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->textBar().setQuick(true);
    QTest::keyClicks(&test->textBar().text(), QStringLiteral("well"));
    ASSERT_TRUE(test.open(testData(QStringLiteral("models/gpt2"))));
    QTest::qWait(2 * TextBar::pauseMilliseconds);
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test->session().a()->trace->modelName, "gpt2");
    EXPECT_TRUE(test->errorBar().isHidden());
}

TEST(TextBar, IdsDoNotStayForAModelThatReadsTexts) {
    TestWindow test;
    ASSERT_TRUE(test.open(testData(QStringLiteral("models/gpt2"))));
    QTest::keyClicks(&test->textBar().text(), QStringLiteral("1 2 3 "));
    ASSERT_TRUE(test.openExample());
    EXPECT_EQ(test->textBar().text().text(), QString::fromUtf8(tiredText));
}

TEST(TextBar, WhatThePointerReadGoesWithItsText) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const QString hint = test->statusLine().text();
    emit test->tokenStrip().readingChanged(QStringLiteral("tired, token 11"));
    EXPECT_EQ(test->statusLine().text(), QStringLiteral("tired, token 11"));
    enter(test, QStringLiteral("The dog slept"));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test->statusLine().text(), hint);
}

TEST(Stopping, SaysThatNothingHasChanged) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->open(QStringLiteral("example:pronouns"));
    test->actions()[ActionId::Escape]->trigger();
    EXPECT_EQ(test->statusLine().text(), QStringLiteral("Stopped: what is shown is as it was"));
    test->statusLine().showReading(QStringLiteral("a cell under the pointer"));
    EXPECT_EQ(test->statusLine().text(), QStringLiteral("Stopped: what is shown is as it was"));
}

TEST(Stopping, TheFirstModelLeadsBackToTheStartPage) {
    TestWindow test;
    test->open(QStringLiteral("example:pronouns"));
    EXPECT_FALSE(test->startPage().isVisible());
    test->actions()[ActionId::Escape]->trigger();
    EXPECT_TRUE(test->startPage().isVisible());
}

}  // namespace
}  // namespace headscope::ui
