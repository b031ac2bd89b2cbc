// SPDX-License-Identifier: GPL-3.0-or-later
// The first page, what it leads to, and the way back from a run that takes too long.
#include <gtest/gtest.h>

#include <QAccessible>
#include <QElapsedTimer>
#include <QThreadPool>
#include <fstream>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_drop.h"
#include "tests/ui/frame_state.h"
#include "ui/views/grid_canvas.h"

namespace headscope::ui {
namespace {

/// Every name in the accessibility tree below `interface`.
void collectNames(QAccessibleInterface* interface, QStringList& names) {
    if (interface == nullptr || interface->state().invisible) return;
    names << interface->text(QAccessible::Name);
    for (int i = 0; i < interface->childCount(); ++i) collectNames(interface->child(i), names);
}

TEST(FirstPage, ShowsOnlyWhatWorksWithoutARun) {
    TestWindow test;
    EXPECT_TRUE(test->startPage().isVisible());
    EXPECT_FALSE(test->topBar().viewSwitch().isVisible());
    EXPECT_FALSE(test->topBar().sideSwitch().isVisible());
    EXPECT_FALSE(test->textBar().isVisible());
    for (const ActionInfo& info : actionTable())
        EXPECT_TRUE(!info.needsRun || !test->actions()[info.id]->isEnabled()) << info.text;
}

TEST(FirstPage, ASampleOpensWithTheKeysOnTheOverview) {
    TestWindow test;
    test->startPage().rows().last()->click();
    ASSERT_TRUE(test.settled());
    EXPECT_FALSE(test->startPage().isVisible());
    EXPECT_NE(qobject_cast<GridCanvas*>(QApplication::focusWidget()), nullptr);
}

TEST(FirstPage, AFolderWithoutConfigIsSaidToThoseWhoCannotSeeToo) {
    TestWindow test;
    const test::TemporaryFolder folder;
    drop(test.window, QString::fromStdString(folder.path().string()));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->startPage().isVisible());
    QStringList names;
    collectNames(QAccessible::queryAccessibleInterface(&test.window), names);
    const QStringList sentences =
        names.filter(QStringLiteral("config.json")).filter(QString::fromStdString(folder.path().string()));
    EXPECT_EQ(sentences.size(), 1) << names.join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(sentences.value(0), test->errorBar().sentence());
}

TEST(FirstPage, TheLastRunIsTheFirstOfTheNextStart) {
    {
        TestWindow test;
        ASSERT_TRUE(test.openExample());
        ASSERT_TRUE(test.open(testData(QStringLiteral("models/gpt2"))));
        test->close();
    }
    Language language;
    MainWindow again(testCompute(), language);
    again.show();
    ASSERT_GE(again.startPage().rows().size(), 2);
    EXPECT_TRUE(again.startPage().rows()[0]->text().startsWith(QStringLiteral("gpt2")));
    EXPECT_TRUE(again.startPage().rows()[1]->text().startsWith(QStringLiteral("pronouns")));
}

/// Memory of this process that lies in RAM, in MiB.
double residentMegabytes() {
    std::ifstream file("/proc/self/statm");
    double all = 0;
    double resident = 0;
    file >> all >> resident;
    return resident * 4096 / (1024 * 1024);
}

core::Input longInput() {
    core::Input input;
    for (int i = 0; i < 12000; ++i) input.ids.push_back(3 + i % 40);
    return input;
}

TEST(LongRun, EscapeStopsItAtOnceAndGivesTheMemoryBack) {
    TestWindow test;
    const QString model = testData(QStringLiteral("models/bloom"));
    ASSERT_TRUE(test.open(model));
    const RunPtr before = test->session().a();
    const double memory = residentMegabytes();
    test->loader().run(Side::A, longInput());
    ASSERT_TRUE(QTest::qWaitFor([&] { return test->topBar().showsProgress(); }, patience));
    QElapsedTimer clock;
    clock.start();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    EXPECT_FALSE(test->loader().isBusy());
    EXPECT_LT(clock.elapsed(), 2000) << "200 ms on the machine of today; the tests run on slower ones";
    RecordProperty("milliseconds", static_cast<int>(clock.elapsed()));
    EXPECT_EQ(test->session().a(), before);
    QThreadPool::globalInstance()->waitForDone();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // these keep what is freed
    EXPECT_LT(residentMegabytes(), memory + 64);
#endif
    RecordProperty("megabytes_left", static_cast<int>(residentMegabytes() - memory));
}

TEST(LongRun, EscapeKeepsTheRunBThatWasThere) {
    StateWindow test;
    ASSERT_TRUE(test.open(testData(QStringLiteral("models/bloom"))));
    test->loader().copyToB();
    core::Input other;
    other.ids = {3, 4, 5};
    test->loader().run(Side::B, other);
    ASSERT_TRUE(test.settled());
    const RunPtr b = test.session().b();
    test->loader().run(Side::B, longInput());
    ASSERT_TRUE(QTest::qWaitFor([&] { return test->topBar().showsProgress(); }, patience));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    EXPECT_FALSE(test->loader().isBusy());
    EXPECT_FALSE(test->topBar().showsProgress());
    EXPECT_EQ(test.session().b(), b);
    EXPECT_EQ(test.session().shown(), b);
    QThreadPool::globalInstance()->waitForDone();
}

}  // namespace
}  // namespace headscope::ui
