// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/regex.h"

namespace headscope::core {

/// One character of a rewritten text and how it came about: 0 it takes the place of one old character, 1 it
/// is new, -n it takes the place of one old character and the n characters behind that one are gone.
struct Change {
    char32_t character = 0;
    int change = 0;
};

/// A stretch of the text a person typed, as the tokenizer rewrites it: the new text, and for each of its
/// bytes the bytes of the typed text that it came from. Follows the reference library's bookkeeping step by
/// step, also where that is odd, because token positions follow from it. Copies and slices share the text;
/// what is rewritten gets one of its own.
class NormalizedText {
public:
    /// The whole text, not yet changed. Valid UTF-8.
    explicit NormalizedText(std::string_view typed);

    /// Valid while this object is neither changed nor destroyed.
    std::string_view text() const noexcept {
        return std::string_view(m_content->text).substr(m_part.begin, m_part.end - m_part.begin);
    }
    bool empty() const noexcept { return m_part.begin == m_part.end; }
    /// First byte of the typed text that this stretch covers.
    std::size_t typedBegin() const noexcept { return m_typed.begin; }

    /// Rewrites the text: `changes` gives every character of the new one; the first `removedAtStart` old
    /// characters are gone. Throws Error(TokenizerInvalid) when the text grows beyond reason.
    void transform(const std::vector<Change>& changes, std::size_t removedAtStart = 0);
    /// Rewrites each of `texts` as transform() does, with the changes that `append` finds for it; afterwards
    /// they share one text. Throws Error(TokenizerInvalid).
    static void transformAll(const std::vector<NormalizedText*>& texts,
                             void (*append)(std::string_view text, std::vector<Change>& changes));
    /// Deletes the characters for which `keep` is false.
    void filter(const std::function<bool(char32_t)>& keep);
    /// Replaces every character by another one.
    void map(const std::function<char32_t(char32_t)>& replacement);
    /// Puts `prefix` before the text; an empty text stays empty.
    void prepend(std::string_view prefix);
    /// Puts `replacement` in the place of each of the ascending, non-overlapping `ranges`.
    void replace(const std::vector<ByteRange>& ranges, std::string_view replacement);
    /// Deletes whitespace at the ends.
    void strip(bool left, bool right);

    /// The part [begin, end) of the rewritten text, on character boundaries.
    NormalizedText slice(ByteRange range) const;
    /// Bytes of the typed text that bytes `range` of the rewritten text stand for. For a range that is empty
    /// or outside the text, what the reference answers: the empty range behind typedBegin(), the range
    /// itself.
    ByteRange typedRange(ByteRange range) const noexcept;

private:
    struct Content {
        std::string text;
        std::vector<ByteRange> typed;  // one per byte of text: what it stands for
    };

    void transformRange(ByteRange range, const std::vector<Change>& changes, std::size_t removedAtStart);
    void appendTransformed(Content& content, ByteRange range, const std::vector<Change>& changes,
                           std::size_t removedAtStart) const;
    ByteRange wholeRange() const noexcept;
    void checkSize(std::size_t bytes) const;

    ByteRange typedAt(std::size_t at) const noexcept { return m_content->typed[m_part.begin + at]; }
    void append(Content& content, ByteRange range) const;
    void become(Content content);

    std::shared_ptr<const Content> m_content;
    ByteRange m_part;   // bytes of the content that are this text
    ByteRange m_typed;  // bytes of the typed text that it covers
};

}  // namespace headscope::core
