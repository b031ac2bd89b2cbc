// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/unicode.h"

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <new>

#include "core/tokenizer/unicode_additions.h"

namespace headscope::core {
namespace {

constexpr char32_t replacementCharacter = 0xFFFD;

bool isContinuation(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

UChar32 toIcu(char32_t code) noexcept {
    return static_cast<UChar32>(code);
}

/// The Unicode version, major number, that introduced a character; 0 for unassigned ones.
int age(char32_t code) noexcept {
    UVersionInfo version;
    u_charAge(toIcu(code), version);
    return version[0];
}

uint32_t category(char32_t code) noexcept {
    return U_MASK(u_charType(toIcu(code)));
}

template <std::size_t N>
bool isOneOf(char32_t code, const std::array<char32_t, N>& list) noexcept {
    return std::find(list.begin(), list.end(), code) != list.end();
}

/// The reference's decomposition tables know no character newer than Unicode 9.
bool isInNormalizationTables(char32_t code) noexcept {
    const int version = age(code);
    return version > 0 && version < 10;
}

const UNormalizer2* normalizer(bool compatibility) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    return compatibility ? unorm2_getNFKCInstance(&status) : unorm2_getNFCInstance(&status);
}

std::vector<char32_t> fromUtf16(const UChar* text, int32_t length) {
    std::vector<char32_t> out;
    for (int32_t i = 0; i < length;) {
        UChar32 code = 0;
        U16_NEXT(text, i, length, code);
        out.push_back(static_cast<char32_t>(code));
    }
    return out;
}

std::u16string utf16(std::string_view text) {
    std::u16string out;
    for (const char32_t code : codePoints(text)) {
        std::array<UChar, 2> units{};
        int32_t length = 0;
        U16_APPEND_UNSAFE(units.data(), length, toIcu(code));
        out.append(units.data(), static_cast<std::size_t>(length));
    }
    return out;
}

/// What `write(buffer, size, status)`, a function of ICU, writes; it may need two calls to know the size.
template <typename Write>
std::u16string written(std::size_t expected, Write write) {
    std::u16string out(expected, u'\0');
    for (;;) {
        UErrorCode status = U_ZERO_ERROR;
        const int32_t length = write(out.data(), static_cast<int32_t>(out.size()), &status);
        const bool tooShort = status == U_BUFFER_OVERFLOW_ERROR;
        if (U_FAILURE(status) && !tooShort) throw std::bad_alloc();
        out.resize(static_cast<std::size_t>(length));
        if (!tooShort) return out;
    }
}

std::u16string decomposed(const std::u16string& text) {
    UErrorCode found = U_ZERO_ERROR;
    const UNormalizer2* const forms = unorm2_getNFDInstance(&found);
    if (U_FAILURE(found)) throw std::bad_alloc();
    return written(2 * text.size(), [&](UChar* target, int32_t size, UErrorCode* status) {
        return unorm2_normalize(forms, text.data(), static_cast<int32_t>(text.size()), target, size, status);
    });
}

std::u16string foldedCase(const std::u16string& text) {
    return written(2 * text.size(), [&](UChar* target, int32_t size, UErrorCode* status) {
        return u_strFoldCase(target, size, text.data(), static_cast<int32_t>(text.size()),
                             U_FOLD_CASE_DEFAULT, status);
    });
}

template <std::size_t N>
bool isWithin(char32_t code, const CodeRange (&ranges)[N]) noexcept {
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

struct CloseBreaks {
    void operator()(UBreakIterator* breaks) const noexcept { ubrk_close(breaks); }
};
struct CloseText {
    void operator()(UText* text) const noexcept { utext_close(text); }
};

/// Every byte is a cluster of its own in ASCII, but for the pair of carriage return and line feed.
std::vector<std::size_t> asciiGraphemeEnds(std::string_view text) {
    std::vector<std::size_t> ends;
    ends.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!pair) ends.push_back(i + 1);
    }
    return ends;
}

}  // namespace

