// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// The array of a NumPy .npy file; `bytes` is the whole file's content, a part of `file`. Arrays stored
/// column by column are copied. Throws Error(NpyInvalid; FileChanged).
TensorView readNpy(const std::string& name, const MappedFile& file, std::span<const std::byte> bytes);

/// The arrays of a NumPy .npz file under their names without ".npy", sorted. Throws Error(NpyInvalid,
/// ArchiveInvalid, FileChanged).
std::vector<TensorView> readNpz(const MappedFile& file);

}  // namespace headscope::core
