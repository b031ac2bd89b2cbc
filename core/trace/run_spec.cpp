// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/run_spec.h"

#include <charconv>

#include "core/base/number_text.h"

namespace headscope::core {

bool Input::operator==(const Input& other) const {
    const bool sameVectors =
        vectors == other.vectors ||
        (vectors && other.vectors && vectors->rows() == other.vectors->rows() &&
         vectors->cols() == other.vectors->cols() && (vectors->array() == other.vectors->array()).all());
    return sameVectors && text == other.text && pair == other.pair && ids == other.ids &&
           typeIds == other.typeIds && literalSpecials == other.literalSpecials &&
           globalTokens == other.globalTokens;
}

std::string editText(const Edit& edit) {
    const HeadGate& gate = std::get<HeadGate>(edit);
    return headName(gate.head) + '=' + shortestText(gate.gate);
}

std::string editsText(const std::vector<Edit>& edits) {
    std::string text;
    for (const Edit& edit : edits) text += (text.empty() ? "" : ",") + editText(edit);
    return text;
}

std::optional<HeadGate> gateNamed(std::string_view text, AttentionKind kind) {
    const std::size_t sign = text.find('=');
    if (sign == std::string_view::npos) return std::nullopt;
    const auto head = headNamed(text.substr(0, sign), kind);
    const std::string_view number = text.substr(sign + 1);
    float gate = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), gate);
    if (!head || error != std::errc() || end != number.data() + number.size()) return std::nullopt;
    return HeadGate{*head, gate};
}

}  // namespace headscope::core
