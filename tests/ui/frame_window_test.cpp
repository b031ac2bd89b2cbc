// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_drop.h"
#include "tests/ui/frame_window.h"
#include "ui/recent.h"
#include "ui/views/overview_view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {
namespace {

TEST(MainWindow, OpensTheExampleOnTheHeadThatWasFound) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const Session& session = test->session();
    EXPECT_EQ(test.shownText(), tiredText);
    EXPECT_EQ(test->textBar().text().text(), QString::fromUtf8(tiredText));
    EXPECT_EQ(session.selection().head, session.a()->openingHead);
    EXPECT_EQ(session.selection().query, positionOf(session.a(), "it"));
    EXPECT_EQ(session.selection().key, positionOf(session.a(), "animal"));
    EXPECT_TRUE(test->windowTitle().contains(QStringLiteral("pronouns")));
    EXPECT_TRUE(test->errorBar().isHidden());
    EXPECT_TRUE(test->workspace().isVisible());
}

TEST(MainWindow, ArrowsMoveBetweenHeadsAtOnce) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->session().selectHead({core::AttentionKind::Self, 0, 0});
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    EXPECT_EQ(test->session().selection().head, (core::HeadId{core::AttentionKind::Self, 1, 1}));
    EXPECT_TRUE(test->windowTitle().contains(QStringLiteral("1.1")));
}

TEST(MainWindow, ReadsTheTextAfterAPause) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const core::HeadId head = test->session().selection().head;
    QLineEdit& field = test->textBar().text();
    field.setFocus();
    field.end(false);
    for (int i = 0; i < 5; ++i) QTest::keyClick(&field, Qt::Key_Backspace);
    QTest::keyClicks(&field, QStringLiteral("wide"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return test.shownText() == wideText; }, patience));
    EXPECT_EQ(test->session().selection().head, head);
    EXPECT_EQ(test->session().selection().query, positionOf(test->session().a(), "it"));
    EXPECT_EQ(test->session().selection().key, positionOf(test->session().a(), "street"));
    EXPECT_TRUE(field.hasFocus());
}

TEST(MainWindow, ReadsTheTextOnEnterAndTakesItBackOnEscape) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    QLineEdit& field = test->textBar().text();
    field.setFocus();
    field.setText(QStringLiteral("The dog slept"));
    QTest::keyClick(&field, Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.shownText(), "The dog slept");
    EXPECT_FALSE(field.hasFocus()) << "the keys are the heads' again";
    field.setFocus();
    field.setText(QStringLiteral("nonsense"));
    test->actions()[ActionId::Escape]->trigger();
    EXPECT_EQ(field.text(), QStringLiteral("The dog slept"));
    EXPECT_FALSE(field.hasFocus());
}

TEST(MainWindow, EnterLeavesATextThatRunsAndStaysInOneThatCannot) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    QLineEdit& field = test->textBar().text();
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_FALSE(field.hasFocus()) << "nothing to run";

    field.setFocus();
    const core::Index most = test->session().a()->model->config().maxTokens;
    field.setText(QStringLiteral("the ").repeated(most));  // and two special tokens
    QTest::keyClick(&field, Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    ASSERT_TRUE(test->errorBar().isVisible());
    EXPECT_TRUE(field.hasFocus());

    field.setText(QStringLiteral("The dog slept"));
    QTest::keyClick(&field, Qt::Key_Return);
    QTest::keyClicks(&field, QStringLiteral(" well"));  // before the run is there
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(field.hasFocus()) << "who goes on typing";
}

TEST(MainWindow, ReadsTwoTexts) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    QTest::mouseClick(&test->textBar().pairSwitch(), Qt::LeftButton);
    QTest::keyClicks(&test->textBar().pair(), QStringLiteral("It was old"));
    QTest::keyClick(&test->textBar().pair(), Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test->session().a()->trace->spec.input.pair, "It was old");
    EXPECT_EQ(test->session().a()->trace->tokens[test->session().a()->trace->tokens.size() - 2].sequence, 1);
    QTest::mouseClick(&test->textBar().pairSwitch(), Qt::LeftButton);
    ASSERT_TRUE(test.settled());
    EXPECT_FALSE(test->session().a()->trace->spec.input.pair);
}