Utf8Character characterAt(std::string_view text, std::size_t at) noexcept {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return {replacementCharacter, 1};
    char32_t code = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!isContinuation(text[at + i])) return {replacementCharacter, 1};
        code = (code << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3F);
    }
    constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < smallest[length] || code > 0x10FFFF || surrogate) return {replacementCharacter, 1};
    return {code, length};
}

Utf8Character characterBefore(std::string_view text, std::size_t end) noexcept {
    std::size_t begin = end - 1;
    while (begin > 0 && end - begin < 4 && isContinuation(text[begin])) --begin;
    return characterAt(text, begin);
}

void appendUtf8(std::string& out, char32_t code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
        return;
    }
    const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr std::array<unsigned, 4> leads = {0, 0xC0, 0xE0, 0xF0};
    out += static_cast<char>(leads[static_cast<std::size_t>(following)] | (code >> (6 * following)));
    for (int i = following - 1; i >= 0; --i) out += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F));
}

std::vector<char32_t> codePoints(std::string_view text) {
    std::vector<char32_t> out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Character character = characterAt(text, at);
        out.push_back(character.code);
        at += character.bytes;
    }
    return out;
}

std::size_t countCodePoints(std::string_view text) noexcept {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

bool isWhitespace(char32_t code) noexcept {
    if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
    return u_isUWhiteSpace(toIcu(code));
}

bool isWordCharacter(char32_t code) noexcept {
    return u_hasBinaryProperty(toIcu(code), UCHAR_ALPHABETIC) ||
           (category(code) & (U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK)) != 0 ||
           u_hasBinaryProperty(toIcu(code), UCHAR_JOIN_CONTROL) || isWithin(code, newWordCharacters);
}

bool isNumeric(char32_t code) noexcept {
    return (category(code) & U_GC_N_MASK) != 0 || isWithin(code, newNumerals);
}

bool isBertControl(char32_t code) noexcept {
    if (code == '\t' || code == '\n' || code == '\r') return false;
    if (code == 0 || code == replacementCharacter) return true;
    return (category(code) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK)) != 0 && age(code) <= 8;
}

bool isPunctuation(char32_t code) noexcept {
    if (code < 0x80) {
        const bool alphanumeric =
            (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
        return code > ' ' && code < 0x7F && !alphanumeric;
    }
    constexpr std::array<char32_t, 2> changed = {0x166D, 0x111C9};
    return isOneOf(code, changed) || ((category(code) & U_GC_P_MASK) != 0 && age(code) <= 8);
}

bool isBertAccent(char32_t code) noexcept {
    constexpr std::array<char32_t, 5> changed = {0x1734, 0x1885, 0x1886, 0xA9BD, 0x111C9};
    const bool mark = (category(code) & U_GC_MN_MASK) != 0 && age(code) <= 8;
    return mark != isOneOf(code, changed);
}

bool isCombiningMark(char32_t code) noexcept {
    constexpr std::array<char32_t, 3> changed = {0x1CF2, 0x1CF3, 0x111C9};
    const bool mark = (category(code) & U_GC_M_MASK) != 0 && age(code) <= 9;
    return mark != isOneOf(code, changed);
}

bool isCjkIdeograph(char32_t code) noexcept {
    // The sixth block begins at 2B920 in the reference, not at 2B820.
    constexpr std::array<std::array<char32_t, 2>, 8> blocks = {{{0x4E00, 0x9FFF},
                                                                {0x3400, 0x4DBF},
                                                                {0x20000, 0x2A6DF},
                                                                {0x2A700, 0x2B73F},
                                                                {0x2B740, 0x2B81F},
                                                                {0x2B920, 0x2CEAF},
                                                                {0xF900, 0xFAFF},
                                                                {0x2F800, 0x2FA1F}}};
    return std::any_of(blocks.begin(), blocks.end(),
                       [code](const auto& block) { return code >= block[0] && code <= block[1]; });
}

bool isSpacedWordCharacter(char32_t code) noexcept {
    if ((category(code) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_PC_MASK)) == 0) return false;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(toIcu(code), &status);
    return U_FAILURE(status) || !uscript_breaksBetweenLetters(script);
}

