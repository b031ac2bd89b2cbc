// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/analysis/cases.h"
#include "core/model/model.h"

namespace headscope::core {

/// What a head does in a run, as a case that asks it to go on doing so: with `query` and `key` the weight of
/// the link between their words, with `query` the entropy of that word's row, else the mean entropy. The file
/// it goes into has a name for it. Throws Error(BadArgument) for an input that a case cannot hold (ids,
/// vectors, typed special tokens that are text, named global tokens) and for a run that is no plain one of it
/// (a text that was cut, gates, a mean over texts), and what checkCases() throws.
Case caseOf(const Model& model, const Trace& trace, HeadId head, std::optional<Index> query,
            std::optional<Index> key);

/// Puts a case into a file of cases, behind those that are there and under a name that none of them has; the
/// rest of the file stays as it is. Where there is no file, one is made that names `model`. It is written
/// whole or not at all. Answers the case's name. Throws what readCases() and writing throw.
std::string addCase(const std::filesystem::path& path, const Case& wanted, const std::string& model);

}  // namespace headscope::core
