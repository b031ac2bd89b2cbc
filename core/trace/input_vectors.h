// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/tensor/matrix.h"

namespace headscope::core {

/// The vectors of an .npy file of shape [position, width], in F64, F32 or F16, as Input has them. Throws
/// Error(VectorsInvalid), and what reading the file throws.
std::shared_ptr<const Matrix> readInputVectors(const std::filesystem::path& path);

}  // namespace headscope::core
