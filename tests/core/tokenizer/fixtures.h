// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/tokenizer.h"

namespace headscope::core {

/// tests/data/tokenizers
std::filesystem::path tokenizerData();
std::string readFile(const std::filesystem::path& path);
Json readJson(const std::filesystem::path& path);

/// A tokenizer from files in memory, beside a config.json and weights that mean nothing.
std::optional<Tokenizer> loadFiles(std::map<std::string, std::string> files);
/// The tokenizer of a folder of tests/data/tokenizers.
Tokenizer loadFolder(const std::string& name);

/// A tokenizer.json from its parts: `model` and, as JSON members, what else it has: R"("normalizer": {…})".
std::string tokenizerJson(std::string_view model, std::string_view others = "");
/// Byte-fallback BPE without merges: every character becomes its bytes, so that nothing is hidden by the
/// vocabulary.
std::string byteModel();

std::vector<std::string> labels(const std::vector<Token>& tokens);
/// The words as text: the labels of tokens of one word joined; special tokens in angle brackets.
std::vector<std::string> words(const std::vector<Token>& tokens);

}  // namespace headscope::core
