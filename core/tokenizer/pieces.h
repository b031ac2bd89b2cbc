// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/tokenizer/normalized_text.h"

namespace headscope::core {

/// One token that a model makes out of a piece of text.
struct ModelToken {
    std::int32_t id = 0;
    std::string value;  ///< as the reference library writes it: mostly the vocabulary's spelling
    ByteRange range;    ///< bytes of the piece's rewritten text
};

/// A stretch of text on its way through the stages.
struct Piece {
    NormalizedText text;
    /// It is this added token, typed by the person, and the stages leave it alone.
    std::optional<std::int32_t> addedToken;
};
using Pieces = std::vector<Piece>;

/// Replaces every piece that is no added token by the pieces that `cut` makes of it; empty ones vanish.
inline void splitPieces(Pieces& pieces,
                        const std::function<std::vector<NormalizedText>(NormalizedText)>& cut) {
    Pieces out;
    out.reserve(pieces.size());
    for (Piece& piece : pieces) {
        if (piece.addedToken) {
            out.push_back(std::move(piece));
            continue;
        }
        for (NormalizedText& part : cut(std::move(piece.text)))
            if (!part.empty()) out.push_back({std::move(part), {}});
    }
    pieces = std::move(out);
}

}  // namespace headscope::core
