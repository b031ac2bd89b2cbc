// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// Throws Error(Quantised) when the configuration says that the weights are stored in a way that we do not
/// decode. 8-bit weights with plain scales pass. `location` is the folder, for the message.
void refuseQuantisedConfig(const Json& config, const std::string& location);

/// The same judged by the tensors' names, for folders whose configuration says nothing; also
/// Error(AdapterOnly) for weights that only make sense on top of others.
void refuseQuantisedTensors(const std::vector<TensorView>& tensors, const std::string& location);

}  // namespace headscope::core
