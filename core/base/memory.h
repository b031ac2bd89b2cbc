// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headscope::core {

/// Bytes of memory that this computer has; a cautious guess (4 GiB) where the system does not tell.
std::size_t physicalMemory() noexcept;

/// Lets this process keep up to 256 MB that it has freed: every layer of a run asks for what the one before
/// has given back, and clearing its pages anew takes a twentieth of a run of 512 tokens. To be called by
/// main.
void keepFreedMemory() noexcept;

}  // namespace headscope::core
