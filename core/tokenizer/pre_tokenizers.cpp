// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <string>
#include <utility>

#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/pattern.h"
#include "core/tokenizer/pre_tokenizer.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::string_view gpt2Pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

using Predicate = bool (*)(char32_t) noexcept;

PreTokenizer splitAt(Predicate predicate, SplitBehavior behavior) {
    return [predicate, behavior](Pieces& pieces) {
        splitPieces(pieces, [predicate, behavior](const NormalizedText& text) {
            return split(text, segmentsOf(text.text(), predicate), behavior);
        });
    };
}

void toByteLetters(Pieces& pieces) {
    std::vector<NormalizedText*> texts;
    texts.reserve(pieces.size());
    for (Piece& piece : pieces)
        if (!piece.addedToken) texts.push_back(&piece.text);
    NormalizedText::transformAll(texts, appendByteLetters);
}

void prependSpace(Pieces& pieces) {
    for (Piece& piece : pieces)
        if (!piece.addedToken && !piece.text.text().starts_with(" ")) piece.text.prepend(" ");
}

void isolate(Pieces& pieces, const Pattern& pattern) {
    splitPieces(pieces, [&pattern](const NormalizedText& text) {
        return split(text, segmentsOf(text.text(), pattern.matches(text.text())), SplitBehavior::Isolated);
    });
}

PreTokenizer makeByteLevel(const Json& definition, const StageOverrides& overrides) {
    const bool addPrefixSpace =
        overrides.addPrefixSpace.value_or(definition.boolOr("add_prefix_space", true));
    if (definition.boolOr("use_regex", true)) return byteLevelPreTokenizer(addPrefixSpace);
    return [addPrefixSpace](Pieces& pieces) {
        if (addPrefixSpace) prependSpace(pieces);
        toByteLetters(pieces);
    };
}

PreTokenizer makeBert(const Json&, const StageOverrides&) {
    return bertPreTokenizer();
}

// Words and runs of other characters; what lies between them, whitespace, is removed.
std::vector<NormalizedText> splitWhitespace(const NormalizedText& text) {
    enum class Kind { Blank, Word, Other };
    const auto kindOf = [](char32_t code) {
        if (isWordCharacter(code)) return Kind::Word;
        return isWhitespace(code) ? Kind::Blank : Kind::Other;
    };
    std::vector<NormalizedText> out;
    const std::string_view all = text.text();
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        const Kind kind = kindOf(characterAt(all, begin).code);
        while (end < all.size() && kindOf(characterAt(all, end).code) == kind)
            end += characterAt(all, end).bytes;
        if (kind != Kind::Blank) out.push_back(text.slice({begin, end}));
    }
    return out;
}

PreTokenizer makeWhitespace(const Json&, const StageOverrides&) {
    return [](Pieces& pieces) { splitPieces(pieces, splitWhitespace); };
}

PreTokenizer makeWhitespaceSplit(const Json&, const StageOverrides&) {
    return splitAt(isWhitespace, SplitBehavior::Removed);
}

PreTokenizer makeSplit(const Json& definition, const StageOverrides&) {
    const SplitBehavior behavior = splitBehavior(definition.at("behavior"));
    const bool invert = definition.boolOr("invert", false);
    return [pattern = Pattern(definition.at("pattern")), behavior, invert](Pieces& pieces) {
        splitPieces(pieces, [&](const NormalizedText& text) {
            std::vector<Segment> segments = segmentsOf(text.text(), pattern.matches(text.text()));
            for (Segment& segment : segments) segment.match = segment.match != invert;
            return split(text, std::move(segments), behavior);
        });
    };
}

PreTokenizer makeDigits(const Json& definition, const StageOverrides&) {
    const bool each = definition.boolOr("individual_digits", false);
    return splitAt(isNumeric, each ? SplitBehavior::Isolated : SplitBehavior::Contiguous);
}

PreTokenizer makePunctuation(const Json& definition, const StageOverrides&) {
    const auto behavior = definition.find("behavior");
    return splitAt(isPunctuation, behavior ? splitBehavior(*behavior) : SplitBehavior::Isolated);
}

PreTokenizer makeDelimiter(const Json& definition, const StageOverrides&) {
    const std::vector<char32_t> delimiter = codePoints(definition.at("delimiter").asString());
    if (delimiter.size() != 1) throw invalidTokenizer(definition, "a delimiter must be one character");
    return [wanted = delimiter.front()](Pieces& pieces) {
        splitPieces(pieces, [wanted](const NormalizedText& text) {
            const auto isDelimiter = [wanted](char32_t code) { return code == wanted; };
            return split(text, segmentsOf(text.text(), isDelimiter), SplitBehavior::Removed);
        });
    };
}

PreTokenizer makeFixedLength(const Json& definition, const StageOverrides&) {
    const std::int64_t length = definition.intOr("length", 5);
    if (length < 1) throw invalidTokenizer(definition, "a FixedLength needs a length of at least 1");
    return [length](Pieces& pieces) {
        splitPieces(pieces, [length](const NormalizedText& text) {
            std::vector<NormalizedText> out;
            std::size_t begin = 0;
            for (std::size_t end = 0; end < text.text().size(); begin = end) {
                for (std::int64_t i = 0; i < length && end < text.text().size(); ++i)
                    end += characterAt(text.text(), end).bytes;
                out.push_back(text.slice({begin, end}));
            }
            return out;
        });
    };
}

