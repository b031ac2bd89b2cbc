// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/trace/run_spec.h"

namespace headscope::core {

/// No model reads as much; what is longer is no line of text.
inline constexpr std::size_t longestCorpusText = 64000000;

/// A line of a file, counted from 1, for messages.
struct LinePlace {
    const std::filesystem::path& file;
    Index line = 0;
};

/// "F, line 7: …"; `reason` may end with a full stop.
Error invalidLine(const LinePlace& place, std::string_view reason);

/// Whether there is nothing but blanks.
bool isBlank(std::string_view line) noexcept;

/// Puts the text of a line, and the second one behind a tab, into `input`; of files called .jsonl, .ndjson or
/// .json the members `text` and `pair` of the line's object. Throws Error(LineInvalid).
void readCorpusText(std::string_view line, const LinePlace& place, Input& input);

/// The texts of a file as a corpus has them, blank lines left out. Throws Error(LineInvalid), what LineReader
/// throws, and Error(BadArgument) when there are none, or more than `most`.
std::vector<Input> readTexts(const std::filesystem::path& file, std::size_t most);

}  // namespace headscope::core
