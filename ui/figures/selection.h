// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/tensor/matrix.h"
#include "core/trace/trace.h"

namespace headscope::ui {

/// The one selection of the window: views draw it and set it, never each other.
struct Selection {
    core::HeadId head;                 ///< the current head: where the keys move from
    std::optional<core::Index> query;  ///< pinned token positions (of tokens, also when words are shown)
    std::optional<core::Index> key;
    std::vector<core::HeadId> others{};  ///< heads chosen together with it, in order, without it

    /// All chosen heads, in order.
    std::vector<core::HeadId> heads() const;
    bool holds(core::HeadId head) const;
    bool several() const { return !others.empty(); }
    bool operator==(const Selection&) const = default;
};

/// The heads of a layer; none where it has no attention.
std::vector<core::HeadId> headsOfLayer(const core::Trace& trace, int layer);

/// The same tokens with other heads: `heads` with `current` among them.
Selection withHeads(Selection selection, std::vector<core::HeadId> heads, core::HeadId current);
/// With this head alone.
Selection withOnly(Selection selection, core::HeadId head);
/// With this head current, and chosen beside those that are.
Selection withAdded(Selection selection, core::HeadId head);
/// The same, or without the head where it is chosen; one head always stays.
Selection withToggled(Selection selection, core::HeadId head);

}  // namespace headscope::ui
