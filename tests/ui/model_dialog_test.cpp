// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model_dialog.h"

#include <gtest/gtest.h>

#include <QLabel>

#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

ModelDialog* openDialog(TestWindow& test) {
    test->actions()[ActionId::AboutModel]->trigger();
    return test->findChild<ModelDialog*>();
}

bool checked(ModelDialog& dialog) {
    return QTest::qWaitFor([&] { return !dialog.isChecking(); }, patience);
}

QString shownFact(ModelDialog& dialog, const QString& label) {
    const auto found = dialog.facts().findItems(label, Qt::MatchExactly);
    return found.isEmpty() ? QStringLiteral("no such row") : found.first()->text(1);
}

TEST(ModelDialog, SaysWhatTheModelIsMadeOf) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    ModelDialog* const dialog = openDialog(test);
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_EQ(shownFact(*dialog, QStringLiteral("Heads per layer")), QStringLiteral("4"));
    EXPECT_EQ(shownFact(*dialog, QStringLiteral("Tensors missing")), QStringLiteral("none"));
    const auto found = dialog->facts().findItems(QStringLiteral("Tensors found"), Qt::MatchExactly);
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found.first()->childCount(), found.first()->text(1).toInt());
    EXPECT_EQ(dialog->tokens().maximum(), 64);
    EXPECT_EQ(openDialog(test), dialog) << "asked for again it is the same one";
}

TEST(ModelDialog, TellsSentencesInTheLanguageOfTheWindow) {
    TestWindow test;
    ASSERT_TRUE(test.open(testData(QStringLiteral("models/longformer"))));
    ModelDialog* const dialog = openDialog(test);
    EXPECT_EQ(shownFact(*dialog, QStringLiteral("Mask")),
              QStringLiteral("from layer 0 window 3; from layer 1 window 2; no global tokens unless named"));
    test.language.use(QStringLiteral("zh_CN"));
    QApplication::processEvents();
    EXPECT_EQ(shownFact(*dialog, translated("Fact", "mask")),
              QStringLiteral("从第 0 层起窗口 3；从第 1 层起窗口 2；除非指定，否则没有全局词元"));
}

TEST(ModelDialog, MemoryFollowsTheNumberOfTokens) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    ModelDialog* const dialog = openDialog(test);
    const auto memory = [dialog] {
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            if (label->text().contains(QStringLiteral("of memory"))) return label->text();
        }
        return QString();
    };
    const QString longest = memory();
    EXPECT_TRUE(longest.contains(QStringLiteral("MB"))) << longest.toStdString();
    dialog->tokens().setValue(4);
    EXPECT_FALSE(memory().isEmpty());
    EXPECT_NE(memory(), longest);
}

TEST(ModelDialog, ChecksTheModelAndComparesIt) {
    TestWindow test;
    const QString fixture = QStringLiteral(HEADSCOPE_TEST_DATA "/models/bert");
    ASSERT_TRUE(test.open(fixture));
    ModelDialog* const dialog = openDialog(test);
    dialog->check();
    ASSERT_TRUE(checked(*dialog));
    EXPECT_EQ(dialog->checks().topLevelItemCount(), 6);
    dialog->check(fixture);
    ASSERT_TRUE(checked(*dialog));
    EXPECT_GT(dialog->checks().topLevelItemCount(), 10);
    for (int i = 0; i < dialog->checks().topLevelItemCount(); ++i)
        EXPECT_EQ(dialog->checks().topLevelItem(i)->text(1), QStringLiteral("✓ passed")) << i;
    dialog->check(QStringLiteral(HEADSCOPE_TEST_DATA "/models/bert_legacy"));
    ASSERT_TRUE(checked(*dialog));
    int failed = 0;
    for (int i = 0; i < dialog->checks().topLevelItemCount(); ++i)
        failed += dialog->checks().topLevelItem(i)->text(1) == QStringLiteral("✕ failed") ? 1 : 0;
    EXPECT_GT(failed, 0);
}

TEST(ModelDialog, SaysWhyItCannotCompare) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    ModelDialog* const dialog = openDialog(test);
    dialog->check(QStringLiteral("/nowhere/at/all"));
    ASSERT_TRUE(checked(*dialog));
    const auto labels = dialog->findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("/nowhere/at/all"));
    }));
    EXPECT_TRUE(dialog->checks().isHidden());
}

TEST(ModelDialog, FollowsTheModelThatIsOpen) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    ModelDialog* const dialog = openDialog(test);
    ASSERT_TRUE(test.open(QStringLiteral(HEADSCOPE_TEST_DATA "/models/gpt2")));
    EXPECT_EQ(shownFact(*dialog, QStringLiteral("Family")), QStringLiteral("GPT-2"));
    test->actions()[ActionId::CloseModel]->trigger();
    EXPECT_EQ(dialog->facts().topLevelItemCount(), 0);
    dialog->check();
    EXPECT_FALSE(dialog->isChecking());
}

}  // namespace
}  // namespace headscope::ui
