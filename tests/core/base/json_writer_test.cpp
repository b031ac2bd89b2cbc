// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "core/base/json.h"

namespace headscope::core {
namespace {

template <typename Value>
std::string written(Value value) {
    JsonWriter writer;
    writer.value(value);
    return writer.text();
}

TEST(JsonWriter, WritesEveryKind) {
    JsonWriter writer;
    writer.beginObject().key("a").value(1).key("b").value(true).key("c").null();
    writer.key("d").beginArray().value("x").value(-0.5).value(std::int64_t{1} << 60).endArray();
    writer.key("e").beginObject().endObject().endObject();
    EXPECT_EQ(writer.text(), R"({"a":1,"b":true,"c":null,"d":["x",-0.5,1152921504606846976],"e":{}})");
}

TEST(JsonWriter, IndentsWhenAskedTo) {
    JsonWriter writer(true);
    writer.beginObject().key("a").beginArray().value(1.5f).endArray().endObject();
    EXPECT_EQ(writer.text(), "{\n  \"a\": [\n    1.5\n  ]\n}");
}

TEST(JsonWriter, EscapesWhatMustBeAndNothingElse) {
    EXPECT_EQ(written(std::string_view("a\"\\\n\x01é中😀/")), "\"a\\\"\\\\\\n\\u0001é中😀/\"");
    EXPECT_EQ(written(std::string_view("\0", 1)), "\"\\u0000\"");
}

TEST(JsonWriter, ReplacesBytesThatAreNotUtf8) {
    EXPECT_EQ(written(std::string_view("a\xFF\xC3")), "\"a\xEF\xBF\xBD\xEF\xBF\xBD\"");
    JsonWriter writer;
    writer.beginObject().key("\x80").value(1).endObject();
    EXPECT_EQ(Json::parse(writer.text(), "x").members().front().first, "\xEF\xBF\xBD");
}

TEST(JsonWriter, WritesTheShortestTextOfAFloat) {
    EXPECT_EQ(written(0.1f), "0.1");
    EXPECT_EQ(written(0.1), "0.1");
    EXPECT_EQ(written(static_cast<double>(0.1f)), "0.10000000149011612");
    EXPECT_EQ(written(1e-7f), "1e-07");
    EXPECT_EQ(written(16777216.0f), "16777216");
}

TEST(JsonWriter, WritesFloatsThatReadBackTheSame) {
    std::mt19937 random(1);
    for (int i = 0; i < 100'000; ++i) {
        const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(number)) continue;
        ASSERT_EQ(static_cast<float>(Json::parse(written(number), "x").asDouble()), number);
    }
    for (int i = 0; i < 100'000; ++i) {
        const auto number = std::bit_cast<double>(std::uint64_t{random()} << 32 | random());
        if (!std::isfinite(number)) continue;
        ASSERT_EQ(Json::parse(written(number), "x").asDouble(), number);
    }
}

TEST(JsonWriter, RefusesNumbersThatAreNotFinite) {
    EXPECT_THROW(written(std::numeric_limits<double>::quiet_NaN()), std::logic_error);
    EXPECT_THROW(written(std::numeric_limits<double>::infinity()), std::logic_error);
    EXPECT_THROW(written(-std::numeric_limits<float>::infinity()), std::logic_error);
}

}  // namespace
}  // namespace headscope::core
