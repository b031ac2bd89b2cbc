// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of options share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace headscope::app {

constexpr int mostRows = 1000000000;

inline const std::vector<std::string> tableFormats = {"text", "csv", "json"};

template <class Value>
CLI::Option* add(CLI::App& command, const char* name, Value& value, const char* unit,
                 const std::string& help) {
    return command.add_option(name, value, help)->type_name(unit);
}

}  // namespace headscope::app
