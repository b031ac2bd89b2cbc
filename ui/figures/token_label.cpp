// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/token_label.h"

#include <QChar>
#include <QStringDecoder>
#include <algorithm>

#include "ui/figures/paint_helpers.h"
#include "ui/figures/theme.h"

namespace headscope::ui {

namespace {

constexpr char32_t spaceSign = 0x2423;
constexpr char32_t dottedCircle = 0x25CC;

/// The sign of a character that a reader could not see, or that would move its neighbours; 0 for others.
char32_t signOf(char32_t c) {
    if (c == U'\n') return 0x23CE;
    if (c == U'\t') return 0x21E5;
    return 0;
}

/// Joiners and variation selectors belong to the emoji and letters around them and are left alone between
/// those.
bool joins(char32_t c) {
    return c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0020 && c <= 0xE007F);
}

bool isNonCharacter(char32_t c) {
    return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
}

bool isInvisible(char32_t c) {
    if (isNonCharacter(c)) return true;
    switch (QChar::category(c)) {
        case QChar::Other_Format:
        case QChar::Other_Control:
        case QChar::Separator_Line:
        case QChar::Separator_Paragraph:
        case QChar::Other_Surrogate:
            return true;
        case QChar::Separator_Space:
            return c != U' ';
        case QChar::Other_NotAssigned:
        case QChar::Other_PrivateUse:
        case QChar::Mark_NonSpacing:
        case QChar::Mark_SpacingCombining:
        case QChar::Mark_Enclosing:
        case QChar::Number_DecimalDigit:
        case QChar::Number_Letter:
        case QChar::Number_Other:
        case QChar::Letter_Uppercase:
        case QChar::Letter_Lowercase:
        case QChar::Letter_Titlecase:
        case QChar::Letter_Modifier:
        case QChar::Letter_Other:
        case QChar::Punctuation_Connector:
        case QChar::Punctuation_Dash:
        case QChar::Punctuation_Open:
        case QChar::Punctuation_Close:
        case QChar::Punctuation_InitialQuote:
        case QChar::Punctuation_FinalQuote:
        case QChar::Punctuation_Other:
        case QChar::Symbol_Math:
        case QChar::Symbol_Currency:
        case QChar::Symbol_Modifier:
        case QChar::Symbol_Other:
            return false;
    }
    return false;
}

QString codePoint(char32_t c) {
    return QStringLiteral("U+%1").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
}

void append(QString& text, char32_t c) {
    text += QString::fromUcs4(&c, 1);
}

/// A single space between other characters reads well as it is; any other space needs its sign.
bool isPlainSpace(const QList<uint>& all, qsizetype i) {
    return i > 0 && i + 1 < all.size() && all[i - 1] != U' ' && all[i + 1] != U' ';
}

bool isMark(char32_t c) {
    const QChar::Category category = QChar::category(c);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_SpacingCombining ||
           category == QChar::Mark_Enclosing;
}

}  // namespace

QString exactText(std::string_view utf8) {
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decoder(QByteArrayView(utf8.data(), static_cast<qsizetype>(utf8.size())));
}

QString visibleText(std::string_view utf8) {
    if (utf8.empty()) return QStringLiteral("∅");
    const QList<uint> all = exactText(utf8).toUcs4();
    QString text;
    for (qsizetype i = 0; i < all.size(); ++i) {
        const char32_t c = all[i];
        if (c == U' ')
            append(text, isPlainSpace(all, i) ? U' ' : spaceSign);
        else if (const char32_t sign = signOf(c); sign != 0)
            append(text, sign);
        else if (joins(c) && i > 0 && all.size() > 1)
            append(text, c);
        else if (isInvisible(c) || joins(c))
            text += codePoint(c);
        else {
            if (i == 0 && isMark(c)) append(text, dottedCircle);
            append(text, c);
        }
    }
    return text;
}

QString visibleBytes(std::string_view bytes) {
    QString text;
    bool afterHex = false;
    for (const char c : bytes) {
        if (c == ' ') {
            append(text, spaceSign);
            afterHex = false;
            continue;
        }
        if (afterHex) text += QLatin1Char(' ');
        text += QStringLiteral("%1").arg(static_cast<unsigned char>(c), 2, 16, QLatin1Char('0')).toUpper();
        afterHex = true;
    }
    return text;
}

namespace {

/// The beginning of a token that is a whole file: nobody reads more on a label, and shaping it would take
/// seconds.
std::string_view beginning(std::string_view utf8) {
    constexpr std::size_t most = 400;
    if (utf8.size() <= most) return utf8;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xC0) == 0x80) --end;
    return utf8.substr(0, end);
}

}  // namespace

TokenLabel tokenLabel(const core::Token& token) {
    TokenLabel label;
    const bool bytes = !token.bytes.empty();
    const std::string_view all = bytes ? token.bytes : token.label;
    const std::string_view shown = beginning(all);
    label.text = bytes ? visibleBytes(shown) : visibleText(shown);
    if (shown.size() < all.size()) label.text += QChar(0x2026);
    label.special = token.special;
    return label;
}

std::optional<core::Index> TokenAxis::place(std::optional<core::Index> position) const {
    if (!position || *position < 0 || *position >= static_cast<core::Index>(placeOfPosition.size()))
        return std::nullopt;
    return placeOfPosition[static_cast<std::size_t>(*position)];
}

std::optional<core::Index> TokenAxis::position(core::Index place) const {
    const core::Index first = firstPosition[static_cast<std::size_t>(place)];
    return first < 0 ? std::nullopt : std::optional(first);
}

TokenAxis makeAxis(const std::vector<core::Token>& shown, const std::vector<core::Token>& tokens) {
    TokenAxis axis;
    const QFont font = Theme::light().textFont(TokenAxis::fontPixels);
    for (const core::Token& token : shown) {
        TokenLabel label = tokenLabel(token);
        label.width = textWidth(label.text, font);
        axis.widest = std::max(axis.widest, label.width);
        axis.labels.push_back(std::move(label));
    }
    std::vector<std::vector<core::Index>> positions;
    if (shown.size() != tokens.size()) positions = core::wordPositions(tokens);
    const bool merged = positions.size() == shown.size();
    axis.placeOfPosition.assign(merged ? tokens.size() : shown.size(), 0);
    for (std::size_t place = 0; place < shown.size(); ++place) {
        const auto own = static_cast<core::Index>(place);
        axis.firstPosition.push_back(merged ? positions[place].front() : own);
        if (!merged)
            axis.placeOfPosition[place] = own;
        else
            for (const core::Index position : positions[place])
                axis.placeOfPosition[static_cast<std::size_t>(position)] = own;
    }
    axis.numbers = axis.firstPosition;
    return axis;
}

}  // namespace headscope::ui
