// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headscope::core {

/// Bytes of memory that this computer has; a cautious guess (4 GiB) where the system does not tell.
std::size_t physicalMemory() noexcept;

}  // namespace headscope::core
