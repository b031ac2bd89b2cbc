// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/edits.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace headscope::core {
namespace {

std::string upTo(int count) {
    return count == 1 ? "0" : "0 to " + std::to_string(count - 1);
}

/// Why a model has no such head; nothing when it has.
std::string whyAbsent(const ModelConfig& config, HeadId head) {
    if (head.kind != AttentionKind::Self) return "the model has heads of the kind self only";
    if (head.layer < 0 || head.layer >= config.layers)
        return "the model has the layers " + upTo(config.layers);
    const LayerPlan& plan = config.plan(head.layer);
    const std::string layer = "layer " + std::to_string(head.layer);
    if (!plan.attention || plan.heads == 0) return layer + " has no attention";
    if (head.head < 0 || head.head >= plan.heads) return layer + " has the heads " + upTo(plan.heads);
    return {};
}

}  // namespace

void checkEdits(const ModelConfig& config, const std::vector<Edit>& edits) {
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const HeadGate& edit = std::get<HeadGate>(edits[i]);
        const std::string name = headName(edit.head);
        if (const std::string why = whyAbsent(config, edit.head); !why.empty())
            throw Error(ErrorCode::NoSuchHead, {name, why});
        // Also refuses what is no number.
        if (!(edit.gate >= 0 && edit.gate <= HeadGate::most))
            throw Error(ErrorCode::GateInvalid, {name, shortestText(edit.gate)});
        const auto again = [&](const Edit& other) { return std::get<HeadGate>(other).head == edit.head; };
        if (std::any_of(edits.begin(), edits.begin() + static_cast<Index>(i), again))
            throw Error(ErrorCode::GateTwice, {name});
    }
}

std::vector<Edit> editsOf(const std::vector<Edit>& edits, int layer) {
    std::vector<Edit> chosen;
    for (const Edit& edit : edits) {
        if (std::get<HeadGate>(edit).head.layer == layer) chosen.push_back(edit);
    }
    return chosen;
}

}  // namespace headscope::core
