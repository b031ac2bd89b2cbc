// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/tensor/mapped_file.h"
#include "tests/fuzz/byte_source.h"

namespace headscope::fuzz {

using Files = std::map<std::string, core::MappedFile, std::less<>>;
using Fields = std::map<std::string, std::string, std::less<>>;  // key and value as JSON text

/// The configuration of a committed model, and the files with the weights it was written for.
struct ConfigFixture {
    std::string folder;
    std::string file;  ///< "config.json", or "headscope.json"
    Fields config;
    Fields names;         ///< of tensors, in a headscope.json; not in `config`
    bool nested = false;  ///< `config` is the "text_config" of the file
    Files weights;
};

/// All committed models, in the order of their folders' names, so that an input means the same everywhere.
const std::vector<ConfigFixture>& configFixtures();

/// The configuration of `fixture` with a few fields changed, added or gone: valid JSON that says something
/// strange.
std::string configFrom(ByteSource& source, const ConfigFixture& fixture);

/// A byte that chooses the fixture, one for the target, and decisions: that change nothing, and that change
/// one to four fields.
std::vector<std::string> configSeeds();

/// Bytes that are decisions.
std::vector<std::string> configDictionary();

}  // namespace headscope::fuzz
