// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/tokenizer/model_stage.h"

namespace headscope::core {

/// What the vocabulary's spelling means.
struct Spelling {
    PieceMarks marks;
    bool byteLevel = false;  ///< pieces are written in byte letters
};

struct Label {
    std::string text;
    std::string bytes;  ///< when the token is only part of a character
};

/// What a person should read for `piece` when it stands for `surface`, the characters of the text. Without
/// `surface` (ids given by hand, tokens that stand for nothing) the piece itself is read, without its marks.
Label labelOf(std::string_view piece, std::string_view surface, const Spelling& spelling);

/// What `piece` adds to a text that is put together from pieces: its bytes, with a space where the vocabulary
/// says that a word begins or ends.
std::string spelt(std::string_view piece, const Spelling& spelling);

/// `text` without whitespace at its ends; all of it when it is nothing else.
std::string_view withoutOuterWhitespace(std::string_view text);

}  // namespace headscope::core
