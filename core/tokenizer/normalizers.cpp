// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>

#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/pattern.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

void toLowercase(NormalizedText& text) {
    std::vector<Change> changes;
    for (const char32_t code : codePoints(text.text())) {
        int change = 0;
        for (const char32_t lower : lowercase(code)) changes.push_back({lower, std::exchange(change, 1)});
    }
    text.transform(changes);
}

void cleanText(NormalizedText& text) {
    text.filter([](char32_t code) { return !isBertControl(code); });
    text.map([](char32_t code) { return isWhitespace(code) ? U' ' : code; });
}

void setIdeographsApart(NormalizedText& text) {
    std::vector<Change> changes;
    for (const char32_t code : codePoints(text.text())) {
        if (isCjkIdeograph(code))
            changes.insert(changes.end(), {{U' ', 0}, {code, 1}, {U' ', 1}});
        else
            changes.push_back({code, 0});
    }
    text.transform(changes);
}

void stripBertAccents(NormalizedText& text) {
    text.transform(normalizationChanges(text.text(), NormalizationForm::Nfd));
    text.filter([](char32_t code) { return !isBertAccent(code); });
}

// The control characters and blanks of SentencePiece's "nmt" rules.
bool isNmtControl(char32_t code) {
    return (code >= 0x01 && code <= 0x08) || code == 0x0B || (code >= 0x0E && code <= 0x1F) || code == 0x7F ||
           code == 0x8F || code == 0x9F;
}

bool isNmtBlank(char32_t code) {
    switch (code) {
        case 0x09:
        case 0x0A:
        case 0x0C:
        case 0x0D:
        case 0x1680:
        case 0x2028:
        case 0x2029:
        case 0x2581:
        case 0xFEFF:
        case 0xFFFD:
            return true;
    }
    return code >= 0x200B && code <= 0x200F;
}

Normalizer makeBert(const Json& definition, const StageOverrides& overrides) {
    BertNormalizerSettings settings;
    settings.cleanText = definition.boolOr("clean_text", true);
    settings.handleIdeographs =
        overrides.handleIdeographs.value_or(definition.boolOr("handle_chinese_chars", true));
    settings.lowercase = overrides.lowercase.value_or(definition.boolOr("lowercase", true));
    if (overrides.stripAccents)
        settings.stripAccents = *overrides.stripAccents;
    else if (const auto strip = definition.find("strip_accents"))
        settings.stripAccents = strip->asBool();
    return bertNormalizer(settings);
}

template <NormalizationForm form>
Normalizer makeForm(const Json&, const StageOverrides&) {
    return [](NormalizedText& text) { text.transform(normalizationChanges(text.text(), form)); };
}

Normalizer makeLowercase(const Json&, const StageOverrides&) {
    return lowercaseNormalizer();
}

Normalizer makeStripAccents(const Json&, const StageOverrides&) {
    return [](NormalizedText& text) { text.filter([](char32_t code) { return !isCombiningMark(code); }); };
}

Normalizer makeStrip(const Json& definition, const StageOverrides&) {
    const bool left = definition.boolOr("strip_left", true);
    const bool right = definition.boolOr("strip_right", true);
    return [left, right](NormalizedText& text) { text.strip(left, right); };
}

Normalizer makeReplace(const Json& definition, const StageOverrides&) {
    return [pattern = Pattern(definition.at("pattern")),
            content = std::string(definition.at("content").asString())](NormalizedText& text) {
        text.replace(pattern.matches(text.text()), content);
    };
}

Normalizer makePrepend(const Json& definition, const StageOverrides&) {
    return [prefix = std::string(definition.at("prepend").asString())](NormalizedText& text) {
        text.prepend(prefix);
    };
}

Normalizer makeNmt(const Json&, const StageOverrides&) {
    return [](NormalizedText& text) {
        text.filter([](char32_t code) { return !isNmtControl(code); });
        text.map([](char32_t code) { return isNmtBlank(code) ? U' ' : code; });
    };
}

Normalizer makeByteLevel(const Json&, const StageOverrides&) {
    return [](NormalizedText& text) { NormalizedText::transformAll({&text}, appendByteLetters); };
}

Normalizer makeSequence(const Json& definition, const StageOverrides&) {
    const Json stages = definition.at("normalizers");
    if (stages.size() > mostStagesInSequence)
        throw invalidTokenizer(definition, "it has too many normalizers");
    std::vector<Normalizer> normalizers;
    for (std::size_t i = 0; i < stages.size(); ++i) normalizers.push_back(makeNormalizer(stages[i], {}));
    return normalizerSequence(std::move(normalizers));
}

constexpr StageRow<Normalizer> rows[] = {
    {"Sequence", makeSequence},
    {"BertNormalizer", makeBert},
    {"NFC", makeForm<NormalizationForm::Nfc>},
    {"NFD", makeForm<NormalizationForm::Nfd>},
    {"NFKC", makeForm<NormalizationForm::Nfkc>},
    {"NFKD", makeForm<NormalizationForm::Nfkd>},
    {"Lowercase", makeLowercase},
    {"StripAccents", makeStripAccents},
    {"Strip", makeStrip},
    {"Replace", makeReplace},
    {"Prepend", makePrepend},
    {"Precompiled", makePrecompiled},
    {"Nmt", makeNmt},
    {"ByteLevel", makeByteLevel},
};

}  // namespace

Normalizer makeNormalizer(const Json& definition, const StageOverrides& overrides) {
    return makeStage(rows, "normalizer", definition, overrides);
}

Normalizer normalizerSequence(std::vector<Normalizer> normalizers) {
    return [normalizers = std::move(normalizers)](NormalizedText& text) {
        for (const Normalizer& normalize : normalizers) normalize(text);
    };
}

Normalizer bertNormalizer(const BertNormalizerSettings& settings) {
    const bool stripAccents = settings.stripAccents.value_or(settings.lowercase);
    return [settings, stripAccents](NormalizedText& text) {
        if (settings.cleanText) cleanText(text);
        if (settings.handleIdeographs) setIdeographsApart(text);
        if (stripAccents) stripBertAccents(text);
        if (settings.lowercase) toLowercase(text);
    };
}

Normalizer lowercaseNormalizer() {
    return toLowercase;
}

Normalizer nfcNormalizer() {
    return makeForm<NormalizationForm::Nfc>({}, {});
}

}  // namespace headscope::core
