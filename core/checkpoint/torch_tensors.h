// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/pickle.h"
#include "core/checkpoint/stored_types.h"

namespace headscope::core {

/// Raw elements outside the pickle, of which tensors are views.
struct TorchStorage {
    std::string key;                   ///< what the container calls it
    const StoredType* type = nullptr;  ///< null: bytes, their type is the tensor's matter
    std::uint64_t elements = 0;        ///< bytes where there is no type
    std::uint64_t begin = 0;           ///< of a part of the storage `key`, in elements (legacy files only)
};

/// One tensor as a pickle describes it; checked against its storage's claimed size, not against the file.
struct TorchTensor {
    std::string name;
    const StoredType* type = nullptr;
    TorchStorage storage;
    std::uint64_t offset = 0;  ///< of the first element in the storage
    std::vector<Index> shape;
    std::vector<Index> strides;  ///< in elements
    std::uint64_t end = 0;       ///< one behind the last element that it reaches; `offset` when it is empty
};

/// The tensors of the state_dict in a pickle: of the dictionary itself, or of the one inside it under a usual
/// name ("state_dict", "model" …), or of the only one inside it that has tensors. Names lose the prefixes
/// that wrappers of modules add ("module.", "_orig_mod."). Throws Error(PickleInvalid).
std::vector<TorchTensor> torchTensors(const Pickle& pickle, const std::string& fileName);

/// All storages a pickle refers to, also those of no tensor of the state_dict. Throws Error(PickleInvalid).
std::vector<TorchStorage> torchStorages(const Pickle& pickle, const std::string& fileName);

}  // namespace headscope::core
