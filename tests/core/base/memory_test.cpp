// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace headscope::core {
namespace {

TEST(PhysicalMemory, IsWhatTheSystemCounts) {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::size_t kilobytes = 0;
    while (file >> name >> kilobytes && name != "MemTotal:") file.ignore(256, '\n');
    ASSERT_EQ(name, "MemTotal:");
    EXPECT_EQ(physicalMemory(), kilobytes * 1024);
}

}  // namespace
}  // namespace headscope::core
