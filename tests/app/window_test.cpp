// SPDX-License-Identifier: GPL-3.0-or-later
// How the window starts, by running the built program without a display.
#include <gtest/gtest.h>

#include <QImage>
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

// The English example has 702 words, the Chinese one 614.
TEST(WindowStart, OpensOnTheExampleOfItsLanguage) {
    const TemporaryFolder folder;
    const auto start = [&](const std::string& language, const std::string& id) {
        return runProgram({"--language", language, "--ids", id, "--screenshot", "window.png"}, folder.path());
    };
    EXPECT_EQ(start("en", "701").exitCode, 0);
    EXPECT_NE(start("en", "702").err.find("701"), std::string::npos);
    EXPECT_EQ(start("zh_CN", "613").exitCode, 0);
    EXPECT_NE(start("zh_CN", "614").err.find("613"), std::string::npos);
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

TEST(WindowStart, OptionsAreAnsweredLikeThoseOfCommands) {
    const struct {
        std::vector<std::string> arguments;
        std::string sentence;
    } slips[] = {
        {{"example:pronouns", "--vewi", "flow"},
         "--vewi: headscope has no such option; the nearest is --view.\n"},
        {{"--view", "pie"}, "--view: \"pie\" is none of heatmap, flow, arcs, grid.\n"},
        {{"--size", "big"}, "--size: write width and height as in 820x900.\n"},
        {{"--pair", "second"}, "The text: give it with --text, --file, --ids or --vectors.\n"},
        {{"example:pronouns", "--global", "0"}, "--global: it belongs to a text or ids, so give them too.\n"},
        {{"--screenshot", ""}, "--screenshot: it must not be empty.\n"},
        {{"--screenshot", "window.jpg"},
         "window.jpg does not end in a known format. Known for this: .png.\n"},
        {{"--literal-specials"}, "--literal-specials: it belongs to a text or ids, so give them too.\n"},
        {{"x.headscope", "--text", "x"},
         "x.headscope: a session has a text of its own; open it without one.\n"},
        {{"--file", "/nowhere.txt"}, "/nowhere.txt does not exist. Check the path.\n"},
    };
    for (const auto& slip : slips) EXPECT_EQ(expectRefusal(2, slip.arguments), slip.sentence);
}

// Of a text, of ids and of vectors.
TEST(WindowStart, TakesTheInputsOfTheCommandLine) {
    const TemporaryFolder folder;
    folder.write("text.txt", "The animal was tired\n");
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 20), }";
    folder.write("x.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header +
                              std::string(0x76 - header.size() - 1, ' ') + '\n' + std::string(160, '\0'));
    const std::vector<std::vector<std::string>> inputs = {
        {"example:pronouns", "--file", "text.txt"},
        {"example:pronouns", "--ids", "2,20,3"},
        {std::string(HEADSCOPE_TEST_DATA) + "/described/tutorial_bias", "--vectors", "x.npy"},
    };
    for (std::vector<std::string> arguments : inputs) {
        arguments.insert(arguments.end(), {"--screenshot", "window.png"});
        const ProgramResult result = runProgram(arguments, folder.path());
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_TRUE(std::filesystem::remove(folder.path() / "window.png"));
    }
}

/// Whether a row of pixels is all of one colour.
bool isLine(const QImage& image, int y, QRgb colour) {
    for (int x = 0; x < image.width(); ++x)
        if (image.pixel(x, y) != colour) return false;
    return true;
}

TEST(WindowStart, OnAFineScreenTwiceThePixelsAndHairlinesStaySharp) {
    const TemporaryFolder folder;
    const QRgb hairline = qRgb(0xE1, 0xE4, 0xE9);
    for (const int factor : {1, 2}) {
        const std::string name = std::to_string(factor) + ".png";
        const ProgramResult result =
            runShell("QT_SCALE_FACTOR=" + std::to_string(factor) +
                         " headscope --language en --theme light --size 1200x800 --screenshot " + name,
                     folder.path());
        ASSERT_EQ(result.exitCode, 0) << result.err;
        const QImage image(QString::fromStdString((folder.path() / name).string()));
        ASSERT_EQ(image.size(), QSize(1200, 800) * factor);
        int lines = 0;
        for (int y = 0; y < image.height(); ++y) lines += isLine(image, y, hairline) ? 1 : 0;
        // Under the bar, under the text and over the status line: each as thick as one pixel of the layout,
        // with nothing in between its colour and that of the ground.
        EXPECT_EQ(lines, 3 * factor);
    }
}

TEST(WindowStart, OpensASession) {
    const TemporaryFolder folder;
    folder.write("wide.headscope",
                 R"({"session": 1, "a": {"model": "example:pronouns", "text": "it was wide"}})");
    ProgramResult result = runProgram({"wide.headscope", "--screenshot", "window.png"}, folder.path());
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "window.png"));
    folder.write("wide.headscope", R"({"session": 1, "a": {"model": "example:none"}})");
    result = runProgram({"wide.headscope", "--screenshot", "other.png"}, folder.path());
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.err.find("none"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace headscope::test
