// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest.h"

#include <gtest/gtest.h>

#include <vector>

namespace headscope::core {
namespace {

TEST(EditDistance, CountsTheSlipsOfAPen) {
    EXPECT_EQ(editDistance("", ""), 0U);
    EXPECT_EQ(editDistance("links", "links"), 0U);
    EXPECT_EQ(editDistance("", "abc"), 3U);
    EXPECT_EQ(editDistance("lnks", "links"), 1U);
    EXPECT_EQ(editDistance("linkss", "links"), 1U);
    EXPECT_EQ(editDistance("linxs", "links"), 1U);
    EXPECT_EQ(editDistance("lniks", "links"), 1U);
    EXPECT_EQ(editDistance("kitten", "sitting"), 3U);
    EXPECT_EQ(editDistance("ca", "abc"), 3U);  // where a swapped pair is not touched again
}

TEST(Nearest, IsWhatWasMeant) {
    const std::vector<std::string> commands = {"info", "verify", "tokens", "attention", "links", "picture"};
    const auto meant = [&](std::string_view word) {
        const auto found = nearest(word, commands);
        return found ? commands[*found] : std::string("nothing");
    };
    EXPECT_EQ(meant("infos"), "info");
    EXPECT_EQ(meant("lniks"), "links");
    EXPECT_EQ(meant("pictrue"), "picture");
    EXPECT_EQ(meant("attentoin"), "attention");
    EXPECT_EQ(meant("attentinos"), "attention");
    EXPECT_EQ(meant("model"), "nothing");
    EXPECT_EQ(meant(""), "nothing");
    EXPECT_EQ(meant(std::string(100000, 'i')), "nothing");
    EXPECT_EQ(nearest("b", std::vector<std::string>{"a"}), std::nullopt);
}

}  // namespace
}  // namespace headscope::core
