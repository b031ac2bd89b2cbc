// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/analysis/metrics.h"

namespace headscope::core {

/// What the pattern of a head looks like, by shares of weight; says nothing about what the head is for.
enum class HeadType { Content, Previous, Next, Self, Sink, Local, Broad };

/// "content", …: the name in files.
std::string_view headTypeId(HeadType type) noexcept;
/// "Content", …; translation context "HeadType".
std::string_view headTypeName(HeadType type) noexcept;

/// A type with the share that earned it.
struct HeadTypeEvidence {
    HeadType type = HeadType::Content;
    double share = 0;
};

/// The first rule that holds, in this order: special tokens receive ≥ 0.6 (Clark et al. 2019) → sink;
/// previous, next or own token > 0.5, over the rows that may see it (Clark et al. 2019) → previous, next,
/// self; mean relative entropy ≥ 0.9 → broad; keys within two tokens receive > 0.6 of the mean row → local;
/// else content, with the share that neither special tokens nor near keys receive. Shares lie between 0
/// and 1.
HeadTypeEvidence headType(const LayerTrace& layer, int head);
/// The same from measures; nothing unless the metrics that the rules ask for are among them, with special
/// tokens.
std::optional<HeadTypeEvidence> headType(const Measures& measures, const HeadMeasures& head);
/// All whose rules hold, in their order, content left out; none where headType() answers nothing.
std::vector<HeadTypeEvidence> patternTypes(const Measures& measures, const HeadMeasures& head);

}  // namespace headscope::core
