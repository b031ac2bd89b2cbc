// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens that are treated specially: those typed in the text, and those that a window does not bind.
#include <gtest/gtest.h>

#include <QMenu>

#include "tests/ui/frame_window.h"
#include "ui/models/carried_tokens.h"
#include "ui/models/global_tokens.h"
#include "ui/recent.h"

namespace headscope::ui {
namespace {

using Globals = std::optional<std::vector<std::int32_t>>;

Globals globals(std::vector<std::int32_t> positions) {
    return positions;
}

std::string labels(const RunPtr& run) {
    std::string all;
    for (const core::Token& token : run->trace->tokens) all += token.label + ' ';
    return all;
}

QToolButton& buttonOf(MainWindow& window, ActionId id) {
    for (QToolButton* button : window.findChildren<QToolButton*>())
        if (button->defaultAction() == window.actions()[id]) return *button;
    throw std::logic_error("no button");
}

void enter(TestWindow& test, const QString& text) {
    test->textBar().text().setText(text);
    QTest::keyClick(&test->textBar().text(), Qt::Key_Return);
    ASSERT_TRUE(test.settled());
}

TEST(TypedSpecials, AreTokensOrTextAsChosen) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    QToolButton& button = buttonOf(test.window, ActionId::LiteralSpecials);
    EXPECT_FALSE(button.isVisible()) << "there is nothing to choose";

    enter(test, QStringLiteral("The dog [SEP] slept"));
    const RunPtr honoured = test->session().a();
    EXPECT_EQ(labels(honoured), "[CLS] The dog [SEP] slept [SEP] ");
    EXPECT_EQ(chipKind(honoured->trace->tokens[3]), ChipKind::Typed);
    EXPECT_EQ(chipKind(honoured->trace->tokens[5]), ChipKind::Special);
    EXPECT_TRUE(button.isVisible());
    EXPECT_FALSE(button.isChecked());

    test->actions()[ActionId::LiteralSpecials]->trigger();
    ASSERT_TRUE(test.settled());
    const RunPtr literal = test->session().a();
    EXPECT_TRUE(literal->trace->spec.input.literalSpecials);
    EXPECT_NE(literal->trace->tokens[3].id, honoured->trace->tokens[3].id);
    EXPECT_EQ(chipKind(literal->trace->tokens[3]), ChipKind::Unknown) << "as any word it does not know";
    EXPECT_TRUE(button.isVisible()) << "or it could not be taken back";
    EXPECT_TRUE(button.isChecked());
    EXPECT_TRUE(recentRuns().front().input.literalSpecials);

    enter(test, QStringLiteral("The cat [SEP] slept"));
    EXPECT_TRUE(test->session().a()->trace->spec.input.literalSpecials) << "holds while the text changes";
    test->actions()[ActionId::LiteralSpecials]->trigger();
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(labels(test->session().a()), "[CLS] The cat [SEP] slept [SEP] ");
}

struct LongformerWindow : TestWindow {
    LongformerWindow() { open(testData(QStringLiteral("models/longformer"))); }

    Globals chosen() { return window.session().a()->trace->spec.input.globalTokens; }
    std::vector<core::Index> used() { return window.session().a()->trace->layers[0]->rules.globalTokens; }
    /// The entries of the menu that the menu key opens on the token where the keyboard is.
    QList<QAction*> menu() {
        TokenStrip& strip = window.tokenStrip();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(&strip, &event);
        const QList<QMenu*> menus = strip.findChildren<QMenu*>();
        return menus.isEmpty() ? QList<QAction*>() : menus.last()->actions();
    }
};

TEST(GlobalTokens, AKeyMakesATokenGlobalAndUndoesIt) {
    LongformerWindow test;
    EXPECT_FALSE(test.chosen());
    test->session().select({test->session().selection().head, {}, {}});
    QTest::keyClick(&test->tokenStrip(), Qt::Key_Right);
    QTest::keyClick(&test->tokenStrip(), Qt::Key_Right);
    test->actions()[ActionId::GlobalToken]->trigger();
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.chosen(), globals({1}));
    EXPECT_EQ(test.used(), std::vector<core::Index>{1});
    EXPECT_EQ(recentRuns().front().input.globalTokens, globals({1}));

    const QList<QAction*> menu = test.menu();
    ASSERT_EQ(menu.size(), 2);
    EXPECT_FALSE(menu[0]->isEnabled()) << "the pointer went away with the run before";
    EXPECT_TRUE(menu[1]->isEnabled());
    menu[1]->trigger();
    ASSERT_TRUE(test.settled());
    EXPECT_FALSE(test.chosen());
    EXPECT_TRUE(test.used().empty());
}

TEST(GlobalTokens, TheMenuShowsAndChangesTheTokenUnderThePointer) {
    LongformerWindow test;
    Selection pinned = test->session().selection();
    pinned.query = 4;
    test->session().select(pinned);
    QList<QAction*> menu = test.menu();
    ASSERT_EQ(menu.size(), 2);
    EXPECT_FALSE(menu[0]->isChecked());
    EXPECT_FALSE(menu[1]->isEnabled()) << "they are as the model has them";
    menu[0]->trigger();
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.chosen(), globals({4}));
    menu = test.menu();
    EXPECT_TRUE(menu[0]->isChecked());
    menu[0]->trigger();
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.chosen(), globals({})) << "none, whatever the class has";
    EXPECT_EQ(recentRuns().front().input.globalTokens, test.chosen());
}

TEST(GlobalTokens, AreOnlyOfferedWhereTheModelHasThem) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    EXPECT_FALSE(test->actions()[ActionId::GlobalToken]->isEnabled());
    EXPECT_FALSE(hasGlobalTokens(*test->session().a()));
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(&test->tokenStrip(), &event);
    EXPECT_TRUE(test->tokenStrip().findChildren<QMenu*>().isEmpty());
}

TEST(GlobalTokens, DoNotFollowToAnotherModel) {
    LongformerWindow test;
    Selection pinned = test->session().selection();
    pinned.query = 4;
    test->session().select(pinned);
    test->actions()[ActionId::GlobalToken]->trigger();
    ASSERT_TRUE(test.settled());
    test->open(testData(QStringLiteral("models/gpt2")));
    QTest::keyClick(&test->textBar().text(), Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().isHidden()) << test->errorBar().sentence().toStdString();
    EXPECT_EQ(test->session().a()->trace->modelName, "gpt2");
}

TEST(GlobalTokens, MoveWithTheirTokensWhenTheTextChanges) {
    const core::ModelPtr model = pronouns()->model;
    core::Trace before;
    before.spec.input.text = "The dog slept";
    before.tokens = model->tokenizer()->encode(before.spec.input.text);
    const auto movedTo = [&](const std::string& text, std::vector<std::int32_t> positions) {
        core::Input input;
        input.text = text;
        input.globalTokens = std::move(positions);
        return withCarriedGlobalTokens(input, before, *model).globalTokens;
    };
    EXPECT_EQ(movedTo("The dog slept", {0, 2}), globals({0, 2}));
    EXPECT_EQ(movedTo("The cat slept", {0, 2}), globals({0, 2})) << "a word for a word";
    EXPECT_EQ(movedTo("The old brown dog slept", {0, 2, 3}), globals({0, 4, 5}));
    EXPECT_EQ(movedTo("The slept", {1, 2, 3}), globals({1, 2})) << "dog is gone";
}

}  // namespace
}  // namespace headscope::ui
