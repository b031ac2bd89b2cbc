// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/post_processor.h"
#include "core/tokenizer/unicode.h"
#include "core/tokenizer/vocabulary.h"

namespace headscope::core {
namespace {

// A template lists a handful of places; a hostile one could repeat the text without end.
constexpr std::size_t mostTemplateParts = 64;

EncodedToken inserted(const SpecialToken& special, std::int32_t typeId) {
    EncodedToken token;
    token.id = special.id;
    token.value = special.piece;
    token.typeId = typeId;
    token.inserted = true;
    return token;
}

void setType(std::vector<EncodedToken>& tokens, std::int32_t typeId) {
    for (EncodedToken& token : tokens) token.typeId = typeId;
}

bool isBlank(char32_t code) {
    return code == byteLetter(' ') || isWhitespace(code);
}

/// Takes the whitespace at the ends of a token out of its span, but not the one space that the prefix rule
/// put there.
void trim(EncodedToken& token, bool first, bool addPrefixSpace) {
    const std::vector<char32_t> characters = codePoints(token.value);
    const auto leadingEnd = std::find_if_not(characters.begin(), characters.end(), isBlank);
    const auto trailingBegin = std::find_if_not(characters.rbegin(), characters.rend(), isBlank);
    Index leading = leadingEnd - characters.begin();
    const Index trailing = trailingBegin - characters.rbegin();
    Span& span = token.span;
    if (leading == 1 && addPrefixSpace && (first || span.begin == 0)) leading = 0;
    span.begin = std::min(span.begin + leading, span.end);
    if (span.end >= trailing) span.end = std::max(span.end - trailing, span.begin);
}

void trimAll(Encodings& encodings, bool addPrefixSpace) {
    for (auto& tokens : encodings)
        for (std::size_t i = 0; i < tokens.size(); ++i) trim(tokens[i], i == 0, addPrefixSpace);
}

SpecialToken specialToken(const Json& pair) {
    if (!pair.isArray() || pair.size() != 2)
        throw invalidTokenizer(pair, "a special token is not [text, id]");
    return {std::string(pair[0].asString()), tokenId(pair[1])};
}

PostProcessor makeBert(const Json& definition, const StageOverrides&) {
    return [separator = specialToken(definition.at("sep")), beginning = specialToken(definition.at("cls"))](
               Encodings& encodings, bool addSpecialTokens) {
        if (!addSpecialTokens) return;
        for (std::size_t i = 0; i < encodings.size(); ++i) {
            if (i == 0) encodings[i].insert(encodings[i].begin(), inserted(beginning, 0));
            encodings[i].push_back(inserted(separator, i == 0 ? 0 : 1));
        }
    };
}

PostProcessor makeRoberta(const Json& definition, const StageOverrides& overrides) {
    RobertaSettings settings;
    settings.separator = specialToken(definition.at("sep"));
    settings.beginning = specialToken(definition.at("cls"));
    settings.trimOffsets = definition.boolOr("trim_offsets", true);
    settings.addPrefixSpace = overrides.addPrefixSpace.value_or(definition.boolOr("add_prefix_space", true));
    return robertaProcessor(settings);
}

PostProcessor makeByteLevel(const Json& definition, const StageOverrides&) {
    const bool addPrefixSpace = definition.boolOr("add_prefix_space", true);
    const bool trimOffsets = definition.boolOr("trim_offsets", true);
    return [addPrefixSpace, trimOffsets](Encodings& encodings, bool) {
        if (trimOffsets) trimAll(encodings, addPrefixSpace);
    };
}

std::vector<SpecialToken> templateTokens(const Json& all, const Json& name) {
    const auto definition = all.find(name.asString());
    if (!definition)
        throw invalidTokenizer(name, "a template uses the undefined token " + std::string(name.asString()));
    const Json ids = definition->at("ids");
    const Json pieces = definition->at("tokens");
    if (ids.size() != pieces.size() || ids.size() > mostTemplateParts)
        throw invalidTokenizer(ids, "a template token does not have as many ids as texts");
    std::vector<SpecialToken> tokens;
    for (std::size_t i = 0; i < ids.size(); ++i)
        tokens.push_back({std::string(pieces[i].asString()), tokenId(ids[i])});
    return tokens;
}

TemplatePart templatePart(const Json& definition, const Json& specials) {
    TemplatePart part;
    const auto sequence = definition.find("Sequence");
    const Json place = sequence ? *sequence : definition.at("SpecialToken");
    part.typeId = tokenId(place.at("type_id"));
    if (!sequence) {
        part.tokens = templateTokens(specials, place.at("id"));
        return part;
    }
    const std::string_view name = place.at("id").asString();
    if (name != "A" && name != "B")
        throw invalidTokenizer(place, "a template has a sequence that is neither A nor B");
    part.sequence = name == "A" ? 0 : 1;
    return part;
}

Template readTemplate(const Json& definition, const Json& specials, int texts) {
    if (definition.size() > mostTemplateParts) throw invalidTokenizer(definition, "a template is too long");
    Template parts;
    for (std::size_t i = 0; i < definition.size(); ++i) {
        parts.push_back(templatePart(definition[i], specials));
        if (parts.back().sequence.value_or(0) >= texts)
            throw invalidTokenizer(definition, "its template for one text uses a second one");
    }
    return parts;
}

PostProcessor makeTemplate(const Json& definition, const StageOverrides&) {
    const Json specials = definition.at("special_tokens");
    return templateProcessor(readTemplate(definition.at("single"), specials, 1),
                             readTemplate(definition.at("pair"), specials, 2));
}

PostProcessor makeSequence(const Json& definition, const StageOverrides&) {
    const Json stages = definition.at("processors");
    if (stages.size() > mostStagesInSequence)
        throw invalidTokenizer(definition, "it has too many post-processors");
    std::vector<PostProcessor> processors;
    for (std::size_t i = 0; i < stages.size(); ++i) processors.push_back(makePostProcessor(stages[i], {}));
    return [processors = std::move(processors)](Encodings& encodings, bool addSpecialTokens) {
        for (const PostProcessor& process : processors) process(encodings, addSpecialTokens);
    };
}

constexpr StageRow<PostProcessor> rows[] = {
    {"Sequence", makeSequence},   {"BertProcessing", makeBert},         {"RobertaProcessing", makeRoberta},
    {"ByteLevel", makeByteLevel}, {"TemplateProcessing", makeTemplate},
};

Encodings applied(const Template& parts, Encodings encodings, bool addSpecialTokens) {
    Encodings out;
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (part->sequence) {
            auto& tokens = encodings[static_cast<std::size_t>(*part->sequence)];
            const bool again = std::any_of(part + 1, parts.end(), [part](const TemplatePart& later) {
                return later.sequence == part->sequence;
            });
            out.push_back(again ? tokens : std::move(tokens));
            setType(out.back(), part->typeId);
        } else if (addSpecialTokens) {
            out.emplace_back();
            for (const SpecialToken& token : part->tokens)
                out.back().push_back(inserted(token, part->typeId));
        }
    }
    return out;
}

}  // namespace

