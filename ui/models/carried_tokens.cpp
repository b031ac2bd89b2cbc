// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/carried_tokens.h"

#include <algorithm>

namespace headscope::ui {

using core::Index;
using Tokens = std::vector<core::Token>;

std::optional<Index> carried(const Tokens& before, const Tokens& after, std::optional<Index> position) {
    if (!position) return {};
    if (before.size() == after.size()) return position;
    const auto same = [](const core::Token& a, const core::Token& b) {
        return a.id == b.id && a.label == b.label;
    };
    const auto begin = std::mismatch(before.begin(), before.end(), after.begin(), after.end(), same).first;
    if (*position < begin - before.begin()) return position;
    const auto end = std::mismatch(before.rbegin(), before.rend(), after.rbegin(), after.rend(), same).first;
    const auto length = static_cast<Index>(before.size());
    if (length - *position > end - before.rbegin()) return {};
    return *position + static_cast<Index>(after.size()) - length;
}

core::Input withCarriedGlobalTokens(core::Input input, const core::Trace& before, const core::Model& model) {
    core::Input same = before.spec.input;
    same.globalTokens = input.globalTokens;
    const core::Tokenizer* tokenizer = model.tokenizer();
    if (!input.globalTokens || input == same || tokenizer == nullptr) return input;
    const Tokens after = input.ids.empty()
                             ? tokenizer->encode(input.text, input.pair, {true, !input.literalSpecials})
                             : tokenizer->fromIds(input.ids);
    std::vector<std::int32_t> positions;
    for (const std::int32_t global : *input.globalTokens) {
        const auto place = carried(before.tokens, after, global);
        const Index most = model.config().maxTokens;
        if (place && (most == 0 || *place < most)) positions.push_back(static_cast<std::int32_t>(*place));
    }
    input.globalTokens = std::move(positions);
    return input;
}

}  // namespace headscope::ui
