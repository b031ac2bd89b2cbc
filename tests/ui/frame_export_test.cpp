// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>
#include <algorithm>

#include "core/base/json.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

std::string exported(TestWindow& test, const test::TemporaryFolder& folder, ActionId action,
                     const std::string& name) {
    const std::filesystem::path path = folder.path() / name;
    test->exportTo(action, QString::fromStdString(path.string()));
    EXPECT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().isHidden()) << test->errorBar().sentence().toStdString();
    EXPECT_TRUE(std::filesystem::exists(path)) << path;
    return std::filesystem::exists(path) ? test::contentOf(path) : std::string();
}

std::ptrdiff_t linesOf(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

TEST(Export, WritesPicturesOfTheView) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    EXPECT_TRUE(exported(test, folder, ActionId::ExportPicture, "view.png").starts_with("\x89PNG"));
    EXPECT_NE(exported(test, folder, ActionId::ExportPicture, "view.svg").find("animal"), std::string::npos);
    EXPECT_TRUE(exported(test, folder, ActionId::ExportPicture, "view.pdf").starts_with("%PDF"));
    EXPECT_GT(QImage(QString::fromStdString((folder.path() / "view.png").string())).width(), 800);
}

TEST(Export, WritesTables) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    const core::Trace& trace = *test->session().a()->trace;
    const auto heads = static_cast<std::ptrdiff_t>(trace.headIds().size());
    const std::string csv = exported(test, folder, ActionId::ExportHeads, "heads.csv");
    EXPECT_EQ(linesOf(csv), heads + 1);
    EXPECT_TRUE(csv.starts_with("layer,head,kind,"));
    const std::string links = exported(test, folder, ActionId::ExportLinks, "strongest.csv");
    EXPECT_EQ(linesOf(links), heads * trace.length() + 1);
    const core::Json json =
        core::Json::parse(exported(test, folder, ActionId::ExportHeads, "heads.json"), "heads.json");
    EXPECT_EQ(json.at("heads").size(), trace.headIds().size());
    EXPECT_EQ(json.at("headscope").at("model").asString(), "example:pronouns");
    EXPECT_EQ(json.at("tokens").size(), trace.tokens.size());
}

TEST(Export, WritesPatterns) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    const core::Trace& trace = *test->session().a()->trace;
    EXPECT_TRUE(exported(test, folder, ActionId::ExportPatterns, "patterns.npz").starts_with("PK"));
    EXPECT_EQ(linesOf(exported(test, folder, ActionId::ExportPattern, "pattern.csv")),
              trace.length() * trace.length() + 1);
    EXPECT_FALSE(exported(test, folder, ActionId::ExportPatterns, "patterns.json").empty());
}

TEST(Export, SaysWhenAFileCannotBeWritten) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    test->exportTo(ActionId::ExportHeads, QStringLiteral("/nowhere/at/all/heads.csv"));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().isVisible());
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("heads.csv")));
    test->exportTo(ActionId::ExportHeads, QString::fromStdString((folder.path() / "heads.doc").string()));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("csv")));
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace headscope::ui
