// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/base/json.h"
#include "core/trace/run_spec.h"

namespace headscope::core {

/// Writes `spec` as one object that runSpecOf() reads back as an equal one. What has its usual value is left
/// out.
void writeRunSpec(JsonWriter& writer, const RunSpec& spec);

/// Reads such an object. Throws Error(JsonWrongType, JsonMissingKey), or Error(BadArgument) for a key that a
/// run does not have, naming the text and the place in it.
RunSpec runSpecOf(const Json& json);

/// Refuses members of `object` that are not among `keys`. Throws Error(BadArgument) naming the text and the
/// key.
void refuseOtherKeys(const Json& object, std::span<const std::string_view> keys);

}  // namespace headscope::core
