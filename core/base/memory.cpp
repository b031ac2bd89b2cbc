// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace headscope::core {

std::size_t physicalMemory() noexcept {
    constexpr std::size_t guess = std::size_t{4} << 30;
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long bytes = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(bytes) : guess;
}

void keepFreedMemory() noexcept {
#ifdef __GLIBC__
    constexpr int largest = 16 << 20;  // what is larger is given back at once, as glibc insists
    constexpr int kept = 256 << 20;
    ::mallopt(M_MMAP_THRESHOLD, largest);
    ::mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

}  // namespace headscope::core
