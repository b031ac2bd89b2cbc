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

NormalizedText::NormalizedText(std::string_view typed) : m_typed{0, typed.size()} {
    Content content{std::string(typed), {}};
    content.typed.reserve(typed.size());
    for (std::size_t at = 0; at < typed.size();) {
        const std::size_t bytes = characterAt(typed, at).bytes;
        content.typed.insert(content.typed.end(), bytes, ByteRange{at, at + bytes});
        at += bytes;
    }
    become(std::move(content));
}

void NormalizedText::become(Content content) {
    m_part = {0, content.text.size()};
    m_content = std::make_shared<const Content>(std::move(content));
}

/// Appends bytes `range` of this text to another one.
void NormalizedText::append(Content& content, ByteRange range) const {
    content.text += text().substr(range.begin, range.end - range.begin);
    const auto first = m_content->typed.begin() + static_cast<std::ptrdiff_t>(m_part.begin + range.begin);
    content.typed.insert(content.typed.end(), first,
                         first + static_cast<std::ptrdiff_t>(range.end - range.begin));
}

// What the reference rewrites when it means "everything": from the first byte that stands for typed
// characters on. Bytes before it stay and, since the changes repeat them, appear twice.
ByteRange NormalizedText::wholeRange() const noexcept {
    if (m_typed.begin == m_typed.end) return {0, 0};
    std::size_t first = 0;
    while (first < text().size() && typedAt(first).begin == typedAt(first).end) ++first;
    return {first, text().size()};
}

// A hostile chain of stages could double the text again and again.
void NormalizedText::checkSize(std::size_t bytes) const {
    if (bytes > 4096 + 64 * (m_typed.end - m_typed.begin))
        throw Error(ErrorCode::TokenizerInvalid, {"tokenizer.json", "its stages make the text too long"});
}

void NormalizedText::transform(const std::vector<Change>& changes, std::size_t removedAtStart) {
    if (!empty()) transformRange(wholeRange(), changes, removedAtStart);
}

void NormalizedText::transformAll(const std::vector<NormalizedText*>& texts,
                                  void (*append)(std::string_view text, std::vector<Change>& changes)) {
    Content all;
    std::size_t bytes = 0;
    for (const NormalizedText* text : texts) bytes += text->text().size();
    all.text.reserve(bytes);
    all.typed.reserve(bytes);
    std::vector<ByteRange> parts;
    parts.reserve(texts.size());
    std::vector<Change> changes;
    for (const NormalizedText* text : texts) {
        const std::size_t begin = all.text.size();
        changes.clear();
        append(text->text(), changes);
        if (!text->empty()) text->appendTransformed(all, text->wholeRange(), changes, 0);
        parts.push_back({begin, all.text.size()});
    }
    const auto shared = std::make_shared<const Content>(std::move(all));
    for (std::size_t i = 0; i < texts.size(); ++i) {
        texts[i]->m_content = shared;
        texts[i]->m_part = parts[i];
    }
}

void NormalizedText::transformRange(ByteRange range, const std::vector<Change>& changes,
                                    std::size_t removedAtStart) {
    Content content;
    content.text.reserve(text().size() + changes.size());
    content.typed.reserve(text().size() + changes.size());
    appendTransformed(content, range, changes, removedAtStart);
    become(std::move(content));
}

/// Appends this text as it is when the characters of `range` are rewritten.
void NormalizedText::appendTransformed(Content& content, ByteRange range, const std::vector<Change>& changes,
                                       std::size_t removedAtStart) const {
    const std::size_t begin = content.text.size();
    std::size_t old = skipCharacters(text(), range.begin, range.end, removedAtStart);
    append(content, {0, range.begin});
    for (const auto& [character, change] : changes) {
        ByteRange typed{m_typed.begin, m_typed.begin};
        if (change <= 0) {
            typed = old < text().size() ? typedAt(old) : ByteRange{m_typed.end, m_typed.end};
            old = skipCharacters(text(), old, range.end, 1 + static_cast<std::size_t>(-change));
        } else if (old > 0) {
            typed = typedAt(old - 1);
        }
        appendUtf8(content.text, character);
        content.typed.resize(content.text.size(), typed);
    }
    append(content, {range.end, text().size()});
    checkSize(content.text.size() - begin);
}

void NormalizedText::filter(const std::function<bool(char32_t)>& keep) {
    std::vector<Change> changes;
    changes.reserve(text().size());
    std::size_t removedAtStart = 0;
    for (const char32_t code : codePoints(text())) {
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
    changes.reserve(text().size());
    for (const char32_t code : codePoints(text())) changes.push_back({replacement(code), 0});
    transform(changes);
}

void NormalizedText::prepend(std::string_view prefix) {
    if (empty()) return;
    const Utf8Character first = characterAt(text(), 0);
    std::vector<Change> changes;
    for (const char32_t code : codePoints(prefix)) changes.push_back({code, changes.empty() ? 0 : 1});
    changes.push_back({first.code, 1});
    transformRange({0, first.bytes}, changes, 0);
}

void NormalizedText::replace(const std::vector<ByteRange>& ranges, std::string_view replacement) {
    if (ranges.empty()) return;
    checkSize(text().size() + ranges.size() * replacement.size());
    Content content;
    std::size_t copied = 0;
    for (const ByteRange& range : ranges) {
        append(content, {copied, range.begin});
        // The new characters stand for what the last old one stood for.
        const ByteRange start{m_typed.begin, m_typed.begin};
        content.text += replacement;
        content.typed.resize(content.text.size(), range.end > 0 ? typedAt(range.end - 1) : start);
        copied = range.end;
    }
    append(content, {copied, text().size()});
    become(std::move(content));
}

void NormalizedText::strip(bool left, bool right) {
    const std::size_t begin = left ? leadingWhitespace(text()) : 0;
    const std::size_t end = right ? trailingWhitespaceBegin(text()) : text().size();
    if (begin == 0 && end == text().size()) return;
    std::vector<Change> changes;
    if (begin < end) {
        for (const char32_t code : codePoints(text().substr(begin, end - begin)))
            changes.push_back({code, 0});
    }
    transform(changes, countCodePoints(text().substr(0, begin)));
}

NormalizedText NormalizedText::slice(ByteRange range) const {
    NormalizedText part = *this;
    part.m_part = {m_part.begin + range.begin, m_part.begin + range.end};
    part.m_typed = typedRange(range);
    part.m_typed.end = std::max(part.m_typed.begin, part.m_typed.end);
    return part;
}

ByteRange NormalizedText::typedRange(ByteRange range) const noexcept {
    if (range.begin == range.end) return {m_typed.begin + range.begin, m_typed.begin + range.end};
    if (range.begin > range.end || range.end > text().size()) return range;
    return {typedAt(range.begin).begin, typedAt(range.end - 1).end};
}

}  // namespace headscope::core