PostProcessor makePostProcessor(const Json& definition, const StageOverrides& overrides) {
    return makeStage(rows, "post-processor", definition, overrides);
}

PostProcessor templateProcessor(Template single, Template pair) {
    return [single = std::move(single), pair = std::move(pair)](Encodings& encodings, bool addSpecialTokens) {
        // Behind another template there can be more parts than texts; the reference library fails there, too.
        if (encodings.empty() || encodings.size() > 2)
            throw Error(ErrorCode::TokenizerInvalid,
                        {"post_processor", "a template follows another template"});
        const Template& parts = encodings.size() == 1 ? single : pair;
        encodings = applied(parts, std::move(encodings), addSpecialTokens);
    };
}

PostProcessor robertaProcessor(const RobertaSettings& settings) {
    return [settings](Encodings& encodings, bool addSpecialTokens) {
        if (settings.trimOffsets) trimAll(encodings, settings.addPrefixSpace);
        for (std::size_t i = 0; i < encodings.size(); ++i) {
            setType(encodings[i], 0);
            if (!addSpecialTokens) continue;
            const SpecialToken& first = i == 0 ? settings.beginning : settings.separator;
            encodings[i].insert(encodings[i].begin(), inserted(first, 0));
            encodings[i].push_back(inserted(settings.separator, 0));
        }
    };
}

}  // namespace headscope::core
