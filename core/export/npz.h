// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "core/base/progress.h"
#include "core/export/numbers.h"

namespace headscope::core {

/// The header of an .npy file, version 1.0 (numpy.lib.format): dtype '<f4' or '<i4', C order, padded so that
/// the data begins at a multiple of 64 bytes.
std::string npyHeader(const NamedArray& array);

/// Where an .npz goes.
struct NpzTarget {
    std::filesystem::path path;  ///< emptied when it exists; half written when writing fails
    std::string name;            ///< how errors call it
};

/// Writes `arrays` as NumPy's .npz (a zip of .npy files, stored as numpy.savez does; zip64 where it grows
/// beyond 4 GiB), one part of an array in memory at a time. The same arrays make the same bytes. Throws
/// Error(WriteFailed, Cancelled), and what the parts throw.
void writeNpz(const NpzTarget& target, std::span<const NamedArray> arrays, const Progress& progress);

}  // namespace headscope::core
