// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/line_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

constexpr std::size_t longest = 1000000;

class Lines : public ::testing::Test {
protected:
    test::TemporaryFolder folder;

    std::filesystem::path file(const std::string& content) {
        folder.write("corpus.txt", content);
        return folder.path() / "corpus.txt";
    }
    std::vector<std::string> all(const std::string& content) {
        LineReader reader(file(content), 0, longest);
        std::vector<std::string> lines;
        while (const auto line = reader.next()) lines.push_back(*line);
        return lines;
    }
};

TEST_F(Lines, EndInEveryWay) {
    using Strings = std::vector<std::string>;
    EXPECT_EQ(all(""), Strings{});
    EXPECT_EQ(all("a"), Strings{"a"});
    EXPECT_EQ(all("a\n"), Strings{"a"});
    EXPECT_EQ(all("a\n\nb"), (Strings{"a", "", "b"}));
    EXPECT_EQ(all("a\r\nb\r\n"), (Strings{"a", "b"}));
    EXPECT_EQ(all("\xEF\xBB\xBF"
                  "a\nb"),
              (Strings{"a", "b"}));
    const std::string large(200001, 'x');
    EXPECT_EQ(all("a\n" + large + "\nb"), (Strings{"a", large, "b"}));
}

TEST_F(Lines, AreReadOnFromAnyOfThem) {
    const auto path = file("one\r\ntwo\n" + std::string(70000, 'z') + "\nlast");
    std::vector<std::string> lines;
    std::uint64_t place = 0;
    for (;;) {
        LineReader reader(path, place, longest);
        const auto line = reader.next();
        if (!line) break;
        lines.push_back(*line);
        place = reader.place();
    }
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", std::string(70000, 'z'), "last"}));
    test::expectError(ErrorCode::FileChanged, [&] { LineReader(path, place + 1, longest); });
}

TEST_F(Lines, ThatNobodyWroteAreRefused) {
    const auto path = file(std::string(5000, 'x'));
    LineReader reader(path, 0, 4999);
    test::expectError(ErrorCode::FileTooLarge, [&] { reader.next(); });
    test::expectError(ErrorCode::FileNotFound, [&] { LineReader(folder.path() / "none", 0, longest); });
    test::expectError(ErrorCode::NotARegularFile, [&] { LineReader(folder.path(), 0, longest); });
    ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
    test::expectError(ErrorCode::NotARegularFile, [&] { LineReader(folder.path() / "pipe", 0, longest); });
}

}  // namespace
}  // namespace headscope::core
