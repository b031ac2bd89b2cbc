// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace headscope::app {

/// "; the nearest is X" where one of `choices` is near to `word`, else nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& choices);

/// Accepts everything but nothing.
CLI::Validator filled();
/// Accepts one of `choices`.
CLI::Validator oneOf(std::vector<std::string> choices);
/// Accepts a whole number from `least` to `most`.
CLI::Validator between(int least, int most);

/// Accepts the number of a layer or head.
CLI::Validator layerOrHead();

/// Accepts a head with its gate, 4.11=0; whether the head exists and the gate fits the model knows.
CLI::Validator gate();

/// Accepts a part of a corpus, 2/4, or auto.
CLI::Validator corpusPart();

/// What is wrong with a command line that `app` could not parse, in the words of this program.
core::Error mistakeOf(const CLI::App& app, const CLI::ParseError& error);

}  // namespace headscope::app
