// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cases.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

std::string oneCase(const std::string& keys) {
    return R"({"cases": [{"name": "fine", "text": "a b", "from": "a", "to": "b"},
                         {"name": "mine", "text": "a b", )" +
           keys + "}]}";
}

TEST(Cases, EveryKeyIsRead) {
    const CaseFile file = casesIn(R"({"model": "m", "cases": [
        {"name": "link", "text": "a b", "pair": "c", "head": "4.11", "from": "a", "to": "b#2",
         "stronger_than": ["c", "@3"], "minimum": 0.25, "unchanged": {"value": 0.5, "within": 0.1}, "group": "g"},
        {"name": "entropy", "text": "a b", "head": "any", "entropy": [0.5, 2]},
        {"name": "row", "text": "a b", "from": "a", "entropy": [1, 1], "stronger_than": null}]})",
                                  "f");
    EXPECT_EQ(file.model, "m");
    ASSERT_EQ(file.cases.size(), 3U);
    const Case& link = file.cases[0];
    EXPECT_EQ(link.input.text, "a b");
    EXPECT_EQ(link.input.pair, "c");
    EXPECT_EQ(link.head, (HeadId{AttentionKind::Self, 4, 11}));
    EXPECT_EQ(link.to, std::vector<std::string>{"b#2"});
    EXPECT_EQ(link.strongerThan, (std::vector<std::string>{"c", "@3"}));
    EXPECT_EQ(link.minimum, 0.25);
    EXPECT_DOUBLE_EQ(link.unchanged->low, 0.4);
    EXPECT_DOUBLE_EQ(link.unchanged->high, 0.6);
    EXPECT_EQ(link.group, "g");
    EXPECT_FALSE(file.cases[1].head);
    EXPECT_EQ(file.cases[1].entropy->high, 2);
    EXPECT_EQ(casesIn(oneCase(R"("from": "a", "to": "b", "stronger_than": "c")"), "f").cases[1].strongerThan,
              std::vector<std::string>{"c"});
}

TEST(Cases, WhatIsWrongIsSaidWithFileAndCase) {
    const std::pair<const char*, const char*> faults[] = {
        {R"("from": "a", "to": "b", "head": "x")", "\"head\" must be a head such as \"4.11\", or \"any\""},
        {R"("from": "a", "to": "b", "weight": 1)", "\"weight\" is no key of a case"},
        {R"("from": 3, "to": "b")", "\"from\" is no text"},
        {R"("from": "a", "to": "b", "unchanged": {"value": 1, "within": 1})", "needs a \"head\""},
        {R"("to": "b")", "it has a \"to\" and no \"from\""},
        {R"("from": "a")", "neither a \"to\" nor an \"entropy\""},
        {R"("head": "1.1")", "it asks for nothing"},
        {R"("entropy": [0, 1], "minimum": 1)", "are about a link"},
        {R"("from": "a", "to": "b", "minimum": "x")", "\"minimum\" is no number"},
        {R"("from": "a", "to": "b", "minimum": NaN)", "\"minimum\" is no number"},
        {R"("entropy": [2, 1])", "has its higher end first"},
        {R"("entropy": 2)", "must be [low, high]"},
        {R"("from": "a", "to": "b", "stronger_than": [])", "must be a word or a list of words"},
        {R"("from": "a", "to": "b", "stronger_than": ["c", 1])", "must be a word or a list of words"},
        {R"("from": "a", "to": ["b", "c", "b"])", "\"to\" names a word twice"},
        {R"("from": "a", "to": "b", "unchanged": 1)", "\"unchanged\" must be"},
        {R"("from": "a", "to": "b", "unchanged": {"value": 1, "within": -1})", "\"within\" is below 0"}};
    for (const auto& [keys, reason] : faults) {
        const Error error = test::expectError(ErrorCode::BadArgument,
                                              [&, keys = keys] { casesIn(oneCase(keys), "my.json"); });
        const std::string sentence = error.what();
        EXPECT_TRUE(sentence.starts_with("my.json: case 2, \"mine\": ")) << sentence;
        EXPECT_NE(sentence.find(reason), std::string::npos) << sentence;
    }
}

TEST(Cases, AFileWithoutCasesIsRefused) {
    for (const char* text : {"{}", "[]", "{\"cases\": []}", "{\"cases\": 1}", "3"}) {
        EXPECT_STREQ(test::expectError(ErrorCode::BadArgument, [&] { casesIn(text, "f"); }).what(),
                     "f: it has no \"cases\"; a file of cases is {\"cases\": [{\"name\": …, \"text\": …}]}.")
            << text;
    }
    EXPECT_STREQ(test::expectError(ErrorCode::BadArgument, [] { casesIn("{\"cases\": [{}]}", "f"); }).what(),
                 "f: case 1: it has no \"name\".");
    EXPECT_STREQ(test::expectError(ErrorCode::BadArgument, [] { casesIn("{\"cases\": [1]}", "f"); }).what(),
                 "f: case 1: it is no object.");
    const std::string twice = R"({"cases": [{"name": "a", "text": "x", "entropy": [0, 1]},
                                            {"name": "a", "text": "y", "entropy": [0, 1]}]})";
    EXPECT_STREQ(test::expectError(ErrorCode::BadArgument, [&] { casesIn(twice, "f"); }).what(),
                 "f: two cases are called \"a\"; name them apart.");
}

TEST(Cases, AModelBesideTheFileIsFoundThere) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "model");
    for (const auto& [named, found] :
         {std::pair<std::string, std::string>{"model", (folder.path() / "model").string()},
          {"example:pronouns", "example:pronouns"},
          {"", ""}}) {
        std::ofstream(folder.path() / "c.json")
            << "{\"model\": \"" << named << R"(", "cases": [{"name": "a", "text": "x", "entropy": [0, 1]}]})";
        EXPECT_EQ(readCases(folder.path() / "c.json").model, found);
    }
}

}  // namespace
}  // namespace headscope::core
