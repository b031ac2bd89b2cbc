// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/unicode.h"

#include <gtest/gtest.h>

namespace headscope::core {
namespace {

TEST(CaseFolding, MakesTextsEqualThatDifferInCaseOrInHowAccentsAreComposed) {
    const std::pair<const char*, const char*> equal[] = {
        {"It", "it"},
        {"Ärger", "ärger"},
        {"A\u0308RGER", "ärger"},
        {"STRASSE", "Straße"},
        {"Книга", "КНИГА"},
        {"ΟΔΟΣ", "οδος"},
        {"ΔΆΣΚΑΛΟΣ", "δα\u0301σκαλος"},
        {"ŒUVRE", "œuvre"},
        {"ՀԱՅ", "հայ"},
        {"\U00010400", "\U00010428"},  // Deseret, beyond the first plane
        {"\u1FB3", "\u0391\u0345"},    // alpha with iota below; a capital of its own
        {"然后", "然后"},
        {"", ""}};
    for (const auto& [a, b] : equal) EXPECT_EQ(caseFolded(a), caseFolded(b)) << a;
    const std::pair<const char*, const char*> different[] = {
        {"cafe", "café"}, {"I", "ı"}, {"ü", "u"}, {"и", "й"}};
    for (const auto& [a, b] : different) EXPECT_NE(caseFolded(a), caseFolded(b)) << a;
}

TEST(CaseFolding, TakesLongTextsAndBytesThatAreNoText) {
    std::string capitals;
    std::string small;
    for (int i = 0; i < 1000; ++i) {
        capitals += "ΐ\u0390";  // each folds to three characters
        small += "ι\u0308\u0301\u0390";
    }
    EXPECT_EQ(caseFolded(capitals), caseFolded(small));
    EXPECT_EQ(caseFolded("\xC3"), "\uFFFD");
}

}  // namespace
}  // namespace headscope::core
