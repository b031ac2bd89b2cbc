// SPDX-License-Identifier: GPL-3.0-or-later
// How the window starts, by running the built program without a display.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

TEST(WindowStart, TakesAPictureOfTheRun) {
    const TemporaryFolder folder;
    const std::filesystem::path light = folder.path() / "light.png";
    const std::filesystem::path dark = folder.path() / "dark.png";
    const std::vector<std::string> rest = {"--language", "en", "--size", "1200x800", "--theme"};
    std::vector<std::string> arguments = {"--screenshot", light.string()};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    arguments.push_back("light");
    EXPECT_EQ(runProgram(arguments).exitCode, 0);
    arguments[1] = dark.string();
    arguments.back() = "dark";
    EXPECT_EQ(runProgram(arguments).exitCode, 0);
    const std::string png = contentOf(light);
    ASSERT_TRUE(png.starts_with("\x89PNG"));
    EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x04\xB0\0\0\x03\x20", 8)) << "1200 × 800";
    EXPECT_GT(png.size(), 20000U) << "something is drawn";
    EXPECT_NE(png, contentOf(dark));
}

TEST(WindowStart, SaysWhatIsWrongInOneSentence) {
    const TemporaryFolder folder;
    const std::string picture = (folder.path() / "x.png").string();
    const std::vector<std::vector<std::string>> mistakes = {
        {"/nowhere/at/all", "--screenshot", picture},
        {folder.path().string(), "--screenshot", picture},
        {"example:pronouns", "--text", "the", "--theme", "blue"},
        {"example:pronouns", "--view", "pie"},
        {"example:pronouns", "another"},
        {"--unknown"},
    };
    for (const std::vector<std::string>& arguments : mistakes) {
        const ProgramResult result = runProgram(arguments);
        EXPECT_EQ(result.exitCode, 2) << arguments[0];
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_EQ(result.out, "");
    }
}

}  // namespace
}  // namespace headscope::test
