// SPDX-License-Identifier: GPL-3.0-or-later
// `picture`, by running the built program without a display.
#include <gtest/gtest.h>

#include <QImage>
#include <algorithm>
#include <chrono>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

const std::string example = "example:pronouns";
const std::string sentence = "The animal didn't cross the street because it was too tired";

ProgramResult draw(const std::vector<std::string>& more, const std::filesystem::path& folder) {
    std::string line = "unset DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM; headscope picture " + example +
                       " --text " + quoted(sentence);
    for (const std::string& argument : more) line += ' ' + quoted(argument);
    return runShell(line, folder);
}

TEST(Picture, EveryViewInEveryFormat) {
    const TemporaryFolder folder;
    for (const std::string view :
         {"grid", "heatmap", "flow", "arcs", "layers", "scatter", "distance", "entropy", "map"}) {
        for (const std::string suffix : {".png", ".svg", ".pdf"}) {
            const std::string name = view + suffix;
            const ProgramResult result =
                draw({"--view", view, "--layer", "1", "--head", "0", "--out", name}, folder.path());
            ASSERT_EQ(result.exitCode, 0) << name << result.err;
            EXPECT_EQ(result.out + result.err, "");
            const std::string bytes = contentOf(folder.path() / name);
            if (suffix == ".png") {
                EXPECT_EQ(bytes.substr(1, 3), "PNG");
            }
            if (suffix == ".pdf") {
                EXPECT_EQ(bytes.substr(0, 5), "%PDF-");
            }
            if (suffix == ".svg") {
                EXPECT_NE(bytes.find("<svg"), std::string::npos);
            }
        }
    }
    EXPECT_EQ(folder.names().size(), 27U);
}

TEST(Picture, SaysWhichHeadItChose) {
    const TemporaryFolder folder;
    const auto note = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--out", "a.svg"});
        return draw(arguments, folder.path()).err;
    };
    const auto sentenceOf = [](const std::string& head) {
        return "The picture shows head " + head +
               ", which tells most; --layer and --head choose another one.\n";
    };
    EXPECT_EQ(note({"--view", "flow", "--from", "it", "--to", "animal"}), sentenceOf("2.1"));
    EXPECT_EQ(note({"--view", "flow", "--from", "it", "--to", "animal", "--quiet"}), "");
    EXPECT_EQ(note({"--view", "heatmap", "--layer", "1", "--head", "0"}), "");
    EXPECT_EQ(note({"--view", "grid"}), "");
    EXPECT_EQ(note({"--view", "layers"}), "");
}

TEST(Picture, SvgHasTheWordsAsText) {
    const TemporaryFolder folder;
    ASSERT_EQ(
        draw({"--view", "heatmap", "--layer", "0", "--head", "1", "--out", "a.svg"}, folder.path()).exitCode,
        0);
    const std::string svg = contentOf(folder.path() / "a.svg");
    EXPECT_NE(svg.find(">animal<"), std::string::npos);
    EXPECT_NE(svg.find(">street<"), std::string::npos);
}

/// Whether the shell finds a program.
bool isThere(const std::string& program) {
    return runShell("command -v " + program + " >/dev/null").exitCode == 0;
}

TEST(Picture, OtherReadersOpenEveryVectorFile) {
    if (!isThere("pdftotext") || !isThere("pdfimages")) GTEST_SKIP() << "poppler-utils is not installed";
    const TemporaryFolder folder;
    for (const std::string view :
         {"grid", "heatmap", "flow", "arcs", "layers", "scatter", "distance", "entropy"}) {
        ASSERT_EQ(draw({"--view", view, "--out", view + ".pdf"}, folder.path()).exitCode, 0);
        const ProgramResult text = runShell("pdftotext -layout " + view + ".pdf -", folder.path());
        EXPECT_EQ(text.exitCode, 0);
        EXPECT_EQ(text.err, "");
        EXPECT_NE(text.out.find("animal"), std::string::npos) << view << text.out;
        const ProgramResult images = runShell("pdfimages -list " + view + ".pdf", folder.path());
        EXPECT_EQ(images.exitCode, 0);
        EXPECT_EQ(images.out.find("jpeg"), std::string::npos) << images.out;
        if (!isThere("rsvg-convert")) continue;
        ASSERT_EQ(draw({"--view", view, "--out", view + ".svg"}, folder.path()).exitCode, 0);
        const ProgramResult svg = runShell("rsvg-convert " + view + ".svg -o read.png", folder.path());
        EXPECT_EQ(svg.exitCode, 0) << svg.err;
        EXPECT_EQ(svg.err, "");
        EXPECT_GT(QImage(QString::fromStdString((folder.path() / "read.png").string())).width(), 300) << view;
    }
}

