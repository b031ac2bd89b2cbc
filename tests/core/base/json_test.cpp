// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

using test::expectError;

Json parse(std::string_view text) {
    return Json::parse(text, "test.json");
}

TEST(Json, KnowsEveryKind) {
    EXPECT_TRUE(parse("null").isNull());
    EXPECT_TRUE(parse("true").isBool());
    EXPECT_TRUE(parse("-1.5e3").isNumber());
    EXPECT_TRUE(parse("\"a\"").isString());
    EXPECT_TRUE(parse("[]").isArray());
    EXPECT_TRUE(parse(" {} ").isObject());
    EXPECT_TRUE(Json().isNull());
    EXPECT_EQ(Json().name(), "");
    EXPECT_EQ(parse("1").name(), "test.json");
}

TEST(Json, ReadsTextsWithEscapes) {
    EXPECT_EQ(parse(R"("a\"\\\/\b\f\n\r\t\u00e9\u4e2d\ud83d\ude00")").asString(), "a\"\\/\b\f\n\r\té中😀");
    EXPECT_EQ(parse(R"("\u0000")").asString(), std::string_view("\0", 1));
}

TEST(Json, ReadsNumbersExactly) {
    EXPECT_EQ(parse("9223372036854775807").asInt(), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(parse("-9223372036854775808").asInt(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(parse("18446744073709551615").asUnsigned(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(parse("1e-05").asDouble(), 1e-05);
    EXPECT_EQ(parse("0.1").asDouble(), 0.1);
    EXPECT_EQ(parse("2.2250738585072011e-308").asDouble(), 2.2250738585072011e-308);
    EXPECT_EQ(
        parse("8.98846567431157953864652595394512366808988489471153286367150405788663379e307").asDouble(),
        0x1p1023);
    EXPECT_EQ(parse("1e-400").asDouble(), 0.0);
    EXPECT_TRUE(std::signbit(parse("-0").asDouble()));
    EXPECT_EQ(parse("-0").asInt(), 0);
}

TEST(Json, ReadsIntegersBeyond64BitsAsDoubles) {
    // What tokenizers write as model_max_length when there is none.
    EXPECT_EQ(parse("1000000000000000019884624838656").asDouble(), 1e30);
    expectError(ErrorCode::JsonWrongType, [] { parse("1000000000000000019884624838656").asInt(); });
    expectError(ErrorCode::JsonWrongType, [] { parse("18446744073709551616").asUnsigned(); });
}

TEST(Json, ReadsNotANumberAndInfinityAsPythonWritesThem) {
    const Json values = parse("[NaN, Infinity, -Infinity]");
    EXPECT_TRUE(std::isnan(values[0].asDouble()));
    EXPECT_EQ(values[1].asDouble(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(values[2].asDouble(), -std::numeric_limits<double>::infinity());
    expectError(ErrorCode::JsonWrongType, [&] { values[0].asInt(); });
    expectError(ErrorCode::JsonWrongType, [&] { values[1].asUnsigned(); });
}

TEST(Json, TakesWholeFloatsForIntegers) {
    EXPECT_EQ(parse("32.0").asInt(), 32);
    EXPECT_EQ(parse("1e3").asInt(), 1000);
    EXPECT_EQ(parse("-2.0").asInt(), -2);
    EXPECT_EQ(parse("4.0").asUnsigned(), 4u);
    expectError(ErrorCode::JsonWrongType, [] { parse("1.5").asInt(); });
    expectError(ErrorCode::JsonWrongType, [] { parse("-1").asUnsigned(); });
    expectError(ErrorCode::JsonWrongType, [] { parse("9223372036854775808.0").asInt(); });
    EXPECT_FALSE(parse("-1").toUnsigned());
    EXPECT_FALSE(parse("\"1\"").toUnsigned());
}

TEST(Json, SkipsAByteOrderMark) {
    EXPECT_EQ(parse("\xEF\xBB\xBF{\"a\":1}").at("a").asInt(), 1);
}

TEST(Json, KeepsTheOrderOfMembers) {
    const Json object = parse(R"({"z":1,"a":2,"m":3})");
    std::string keys;
    for (const auto& [key, value] : object.members()) keys += std::string(key) + value.text();
    EXPECT_EQ(keys, "z1a2m3");
    EXPECT_EQ(object.size(), 3u);
    EXPECT_TRUE(parse("[1]").members().empty());
}

TEST(Json, FindsMembers) {
    const Json object = parse(R"({"a":1,"none":null})");
    EXPECT_EQ(object.find("a")->asInt(), 1);
    EXPECT_FALSE(object.find("b"));
    EXPECT_FALSE(object.find("none"));
    EXPECT_FALSE(parse("[1]").find("a"));
    EXPECT_TRUE(object.at("none").isNull());
    EXPECT_STREQ(expectError(ErrorCode::JsonMissingKey, [&] { object.at("b"); }).what(),
                 "test.json has no \"b\", which is needed.");
    expectError(ErrorCode::JsonMissingKey, [] { parse("[]").at("b"); });
}

TEST(Json, FallsBackForAbsentAndNullMembers) {
    const Json object = parse(R"({"s":"x","b":true,"d":0.5,"i":7,"none":null})");
    EXPECT_EQ(object.stringOr("s", "y"), "x");
    EXPECT_EQ(object.stringOr("none", "y"), "y");
    EXPECT_TRUE(object.boolOr("b", false));
    EXPECT_TRUE(object.boolOr("absent", true));
    EXPECT_EQ(object.doubleOr("d", 1), 0.5);
    EXPECT_EQ(object.doubleOr("i", 1), 7.0);
    EXPECT_EQ(object.intOr("i", 1), 7);
    EXPECT_EQ(object.intOr("none", 1), 1);
    expectError(ErrorCode::JsonWrongType, [&] { object.intOr("s", 1); });
    expectError(ErrorCode::JsonWrongType, [&] { object.boolOr("i", true); });
}

TEST(Json, NamesTheWayToAValueOfTheWrongType) {
    const Json object = parse(R"({"rope":{"factors":[1,"two"]}})");
    EXPECT_STREQ(
        expectError(ErrorCode::JsonWrongType, [&] { object.at("rope").at("factors")[1].asDouble(); }).what(),
        "test.json: \"rope.factors[1]\" must be a number.");
    EXPECT_STREQ(expectError(ErrorCode::JsonWrongType, [&] { object.asBool(); }).what(),
                 "test.json: \"top level\" must be true or false.");
    expectError(ErrorCode::JsonWrongType, [&] { object.asString(); });
}

TEST(Json, KeepsTheTreeAliveThroughAnyValue) {
    Json inner;
    {
        const Json outer = parse(R"({"a":{"b":["deep inside"]}})");
        inner = outer.at("a").at("b")[0];
    }
    EXPECT_EQ(inner.asString(), "deep inside");
}

TEST(Json, WritesAValueAsText) {
    EXPECT_EQ(parse(R"({ "a" : [ 1 , 0.1 , NaN , -Inf, "x\n" , null ] })").text(),
              R"({"a":[1,0.1,NaN,-Infinity,"x\n",null]})");
    EXPECT_EQ(Json().text(), "null");
}

TEST(JsonSyntax, IsCheckedEverywhere) {
    for (const char* text :
         {"",           " ",      "{",     "[",     "[1",  "[1,",     "[1,]",    "{\"a\"}",     "{\"a\":}",
          "{\"a\":1,}", "{a:1}",  "'a'",   "\"a",   "tru", "nul",     "01",      "1.",          ".5",
          "+1",         "1e",     "--1",   "[1 2]", "1 2", "{} x",    "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"",
          "\"\\u12\"",  "\"\n\"", "// no", "[1]]",  "Nan", "infinity"}) {
        SCOPED_TRACE(text);
        expectError(ErrorCode::JsonSyntax, [&] { parse(text); });
    }
}

TEST(JsonSyntax, SaysWhereAndWhy) {
    EXPECT_STREQ(expectError(ErrorCode::JsonSyntax, [] { parse("{\"a\":1 \"b\":2}"); }).what(),
                 "test.json is not valid JSON: missing a comma or '}' after an object member at byte 7.");
    EXPECT_EQ(expectError(ErrorCode::JsonSyntax, [] { parse("\xEF\xBB\xBF[1,]"); }).arguments().at(1), "6");
}

TEST(JsonSyntax, RefusesInvalidUtf8AndSaysWhere) {
    const Error error = expectError(ErrorCode::JsonSyntax, [] {
        parse(
            "{\"a\":\"b\xFF"
            "c\"}");
    });
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{"test.json", "7", "invalid UTF-8"}));
}

TEST(JsonSyntax, DoesNotTakeNulForTheEnd) {
    expectError(ErrorCode::JsonSyntax, [] { parse(std::string_view("{}\0garbage", 10)); });
    expectError(ErrorCode::JsonSyntax, [] { parse(std::string_view("{}\0", 3)); });
    expectError(ErrorCode::JsonSyntax, [] { parse(std::string_view("\0", 1)); });
    expectError(ErrorCode::JsonSyntax, [] { parse(std::string_view("[1\0]", 4)); });
    expectError(ErrorCode::JsonSyntax, [] { parse(std::string_view("\"a\0b\"", 5)); });
}

TEST(JsonLimits, RefuseDeepNesting) {
    const auto nested = [](int depth) {
        return std::string(static_cast<std::size_t>(depth), '[') +
               std::string(static_cast<std::size_t>(depth), ']');
    };
    EXPECT_TRUE(parse(nested(64)).isArray());
    EXPECT_EQ(expectError(ErrorCode::JsonTooDeep, [&] { parse(nested(65)); }).arguments().at(1), "64");
    EXPECT_TRUE(Json::parse(nested(2), "x", {.depth = 2}).isArray());
    expectError(ErrorCode::JsonTooDeep, [&] { Json::parse(nested(3), "x", {.depth = 2}); });
    expectError(ErrorCode::JsonTooDeep, [&] { Json::parse(R"({"a":{"b":{}}})", "x", {.depth = 2}); });
}

TEST(JsonLimits, StopAMillionLevelsAtTheFirstTooMany) {
    std::string arrays(1'000'000, '[');
    expectError(ErrorCode::JsonTooDeep, [&] { parse(arrays); });
    std::string objects;
    for (int i = 0; i < 1'000'000; ++i) objects += "{\"a\":";
    const auto result = Json::tryParse(objects, "x");
    ASSERT_TRUE(std::holds_alternative<JsonFault>(result));
    EXPECT_EQ(std::get<JsonFault>(result).code, ErrorCode::JsonTooDeep);
    EXPECT_LT(std::get<JsonFault>(result).byte, 400u);
}

TEST(JsonLimits, AllowAMillionLevelsWhenAskedTo) {
    const std::size_t depth = 1'000'000;
    const Json json =
        Json::parse(std::string(depth, '[') + std::string(depth, ']'), "x", {.depth = 2'000'000});
    EXPECT_EQ(json.size(), 1u);
}

TEST(JsonLimits, RefuseLargeTextsAndManyValues) {
    EXPECT_EQ(
        expectError(ErrorCode::FileTooLarge, [] { Json::parse("[1,2,3]", "x", {.bytes = 6}); }).arguments(),
        (std::vector<std::string>{"x", "7", "6"}));
    EXPECT_EQ(Json::parse("[1,2,3]", "x", {.bytes = 7}).size(), 3u);
    EXPECT_EQ(Json::parse("[1,2,3]", "x", {.values = 4}).size(), 3u);
    expectError(ErrorCode::JsonSyntax, [] { Json::parse("[1,2,3]", "x", {.values = 3}); });
}

TEST(JsonDuplicates, AreRefusedWhileParsing) {
    EXPECT_STREQ(expectError(ErrorCode::JsonDuplicateKey, [] { parse(R"({"a":1,"b":2,"a":3})"); }).what(),
                 "test.json has the key \"a\" twice. Remove one of them.");
    expectError(ErrorCode::JsonDuplicateKey, [] { parse(R"([{"x":{"":1,"":2}}])"); });
    expectError(ErrorCode::JsonDuplicateKey, [] { parse(R"({"a":1,"\u0061":2})"); });
}

TEST(JsonDuplicates, AreCountedPerObject) {
    EXPECT_EQ(parse(R"({"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}})").size(), 2u);
    const auto result = Json::tryParse(R"({"a":{"x":1,"x":2}})", "x");
    EXPECT_EQ(std::get<JsonFault>(result).depth, 2);
    EXPECT_EQ(std::get<JsonFault>(result).detail, "x");
}

TEST(JsonDuplicates, ShortenHugeKeysInMessages) {
    const std::string key(1'000'000, 'k');
    const Error error =
        expectError(ErrorCode::JsonDuplicateKey, [&] { parse("{\"" + key + "\":1,\"" + key + "\":2}"); });
    EXPECT_LT(error.arguments().at(1).size(), 100u);
    EXPECT_LT(std::string(expectError(ErrorCode::JsonWrongType,
                                      [&] { parse("{\"" + key + "\":1}").at(key).asBool(); })
                              .what())
                  .size(),
              200u);
}

TEST(JsonSize, ReadsAVocabularyOfThirtyMegabytes) {
    // Quadratic work would take hours here; the test's time limit is the check.
    std::string text = "{\"vocab\":{";
    for (int i = 0; i < 260'000; ++i)
        text += (i == 0 ? "\"token" : ",\"token") + std::to_string(i) + "\":" + std::to_string(i);
    text += "},\"merges\":[";
    for (int i = 0; i < 500'000; ++i)
        text += (i == 0 ? "[\"some piece " : ",[\"some piece ") + std::to_string(i) +
                "\",\"of a merge of some length\"]";
    text += "]}";
    EXPECT_GT(text.size(), 30'000'000u);
    const Json json = parse(text);
    const auto vocabulary = json.at("vocab").members();
    ASSERT_EQ(vocabulary.size(), 260'000u);
    EXPECT_EQ(vocabulary.back().second.asInt(), 259'999);
    EXPECT_EQ(json.at("merges")[499'999][0].asString(), "some piece 499999");
}

TEST(JsonSize, FindsADuplicateAmongManyKeys) {
    std::string text = "{";
    for (int i = 0; i < 260'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
    expectError(ErrorCode::JsonDuplicateKey, [&] { parse(text + "\"131071\":0}"); });
}

TEST(JsonSize, SurvivesMembersBelowHugeKeys) {
    // Each member carries the path by which it was reached: it must not carry the whole key.
    std::string text = "{\"" + std::string(1'000'000, 'k') + "\":{";
    for (int i = 0; i < 100'000; ++i) text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    const Json json = parse(text + "}}");
    EXPECT_EQ(json.members().front().second.members().size(), 100'000u);
}

TEST(Json, AnElementThatIsNotThereIsNamed) {
    const Json value = Json::parse(R"({"pair": [1], "text": "ab"})", "t.json");
    const Error error = test::expectError(ErrorCode::JsonWrongType, [&] { value.at("pair")[1]; });
    EXPECT_STREQ(error.what(), "t.json: \"pair\" must be an array with at least 2 elements.");
    test::expectError(ErrorCode::JsonWrongType, [&] { value.at("text")[0]; });
}

}  // namespace
}  // namespace headscope::core