TEST(MainWindow, OffersToCutATextThatIsTooLong) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const core::Index most = test->session().a()->model->config().maxTokens;
    QString text;
    for (core::Index i = 0; i < most + 10; ++i) text += QStringLiteral("the ");
    test->textBar().text().setText(text.trimmed());
    QTest::keyClick(&test->textBar().text(), Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test.shownText(), tiredText);
    ASSERT_TRUE(test->errorBar().isVisible());
    EXPECT_TRUE(test->errorBar().sentence().contains(QString::number(most + 12)));
    EXPECT_TRUE(test->errorBar().sentence().contains(QString::number(most)));
    ASSERT_TRUE(test->errorBar().remedy().isVisible());
    QTest::mouseClick(&test->errorBar().remedy(), Qt::LeftButton);
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().isHidden());
    EXPECT_EQ(test->session().a()->trace->length(), most);
    EXPECT_EQ(test->session().a()->trace->tokensDropped, 12);
}

TEST(MainWindow, SaysWhatIsWrongAndKeepsWhatWasThere) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const RunPtr before = test->session().a();
    const test::TemporaryFolder folder;
    test->open(QString::fromStdString(folder.path().string()));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test->session().a(), before);
    EXPECT_TRUE(test->errorBar().isVisible());
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("config.json")));
    EXPECT_TRUE(test->errorBar().remedy().isHidden());
    test->actions()[ActionId::Escape]->trigger();
    EXPECT_TRUE(test->errorBar().isHidden());
}

TEST(MainWindow, ShowsTheStartPageWhenTheFirstModelFails) {
    TestWindow test;
    test->open(QStringLiteral("/nowhere/at/all"));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->startPage().isVisible());
    EXPECT_TRUE(test->errorBar().isVisible());
    ASSERT_FALSE(test->startPage().rows().isEmpty());
    test->startPage().rows().last()->click();
    ASSERT_TRUE(test.settled());
    EXPECT_NE(test->session().a(), nullptr);
    EXPECT_TRUE(test->errorBar().isHidden());
}

TEST(MainWindow, StopsAndKeepsWhatWasThere) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const RunPtr before = test->session().a();
    test->open(QStringLiteral("example:pronouns"));
    EXPECT_TRUE(test->loader().isBusy());
    test->actions()[ActionId::Escape]->trigger();
    EXPECT_FALSE(test->loader().isBusy());
    QTest::qWait(200);
    EXPECT_EQ(test->session().a(), before);
    EXPECT_TRUE(test->errorBar().isHidden());
}

TEST(MainWindow, ShowsProgressOfWhatTakesLong) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    QSignalSpy stopped(test->actions()[ActionId::Escape], &QAction::triggered);
    test->topBar().setBusy(true, QStringLiteral("Running"));
    EXPECT_FALSE(test->topBar().showsProgress());
    ASSERT_TRUE(QTest::qWaitFor([&] { return test->topBar().showsProgress(); }, patience));
    QTest::mouseClick(&test->topBar().stopButton(), Qt::LeftButton);
    EXPECT_EQ(stopped.count(), 1);
    test->topBar().setBusy(false, {});
    EXPECT_FALSE(test->topBar().showsProgress());
}

TEST(MainWindow, OpensWhatIsDropped) {
    TestWindow test;
    drop(test.window, testData(QStringLiteral("models/gpt2/config.json")));
    EXPECT_FALSE(test->loader().isBusy());
    drop(test.window, testData(QStringLiteral("models/gpt2")));
    ASSERT_TRUE(test.settled());
    ASSERT_NE(test->session().a(), nullptr);
    EXPECT_EQ(test->session().a()->trace->modelName, "gpt2");
    drop(test.window, testData(QStringLiteral("models/bert/model.safetensors")));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test->session().a()->trace->modelName, "bert");
}

