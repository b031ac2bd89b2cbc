// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor_page.h"

#include <gtest/gtest.h>

#include <QPushButton>

#include "core/base/json.h"
#include "tests/support/doctored_example.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"
#include "ui/model_dialog.h"

namespace headscope::ui {
namespace {

/// A window on a copy of the example, and the doctor's page of it.
struct Examined {
    test::TemporaryFolder folder;
    TestWindow test;
    DoctorPage* page = nullptr;

    explicit Examined(const test::Doctored& doctored) {
        doctored.write(folder.path());
        EXPECT_TRUE(test.open(QString::fromStdString(folder.path().string())));
        test->actions()[ActionId::ExamineModel]->trigger();
        page = &test->findChild<ModelDialog*>()->doctor();
        EXPECT_TRUE(done());
    }
    bool done() {
        return QTest::qWaitFor([this] { return !page->isBusy(); }, 2 * patience);
    }
    QString cell(int row, int column) const { return page->findings().topLevelItem(row)->text(column); }
};

test::Doctored withUniformAndDeadHead() {
    test::Doctored doctored;
    const auto zero = [](float) { return 0.0F; };
    doctored.changeHead(1, "query", 1, zero);
    doctored.changeHead(2, "value", 0, zero);
    doctored.changeOutput(2, 0, zero);
    return doctored;
}

TEST(DoctorPage, ListsWhatWasDoneToAModel) {
    Examined examined(withUniformAndDeadHead());
    ASSERT_EQ(examined.page->findings().topLevelItemCount(), 2);
    EXPECT_EQ(examined.cell(0, 0), QStringLiteral("Uniform heads"));
    EXPECT_EQ(examined.cell(0, 1), QStringLiteral("Layer 1 · Head 1"));
    EXPECT_EQ(examined.cell(0, 2), QStringLiteral("likely"));
    EXPECT_EQ(examined.cell(1, 0), QStringLiteral("Heads dead by weights"));
    EXPECT_EQ(examined.cell(1, 1), QStringLiteral("Layer 2 · Head 0"));
    EXPECT_EQ(examined.cell(1, 2), QStringLiteral("certain"));
    EXPECT_TRUE(examined.page->isVisible());
    // Evidence, cause and remedy of the first.
    for (const char* part : {"relative entropy 1", "before training", "gradient norms"})
        EXPECT_TRUE(examined.page->advice().text().contains(QLatin1String(part))) << part;
}

TEST(DoctorPage, AFindingLeadsToItsHead) {
    Examined examined(withUniformAndDeadHead());
    QTreeWidget& list = examined.page->findings();
    ASSERT_EQ(list.topLevelItemCount(), 2);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualItemRect(list.topLevelItem(1)).center());
    EXPECT_EQ(core::headName(examined.test->session().selection().head), "2.0");
    EXPECT_TRUE(
        examined.page->advice().text().contains(QStringLiteral("W_V or W_O of the head is almost zero")));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualItemRect(list.topLevelItem(0)).center());
    EXPECT_EQ(core::headName(examined.test->session().selection().head), "1.1");
}

TEST(DoctorPage, SaysThatNothingWasFound) {
    Examined examined{test::Doctored()};
    EXPECT_EQ(examined.page->findings().topLevelItemCount(), 0);
    EXPECT_EQ(examined.page->verdict().text(), QStringLiteral("Nothing was found."));
    EXPECT_TRUE(examined.page->advice().text().isEmpty());
}

TEST(DoctorPage, FindsOneWeightThatIsNoNumber) {
    test::Doctored doctored;
    doctored.attention(2, "self.key.weight")[777] = Eigen::half(std::numeric_limits<float>::quiet_NaN());
    const test::TemporaryFolder folder;
    doctored.write(folder.path());
    TestWindow test;
    // It cannot run, so that nothing is shown of it.
    EXPECT_FALSE(test.open(QString::fromStdString(folder.path().string())));
    ASSERT_EQ(test->errorBar().remedy().text(), QStringLiteral("What is wrong with it"));
    QTest::mouseClick(&test->errorBar().remedy(), Qt::LeftButton);
    DoctorPage& page = test->findChild<ModelDialog*>()->doctor();
    ASSERT_TRUE(QTest::qWaitFor([&page] { return !page.isBusy(); }, patience));
    ASSERT_EQ(page.findings().topLevelItemCount(), 1);
    EXPECT_EQ(page.findings().topLevelItem(0)->text(0), QStringLiteral("Numbers that are not finite"));
    EXPECT_EQ(page.findings().topLevelItem(0)->text(1),
              QStringLiteral("bert.encoder.layer.2.attention.self.key.weight"));
    EXPECT_TRUE(page.findings().topLevelItem(0)->toolTip(1).contains(
        QStringLiteral("bert.encoder.layer.2.attention.self.key.weight")));
    page.findings().topLevelItem(0)->setText(1, QString(500, QLatin1Char('x')));
    QTest::qWait(0);
    EXPECT_LE(page.findings().columnWidth(1), 320) << "a long name is cut in its middle";
    EXPECT_TRUE(page.verdict().text().contains(QStringLiteral("could not be run")));
}

TEST(DoctorPage, CopiesAndSavesWhatItFound) {
    Examined examined(withUniformAndDeadHead());
    const QString text = examined.page->text();
    for (const char* part : {"Uniform heads · Layer 1 · Head 1 · likely", "Evidence: relative entropy 1",
                             "What people do: Prune the head"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " in " << text.toStdString();
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "found.json";
    examined.page->save(QString::fromStdString(path.string()));
    ASSERT_TRUE(examined.done());
    const core::Json report = core::Json::parse(test::contentOf(path), "found");
    ASSERT_EQ(report.at("findings").size(), 2U);
    EXPECT_EQ(report.at("findings")[1].at("finding").asString(), "dead_weights");
    EXPECT_EQ(report.at("advice").size(), 2U);
    examined.page->save(QStringLiteral("/nowhere/at/all.json"));
    ASSERT_TRUE(examined.done());
    EXPECT_TRUE(examined.page->verdict().text().contains(QStringLiteral("/nowhere/at/all.json")));
}

TEST(DoctorPage, StopsAndSpeaksTheLanguageOfTheWindow) {
    Examined examined(withUniformAndDeadHead());
    examined.test.language.use(QStringLiteral("zh_CN"));
    QApplication::processEvents();
    EXPECT_EQ(examined.cell(0, 0), translated("Doctor", "Uniform heads"));
    EXPECT_NE(examined.cell(0, 0), QStringLiteral("Uniform heads"));
    examined.test.language.use(QStringLiteral("en"));
    QApplication::processEvents();
    examined.page->examine();
    ASSERT_TRUE(examined.page->isBusy());
    examined.page->stopButton().click();
    EXPECT_FALSE(examined.page->isBusy());
    EXPECT_EQ(examined.page->verdict().text(), QStringLiteral("Stopped."));
    EXPECT_EQ(examined.page->findings().topLevelItemCount(), 0);
    EXPECT_TRUE(examined.page->text().isEmpty());
}

TEST(DoctorPage, ForgetsTheModelThatWasClosed) {
    Examined examined(withUniformAndDeadHead());
    examined.test->actions()[ActionId::CloseModel]->trigger();
    EXPECT_EQ(examined.page->findings().topLevelItemCount(), 0);
    examined.page->examine();
    EXPECT_FALSE(examined.page->isBusy());
}

}  // namespace
}  // namespace headscope::ui
