// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QRectF>
#include <QString>
#include <vector>

#include "core/tokenizer/token.h"
#include "ui/figures/theme.h"
#include "ui/views/reading_order.h"

namespace headscope::ui {

/// How a token of the strip looks.
enum class ChipKind {
    Plain,
    Special,  ///< a token of the model, not of the text
    Typed,    ///< a special token that stands in the text and is one there
    Unknown,  ///< a word that the vocabulary does not have
    Bytes,    ///< part of a character
};

struct TokenChip {
    QRectF rect;
    QString text;
    QString tag;  ///< what the model reads in place of an unknown word; else empty
    ChipKind kind = ChipKind::Plain;
};

/// Tokens as they are read, words of right-to-left scripts from the right, wrapped into lines; the pieces of
/// one word touch and share an underline.
struct TokenStripLayout {
    std::vector<TokenChip> chips;  ///< one per token, those of a line beside each other
    std::vector<QLineF> underlines;
    qreal height = 0;
    bool fromTheRight = false;  ///< the text begins at the right

    static constexpr qreal lineHeight = 30;
    static constexpr qreal margin = 8;
    static constexpr qreal chipHeight = 22;

    /// The chip at a point; −1: none.
    core::Index chipAt(QPointF point) const;
};

ChipKind chipKind(const core::Token& token);
/// Whether two neighbours are pieces of one word.
bool sameWord(const core::Token& left, const core::Token& right);

/// The pieces of the strip as far as they do not depend on its width.
struct MeasuredToken {
    QString text;
    QString tag;
    ChipKind kind = ChipKind::Plain;
    Reading reading = Reading::Neutral;
    qreal width = 0;
    bool joinsPrevious = false;
    bool joinsNext = false;
};
std::vector<MeasuredToken> measureTokens(const std::vector<core::Token>& tokens, const Theme& theme);
TokenStripLayout layOutTokens(const std::vector<MeasuredToken>& tokens, qreal width);

/// Fonts of the strip.
QFont chipFont(const Theme& theme, ChipKind kind);
QFont chipTagFont(const Theme& theme);

}  // namespace headscope::ui
