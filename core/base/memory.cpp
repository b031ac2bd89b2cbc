// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#include <unistd.h>

namespace headscope::core {

std::size_t physicalMemory() noexcept {
    constexpr std::size_t guess = std::size_t{4} << 30;
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long bytes = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(bytes) : guess;
}

}  // namespace headscope::core
