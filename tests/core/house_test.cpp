// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for the whole tree: who may include whom, sizes, and words that belong in tables only.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path root = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path();

struct Source {
    std::string path;  // from the root, with slashes
    std::vector<std::string> lines;
};

std::vector<Source> sourcesIn(const std::vector<std::string>& folders) {
    std::vector<Source> sources;
    for (const std::string& folder : folders) {
        if (!fs::exists(root / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string suffix = entry.path().extension().string();
            if (suffix != ".cpp" && suffix != ".h" && suffix != ".py") continue;
            Source source{fs::relative(entry.path(), root).generic_string(), {}};
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);) source.lines.push_back(line);
            sources.push_back(std::move(source));
        }
    }
    return sources;
}

std::vector<std::string> includesOf(const Source& source) {
    static const std::regex pattern(R"rx(^\s*#\s*include\s*[<"]([^">]+)[">])rx");
    std::vector<std::string> names;
    for (const std::string& line : source.lines) {
        std::smatch match;
        if (std::regex_search(line, match, pattern)) names.push_back(match[1]);
    }
    return names;
}

// The rooms of core from the ground up; each may use only those before it.
const std::vector<std::string> rooms = {"base",  "tensor", "checkpoint", "tokenizer", "attention",
                                        "trace", "model",  "analysis",   "export"};

// How high a room or floor stands; −1 for what is not ours.
int heightOf(const std::string& path) {
    if (path.starts_with("app/")) return 200;
    if (path.starts_with("ui/")) return 100;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        if (path.starts_with("core/" + rooms[i] + '/')) return static_cast<int>(i);
    }
    return -1;
}

TEST(House, IncludesPointDownwardsOnly) {
    const auto sources = sourcesIn({"core", "ui", "app"});
    ASSERT_GT(sources.size(), 50U);
    for (const Source& source : sources) {
        for (const std::string& name : includesOf(source)) {
            EXPECT_LE(heightOf(name), heightOf(source.path)) << source.path << " includes " << name;
        }
    }
}

TEST(House, CoreKnowsNoQtAndFiguresKnowNoWidgets) {
    for (const Source& source : sourcesIn({"core"})) {
        for (const std::string& name : includesOf(source))
            EXPECT_FALSE(name.starts_with('Q')) << source.path << " includes " << name;
    }
    for (const Source& source : sourcesIn({"ui/figures"})) {
        for (const std::string& name : includesOf(source)) {
            const bool widget = name.starts_with("QtWidgets") || name == "QWidget" ||
                                name == "QApplication" || name.starts_with("ui/views/") ||
                                name.starts_with("ui/models/");
            EXPECT_FALSE(widget) << source.path << " includes " << name;
        }
    }
}

TEST(House, LibrariesStayBehindTheirWrappers) {
    const std::map<std::string, std::string> wrappers = {
        {"rapidjson/", "core/base/json"}, {"oniguruma.h", "core/tokenizer/regex"},
        {"zip.h", "core/export/npz"},     {"zlib.h", "core/checkpoint/inflate"},
        {"QtCharts", "ui/charts/"},       {"QChart", "ui/charts/"},
        {"CLI/", "app/command_line"}};
    for (const Source& source : sourcesIn({"core", "ui", "app"})) {
        for (const std::string& name : includesOf(source)) {
            for (const auto& [library, wrapper] : wrappers) {
                if (name.starts_with(library)) {
                    EXPECT_TRUE(source.path.starts_with(wrapper)) << source.path << " includes " << name;
                }
            }
        }
    }
}

TEST(House, NoNetworkCode) {
    const std::regex network(
        R"(\b(QTcpSocket|QUdpSocket|QNetwork\w*|curl_\w+|getaddrinfo|gethostbyname)\b|sys/socket\.h)");
    for (const Source& source : sourcesIn({"core", "ui", "app"})) {
        for (const std::string& line : source.lines)
            EXPECT_FALSE(std::regex_search(line, network)) << source.path << ": " << line;
    }
}

TEST(House, FamiliesAreNamedInTheirTableOnly) {
    const std::regex family(
        R"rx("(bert|roberta|xlm-roberta|camembert|distilbert|electra|albert|mpnet|deberta-v2|longformer|modernbert|gpt2|llama|mistral|qwen2)")rx");
    for (const Source& source : sourcesIn({"core", "ui", "app"})) {
        // Tokenizers without tokenizer.json differ by family and have a table of their own.
        if (source.path.starts_with("core/model/families") || source.path.starts_with("core/tokenizer/"))
            continue;
        for (const std::string& line : source.lines)
            EXPECT_FALSE(std::regex_search(line, family)) << source.path << ": " << line;
    }
}

TEST(House, FilesStayUnderFourHundredLines) {
    for (const Source& source : sourcesIn({"app", "core", "ui", "tests", "resources"})) {
        EXPECT_LE(source.lines.size(), 400U) << source.path;
    }
}

TEST(House, EverySourceNamesItsLicence) {
    for (const Source& source : sourcesIn({"app", "core", "ui", "tests"})) {
        if (source.path.ends_with(".py") || source.lines.empty()) continue;
        EXPECT_NE(source.lines.front().find("SPDX-License-Identifier: GPL-3.0-or-later"), std::string::npos)
            << source.path;
    }
}

TEST(House, HeadersAreIncludedOnceAndNobodySpinsTheEventLoop) {
    for (const Source& source : sourcesIn({"app", "core", "ui"})) {
        std::string all;
        for (const std::string& line : source.lines) all += line + '\n';
        if (source.path.ends_with(".h")) {
            EXPECT_NE(all.find("#pragma once"), std::string::npos) << source.path;
        }
        EXPECT_EQ(all.find("processEvents("), std::string::npos) << source.path;
    }
}

}  // namespace