TEST(MainWindow, RemembersRuns) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    ASSERT_TRUE(test.open(testData(QStringLiteral("models/gpt2"))));
    core::Input input;
    input.text = "The dog slept";
    ASSERT_TRUE(test.open(QStringLiteral("example:pronouns"), input));
    const std::vector<RecentRun> recent = recentRuns();
    ASSERT_EQ(recent.size(), 2U);
    EXPECT_EQ(recent[0], (RecentRun{QStringLiteral("example:pronouns"), input}));
    EXPECT_FALSE(recent[1].input.ids.empty());

    test->actions()[ActionId::CloseModel]->trigger();
    EXPECT_TRUE(test->startPage().isVisible());
    test->startPage().rows()[1]->click();
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test->session().a()->trace->modelName, "gpt2");
    EXPECT_EQ(test->session().a()->trace->spec.input, recent[1].input);
}

TEST(MainWindow, RemembersWhereAModelIsWhateverTheFolderOfTheProgram) {
    TestWindow test;
    const test::TemporaryFolder folder;
    const QString here = QDir::currentPath();
    const QString name = QStringLiteral("R&D <b>model");
    std::filesystem::copy(std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / "gpt2",
                          folder.path() / name.toStdString());
    ASSERT_TRUE(QDir::setCurrent(QString::fromStdString(folder.path().string())));
    EXPECT_TRUE(test.open(name));
    QDir::setCurrent(here);
    const QString path = QString::fromStdString((folder.path() / name.toStdString()).string());
    ASSERT_EQ(recentRuns().size(), 1U);
    EXPECT_EQ(recentRuns()[0].model, path);
    // Neither & nor < is a sign of its own in a name.
    test->actions()[ActionId::CloseModel]->trigger();
    EXPECT_TRUE(test->startPage().rows()[0]->text().startsWith(QStringLiteral("R&&D <b>model")));
    EXPECT_EQ(test->startPage().rows()[0]->toolTip(),
              QStringLiteral("<p style='white-space:pre'>%1</p>").arg(path.toHtmlEscaped()));
    emit test->topBar().openMenu().aboutToShow();
    const QList<QAction*> entries = test->topBar().openMenu().actions();
    EXPECT_TRUE(std::any_of(entries.begin(), entries.end(), [](const QAction* entry) {
        return entry->text().startsWith(QStringLiteral("R&&D <b>model"));
    }));
    test->startPage().rows()[0]->click();
    ASSERT_TRUE(test.settled());
    EXPECT_NE(test->session().a(), nullptr);
}

TEST(MainWindow, ComparesWithAnotherText) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const RunPtr a = test->session().a();
    test->actions()[ActionId::Compare]->trigger();
    EXPECT_EQ(test->session().side(), Side::B);
    EXPECT_TRUE(test->textBar().text().hasFocus());
    test->textBar().text().setText(QString::fromUtf8(wideText));
    QTest::keyClick(&test->textBar().text(), Qt::Key_Return);
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(test->session().a(), a);
    EXPECT_EQ(test.shownText(), wideText);
    QTest::mouseClick(test->topBar().sideSwitch().button(0), Qt::LeftButton);
    EXPECT_EQ(test.shownText(), tiredText);
    EXPECT_EQ(test->textBar().text().text(), QString::fromUtf8(tiredText));
    test->actions()[ActionId::Compare]->trigger();
    EXPECT_EQ(test->session().b(), nullptr);
    EXPECT_FALSE(test->topBar().sideSwitch().isVisible());
}

TEST(MainWindow, FoldsWhenItIsSmall) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    EXPECT_TRUE(test->workspace().isSideShown());
    test->resize(1100, 720);
    EXPECT_EQ(test->size(), QSize(1100, 720));
    EXPECT_FALSE(test->workspace().isSideShown());
    test->actions()[ActionId::SidePanel]->trigger();
    EXPECT_TRUE(test->workspace().isSideShown());
    test->resize(1110, 720);
    EXPECT_TRUE(test->workspace().isSideShown());
    test->resize(1440, 900);
    EXPECT_TRUE(test->workspace().isSideShown());
}

