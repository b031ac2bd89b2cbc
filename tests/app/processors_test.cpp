// SPDX-License-Identifier: GPL-3.0-or-later
// The built program on older processors than this one, as qemu-user plays them: an instruction that they lack
// ends it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/json.h"
#include "tests/app/program.h"

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace headscope::test {
namespace {

using core::Json;

constexpr double rounding = 1e-5;  // between instruction sets

/// A processor of qemu's, and what --isa takes there by itself.
struct OldProcessor {
    const char* name;
    const char* refused;  ///< an instruction set that it has not
};

class Processor : public ::testing::TestWithParam<OldProcessor> {
protected:
    void SetUp() override {
        if (runShell("command -v qemu-x86_64").exitCode != 0) GTEST_SKIP() << "there is no qemu-user here";
    }
    ProgramResult run(const std::string& arguments) const {
        return runShell(std::string("qemu-x86_64 -cpu ") + GetParam().name + " \"$(command -v headscope)\" " +
                        arguments);
    }
};

// 62 words and two special tokens, the longest that the example reads.
std::string longText() {
    std::string text = "the animal was";
    for (int i = 0; i < 59; ++i) text += " too";
    return text;
}

TEST_P(Processor, ComputesTheSameNumbersButForRounding) {
    for (const std::string& text :
         {std::string("The animal didn't cross the street because it was too tired"), longText()}) {
        const std::string arguments =
            "links example:pronouns --format json --from animal --text " + quoted(text);
        const ProgramResult there = run(arguments);
        ASSERT_EQ(there.exitCode, 0) << there.err;
        const ProgramResult here = runShell("headscope " + arguments);
        const Json ours = Json::parse(here.out, "here").at("links");
        const Json theirs = Json::parse(there.out, "there").at("links");
        ASSERT_EQ(theirs.size(), ours.size());
        ASSERT_GE(ours.size(), 16U);
        double most = 0;
        for (std::size_t i = 0; i < ours.size(); ++i)
            most =
                std::max(most, std::abs(theirs[i].at("weight").asDouble() - ours[i].at("weight").asDouble()));
        EXPECT_LT(most, rounding);
    }
}

TEST_P(Processor, RefusesAnInstructionSetThatItLacks) {
    const ProgramResult result = run(std::string("info example:pronouns --isa ") + GetParam().refused);
    EXPECT_EQ(result.exitCode, 2) << result.err;
    EXPECT_NE(result.err.find(GetParam().refused), std::string::npos) << result.err;
}

INSTANTIATE_TEST_SUITE_P(Old, Processor,
                         ::testing::Values(OldProcessor{"Nehalem", "v3"}, OldProcessor{"Haswell", "v4"}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace headscope::test

#endif
