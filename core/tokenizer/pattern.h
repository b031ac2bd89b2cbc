// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/tokenizer/normalized_text.h"
#include "core/tokenizer/regex.h"

namespace headscope::core {

/// What a Split or Replace stage looks for: {"String": …} or {"Regex": …}. May be used from many threads.
class Pattern {
public:
    explicit Pattern(const Json& definition);
    explicit Pattern(Regex regex) : m_regex(std::move(regex)) {}
    /// Matches from left to right, none overlapping.
    std::vector<ByteRange> matches(std::string_view text) const;

private:
    std::string m_literal;  // never empty when there is no regular expression
    std::optional<Regex> m_regex;
};

/// A stretch of a text that is a match or lies between matches.
struct Segment {
    ByteRange range;
    bool match = false;
};

/// The matches and what lies between them, in order, covering the text.
std::vector<Segment> segmentsOf(std::string_view text, const std::vector<ByteRange>& matches);
/// Every character for which `predicate` is true is a match of its own.
std::vector<Segment> segmentsOf(std::string_view text, const std::function<bool(char32_t)>& predicate);

enum class SplitBehavior { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };
SplitBehavior splitBehavior(const Json& name);

/// Cuts a text at its matches: what becomes of a match depends on the behaviour.
std::vector<NormalizedText> split(const NormalizedText& text, std::vector<Segment> segments,
                                  SplitBehavior behavior);

}  // namespace headscope::core
