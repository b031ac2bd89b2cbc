// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/checkpoint/pickle.h"
#include "core/checkpoint/stored_types.h"

namespace headscope::core {

/// What a name in a PyTorch checkpoint means to us; names are "module name".
enum class TorchName {
    Unknown,  ///< not in our list: refused
    Plain,    ///< harmless data that we do not use: settings of the training, numbers of numpy
    OrderedDictionary,
    Storage,
    DataType,
    Size,
    RebuildTensor,     ///< (storage, offset, sizes, strides, …)
    RebuildTyped,      ///< the same, argument 6 is the data type
    RebuildParameter,  ///< (tensor, …)
    RebuildFromType    ///< (function, class, arguments, state)
};
TorchName meaningOf(std::string_view name) noexcept;

/// The type of the elements of a storage class ("torch FloatStorage"), or of a data type ("torch float32");
/// null for storages without a type, and for names that are neither.
const StoredType* torchType(std::string_view name) noexcept;

/// The rule for readPickle().
PickleName torchNameRule(std::string_view name) noexcept;

}  // namespace headscope::core
