// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// The tensors of a file that torch.save() wrote (.bin, .pt, .pth): a zip archive since PyTorch 1.6, before
/// that a stream of pickles with raw data behind it. Nothing in the file is run. Tensors look into the mapped
/// file; only those that are not contiguous, or whose archive was compressed, are copied. Throws
/// Error(PickleInvalid, PickleForbidden, ArchiveInvalid, LfsPointer, FileChanged).
std::vector<TensorView> readTorchFile(const MappedFile& file);

}  // namespace headscope::core
