// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// What another program computed from a model for one input, as a file holds it: `ids` or `vectors`, and any
/// of `attention_<l>`, `hidden_<l>`, `logits`, `q_<l>`, `k_<l>`, `v_<l>`; a kind may stand before the layer
/// (`attention_self_0`). `type_ids` and `global_tokens` belong to the input, `gates` to the
/// run.
struct ReferenceValues {
    std::string file;  ///< its name, for reports
    std::vector<TensorView> arrays;

    /// Null when there is none of that name.
    const TensorView* find(const std::string& name) const noexcept;
};

/// Those of every .npz and .safetensors file of `place`, or of the one file `place`, that has `ids` or
/// `vectors`. Throws Error(BadArgument) when there are none, and what reading the files throws.
std::vector<ReferenceValues> readReferenceValues(const std::filesystem::path& place);

}  // namespace headscope::core
