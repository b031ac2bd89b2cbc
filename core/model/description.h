// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/model/architectures.h"

namespace headscope::core {

/// One field of headscope.json.
struct DescriptionField {
    std::string_view key;
    std::string_view fallback;  ///< what its absence means, for README
    std::string_view meaning;   ///< for README
    /// Puts the value into the row; null: readConfig() reads it through the row's keys. Throws Error.
    void (*apply)(Architecture& row, const Json& value) = nullptr;
};
std::span<const DescriptionField> descriptionFields() noexcept;

/// Whose number {h} stands for in the name of a tensor.
enum class OfHeads { No, Queries, KeysAndValues };

/// One name in the "tensors" of headscope.json.
struct DescriptionTensor {
    std::string_view key;
    std::string_view TensorNames::*name = nullptr;  ///< null: the projection of the output
    bool perLayer = false;                          ///< {} stands for the number of the layer
    std::string_view meaning;                       ///< for README
    OfHeads heads = OfHeads::No;                    ///< whether {h} can stand for the number of a head
};
std::span<const DescriptionTensor> descriptionTensors() noexcept;

/// The row for a model that no family describes, as the headscope.json of `checkpoint` has it: what the file
/// does not say takes its default, and sizes come from the tensors. The row's names lie in `checkpoint`,
/// which must outlive it. Throws Error(FieldUnknown, JsonWrongType, JsonMissingKey, ConfigInvalid,
/// FeatureUnsupported, TensorsMissing, TensorShapeWrong, TensorTypeUnsupported).
Architecture describedRow(const Checkpoint& checkpoint);

}  // namespace headscope::core
