// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/tokenizer_config.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headscope::core {
namespace {

// In the order in which the reference adds them.
constexpr std::array<std::string_view, 7> tokenNames = {"bos_token", "eos_token", "unk_token", "sep_token",
                                                        "pad_token", "cls_token", "mask_token"};

// Tokenizer classes whose settings rule over the BertNormalizer of tokenizer.json.
constexpr std::array<std::string_view, 10> bertClasses = {"Bert",       "DistilBert", "Electra",  "MPNet",
                                                          "MobileBert", "Funnel",     "LayoutLM", "ConvBert",
                                                          "Lxmert",     "RetriBert"};
// Tokenizer classes whose add_prefix_space rules over the ByteLevel stage.
constexpr std::array<std::string_view, 8> bytePairClasses = {"GPT2", "Roberta", "Longformer", "Bart",
                                                             "LED",  "Deberta", "Blenderbot", "MVP"};

template <std::size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Json readJson(const Checkpoint& checkpoint, std::string_view name) {
    const auto file = checkpoint.file(name);
    return file ? Json::parse(file->text(), file->name()) : Json();
}

std::string withoutSuffix(std::string text, std::string_view suffix) {
    if (text.ends_with(suffix)) text.resize(text.size() - suffix.size());
    return text;
}

AddedToken specialDefaults() {
    AddedToken token;
    token.special = true;
    token.normalized = false;
    return token;
}

/// The tokens of {"id": {"content": …}, …} by id, which the file may list as text ("10" before "9").
std::vector<AddedToken> readDeclared(const Json& decoder) {
    std::vector<std::pair<std::int64_t, AddedToken>> byId;
    for (const auto& [key, definition] : decoder.members()) {
        std::int64_t id = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
        if (error != std::errc() || end != key.data() + key.size())
            throw invalidTokenizer(decoder, "added_tokens_decoder has the id \"" + std::string(key) + "\"");
        byId.emplace_back(id, readAddedToken(definition, {}));
    }
    std::stable_sort(byId.begin(), byId.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<AddedToken> tokens;
    for (auto& [id, token] : byId) tokens.push_back(std::move(token));
    return tokens;
}

/// The tokens of {"content": id, …} by id.
std::vector<AddedToken> readAddedTokensFile(const Json& file) {
    std::vector<std::pair<std::int32_t, std::string>> byId;
    for (const auto& [content, id] : file.members()) byId.emplace_back(tokenId(id), content);
    std::sort(byId.begin(), byId.end());
    std::vector<AddedToken> tokens;
    for (auto& [id, content] : byId) {
        AddedToken token;
        token.content = std::move(content);
        tokens.push_back(std::move(token));
    }
    return tokens;
}

bool isToken(const Json& value) {
    return value.isString() || (value.isObject() && value.find("content"));
}

void readSpecials(const Json& file, TokenizerConfig& config) {
    for (const std::string_view name : tokenNames) {
        const auto value = file.find(name);
        if (value && isToken(*value))
            config.named.insert_or_assign(std::string(name), readAddedToken(*value, specialDefaults()));
    }
    for (const std::string_view name : {"additional_special_tokens", "extra_special_tokens"}) {
        const auto list = file.find(name);
        if (!list || !list->isArray()) continue;
        for (std::size_t i = 0; i < list->size(); ++i)
            if (isToken((*list)[i])) config.older.push_back(readAddedToken((*list)[i], specialDefaults()));
    }
}

std::string readClassName(const Json& settings) {
    if (!settings.isObject()) return {};
    const auto name = settings.find("tokenizer_class");
    if (!name || !name->isString()) return {};
    return withoutSuffix(withoutSuffix(std::string(name->asString()), "Fast"), "Tokenizer");
}

}  // namespace

std::string TokenizerConfig::tokenText(std::string_view name, std::string_view fallback) const {
    const auto found = named.find(name);
    return found == named.end() ? std::string(fallback) : found->second.content;
}

StageOverrides TokenizerConfig::overrides() const {
    StageOverrides overrides;
    if (isOneOf(className, bertClasses)) {
        overrides.lowercase = settings.boolOr("do_lower_case", true);
        overrides.handleIdeographs = settings.boolOr("tokenize_chinese_chars", true);
        const auto strip = settings.find("strip_accents");
        overrides.stripAccents.emplace(strip ? std::optional(strip->asBool()) : std::nullopt);
    }
    if (isOneOf(className, bytePairClasses))
        overrides.addPrefixSpace = settings.boolOr("add_prefix_space", false);
    return overrides;
}

TokenizerConfig readTokenizerConfig(const Checkpoint& checkpoint) {
    TokenizerConfig config;
    config.settings = readJson(checkpoint, "tokenizer_config.json");
    config.className = readClassName(config.settings);
    const Json& model = checkpoint.config();
    if (const auto type = model.find("model_type"); type && type->isString())
        config.modelType = std::string(type->asString());
    readSpecials(config.settings, config);
    readSpecials(readJson(checkpoint, "special_tokens_map.json"), config);
    if (const auto decoder = config.settings.find("added_tokens_decoder"))
        config.declared = readDeclared(*decoder);
    else
        for (AddedToken& token : readAddedTokensFile(readJson(checkpoint, "added_tokens.json")))
            config.older.push_back(std::move(token));
    return config;
}

void addDeclaredTokens(const TokenizerConfig& config, AddedTokens& tokens, const ModelStage& model) {
    for (const AddedToken& token : config.declared) tokens.add(token, model);
    for (const AddedToken& token : config.older)
        if (!tokens.id(token.content)) tokens.add(token, model);
    for (const std::string_view name : tokenNames) {
        const auto found = config.named.find(name);
        if (found == config.named.end()) continue;
        const AddedToken plain = [&] {
            AddedToken token = specialDefaults();
            token.content = found->second.content;
            return token;
        }();
        if (!tokens.id(plain.content) || found->second != plain) tokens.add(found->second, model);
    }
}

}  // namespace headscope::core
