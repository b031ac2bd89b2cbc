// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/json_report.h"

#include <gtest/gtest.h>

namespace headscope::core {
namespace {

Report sampleReport() {
    Report report;
    report.origin = {"0.1.0",
                     "links",
                     "example:pronouns",
                     {{"text", Cell("say \"it\"\n")}, {"top", Cell(std::int64_t{3})}}};
    report.tables.push_back({"links", {"layer", "key", "weight", "word", "special"}, {}});
    report.tables.back().rows.push_back(
        cells(std::int64_t{4}, std::string("动物"), 0.1F, std::monostate(), true));
    report.tables.push_back({"tokens", {"position"}, {}});
    return report;
}

TEST(JsonReport, HasTheLayoutOfTheContract) {
    const Json json = Json::parse(jsonText(sampleReport()), "report");
    const Json origin = json.at("headscope");
    EXPECT_EQ(origin.at("version").asString(), "0.1.0");
    EXPECT_EQ(origin.at("command").asString(), "links");
    EXPECT_EQ(origin.at("model").asString(), "example:pronouns");
    EXPECT_EQ(origin.at("settings").at("text").asString(), "say \"it\"\n");
    EXPECT_EQ(origin.at("settings").at("top").asInt(), 3);
    const Json row = json.at("links")[0];
    EXPECT_EQ(row.at("layer").asInt(), 4);
    EXPECT_EQ(row.at("key").asString(), "动物");
    EXPECT_EQ(static_cast<float>(row.at("weight").asDouble()), 0.1F);
    EXPECT_FALSE(row.find("word"));
    EXPECT_TRUE(row.at("special").asBool());
    EXPECT_TRUE(json.at("tokens").isArray());
    EXPECT_FALSE(json.find("info"));
}

TEST(JsonReport, FloatsAreWrittenWithTheirOwnDigits) {
    EXPECT_NE(jsonText(sampleReport()).find("\"weight\": 0.1,"), std::string::npos);
}

TEST(JsonReport, FactsBecomeOneObject) {
    Report report;
    report.facts.push_back({"layers", "layers", Cell(std::int64_t{6})});
    report.facts.push_back({"tensors_tied", "tensors tied", std::vector<std::string>{"a = b"}});
    report.facts.push_back({"run_bytes", "takes", Cell(std::int64_t{1500}), "1.5 kB"});
    const Json info = Json::parse(jsonText(report), "report").at("info");
    EXPECT_EQ(info.at("layers").asInt(), 6);
    EXPECT_EQ(info.at("tensors_tied")[0].asString(), "a = b");
    EXPECT_EQ(info.at("run_bytes").asInt(), 1500);
}

}  // namespace
}  // namespace headscope::core
