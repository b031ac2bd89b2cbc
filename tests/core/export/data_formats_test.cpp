// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/data_formats.h"

#include <gtest/gtest.h>

#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

Report oneRow() {
    Report report;
    report.tables.push_back({"heads", {"layer"}, {}});
    report.tables.back().rows.push_back(cells(std::int64_t{4}));
    return report;
}

TEST(DataFormats, TheSuffixChoosesInAnyCase) {
    const test::TemporaryFolder folder;
    writeReport(folder.path() / "a.CSV", oneRow());
    writeReport(folder.path() / "a.txt", oneRow());
    EXPECT_EQ(test::contentOf(folder.path() / "a.CSV"), "layer\r\n4\r\n");
    EXPECT_EQ(test::contentOf(folder.path() / "a.txt"), "layer\n    4\n");
}

TEST(DataFormats, AnUnknownSuffixListsTheKnown) {
    const Error tables =
        test::expectError(ErrorCode::UnknownFormat, [] { dataFormatOf("heads.npz", DataKind::Report); });
    EXPECT_STREQ(tables.what(),
                 "heads.npz does not end in a known format. Known for this: .txt, .csv, .json.");
    const Error numbers =
        test::expectError(ErrorCode::UnknownFormat, [] { dataFormatOf("weights", DataKind::Numbers); });
    EXPECT_STREQ(numbers.what(),
                 "weights does not end in a known format. Known for this: .txt, .csv, .json, .npz.");
}

TEST(DataFormats, ReportsWithoutTableAreNoCsv) {
    const test::TemporaryFolder folder;
    test::expectError(ErrorCode::BadArgument, [&] { writeReport(folder.path() / "a.csv", Report{}); });
    EXPECT_TRUE(folder.names().empty());
}

TEST(DataFormats, AFolderWithoutWritePermissionIsNamed) {
    const test::TemporaryFolder folder;
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
    const std::string path = (folder.path() / "a.csv").string();
    const std::string sentence =
        test::withoutPrivileges([&] { return test::sentenceOf([&] { writeReport(path, oneRow()); }); });
    EXPECT_NE(sentence.find(path + " could not be written"), std::string::npos) << sentence;
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
}

TEST(DataFormats, EveryRowIsComplete) {
    for (const DataFormat& format : dataFormats()) {
        EXPECT_FALSE(format.id.empty());
        EXPECT_FALSE(format.suffix.empty());
        EXPECT_FALSE(format.name.empty());
        EXPECT_TRUE(holds(format, DataKind::Report) || holds(format, DataKind::Numbers)) << format.id;
    }
}

}  // namespace
}  // namespace headscope::core