// A cut before each character of another script than the last one that had any. What stands before the first
// such character is lost, as in the reference.
std::vector<NormalizedText> splitScripts(const NormalizedText& text) {
    std::vector<NormalizedText> out;
    const std::string_view all = text.text();
    std::optional<int> last;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < all.size();) {
        const Utf8Character character = characterAt(all, at);
        const std::optional<int> script = scriptGroup(character.code);
        if (script && script != last) {
            if (last) out.push_back(text.slice({begin, at}));
            begin = at;
            last = script;
        }
        at += character.bytes;
    }
    if (last) out.push_back(text.slice({begin, all.size()}));
    return out;
}

PreTokenizer makeUnicodeScripts(const Json&, const StageOverrides&) {
    return [](Pieces& pieces) { splitPieces(pieces, splitScripts); };
}

PreTokenizer makeSequence(const Json& definition, const StageOverrides&) {
    const Json stages = definition.at("pretokenizers");
    if (stages.size() > mostStagesInSequence)
        throw invalidTokenizer(definition, "it has too many pre-tokenizers");
    std::vector<PreTokenizer> all;
    for (std::size_t i = 0; i < stages.size(); ++i) all.push_back(makePreTokenizer(stages[i], {}));
    return [all = std::move(all)](Pieces& pieces) {
        for (const PreTokenizer& preTokenize : all) preTokenize(pieces);
    };
}

enum class PrependScheme { Always, First, Never };

struct Metaspace {
    std::string replacement;
    PrependScheme scheme = PrependScheme::Always;
    bool splits = true;

    std::vector<NormalizedText> cut(NormalizedText text) const;
};

std::vector<NormalizedText> Metaspace::cut(NormalizedText text) const {
    const auto find = [](std::string_view all, std::string_view wanted) {
        std::vector<ByteRange> found;
        for (std::size_t at = all.find(wanted); at != std::string_view::npos;
             at = all.find(wanted, at + wanted.size()))
            found.push_back({at, at + wanted.size()});
        return found;
    };
    text.replace(find(text.text(), " "), replacement);
    const bool wanted =
        scheme == PrependScheme::Always || (scheme == PrependScheme::First && text.typedBegin() == 0);
    if (wanted && text.text().compare(0, replacement.size(), replacement) != 0) text.prepend(replacement);
    if (!splits) return {std::move(text)};
    return split(text, segmentsOf(text.text(), find(text.text(), replacement)),
                 SplitBehavior::MergedWithNext);
}

PrependScheme prependScheme(const Json& definition) {
    // Files of before 2024 have only add_prefix_space.
    if (!definition.boolOr("add_prefix_space", true)) return PrependScheme::Never;
    const std::string name = definition.stringOr("prepend_scheme", "always");
    if (name == "always") return PrependScheme::Always;
    if (name == "first") return PrependScheme::First;
    if (name == "never") return PrependScheme::Never;
    throw invalidTokenizer(definition, "it has the unknown prepend_scheme " + name);
}

PreTokenizer makeMetaspace(const Json& definition, const StageOverrides&) {
    Metaspace metaspace{std::string(definition.at("replacement").asString()), prependScheme(definition),
                        definition.boolOr("split", true)};
    if (codePoints(metaspace.replacement).size() != 1)
        throw invalidTokenizer(definition, "the replacement of a Metaspace must be one character");
    return [metaspace = std::move(metaspace)](Pieces& pieces) {
        splitPieces(pieces, [&](NormalizedText text) { return metaspace.cut(std::move(text)); });
    };
}

constexpr StageRow<PreTokenizer> rows[] = {
    {"Sequence", makeSequence},       {"BertPreTokenizer", makeBert},
    {"Whitespace", makeWhitespace},   {"WhitespaceSplit", makeWhitespaceSplit},
    {"ByteLevel", makeByteLevel},     {"Split", makeSplit},
    {"Metaspace", makeMetaspace},     {"Digits", makeDigits},
    {"Punctuation", makePunctuation}, {"CharDelimiterSplit", makeDelimiter},
    {"FixedLength", makeFixedLength}, {"UnicodeScripts", makeUnicodeScripts},
};

}  // namespace

PreTokenizer makePreTokenizer(const Json& definition, const StageOverrides& overrides) {
    return makeStage(rows, "pre-tokenizer", definition, overrides);
}

PreTokenizer bertPreTokenizer() {
    return [blanks = splitAt(isWhitespace, SplitBehavior::Removed),
            marks = splitAt(isPunctuation, SplitBehavior::Isolated)](Pieces& pieces) {
        blanks(pieces);
        marks(pieces);
    };
}

PreTokenizer byteLevelPreTokenizer(bool addPrefixSpace) {
    return [addPrefixSpace, pattern = Pattern(Regex(gpt2Pattern, "the built-in pattern"))](Pieces& pieces) {
        if (addPrefixSpace) prependSpace(pieces);
        isolate(pieces, pattern);
        toByteLetters(pieces);
    };
}

PreTokenizer isolatingPreTokenizer(std::string_view pattern, const std::string& file) {
    return [pattern = Pattern(Regex(pattern, file))](Pieces& pieces) { isolate(pieces, pattern); };
}

PreTokenizer byteLevelPreTokenizer(std::string_view pattern, const std::string& file) {
    return [pattern = Pattern(Regex(pattern, file))](Pieces& pieces) {
        isolate(pieces, pattern);
        toByteLetters(pieces);
    };
}

}  // namespace headscope::core
