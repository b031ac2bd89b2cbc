// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of README.md that come from the program's own tables. UPDATE_README=1 rewrites them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/analysis/metrics.h"
#include "core/export/data_formats.h"
#include "core/model/description.h"
#include "core/model/model.h"
#include "ui/export/figure_formats.h"

namespace headscope::ui {
namespace {

const std::string readme = std::string(HEADSCOPE_TEST_DATA) + "/../../README.md";

std::string architectureTable() {
    std::string table = "| architecture | `model_type` | |\n|---|---|---|\n";
    for (const core::ArchitectureInfo& row : core::supportedArchitectures()) {
        std::string types;
        for (const std::string& type : row.modelTypes) types += (types.empty() ? "`" : ", `") + type + '`';
        table += "| " + row.name + " | " + types + " | " + row.note + " |\n";
    }
    return table;
}

std::string descriptionTable() {
    std::string table = "| field | default | |\n|---|---|---|\n";
    for (const core::DescriptionField& field : core::descriptionFields())
        table += "| `" + std::string(field.key) + "` | " + std::string(field.fallback) + " | " +
                 std::string(field.meaning) + " |\n";
    return table;
}

std::string nameTable() {
    std::string table = "| in `tensors` | each layer | |\n|---|---|---|\n";
    for (const core::DescriptionTensor& tensor : core::descriptionTensors())
        table += "| `" + std::string(tensor.key) + "` | " + (tensor.perLayer ? "yes" : "") + " | " +
                 std::string(tensor.meaning) + " |\n";
    return table;
}

std::string formatTable() {
    std::string table = "| what | formats |\n|---|---|\n| pictures |";
    for (const FigureFormat& format : figureFormats()) table += " `." + std::string(format.suffix) + '`';
    table += " |\n";
    for (const auto& [kind, what] :
         {std::pair{core::DataKind::Report, "tables"}, {core::DataKind::Numbers, "numbers of a run"}}) {
        table += std::string("| ") + what + " |";
        for (const core::DataFormat& format : core::dataFormats()) {
            if (core::holds(format, kind)) table += " `." + std::string(format.suffix) + '`';
        }
        table += " |\n";
    }
    return table;
}

std::string metricTable() {
    std::string table = "| measure | unit | |\n|---|---|---|\n";
    for (const core::Metric& metric : core::metrics())
        table += "| `" + std::string(metric.id) + "` | " + std::string(core::unitName(metric.unit)) + " | " +
                 std::string(metric.definition) + " |\n";
    return table;
}

using Table = std::pair<const char*, std::string (*)()>;
class Readme : public ::testing::TestWithParam<Table> {};

TEST_P(Readme, TableIsWhatTheProgramHas) {
    std::ifstream file(readme);
    std::stringstream stream;
    stream << file.rdbuf();
    std::string text = stream.str();
    const std::string marker = std::string("<!-- table: ") + GetParam().first + " -->\n";
    const std::size_t begin = text.find(marker);
    ASSERT_NE(begin, std::string::npos) << marker;
    const std::size_t from = begin + marker.size();
    const std::size_t to = text.find("<!-- end -->", from);
    ASSERT_NE(to, std::string::npos);
    const std::string want = GetParam().second();
    if (std::getenv("UPDATE_README")) {
        std::ofstream(readme) << text.replace(from, to - from, want);
        return;
    }
    EXPECT_EQ(text.substr(from, to - from), want) << "run with UPDATE_README=1";
}

INSTANTIATE_TEST_SUITE_P(Tables, Readme,
                         ::testing::Values(Table("architectures", architectureTable),
                                           Table("formats", formatTable),
                                           Table("description", descriptionTable), Table("names", nameTable),
                                           Table("metrics", metricTable)),
                         [](const auto& one) { return std::string(one.param.first); });

std::string contentOf(const std::string& path) {
    std::stringstream stream;
    stream << std::ifstream(path).rdbuf();
    return stream.str();
}

// The fixture own_attention comes from this very script, and the tests of the engine open it.
TEST(ReadmeExample, IsTheScriptThatTheFixtureComesFrom) {
    const std::string script = contentOf(std::string(HEADSCOPE_TEST_DATA) + "/../reference/own_attention.py");
    ASSERT_FALSE(script.empty());
    EXPECT_NE(contentOf(readme).find("```python\n" + script + "```"), std::string::npos);
}

}  // namespace
}  // namespace headscope::ui
