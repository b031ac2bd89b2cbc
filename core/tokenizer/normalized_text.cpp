// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/normalized_text.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

/// Skips up to `count` characters of `text` from `at` on, not beyond `end`.
std::size_t skipCharacters(std::string_view text, std::size_t at, std::size_t end, std::size_t count) {
    for (; count > 0 && at < end; --count) at += characterAt(text, at).bytes;
    return at;
}

std::size_t leadingWhitespace(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const Utf8Character character = characterAt(text, at);
        if (!isWhitespace(character.code)) break;
        at += character.bytes;
    }
    return at;
}

std::size_t trailingWhitespaceBegin(std::string_view text) {
    std::size_t end = text.size();
    while (end > 0) {
        const Utf8Character character = characterBefore(text, end);
        if (!isWhitespace(character.code)) break;
        end -= character.bytes;
    }
    return end;
}

}  // namespace

NormalizedText::NormalizedText(std::string_view typed) : m_text(typed), m_typed{0, typed.size()} {
    m_typedRanges.reserve(typed.size());
    for (std::size_t at = 0; at < typed.size();) {
        const std::size_t bytes = characterAt(typed, at).bytes;
        m_typedRanges.insert(m_typedRanges.end(), bytes, ByteRange{at, at + bytes});
        at += bytes;
    }
}

// What the reference rewrites when it means "everything": from the first byte that stands for typed
// characters on. Bytes before it stay and, since the changes repeat them, appear twice.
ByteRange NormalizedText::wholeRange() const noexcept {
    if (m_typed.begin == m_typed.end) return {0, 0};
    const auto stands = [](const ByteRange& range) { return range.begin != range.end; };
    const auto first = std::find_if(m_typedRanges.begin(), m_typedRanges.end(), stands);
    return {static_cast<std::size_t>(first - m_typedRanges.begin()), m_text.size()};
}

// A hostile chain of stages could double the text again and again.
void NormalizedText::checkSize(std::size_t bytes) const {
    if (bytes > 4096 + 64 * (m_typed.end - m_typed.begin))
        throw Error(ErrorCode::TokenizerInvalid, {"tokenizer.json", "its stages make the text too long"});
}

void NormalizedText::transform(const std::vector<Change>& changes, std::size_t removedAtStart) {
    if (!m_text.empty()) transformRange(wholeRange(), changes, removedAtStart);
}

void NormalizedText::transformRange(ByteRange range, const std::vector<Change>& changes,
                                    std::size_t removedAtStart) {
    std::size_t old = skipCharacters(m_text, range.begin, range.end, removedAtStart);
    std::string text;
    std::vector<ByteRange> typedRanges;
    text.reserve(changes.size());
    typedRanges.reserve(changes.size());
    for (const auto& [character, change] : changes) {
        ByteRange typed{m_typed.begin, m_typed.begin};
        if (change <= 0) {
            typed = old < m_typedRanges.size() ? m_typedRanges[old] : ByteRange{m_typed.end, m_typed.end};
            old = skipCharacters(m_text, old, range.end, 1 + static_cast<std::size_t>(-change));
        } else if (old > 0) {
            typed = m_typedRanges[old - 1];
        }
        appendUtf8(text, character);
        typedRanges.resize(text.size(), typed);
    }
    checkSize(m_text.size() + text.size());
    const auto position = [](std::size_t at) { return static_cast<std::ptrdiff_t>(at); };
    m_text.replace(range.begin, range.end - range.begin, text);
    const auto first = m_typedRanges.begin() + position(range.begin);
    const auto after = m_typedRanges.erase(first, first + position(range.end - range.begin));
    m_typedRanges.insert(after, typedRanges.begin(), typedRanges.end());
}

void NormalizedText::filter(const std::function<bool(char32_t)>& keep) {
    std::vector<Change> changes;
    changes.reserve(m_text.size());
    std::size_t removedAtStart = 0;
    for (const char32_t code : codePoints(m_text)) {
        if (keep(code)) {
            changes.push_back({code, 0});
            continue;
        }
        if (changes.empty())
            ++removedAtStart;
        else
            --changes.back().change;
    }
    transform(changes, removedAtStart);
}

void NormalizedText::map(const std::function<char32_t(char32_t)>& replacement) {
    std::vector<Change> changes;
    changes.reserve(m_text.size());
    for (const char32_t code : codePoints(m_text)) changes.push_back({replacement(code), 0});
    transform(changes);
}

void NormalizedText::prepend(std::string_view prefix) {
    if (m_text.empty()) return;
    const Utf8Character first = characterAt(m_text, 0);
    std::vector<Change> changes;
    for (const char32_t code : codePoints(prefix)) changes.push_back({code, changes.empty() ? 0 : 1});
    changes.push_back({first.code, 1});
    transformRange({0, first.bytes}, changes, 0);
}

void NormalizedText::replace(const std::vector<ByteRange>& ranges, std::string_view content) {
    if (ranges.empty()) return;
    checkSize(m_text.size() + ranges.size() * content.size());
    std::string text;
    std::vector<ByteRange> typedRanges;
    const auto copy = [&](std::size_t begin, std::size_t end) {
        text.append(m_text, begin, end - begin);
        const auto first = m_typedRanges.begin();
        typedRanges.insert(typedRanges.end(), first + static_cast<std::ptrdiff_t>(begin),
                           first + static_cast<std::ptrdiff_t>(end));
    };
    std::size_t copied = 0;
    for (const ByteRange& range : ranges) {
        copy(copied, range.begin);
        // The new characters stand for what the last old one stood for.
        const ByteRange start{m_typed.begin, m_typed.begin};
        text += content;
        typedRanges.resize(text.size(), range.end > 0 ? m_typedRanges[range.end - 1] : start);
        copied = range.end;
    }
    copy(copied, m_text.size());
    m_text = std::move(text);
    m_typedRanges = std::move(typedRanges);
}

void NormalizedText::strip(bool left, bool right) {
    const std::size_t begin = left ? leadingWhitespace(m_text) : 0;
    const std::size_t end = right ? trailingWhitespaceBegin(m_text) : m_text.size();
    if (begin == 0 && end == m_text.size()) return;
    std::vector<Change> changes;
    if (begin < end) {
        for (const char32_t code : codePoints(std::string_view(m_text).substr(begin, end - begin)))
            changes.push_back({code, 0});
    }
    transform(changes, countCodePoints(std::string_view(m_text).substr(0, begin)));
}

NormalizedText NormalizedText::slice(ByteRange range) const {
    NormalizedText part;
    part.m_text = m_text.substr(range.begin, range.end - range.begin);
    part.m_typedRanges.assign(m_typedRanges.begin() + static_cast<std::ptrdiff_t>(range.begin),
                              m_typedRanges.begin() + static_cast<std::ptrdiff_t>(range.end));
    part.m_typed = typedRange(range);
    part.m_typed.end = std::max(part.m_typed.begin, part.m_typed.end);
    return part;
}

ByteRange NormalizedText::typedRange(ByteRange range) const noexcept {
    if (range.begin == range.end) return {m_typed.begin + range.begin, m_typed.begin + range.end};
    if (range.begin > range.end || range.end > m_typedRanges.size()) return range;
    return {m_typedRanges[range.begin].begin, m_typedRanges[range.end - 1].end};
}

}  // namespace headscope::core
