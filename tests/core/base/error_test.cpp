// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace headscope::core {
namespace {

/// The digits that follow a percent sign.
std::set<int> placesOf(std::string_view sentence) {
    std::set<int> places;
    for (std::size_t i = 0; i + 1 < sentence.size(); ++i) {
        if (sentence[i] == '%') places.insert(sentence[i + 1] - '0');
    }
    return places;
}

TEST(ErrorTable, HasOneSentenceForEveryCode) {
    std::set<std::string_view> sentences;
    for (int i = 0; i < errorCodeCount; ++i) {
        const std::string_view sentence = errorTemplate(static_cast<ErrorCode>(i));
        ASSERT_FALSE(sentence.empty()) << i;
        EXPECT_TRUE(sentence.ends_with('.')) << sentence;
        EXPECT_TRUE(sentences.insert(sentence).second) << "twice: " << sentence;
    }
}

TEST(ErrorTable, NumbersItsPlacesFromOneWithoutGaps) {
    for (int i = 0; i < errorCodeCount; ++i) {
        const std::set<int> places = placesOf(errorTemplate(static_cast<ErrorCode>(i)));
        int expected = 1;
        for (const int place : places)
            EXPECT_EQ(place, expected++) << errorTemplate(static_cast<ErrorCode>(i));
    }
}

TEST(ErrorTable, FillsEveryPlace) {
    const std::vector<std::string> arguments = {"«1»", "«2»", "«3»", "«4»"};
    for (int i = 0; i < errorCodeCount; ++i) {
        const Error error(static_cast<ErrorCode>(i), arguments);
        const std::string sentence = error.what();
        EXPECT_EQ(sentence.find('%'), std::string::npos) << sentence;
        for (const int place : placesOf(errorTemplate(error.code()))) {
            EXPECT_NE(sentence.find(arguments[static_cast<std::size_t>(place) - 1]), std::string::npos)
                << sentence;
        }
    }
}

TEST(ErrorTable, StandsInTheOrderOfTheEnum) {
    EXPECT_EQ(errorTemplate(ErrorCode::Cancelled), "Stopped.");
    EXPECT_NE(errorTemplate(ErrorCode::JsonMissingKey).find("which is needed"), std::string_view::npos);
    EXPECT_NE(errorTemplate(ErrorCode::ShardMissing).find("shard"), std::string_view::npos);
    EXPECT_EQ(errorTemplate(ErrorCode::BadArgument), "%1: %2.");
}

TEST(Error, KeepsCodeAndArguments) {
    const Error error(ErrorCode::ShardMissing, {"index", "shard-2"});
    EXPECT_EQ(error.code(), ErrorCode::ShardMissing);
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{"index", "shard-2"}));
    EXPECT_STREQ(error.what(),
                 "index lists the shard shard-2, which is missing. Download or copy the whole folder.");
}

TEST(FillTemplate, DoesNotFillPlacesInsideArguments) {
    EXPECT_EQ(fillTemplate("%1 %2", {"%2", "b"}), "%2 b");
}

TEST(FillTemplate, LeavesOutWhatIsNotGiven) {
    EXPECT_EQ(fillTemplate("a%1b%9c 100%", {}), "abc 100%");
}

TEST(FillTemplate, ShowsControlCharacters) {
    EXPECT_EQ(fillTemplate("%1", {std::string("a\n\x1B[31m\0\x7F", 9)}), "a\\x0A\\x1B[31m\\x00\\x7F");
}

TEST(FillTemplate, ShowsWhatChangesTheDirectionOrTheLine) {
    EXPECT_EQ(fillTemplate("%1", {"a\u202Etxt.exe"}), "a\\u202Etxt.exe");
    EXPECT_EQ(fillTemplate("%1", {"\u2066x\u2069\u200F\u061C"}), "\\u2066x\\u2069\\u200F\\u061C");
    EXPECT_EQ(fillTemplate("%1", {"a\u0085b\u2028c\u2029"}), "a\\u0085b\\u2028c\\u2029");
    EXPECT_EQ(fillTemplate("%1", {"\u009B31m"}), "\\u009B31m");
}

TEST(FillTemplate, ShowsBytesThatAreNoCharacters) {
    EXPECT_EQ(fillTemplate("%1", {"a\xFF\xE4.png"}), "a\\xFF\\xE4.png");
    EXPECT_EQ(fillTemplate("%1", {"\xE2\x80"}), "\\xE2\\x80");
}

TEST(FillTemplate, KeepsOtherLanguages) {
    EXPECT_EQ(fillTemplate("%1", {"模型"}), "模型");
}

TEST(FillTemplate, CutsLongArgumentsBetweenCharacters) {
    std::string name;
    while (name.size() < 1'000'000) name += "模型";
    const std::string sentence = fillTemplate("%1", {name});
    EXPECT_EQ(sentence, name.substr(0, 999) + "…");
}

TEST(ExitCode, FollowsTheContractOfTheCommandLine) {
    EXPECT_EQ(exitCode(ErrorCode::Cancelled), 3);
    EXPECT_EQ(exitCode(ErrorCode::WriteFailed), 4);
    EXPECT_EQ(exitCode(ErrorCode::OutOfMemory), 4);
    EXPECT_EQ(exitCode(ErrorCode::FileNotFound), 2);
    EXPECT_EQ(exitCode(ErrorCode::BadArgument), 2);
}

}  // namespace
}  // namespace headscope::core