bool isLetter(char32_t code) noexcept {
    return (category(code) & U_GC_L_MASK) != 0;
}

std::optional<int> scriptGroup(char32_t code) noexcept {
    constexpr char32_t prolongedSoundMark = 0x30FC;
    constexpr std::array<char32_t, 2> laterArmenianOrArabic = {0x589, 0x61C};
    // The reference's table of scripts is that of Unicode 9.
    if (code == U' ' || age(code) > 9) return std::nullopt;
    if (isOneOf(code, laterArmenianOrArabic)) return USCRIPT_COMMON;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(toIcu(code), &status);
    if (U_FAILURE(status) || script == USCRIPT_UNKNOWN) return std::nullopt;
    const bool japanese = script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA;
    return japanese || code == prolongedSoundMark ? USCRIPT_HAN : script;
}

std::vector<char32_t> lowercase(char32_t code) {
    if (code < 0x80) return {code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code};
    for (const NewCapitals& capitals : newCapitals)
        if (code >= capitals.first && code <= capitals.last)
            return {capitals.lowercase + (code - capitals.first)};
    std::array<UChar, 2> source{};
    int32_t length = 0;
    U16_APPEND_UNSAFE(source.data(), length, toIcu(code));
    std::array<UChar, 16> target{};
    UErrorCode status = U_ZERO_ERROR;
    const int32_t written =
        u_strToLower(target.data(), static_cast<int32_t>(target.size()), source.data(), length, "", &status);
    if (U_FAILURE(status)) return {code};
    return fromUtf16(target.data(), written);
}

std::string caseFolded(std::string_view text) {
    // Decomposed before, because folding a composed letter can give another one than folding its parts
    // (U+0345), and after, because folding composes.
    std::u16string folded = decomposed(utf16(text));
    folded = decomposed(foldedCase(folded));
    std::string out;
    for (const char32_t code : fromUtf16(folded.data(), static_cast<int32_t>(folded.size())))
        appendUtf8(out, code);
    return out;
}

std::vector<char32_t> decomposition(char32_t code, bool compatibility) {
    if (code < 0x80 || !isInNormalizationTables(code)) return {};
    std::array<UChar, 64> target{};
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length = unorm2_getDecomposition(normalizer(compatibility), toIcu(code), target.data(),
                                                   static_cast<int32_t>(target.size()), &status);
    if (U_FAILURE(status) || length < 0) return {};
    return fromUtf16(target.data(), length);
}

int combiningClass(char32_t code) noexcept {
    if (code < 0x300 || !isInNormalizationTables(code)) return 0;
    return u_getCombiningClass(toIcu(code));
}

std::optional<char32_t> composition(char32_t first, char32_t second) noexcept {
    if (second < 0x300) return std::nullopt;
    const UChar32 composed = unorm2_composePair(normalizer(false), toIcu(first), toIcu(second));
    if (composed < 0 || !isInNormalizationTables(static_cast<char32_t>(composed))) return std::nullopt;
    return static_cast<char32_t>(composed);
}

std::vector<std::size_t> graphemeEnds(std::string_view text) {
    const bool ascii =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii) return asciiGraphemeEnds(text);
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<UText, CloseText> source(
        utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &status));
    const std::unique_ptr<UBreakIterator, CloseBreaks> breaks(
        ubrk_open(UBRK_CHARACTER, "", nullptr, 0, &status));
    ubrk_setUText(breaks.get(), source.get(), &status);
    if (U_FAILURE(status)) throw std::bad_alloc();
    std::vector<std::size_t> ends;
    for (int32_t end = ubrk_next(breaks.get()); end != UBRK_DONE; end = ubrk_next(breaks.get()))
        ends.push_back(static_cast<std::size_t>(end));
    return ends;
}

}  // namespace headscope::core
