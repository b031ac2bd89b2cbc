// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace headscope::core {

/// Where a head sits: single-stack models have `Self` only, encoder-decoders the other three.
enum class AttentionKind { Self, Encoder, Decoder, Cross };

/// "self", "encoder", "decoder", "cross".
std::string_view kindName(AttentionKind kind) noexcept;

/// One attention head; layer and head count from 0.
struct HeadId {
    AttentionKind kind = AttentionKind::Self;
    int layer = 0;
    int head = 0;
    auto operator<=>(const HeadId&) const = default;
};

/// "4.11"
std::string headName(HeadId head);
/// Reads "4.11"; nothing when `text` is not of that form.
std::optional<HeadId> headNamed(std::string_view text, AttentionKind kind = AttentionKind::Self);

}  // namespace headscope::core
