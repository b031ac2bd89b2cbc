// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/family_parts.h"

#include "core/base/utf8.h"

namespace headscope::core {
namespace {

std::optional<SpecialToken> namedToken(const Tokenizer::Pipeline& pipeline, const std::string& piece) {
    const auto id = pipeline.id(piece);
    return id ? std::optional(SpecialToken{piece, *id}) : std::nullopt;
}

}  // namespace

std::vector<std::string_view> linesOf(const MappedFile& file) {
    std::string_view text = file.text();
    if (const auto bad = findInvalidUtf8(text))
        throw Error(ErrorCode::TokenizerInvalid,
                    {file.name(), "it is not UTF-8 at byte " + std::to_string(*bad)});
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

void addSpecials(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config,
                 std::initializer_list<NamedDefault> defaults) {
    for (const auto& [name, text, lstrip] : defaults) {
        if (config.named.contains(name)) continue;
        AddedToken token;
        token.content = std::string(text);
        token.special = true;
        token.normalized = false;
        token.lstrip = lstrip;
        pipeline.addedTokens.add(token, *pipeline.model);
    }
    addDeclaredTokens(config, pipeline.addedTokens, *pipeline.model);
}

SpecialToken special(const Tokenizer::Pipeline& pipeline, std::string piece) {
    const auto id = pipeline.id(piece);
    if (!id)
        throw Error(ErrorCode::TokenizerInvalid,
                    {pipeline.file, "it has no special token \"" + piece + "\""});
    return {std::move(piece), *id};
}

PostProcessor bertTemplate(const SpecialToken& beginning, const SpecialToken& separator,
                           std::size_t separators) {
    const Template single = {{std::nullopt, {beginning}, 0}, {0, {}, 0}, {std::nullopt, {separator}, 0}};
    Template pair = single;
    if (separators == 2) pair.push_back({std::nullopt, {separator}, 0});
    pair.push_back({1, {}, 1});
    pair.push_back({std::nullopt, {separator}, 1});
    return templateProcessor(single, std::move(pair));
}

PostProcessor beginningAndEnding(const std::optional<SpecialToken>& beginning,
                                 const std::optional<SpecialToken>& ending) {
    const auto around = [&](int sequence) {
        Template parts;
        if (beginning) parts.push_back({std::nullopt, {*beginning}, sequence});
        parts.push_back({sequence, {}, sequence});
        if (ending) parts.push_back({std::nullopt, {*ending}, sequence});
        return parts;
    };
    Template pair = around(0);
    for (const TemplatePart& part : around(1)) pair.push_back(part);
    return templateProcessor(around(0), std::move(pair));
}

PostProcessor configuredEnds(const Tokenizer::Pipeline& pipeline, const TokenizerConfig& config,
                             const DefaultEnds& defaults) {
    std::optional<SpecialToken> beginning;
    std::optional<SpecialToken> ending;
    if (config.settings.boolOr("add_bos_token", defaults.begins))
        beginning = namedToken(pipeline, config.tokenText("bos_token", defaults.beginning));
    if (config.settings.boolOr("add_eos_token", false))
        ending = namedToken(pipeline, config.tokenText("eos_token", defaults.ending));
    return beginningAndEnding(beginning, ending);
}

}  // namespace headscope::core
