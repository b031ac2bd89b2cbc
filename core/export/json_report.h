// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/export/table.h"

namespace headscope::core {

/// Writes the member "headscope" of the open object: version, command, model, settings.
void writeOrigin(JsonWriter& writer, const Origin& origin);
/// Writes the member `table.name` of the open object: an array with one object per row.
void writeTable(JsonWriter& writer, const Table& table);

/// One object: "headscope", then "info" when there are facts, then every table under its name.
std::string jsonText(const Report& report);

}  // namespace headscope::core
