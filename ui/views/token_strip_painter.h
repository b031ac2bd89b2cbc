// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/figures/colour_scale.h"
#include "ui/views/token_strip_layout.h"

class QPainter;

namespace headscope::ui {

/// What the strip shows beside its tokens.
struct TokenStripLook {
    Theme theme;
    ColourMap colours = ColourMap::Ink;
    const std::vector<double>* shades = nullptr;  ///< 0 … 1 per token; null or empty: none
    bool differences = false;                     ///< shades are −1 … 1: less in B, more in B
    std::vector<bool> unmatched;                  ///< per token: only in B, hatched; may be empty
    std::vector<bool> global;                     ///< per token: sees all and is seen by all; may be empty
    std::vector<bool>
        active;  ///< per token: the one whose weights are shown, with all its pieces when words are merged
    std::vector<bool> partner;          ///< per token: the other end of the pair
    std::optional<core::Index> cursor;  ///< where the keyboard is
};

/// Paints the chips that touch `visible`.
void paintTokenStrip(QPainter& painter, const TokenStripLayout& layout, const TokenStripLook& look,
                     const QRectF& visible);

}  // namespace headscope::ui
