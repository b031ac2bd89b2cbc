// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/model/forward.h"

namespace headscope::core {
namespace {

std::vector<Index> firstTokens(Index count) {
    std::vector<Index> tokens;
    for (Index position = 0; position < count; ++position) tokens.push_back(position);
    return tokens;
}

// The question, where there is one: a question and its text have three separators in all. Other inputs, which
// the reference refuses, get no global tokens.
Index beforeSeparator(const std::vector<Token>& tokens, Index separatorId) {
    const auto separates = [separatorId](const Token& token) { return token.id == separatorId; };
    if (std::count_if(tokens.begin(), tokens.end(), separates) != 3) return 0;
    return std::find_if(tokens.begin(), tokens.end(), separates) - tokens.begin();
}

std::vector<Index> chosen(const std::vector<std::int32_t>& given, Index length) {
    std::vector<Index> tokens(given.begin(), given.end());
    for (const Index token : tokens) {
        if (token >= 0 && token < length) continue;
        throw Error(ErrorCode::PositionOutOfRange, {std::to_string(token), std::to_string(length - 1)});
    }
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    return tokens;
}

}  // namespace

std::vector<Index> globalTokensOf(const ModelConfig& config, const Trace& trace) {
    const GlobalTokens rule = config.design.globalTokens;
    if (const auto& given = trace.spec.input.globalTokens) {
        if (rule == GlobalTokens::Never) throw Error(ErrorCode::NoGlobalTokens, {trace.modelName});
        return chosen(*given, trace.length());
    }
    switch (rule) {
        case GlobalTokens::Never:
        case GlobalTokens::None:
            return {};
        case GlobalTokens::First:
            return firstTokens(1);
        case GlobalTokens::BeforeSeparator:
            return firstTokens(beforeSeparator(trace.tokens, config.separatorId));
    }
    return {};
}

}  // namespace headscope::core
