// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <gtest/gtest.h>

namespace headscope::core {
namespace {

/// By arithmetic, not by table: the reference for the checks below.
std::string encode(unsigned codePoint) {
    const auto byte = [](unsigned value) { return static_cast<char>(value); };
    if (codePoint < 0x80) return {byte(codePoint)};
    if (codePoint < 0x800) return {byte(0xC0 | codePoint >> 6), byte(0x80 | (codePoint & 63))};
    if (codePoint < 0x10000) {
        return {byte(0xE0 | codePoint >> 12), byte(0x80 | (codePoint >> 6 & 63)),
                byte(0x80 | (codePoint & 63))};
    }
    return {byte(0xF0 | codePoint >> 18), byte(0x80 | (codePoint >> 12 & 63)),
            byte(0x80 | (codePoint >> 6 & 63)), byte(0x80 | (codePoint & 63))};
}

TEST(Utf8, AcceptsEveryCharacterAndNoSurrogate) {
    for (unsigned codePoint = 0; codePoint < 0x120000; ++codePoint) {
        const bool valid = codePoint <= 0x10FFFF && (codePoint < 0xD800 || codePoint > 0xDFFF);
        ASSERT_EQ(!findInvalidUtf8(encode(codePoint)), valid) << codePoint;
    }
}

TEST(Utf8, RefusesEveryTruncatedCharacter) {
    for (unsigned codePoint : {0x80u, 0x7FFu, 0x800u, 0xFFFFu, 0x10000u, 0x10FFFFu}) {
        const std::string whole = encode(codePoint);
        for (std::size_t length = 1; length < whole.size(); ++length) {
            EXPECT_EQ(findInvalidUtf8("ab" + whole.substr(0, length)), 2u);
            EXPECT_EQ(findInvalidUtf8(whole.substr(0, length) + "ab"), 0u);
        }
    }
}

TEST(Utf8, RefusesOverlongForms) {
    for (const char* text :
         {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF"}) {
        EXPECT_EQ(findInvalidUtf8(text), 0u);
    }
}

TEST(Utf8, FindsTheBadByteAtEveryPlace) {
    const std::string text(100, 'x');
    EXPECT_FALSE(findInvalidUtf8(text));
    for (std::size_t place = 0; place < text.size(); ++place) {
        std::string bad = text;
        bad[place] = '\xFF';
        ASSERT_EQ(findInvalidUtf8(bad), place);
    }
}

TEST(Utf8, AcceptsMixedText) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "ab模型😀é12345678";
    EXPECT_FALSE(findInvalidUtf8(text));
    EXPECT_EQ(toValidUtf8(text), text);
}

TEST(Utf8, ReplacesEveryBadByte) {
    EXPECT_EQ(toValidUtf8("a\xFF\xFE"
                          "中\xE4"),
              "a��中�");
    EXPECT_EQ(toValidUtf8(""), "");
}

}  // namespace
}  // namespace headscope::core