TEST(Picture, WithoutAHeadTheLinkChoosesIt) {
    const TemporaryFolder folder;
    const std::vector<std::string> link = {"--view", "heatmap", "--from", "it", "--to", "animal"};
    const auto drawn = [&](std::vector<std::string> more) {
        more.insert(more.begin(), link.begin(), link.end());
        more.insert(more.end(), {"--out", "a.svg"});
        EXPECT_EQ(draw(more, folder.path()).exitCode, 0);
        return contentOf(folder.path() / "a.svg");
    };
    const ProgramResult links = runShell(
        "headscope links " + example + " --text " + quoted(sentence) + " --from it --to animal --format json",
        folder.path());
    const core::Json best = core::Json::parse(links.out, "links").at("links")[0];
    const std::string layer = std::to_string(best.at("layer").asInt());
    const std::string head = std::to_string(best.at("head").asInt());
    EXPECT_EQ(drawn({}), drawn({"--layer", layer, "--head", head}));
}

TEST(Picture, OutlinesGoldData) {
    const TemporaryFolder folder;
    const std::string gold = (std::filesystem::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() /
                              "resources" / "cases" / "words-en.tsv")
                                 .string();
    const auto picture = [&](const std::string& text, const std::string& view) {
        return runProgram({"picture", example, "--text", text, "--view", view, "--layer", "2", "--head", "3",
                           "--gold", gold, "--out", "gold.svg"},
                          folder.path());
    };
    const ProgramResult drawn = picture("The dog saw the cat", "heatmap");
    ASSERT_EQ(drawn.exitCode, 0) << drawn.err;
    const std::string svg = contentOf(folder.path() / "gold.svg");
    EXPECT_NE(svg.find("words-en.tsv: "), std::string::npos);
    EXPECT_NE(svg.find("of 2 links are the strongest of their word"), std::string::npos);
    for (const char* view : {"flow", "arcs"}) {
        const ProgramResult lines = picture("The dog saw the cat", view);
        ASSERT_EQ(lines.exitCode, 0) << lines.err;
        EXPECT_NE(contentOf(folder.path() / "gold.svg").find("words-en.tsv: "), std::string::npos) << view;
    }
    const ProgramResult grid = picture("The dog saw the cat", "grid");
    EXPECT_EQ(grid.exitCode, 2);
    EXPECT_NE(grid.err.find("--gold"), std::string::npos) << grid.err;
}

TEST(Picture, SizeAndRatioGiveThePixels) {
    const TemporaryFolder folder;
    const std::vector<std::string> base = {"--view", "heatmap", "--layer", "0",
                                           "--head", "0",       "--size",  "400x300"};
    const auto size = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = base;
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.insert(arguments.end(), {"--out", "a.png"});
        EXPECT_EQ(draw(arguments, folder.path()).exitCode, 0);
        return QImage(QString::fromStdString((folder.path() / "a.png").string())).size();
    };
    EXPECT_EQ(size({}), QSize(400, 300));
    EXPECT_EQ(size({"--pixel-ratio", "2"}), QSize(800, 600));
}

TEST(Picture, ThemeScaleWordsAndPinsChangeThePicture) {
    const TemporaryFolder folder;
    const std::vector<std::vector<std::string>> variants = {{},
                                                            {"--theme", "dark"},
                                                            {"--scale", "linear"},
                                                            {"--scale", "log"},
                                                            {"--from", "it"},
                                                            {"--from", "it", "--to", "animal"}};
    std::vector<std::string> pictures;
    for (const std::vector<std::string>& variant : variants) {
        std::vector<std::string> arguments = {"--view", "heatmap", "--layer", "1",
                                              "--head", "0",       "--out",   "a.png"};
        arguments.insert(arguments.end(), variant.begin(), variant.end());
        ASSERT_EQ(draw(arguments, folder.path()).exitCode, 0);
        pictures.push_back(contentOf(folder.path() / "a.png"));
    }
    std::sort(pictures.begin(), pictures.end());
    EXPECT_EQ(std::adjacent_find(pictures.begin(), pictures.end()), pictures.end());
}

TEST(Picture, TheSameCommandDrawsTheSamePicture) {
    const TemporaryFolder folder;
    for (const std::string suffix : {".png", ".svg"}) {
        for (const std::string name : {"a", "b"}) {
            ASSERT_EQ(
                draw({"--view", "flow", "--layer", "1", "--head", "1", "--out", name + suffix}, folder.path())
                    .exitCode,
                0);
        }
        EXPECT_EQ(contentOf(folder.path() / ("a" + suffix)), contentOf(folder.path() / ("b" + suffix)));
    }
}

