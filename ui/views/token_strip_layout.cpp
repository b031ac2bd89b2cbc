// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/token_strip_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/figures/paint_helpers.h"
#include "ui/figures/token_label.h"

namespace headscope::ui {

namespace {

constexpr qreal outerPadding = 5;
constexpr qreal innerPadding = 1;
constexpr qreal bytePadding = 4;
constexpr qreal gap = 4;
constexpr qreal tagGap = 4;

/// Names that vocabularies give to the token that stands for what they do not have.
constexpr std::array unknownPieces{"[UNK]", "<unk>", "<UNK>"};

/// Places chips from left to right and breaks lines between words; a word wider than a line is broken inside.
class Wrapper {
public:
    Wrapper(const std::vector<MeasuredToken>& tokens, qreal width)
        : m_tokens(tokens), m_right(width - margin) {}

    TokenStripLayout wrapped() {
        for (std::size_t begin = 0; begin < m_tokens.size();) {
            std::size_t end = begin + 1;
            while (end < m_tokens.size() && m_tokens[end].joinsPrevious) ++end;
            placeWord(begin, end);
            begin = end;
        }
        m_layout.height = m_top + TokenStripLayout::lineHeight + margin - (lineHeight - chipHeight);
        return std::move(m_layout);
    }

private:
    static constexpr qreal margin = TokenStripLayout::margin;
    static constexpr qreal lineHeight = TokenStripLayout::lineHeight;
    static constexpr qreal chipHeight = TokenStripLayout::chipHeight;

    void breakLine() {
        m_x = margin;
        m_top += lineHeight;
    }

    void placeWord(std::size_t begin, std::size_t end) {
        qreal width = 0;
        for (std::size_t i = begin; i < end; ++i) width += m_tokens[i].width;
        if (m_x > margin && m_x + width > m_right) breakLine();
        qreal lineStart = m_x;
        for (std::size_t i = begin; i < end; ++i) {
            if (m_x > lineStart && m_x + m_tokens[i].width > m_right) {
                underline(lineStart);
                breakLine();
                lineStart = m_x;
            }
            const MeasuredToken& token = m_tokens[i];
            m_layout.chips.push_back(
                {{m_x, m_top, token.width, chipHeight}, token.text, token.tag, token.kind});
            m_x += token.width;
        }
        if (end - begin > 1) underline(lineStart);
        m_x += gap;
    }

    void underline(qreal from) {
        const qreal y = m_top + chipHeight - 1.5;
        m_layout.underlines.emplace_back(from + outerPadding, y, m_x - outerPadding, y);
    }

    const std::vector<MeasuredToken>& m_tokens;
    qreal m_right;
    qreal m_x = margin;
    qreal m_top = margin;
    TokenStripLayout m_layout;
};

}  // namespace

core::Index TokenStripLayout::chipAt(QPointF point) const {
    // Chips are sorted by line, then by left edge, so the last one that does not begin behind the point is
    // the candidate.
    const auto behind =
        std::upper_bound(chips.begin(), chips.end(), point, [](QPointF at, const TokenChip& chip) {
            if (at.y() < chip.rect.top()) return true;
            return at.y() < chip.rect.top() + lineHeight && at.x() < chip.rect.left();
        });
    if (behind == chips.begin()) return -1;
    const auto candidate = std::prev(behind);
    return candidate->rect.contains(point) ? static_cast<core::Index>(candidate - chips.begin()) : -1;
}

ChipKind chipKind(const core::Token& token) {
    const bool unknown = std::any_of(unknownPieces.begin(), unknownPieces.end(),
                                     [&](const char* piece) { return token.piece == piece; });
    if (unknown && token.span && token.label != token.piece) return ChipKind::Unknown;
    if (token.special) return token.span ? ChipKind::Typed : ChipKind::Special;
    return token.bytes.empty() ? ChipKind::Plain : ChipKind::Bytes;
}

bool sameWord(const core::Token& left, const core::Token& right) {
    return left.word && left.word == right.word && left.sequence == right.sequence;
}

QFont chipFont(const Theme& theme, ChipKind kind) {
    return kind == ChipKind::Bytes ? theme.numberFont(12) : theme.textFont(14);
}

QFont chipTagFont(const Theme& theme) {
    return theme.numberFont(10);
}

std::vector<MeasuredToken> measureTokens(const std::vector<core::Token>& tokens, const Theme& theme) {
    const QFont plain = chipFont(theme, ChipKind::Plain);
    const QFont bytes = chipFont(theme, ChipKind::Bytes);
    const QFont tags = chipTagFont(theme);
    std::vector<MeasuredToken> measured(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        MeasuredToken& token = measured[i];
        token.kind = chipKind(tokens[i]);
        token.text = tokenLabel(tokens[i]).text;
        if (token.kind == ChipKind::Unknown) token.tag = QString::fromStdString(tokens[i].piece);
        token.joinsPrevious = i > 0 && sameWord(tokens[i - 1], tokens[i]);
        token.joinsNext = i + 1 < tokens.size() && sameWord(tokens[i], tokens[i + 1]);
        // Bytes that touch would read as other bytes.
        const qreal inner = token.kind == ChipKind::Bytes ? bytePadding : innerPadding;
        const qreal padding =
            (token.joinsPrevious ? inner : outerPadding) + (token.joinsNext ? inner : outerPadding);
        token.width =
            std::ceil(textWidth(token.text, token.kind == ChipKind::Bytes ? bytes : plain) + padding);
        if (!token.tag.isEmpty()) token.width += std::ceil(tagGap + textWidth(token.tag, tags));
    }
    return measured;
}

TokenStripLayout layOutTokens(const std::vector<MeasuredToken>& tokens, qreal width) {
    return Wrapper(tokens, width).wrapped();
}

}  // namespace headscope::ui
