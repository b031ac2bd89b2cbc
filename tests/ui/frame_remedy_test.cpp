// SPDX-License-Identifier: GPL-3.0-or-later
// What the window offers for a state dict without config.json, and for a model that reads vectors.
#include <gtest/gtest.h>

#include <QFileDialog>
#include <QInputDialog>
#include <QPushButton>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

TEST(Remedies, DescribeAModelOfOnesOwnAndGiveItVectors) {
    const test::TemporaryFolder folder;
    const auto made = std::filesystem::path(HEADSCOPE_TEST_DATA) / "described" / "own_attention";
    for (const char* name : {"model.pt", "x.npy"}) folder.write(name, test::contentOf(made / name));
    TestWindow window;
    const QString path = QString::fromStdString(folder.path().string());
    EXPECT_FALSE(window.open(path));
    EXPECT_EQ(window->errorBar().remedy().text(), QStringLiteral("Describe it…"));

    QTest::mouseClick(&window->errorBar().remedy(), Qt::LeftButton);
    auto* heads = window->findChild<QInputDialog*>();
    ASSERT_NE(heads, nullptr);
    EXPECT_TRUE(heads->labelText().contains(QStringLiteral("1 layer of attention, 24 wide")));
    heads->setIntValue(4);
    heads->accept();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window->errorBar().isHidden(); }, patience));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "headscope.json"));
    EXPECT_EQ(window->errorBar().remedy().text(), QStringLiteral("Choose vectors…"));

    QTest::mouseClick(&window->errorBar().remedy(), Qt::LeftButton);
    auto* vectors = window->findChild<QFileDialog*>();
    ASSERT_NE(vectors, nullptr);
    emit vectors->fileSelected(path + QStringLiteral("/x.npy"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->session().a() != nullptr; }, patience));
    const core::TracePtr trace = window->session().a()->trace;
    EXPECT_EQ(trace->length(), 7);
    EXPECT_EQ(trace->headCount(0), 4);
    EXPECT_TRUE(window->errorBar().isHidden());
}

TEST(Remedies, SayWhatIsWrongWithTheNumberOfHeads) {
    const test::TemporaryFolder folder;
    const auto made = std::filesystem::path(HEADSCOPE_TEST_DATA) / "described" / "own_attention";
    folder.write("model.pt", test::contentOf(made / "model.pt"));
    TestWindow window;
    EXPECT_FALSE(window.open(QString::fromStdString(folder.path().string())));
    QTest::mouseClick(&window->errorBar().remedy(), Qt::LeftButton);
    auto* heads = window->findChild<QInputDialog*>();
    ASSERT_NE(heads, nullptr);
    heads->setIntValue(5);
    heads->accept();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window->errorBar().isHidden(); }, patience));
    EXPECT_TRUE(window->errorBar().sentence().contains(QStringLiteral("heads is 5")))
        << window->errorBar().sentence().toStdString();
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "headscope.json"));
}

}  // namespace
}  // namespace headscope::ui
