// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QSlider>
#include <QTableView>
#include <algorithm>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"
#include "ui/error_text.h"
#include "ui/view_commands.h"

namespace headscope::ui {
namespace {

bool hasChinese(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

QAction* languageAction(MainWindow& window, const QString& name) {
    for (QAction* action : window.topBar().languageMenu().actions()) {
        if (action->text() == name) return action;
    }
    return nullptr;
}

TEST(Language, CataloguesAreComplete) {
    const QDir folder(testData(QStringLiteral("../../resources/i18n")));
    const QStringList files = folder.entryList({QStringLiteral("*.ts")}, QDir::Files);
    ASSERT_GE(files.size(), 2);
    for (const QString& file : files) {
        const std::string text = test::contentOf(folder.filePath(file).toStdString());
        EXPECT_EQ(text.find("type=\"unfinished\""), std::string::npos) << file.toStdString();
    }
}

TEST(Language, EveryErrorHasASentence) {
    Language language;
    language.use(QStringLiteral("zh_CN"));
    for (int code = 0; code < core::errorCodeCount; ++code) {
        const core::Error error(static_cast<core::ErrorCode>(code), {"ARG1", "ARG2", "ARG3", "ARG4"});
        const QString sentence = errorText(error);
        EXPECT_TRUE(hasChinese(sentence) || error.code() == core::ErrorCode::BadArgument)
            << sentence.toStdString();
        for (const std::string& argument : error.arguments()) {
            EXPECT_EQ(sentence.contains(QString::fromStdString(argument)),
                      std::string(error.what()).find(argument) != std::string::npos)
                << error.what() << "\n"
                << sentence.toStdString();
        }
    }
    language.use(QStringLiteral("en"));
    EXPECT_EQ(errorText(core::Error(core::ErrorCode::NoConfig, {"x"})).toStdString(),
              core::Error(core::ErrorCode::NoConfig, {"x"}).what());
}

TEST(Language, SwitchesWhileRunning) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const QString english = test->topBar().viewSwitch().button(0)->text();
    EXPECT_FALSE(hasChinese(english));
    languageAction(test.window, QStringLiteral("简体中文"))->trigger();
    QApplication::processEvents();
    EXPECT_TRUE(hasChinese(test->topBar().viewSwitch().button(0)->text()));
    EXPECT_TRUE(hasChinese(test->statusLine().text()));
    EXPECT_TRUE(hasChinese(test->windowTitle()));
    for (const ActionInfo& info : actionTable())
        EXPECT_TRUE(hasChinese(test->actions()[info.id]->text())) << info.text;
    EXPECT_EQ(test->textBar().text().text(), QString::fromUtf8(tiredText));
    languageAction(test.window, QStringLiteral("English"))->trigger();
    QApplication::processEvents();
    EXPECT_EQ(test->topBar().viewSwitch().button(0)->text(), english);
}

TEST(Language, CountsInEnglishHaveTheirPlural) {
    Language language;
    EXPECT_EQ(TopBar::tr("%n token(s)", "", 1), QStringLiteral("1 token"));
    EXPECT_EQ(TopBar::tr("%n token(s)", "", 14), QStringLiteral("14 tokens"));
}

/// What a screen reader would say.
QString spokenName(const QWidget* widget) {
    if (!widget->accessibleName().isEmpty()) return widget->accessibleName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return button->text() + button->toolTip();
    return widget->toolTip();
}

TEST(Accessibility, EveryControlHasAName) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    int controls = 0;
    for (const QWidget* widget : test->findChildren<QWidget*>()) {
        const bool control = qobject_cast<const QAbstractButton*>(widget) ||
                             qobject_cast<const QLineEdit*>(widget) ||
                             qobject_cast<const QComboBox*>(widget) || qobject_cast<const QSlider*>(widget) ||
                             qobject_cast<const QTableView*>(widget);
        if (!control || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
        ++controls;
        EXPECT_FALSE(spokenName(widget).isEmpty()) << widget->metaObject()->className() << " in "
                                                   << widget->parentWidget()->metaObject()->className();
    }
    EXPECT_GT(controls, 12);
}

TEST(Actions, StandInTheOrderOfTheirIds) {
    for (std::size_t i = 0; i < actionTable().size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(actionTable()[i].id), i) << actionTable()[i].text;
    }
    EXPECT_EQ(static_cast<std::size_t>(ActionId::Quit) + 1, actionTable().size());
}

TEST(Actions, ShareNoKey) {
    QStringList keys;
    for (const ActionInfo& info : actionTable()) {
        keys += QString::fromStdString(std::string(info.keys)).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }
    EXPECT_EQ(keys.removeDuplicates(), 0);
}

}  // namespace
}  // namespace headscope::ui
