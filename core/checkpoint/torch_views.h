// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/checkpoint/torch_tensors.h"

namespace headscope::core {

/// Makes tensors of one file that can be looked at: row-major without gaps.
class TorchViews {
public:
    /// `fileBytes` bounds what copies may take: a hostile file can describe terabytes with one number.
    explicit TorchViews(std::size_t fileBytes);

    /// `storage` is the whole storage of `tensor`, a part of `file`. Takes a copy only when the tensor's
    /// elements do not follow each other. Throws Error(PickleInvalid) when the storage is shorter than
    /// claimed or copies would exceed the bound; Error(FileChanged).
    TensorView view(const TorchTensor& tensor, const MappedFile& file, std::span<const std::byte> storage);

private:
    std::size_t m_copyLeft;  // bytes of copies
    std::size_t m_readLeft;  // bytes read for them
};

}  // namespace headscope::core
