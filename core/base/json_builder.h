// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>

#include "core/base/json.h"

namespace headscope::core {

/// Parses `text`, well-formed UTF-8 without a byte order mark, into `tree`. Overwrites `text`: strings of the
/// tree point into it. Private to json.cpp, the only user of RapidJSON's types.
std::optional<JsonFault> buildJson(std::string& text, rapidjson::Document& tree, const JsonLimits& limits);

}  // namespace headscope::core
