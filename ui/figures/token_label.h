// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string_view>
#include <vector>

#include "core/trace/pattern_source.h"

namespace headscope::ui {

/// What is written for one token: plain text, never markup.
struct TokenLabel {
    QString text;
    bool special = false;  ///< a special token of the model: drawn softer
    bool absent = false;   ///< the run that is drawn has no such token: drawn faint
    double width = 0;      ///< in TokenAxis::fontPixels, as drawn by Theme::textFont
    bool operator==(const TokenLabel&) const = default;
};

/// The characters of `utf8`. QString::fromUtf8 drops a byte order mark at the beginning, which here is text.
QString exactText(std::string_view utf8);
/// `utf8` with everything visible that a reader could not see: ␣ for a space at either end (or several), ⏎
/// and ⇥, ∅ for nothing, U+… for other control characters and for invisible format characters.
QString visibleText(std::string_view utf8);
/// Bytes of a part of a character: hexadecimal, a space as ␣ ("␣E7").
QString visibleBytes(std::string_view bytes);
/// The text of a token, of a very long one its beginning and "…"; its width is left at 0.
TokenLabel tokenLabel(const core::Token& token);

/// The places along one side of a pattern, and the token positions they stand for: the same unless words are
/// merged.
struct TokenAxis {
    static constexpr double fontPixels = 12;  ///< in which label widths are given

    std::vector<TokenLabel> labels;            ///< per place
    std::vector<core::Index> firstPosition;    ///< place → first token position in it; −1: none
    std::vector<core::Index> placeOfPosition;  ///< token position → place
    std::vector<core::Index> numbers;  ///< place → what is written where words do not fit; −1: nothing
    double widest = 0;                 ///< of the labels

    core::Index size() const { return static_cast<core::Index>(labels.size()); }
    /// The place of a token position; nothing for none and for one that does not exist.
    std::optional<core::Index> place(std::optional<core::Index> position) const;
    /// The token position a place stands for (the first piece of a word); nothing where the run whose tokens
    /// are selected has none there.
    std::optional<core::Index> position(core::Index place) const;
};

/// `shown` are the tokens of a pattern's side, `tokens` those of the run. Where the numbers differ, `shown`
/// are the words of `tokens`. Measures labels: needs an application object, any thread.
TokenAxis makeAxis(const std::vector<core::Token>& shown, const std::vector<core::Token>& tokens);

}  // namespace headscope::ui
