// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/head_id.h"

#include <charconv>

namespace headscope::core {
namespace {

std::optional<int> wholeNumber(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

}  // namespace

std::string_view kindName(AttentionKind kind) noexcept {
    switch (kind) {
        case AttentionKind::Self:
            return "self";
        case AttentionKind::Encoder:
            return "encoder";
        case AttentionKind::Decoder:
            return "decoder";
        case AttentionKind::Cross:
            return "cross";
    }
    return {};
}

std::string headName(HeadId head) {
    return std::to_string(head.layer) + '.' + std::to_string(head.head);
}

std::optional<HeadId> headNamed(std::string_view text, AttentionKind kind) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto layer = wholeNumber(text.substr(0, dot));
    const auto head = wholeNumber(text.substr(dot + 1));
    if (!layer || !head) return std::nullopt;
    return HeadId{kind, *layer, *head};
}

}  // namespace headscope::core
