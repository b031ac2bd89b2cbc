// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/junit.h"

#include <gtest/gtest.h>

#include <vector>

namespace headscope::core {
namespace {

TEST(Junit, SaysWhatFailedAndWhy) {
    const std::vector<JunitCase> cases = {
        {"it → animal", true, "unused"},
        {"a<b & \"c\"\n\x01\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBC", false, "0.1 must be > 0.5"}};
    EXPECT_EQ(junitText("my cases", cases),
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
              "<testsuite name=\"my cases\" tests=\"2\" failures=\"1\">\n"
              "<testcase classname=\"my cases\" name=\"it → animal\"/>\n"
              "<testcase classname=\"my cases\" name=\"a&lt;b &amp; "
              "&quot;c&quot;&#10;\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBC\">\n"
              "<failure message=\"0.1 must be &gt; 0.5\"/>\n</testcase>\n"
              "</testsuite>\n</testsuites>\n");
}

}  // namespace
}  // namespace headscope::core
