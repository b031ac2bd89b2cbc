// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headscope::core {

/// Bytes [begin, end) of a text.
struct ByteRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool operator==(const ByteRange&) const = default;
};

/// A regular expression in the syntax of the reference tokenizers (Oniguruma). Immutable, may be used from
/// many threads.
class Regex {
public:
    /// Throws Error(TokenizerInvalid) naming `file` when the pattern is wrong.
    Regex(std::string_view pattern, std::string file);

    /// All matches from left to right, none overlapping; a match may be empty, but not directly behind
    /// another one. Throws Error(TokenizerInvalid) when the pattern needs unreasonably long on this text.
    std::vector<ByteRange> matches(std::string_view text) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> m_compiled;
    std::string m_file;
};

}  // namespace headscope::core
