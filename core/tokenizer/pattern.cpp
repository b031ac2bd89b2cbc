// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/pattern.h"

#include <algorithm>
#include <iterator>

#include "core/tokenizer/stage.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

struct BehaviorRow {
    std::string_view name;
    SplitBehavior behavior;
};

constexpr BehaviorRow behaviors[] = {
    {"Removed", SplitBehavior::Removed},
    {"Isolated", SplitBehavior::Isolated},
    {"MergedWithPrevious", SplitBehavior::MergedWithPrevious},
    {"MergedWithNext", SplitBehavior::MergedWithNext},
    {"Contiguous", SplitBehavior::Contiguous},
};

// A match goes to the stretch before it, but only one match after another stretch does.
std::vector<Segment> mergedWithPrevious(const std::vector<Segment>& segments) {
    std::vector<Segment> out;
    bool previousMatch = false;
    for (const Segment& segment : segments) {
        if (segment.match && !previousMatch && !out.empty())
            out.back().range.end = segment.range.end;
        else
            out.push_back(segment);
        previousMatch = segment.match;
    }
    return out;
}

std::vector<Segment> mergedWithNext(const std::vector<Segment>& segments) {
    std::vector<Segment> out;
    bool previousMatch = false;
    for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
        if (segment->match && !previousMatch && !out.empty())
            out.back().range.begin = segment->range.begin;
        else
            out.push_back(*segment);
        previousMatch = segment->match;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::vector<Segment> contiguous(const std::vector<Segment>& segments) {
    std::vector<Segment> out;
    bool previousMatch = false;
    for (const Segment& segment : segments) {
        if (segment.match == previousMatch && !out.empty())
            out.back().range.end = segment.range.end;
        else
            out.push_back(segment);
        previousMatch = segment.match;
    }
    return out;
}

std::vector<Segment> withoutMatches(std::vector<Segment> segments) {
    segments.erase(std::remove_if(segments.begin(), segments.end(),
                                  [](const Segment& segment) { return segment.match; }),
                   segments.end());
    return segments;
}

std::vector<Segment> applied(SplitBehavior behavior, std::vector<Segment> segments) {
    switch (behavior) {
        case SplitBehavior::Removed:
            return withoutMatches(std::move(segments));
        case SplitBehavior::Isolated:
            return segments;
        case SplitBehavior::MergedWithPrevious:
            return mergedWithPrevious(segments);
        case SplitBehavior::MergedWithNext:
            return mergedWithNext(segments);
        case SplitBehavior::Contiguous:
            return contiguous(segments);
    }
    return segments;
}

}  // namespace

Pattern::Pattern(const Json& definition) {
    if (const auto regex = definition.find("Regex")) {
        m_regex.emplace(regex->asString(), definition.name());
        return;
    }
    m_literal = std::string(definition.at("String").asString());
    // The empty string is found between any two characters, as the empty regular expression is.
    if (m_literal.empty()) m_regex.emplace("", definition.name());
}

std::vector<ByteRange> Pattern::matches(std::string_view text) const {
    if (m_regex) return m_regex->matches(text);
    std::vector<ByteRange> found;
    for (std::size_t at = text.find(m_literal); at != std::string_view::npos;
         at = text.find(m_literal, found.back().end))
        found.push_back({at, at + m_literal.size()});
    return found;
}

std::vector<Segment> segmentsOf(std::string_view text, const std::vector<ByteRange>& matches) {
    std::vector<Segment> out;
    std::size_t end = 0;
    for (const ByteRange& match : matches) {
        if (end != match.begin) out.push_back({{end, match.begin}, false});
        out.push_back({match, true});
        end = match.end;
    }
    if (end != text.size()) out.push_back({{end, text.size()}, false});
    return out;
}

std::vector<Segment> segmentsOf(std::string_view text, const std::function<bool(char32_t)>& predicate) {
    std::vector<ByteRange> matches;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Character character = characterAt(text, at);
        if (predicate(character.code)) matches.push_back({at, at + character.bytes});
        at += character.bytes;
    }
    return segmentsOf(text, matches);
}

SplitBehavior splitBehavior(const Json& name) {
    const std::string_view wanted = name.asString();
    const auto row =
        std::find_if(std::begin(behaviors), std::end(behaviors),
                     [wanted](const BehaviorRow& candidate) { return candidate.name == wanted; });
    if (row == std::end(behaviors))
        throw invalidTokenizer(name, "it has the unknown behaviour " + std::string(wanted));
    return row->behavior;
}

std::vector<NormalizedText> split(const NormalizedText& text, std::vector<Segment> segments,
                                  SplitBehavior behavior) {
    std::vector<NormalizedText> out;
    for (const Segment& segment : applied(behavior, std::move(segments)))
        if (segment.range.begin != segment.range.end) out.push_back(text.slice(segment.range));
    return out;
}

}  // namespace headscope::core
