// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// One way in which files store the elements of a tensor.
struct StoredType {
    std::string_view name;  ///< as safetensors writes it, and as we show it: "BF16"
    DType dtype;
    unsigned bits;
    std::string_view storage;  ///< PyTorch's class of storages of this type ("BFloat16"), if it has one
    std::string_view torch;    ///< PyTorch's name of the type ("bfloat16"), if it has one
};

/// All of them. What we do not compute is still listed and its size checked.
std::span<const StoredType> storedTypes() noexcept;

/// The type that safetensors calls `name`; null when there is none.
const StoredType* findStoredType(std::string_view name) noexcept;

}  // namespace headscope::core