TEST(Picture, AllDrawsEveryHeadIntoAFolder) {
    const TemporaryFolder folder;
    const ProgramResult result =
        draw({"--view", "heatmap", "--all", "--layer", "0", "--format", "svg", "--out", "heads/of/layer"},
             folder.path());
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "heads/of/layer/heatmap-0.0.svg"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "heads/of/layer/heatmap-0.1.svg"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "heads/of/layer/heatmap-1.0.svg"));
    folder.write("taken", "a file");
    const ProgramResult taken = draw({"--view", "heatmap", "--all", "--out", "taken"}, folder.path());
    EXPECT_EQ(taken.exitCode, 4);
    EXPECT_EQ(std::count(taken.err.begin(), taken.err.end(), '\n'), 1);
}

TEST(Picture, TooSmallSizesNameTheSmallest) {
    const TemporaryFolder folder;
    for (const std::string view :
         {"grid", "heatmap", "flow", "arcs", "layers", "scatter", "distance", "entropy", "map"}) {
        const ProgramResult result =
            draw({"--view", view, "--size", "60x50", "--out", "a.png"}, folder.path());
        EXPECT_EQ(result.exitCode, 2) << view;
        const std::string words = "--size: this picture needs at least ";
        ASSERT_EQ(result.err.find(words), 0U) << view << result.err;
        EXPECT_TRUE(folder.names().empty());
        const std::string least = result.err.substr(words.size(), result.err.size() - words.size() - 2);
        EXPECT_EQ(draw({"--view", view, "--size", least, "--out", "a.png"}, folder.path()).exitCode, 0)
            << least;
        std::filesystem::remove(folder.path() / "a.png");
    }
}

TEST(Picture, TooLargeSizesAreRefusedBeforeTheRun) {
    const TemporaryFolder folder;
    const auto refusal = [&](std::vector<std::string> more) {
        std::vector<std::string> line = {"picture", "./no/model", "--ids", "5",
                                         "--view",  "grid",       "--out", "a.png"};
        line.insert(line.end(), more.begin(), more.end());
        return expectRefusal(2, line, folder.path());
    };
    EXPECT_NE(refusal({"--size", "16384x16384", "--pixel-ratio", "8"}).find("131072 x 131072 pixels"),
              std::string::npos);
    EXPECT_NE(refusal({"--size", "99999x300"}).find("between 16 and 16384"), std::string::npos);
}

TEST(Picture, AWordOfAMegabyteIsDrawnQuickly) {
    const TemporaryFolder folder;
    folder.write("long.txt", "The " + std::string(1000000, 'x') + " was tired");
    for (const std::string view : {"heatmap", "flow", "arcs"}) {
        const auto start = std::chrono::steady_clock::now();
        const ProgramResult result =
            runShell("headscope picture " + example + " --file long.txt --view " + view + " --out a.png",
                     folder.path());
        EXPECT_EQ(result.exitCode, 0) << result.err;
        // Shaping the whole word took twenty seconds.
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8)) << view;
    }
}

TEST(Picture, LongTextsSayHowToChooseTheWindow) {
    const TemporaryFolder folder;
    std::string ids = "3";
    for (int i = 0; i < 120; ++i) ids += ",5";
    const ProgramResult result = runShell("headscope picture " + quoted(modelFixture("bloom")) + " --ids " +
                                              ids + " --view flow --layer 0 --head 2 --from @100 --out a.png",
                                          folder.path());
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err,
              "The picture shows tokens 41 to 120 of 121, 41 hidden: --from or --to put a word in the "
              "middle, a larger "
              "--size shows more.\n");
}

TEST(Picture, AllNeedsAFolder) {
    const TemporaryFolder folder;
    const auto refusal = [&](const std::string& out, int code) {
        return expectRefusal(code,
                             {"picture", example, "--text", "a", "--view", "grid", "--all", "--out", out},
                             folder.path());
    };
    EXPECT_EQ(refusal("heads.png", 2),
              "--out: with --all it names a folder; choose the format of its pictures with --format.\n");
    folder.write("taken", "a file");
    EXPECT_NE(refusal("taken", 4).find("it is a file"), std::string::npos);
    EXPECT_EQ(expectRefusal(2,
                            {"picture", example, "--text", "a", "--view", "grid", "--all", "--out", "heads",
                             "--size", "50x50"},
                            folder.path())
                  .find("--size: this picture needs at least "),
              0U);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"taken"});
}

TEST(Picture, WithoutAHeadTheTellingOneIsDrawn) {
    const TemporaryFolder folder;
    EXPECT_EQ(draw({"--view", "heatmap", "--out", "a.svg"}, folder.path()).exitCode, 0);
    EXPECT_EQ(
        draw({"--view", "heatmap", "--layer", "0", "--head", "99", "--out", "b.svg"}, folder.path()).exitCode,
        2);
    EXPECT_EQ(folder.names().size(), 1U);
}

}  // namespace
}  // namespace headscope::test