TEST(MainWindow, StartsFoldedWhenItStartsSmall) {
    Language language;
    MainWindow window(testCompute(), language);
    window.resize(1100, 720);
    window.show();
    EXPECT_FALSE(window.workspace().isSideShown());
    EXPECT_FALSE(window.actions()[ActionId::SidePanel]->isChecked());
}

TEST(MainWindow, TitlesAreBoldFromTheStart) {
    Language language;
    MainWindow window(testCompute(), language);  // its colours are set once, as in the program
    window.show();
    for (const ViewHeader* header : window.findChildren<ViewHeader*>()) {
        const auto* title = header->findChild<QLabel*>();
        EXPECT_EQ(title->font().weight(), QFont::DemiBold) << title->text().toStdString();
        EXPECT_EQ(title->font().families(), Theme::light().textFont(14).families());
    }
}

TEST(MainWindow, KeysChangeViewsAndScales) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    const auto press = [](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    };
    press(Qt::Key_2, Qt::ControlModifier);
    EXPECT_EQ(test->workspace().viewIndex(), 1);
    EXPECT_EQ(test->topBar().viewSwitch().current(), 1);
    press(Qt::Key_L);
    EXPECT_EQ(test->session().settings().scale, ToneScale::Log);
    press(Qt::Key_R);
    EXPECT_EQ(test->session().settings().range, ToneRange::PerRow);
    press(Qt::Key_S);
    EXPECT_TRUE(test->session().settings().muteSpecials);
    press(Qt::Key_A);
    EXPECT_EQ(test->session().selection().heads().size(), 4U);
    press(Qt::Key_A);
    EXPECT_TRUE(test->session().selection().others.empty());
    press(Qt::Key_W);
    EXPECT_TRUE(test->session().settings().words);
    press(Qt::Key_D);
    EXPECT_TRUE(test->session().settings().lookedAtBy);
    press(Qt::Key_Escape);
    EXPECT_FALSE(test->session().selection().query);
    test->textBar().text().setFocus();
    press(Qt::Key_L);
    EXPECT_EQ(test->session().settings().scale, ToneScale::Log) << "a letter of the text is no command";
    press(Qt::Key_B, Qt::ControlModifier);
    EXPECT_FALSE(test->workspace().isSideShown()) << "a command is no letter of the text";
}

TEST(MainWindow, CopiesPictureAndNumbers) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    test->actions()[ActionId::CopyView]->trigger();
    const QMimeData* copied = QApplication::clipboard()->mimeData();
    EXPECT_TRUE(copied->hasImage());
    const QStringList lines = copied->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 2);  // the tokens, and the pinned row
    EXPECT_TRUE(lines[1].startsWith(QStringLiteral("it\t")));
    EXPECT_EQ(lines[0].count(QLatin1Char('\t')), test->session().a()->trace->length());
    test->session().select({test->session().selection().head, {}, {}});
    test->actions()[ActionId::CopyView]->trigger();
    EXPECT_EQ(QApplication::clipboard()->mimeData()->text().count(QLatin1Char('\n')),
              test->session().a()->trace->length() + 1);
}

TEST(MainWindow, LeavesCopyingToATableThatHasTheFocus) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    auto* table = test->workspace().findChild<QTableView*>();
    ASSERT_NE(table, nullptr);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QApplication::clipboard()->mimeData()->hasText());
    EXPECT_FALSE(QApplication::clipboard()->mimeData()->hasImage());
    test->workspace().focusGrid();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QApplication::clipboard()->mimeData()->hasImage());
}

TEST(MainWindow, RemembersColoursAndView) {
    {
        TestWindow test;
        ASSERT_TRUE(test.openExample());
        EXPECT_FALSE(test->isDark());
        test->actions()[ActionId::DarkTheme]->trigger();
        EXPECT_TRUE(test->isDark());
        EXPECT_LT(QApplication::palette().color(QPalette::Window).lightness(), 60);
        test->showView("flow");
        test->close();
    }
    Language language;
    MainWindow again(testCompute(), language);
    EXPECT_TRUE(again.isDark());
    EXPECT_EQ(views()[static_cast<std::size_t>(again.workspace().viewIndex())].id, "flow");
}

}  // namespace
}  // namespace headscope::ui
