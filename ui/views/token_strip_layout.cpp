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

/// A word, or what of it stands in one line.
struct Part {
    std::size_t begin;
    std::size_t end;
    std::size_t word;
    bool whole;  ///< the word is one piece
};

/// Which way each word is read: by its first piece that has letters. What the model adds, and bytes, are read
/// as what stands around them.
std::vector<Reading> readingsOf(const std::vector<MeasuredToken>& tokens) {
    std::vector<Reading> words;
    for (const MeasuredToken& token : tokens) {
        if (!token.joinsPrevious || words.empty())
            words.push_back(token.reading);
        else if (words.back() == Reading::Neutral || words.back() == Reading::Number)
            words.back() = std::max(words.back(), token.reading);
    }
    return words;
}

/// Fills lines with words in the order in which they are read, breaking between them (inside a word only
/// where it is wider than a line), and puts the words of each line where they are read.
class Wrapper {
public:
    Wrapper(const std::vector<MeasuredToken>& tokens, qreal width)
        : m_tokens(tokens), m_right(width - margin) {
        const std::vector<Reading> words = readingsOf(tokens);
        m_layout.fromTheRight = beginsAtTheRight(words);
        m_levels = readingLevels(words, m_layout.fromTheRight);
        m_layout.chips.resize(tokens.size());
    }

    TokenStripLayout wrapped() {
        std::size_t word = 0;
        for (std::size_t begin = 0; begin < m_tokens.size(); ++word) {
            std::size_t end = begin + 1;
            while (end < m_tokens.size() && m_tokens[end].joinsPrevious) ++end;
            takeWord(begin, end, word);
            begin = end;
        }
        placeLine();
        m_layout.height = m_top + TokenStripLayout::lineHeight + margin - (lineHeight - chipHeight);
        return std::move(m_layout);
    }

private:
    static constexpr qreal margin = TokenStripLayout::margin;
    static constexpr qreal lineHeight = TokenStripLayout::lineHeight;
    static constexpr qreal chipHeight = TokenStripLayout::chipHeight;

    void breakLine() {
        placeLine();
        m_line.clear();
        m_x = margin;
        m_top += lineHeight;
    }

    void takeWord(std::size_t begin, std::size_t end, std::size_t word) {
        qreal width = 0;
        for (std::size_t i = begin; i < end; ++i) width += m_tokens[i].width;
        if (m_x > margin && m_x + width > m_right) breakLine();
        Part part{begin, begin, word, end - begin == 1};
        for (std::size_t i = begin; i < end; ++i) {
            if (part.end > part.begin && m_x + m_tokens[i].width > m_right) {
                m_line.push_back(part);
                breakLine();
                part.begin = i;
            }
            m_x += m_tokens[i].width;
            part.end = i + 1;
        }
        m_line.push_back(part);
        m_x += gap;
    }

    void placeLine() {
        std::vector<int> levels;
        for (const Part& part : m_line) levels.push_back(m_levels[part.word]);
        qreal x = m_layout.fromTheRight ? m_right - (m_x - gap - margin) : margin;
        for (const std::size_t at : visualOrder(levels)) x = placePart(m_line[at], x) + gap;
    }

    qreal placePart(const Part& part, qreal left) {
        const bool backwards = m_levels[part.word] % 2 == 1;
        qreal x = left;
        for (std::size_t i = part.begin; i < part.end; ++i) {
            const std::size_t piece = backwards ? part.begin + part.end - 1 - i : i;
            const MeasuredToken& token = m_tokens[piece];
            m_layout.chips[piece] = {{x, m_top, token.width, chipHeight}, token.text, token.tag, token.kind};
            x += token.width;
        }
        const qreal y = m_top + chipHeight - 1.5;
        if (!part.whole) m_layout.underlines.emplace_back(left + outerPadding, y, x - outerPadding, y);
        return x;
    }

    const std::vector<MeasuredToken>& m_tokens;
    qreal m_right;
    std::vector<int> m_levels;  // of words
    std::vector<Part> m_line;
    qreal m_x = margin;
    qreal m_top = margin;
    TokenStripLayout m_layout;
};

}  // namespace

core::Index TokenStripLayout::chipAt(QPointF point) const {
    const auto above = [](const TokenChip& chip, qreal y) { return chip.rect.bottom() < y; };
    auto chip = std::lower_bound(chips.begin(), chips.end(), point.y(), above);
    for (; chip != chips.end() && chip->rect.top() <= point.y(); ++chip)
        if (chip->rect.contains(point)) return static_cast<core::Index>(chip - chips.begin());
    return -1;
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

namespace {

/// Towards another piece of the same word.
qreal innerPaddingOf(ChipKind kind) {
    switch (kind) {
        case ChipKind::Unknown:
        case ChipKind::Typed:
            return outerPadding;  // within their outline
        case ChipKind::Bytes:
            return bytePadding;  // bytes that touch would read as other bytes
        case ChipKind::Plain:
        case ChipKind::Special:
            break;
    }
    return innerPadding;
}

}  // namespace

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
        const bool ofText = token.kind == ChipKind::Plain || token.kind == ChipKind::Unknown;
        if (ofText) token.reading = readingOf(token.text);
        const qreal inner = innerPaddingOf(token.kind);
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
