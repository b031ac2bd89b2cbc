// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of headscope.json. Adding one is one row and one case of its test.
#include <string>

#include "core/model/config_values.h"
#include "core/model/description.h"

namespace headscope::core {
namespace {

template <typename Value>
struct Choice {
    std::string_view name;
    Value value;
};

template <typename Value, std::size_t count>
Value chosen(const Json& value, std::string_view key, const Choice<Value> (&choices)[count]) {
    const std::string_view name = value.asString();
    std::string known;
    for (const auto& choice : choices) {
        if (choice.name == name) return choice.value;
        known += (known.empty() ? "" : ", ") + std::string(choice.name);
    }
    refuseValue(value, key, value.text(), "it can be " + known);
}

double positiveNumber(const Json& value, std::string_view key) {
    const double number = value.asDouble();
    if (!(number > 0) || number > static_cast<double>(largestSize))
        refuseValue(value, key, value.text(), "it must be positive");
    return number;
}

void applyNorm(Architecture& row, const Json& value) {
    constexpr Choice<NormKind> choices[] = {{"layer", NormKind::Layer}, {"rms", NormKind::Rms}};
    row.design.norm = chosen(value, "norm", choices);
}

void applyPlacement(Architecture& row, const Json& value) {
    constexpr Choice<NormPlacement> choices[] = {
        {"post", NormPlacement::Post}, {"pre", NormPlacement::Pre}, {"parallel", NormPlacement::Parallel}};
    row.design.placement = chosen(value, "placement", choices);
}

void applyResidual(Architecture& row, const Json& value) {
    row.design.residual = value.asBool() ? Residual::Input : Residual::None;
}

void applyCausal(Architecture& row, const Json& value) {
    row.design.causal = value.asBool();
}

void applyWindow(Architecture&, const Json& value) {
    if (value.asInt() < 1) refuseValue(value, "window", value.text(), "it must be at least 1");
}

void applyLinear(Architecture& row, const Json& value) {
    constexpr Choice<LinearLayout> choices[] = {{"out_in", LinearLayout::OutIn},
                                                {"in_out", LinearLayout::InOut}};
    row.linear = chosen(value, "linear", choices);
}

void applyQkvOrder(Architecture& row, const Json& value) {
    constexpr Choice<QkvLayout> choices[] = {{"blocks", QkvLayout::Blocks}, {"groups", QkvLayout::Groups}};
    row.qkv = chosen(value, "qkv_order", choices);
}

void applyScale(Architecture& row, const Json& value) {
    positiveNumber(value, "scale");
    row.scale = ScaleRule::Key;
}

void applyPositionBias(Architecture& row, const Json& value) {
    constexpr Choice<PositionBias> choices[] = {{"none", PositionBias::None}, {"alibi", PositionBias::Alibi}};
    row.design.positionBias = chosen(value, "position_bias", choices);
}

void applyRotary(Architecture& row, const Json& value) {
    constexpr Choice<std::optional<RotaryPairs>> choices[] = {
        {"none", {}}, {"halves", RotaryPairs::Halves}, {"neighbours", RotaryPairs::Neighbours}};
    const auto pairs = chosen(value, "rotary", choices);
    row.rope.used = pairs.has_value();
    row.design.rotaryPairs = pairs.value_or(RotaryPairs::Halves);
}

void applyRotaryTheta(Architecture&, const Json& value) {
    positiveNumber(value, "rotary_theta");
}

void applyRotaryShare(Architecture&, const Json& value) {
    if (positiveNumber(value, "rotary_share") > 1)
        refuseValue(value, "rotary_share", value.text(), "it can be at most 1");
}

void applyQkNorm(Architecture& row, const Json& value) {
    constexpr Choice<QkNorm> choices[] = {
        {"none", QkNorm::None}, {"per_head", QkNorm::PerHead}, {"whole_width", QkNorm::WholeWidth}};
    row.design.qkNorm = chosen(value, "qk_norm", choices);
}

void applyEmbeddingTimesRoot(Architecture& row, const Json& value) {
    row.embeddingTimesRoot = value.asBool();
}

void applyTied(Architecture& row, const Json& value) {
    row.tied = value.asBool();
}

constexpr DescriptionField fields[] = {
    {"heads", "must be given, except where each head has tensors of its own",
     "heads per layer; one matrix of all heads does not tell"},
    {"kv_heads", "as the tensors have them; `heads` where q, k and v are one tensor",
     "key/value heads, fewer where heads share them"},
    {"tensors", "must be given", "the names below"},
    {"placement", "`\"post\"`",
     "norms after each half of the block (`\"post\"`), before it (`\"pre\"`), or before attention and MLP "
     "side by side (`\"parallel\"`)",
     applyPlacement},
    {"norm", "`\"layer\"`", "LayerNorm, or RMSNorm (`\"rms\"`)", applyNorm},
    {"epsilon", "`1e-5`", "what norms add to the variance"},
    {"activation", "`\"relu\"`", "of the MLP: `\"relu\"`, `\"gelu\"`, `\"gelu_new\"` (tanh), `\"silu\"` …"},
    {"residual", "`true`", "what a layer computes is added to its input", applyResidual},
    {"causal", "`false`", "no position sees a later one", applyCausal},
    {"window", "no limit",
     "keys that a query sees: with `causal` so many up to itself, else those at most so far away",
     applyWindow},
    {"linear", "`\"out_in\"`", "how matrices are stored: as nn.Linear does, or for `x @ W` (`\"in_out\"`)",
     applyLinear},
    {"qkv_order", "`\"blocks\"`",
     "of one q, k, v tensor: all of q, of k, of v, or head by head (`\"groups\"`)", applyQkvOrder},
    {"scale", "1/√(width of a head)", "what q · k is multiplied by", applyScale},
    {"position_bias", "`\"none\"`", "`\"alibi\"` lowers scores by distance", applyPositionBias},
    {"rotary", "`\"none\"`",
     "q and k are rotated: column i with i + half a head (`\"halves\"`), or with the next one "
     "(`\"neighbours\"`)",
     applyRotary},
    {"rotary_theta", "`10000`", "base of the angles", applyRotaryTheta},
    {"rotary_share", "`1`", "part of a head's columns that rotates", applyRotaryShare},
    {"qk_norm", "`\"none\"`",
     "q and k are normalised before they rotate: each head (`\"per_head\"`), or all together "
     "(`\"whole_width\"`)",
     applyQkNorm},
    {"embedding_times_root", "`false`", "token embeddings are multiplied by √width", applyEmbeddingTimesRoot},
    {"tied", "`false`", "the output has no matrix of its own but that of the token embedding", applyTied},
};

constexpr DescriptionTensor tensors[] = {
    {"token_embedding", &TensorNames::tokenEmbedding, false, "absent: the model reads vectors"},
    {"position_embedding", &TensorNames::positionEmbedding, false, "added by position, learned or computed"},
    {"type_embedding", &TensorNames::typeEmbedding, false, "added by segment"},
    {"embedding_norm", &TensorNames::embeddingNorm, false, "norm of their sum"},
    {"q", &TensorNames::q, true, "projection to queries", OfHeads::Queries},
    {"k", &TensorNames::k, true, "to keys", OfHeads::KeysAndValues},
    {"v", &TensorNames::v, true, "to values", OfHeads::KeysAndValues},
    {"qkv", &TensorNames::qkv, true, "all three in one, in place of `q`, `k`, `v`", OfHeads::KeysAndValues},
    {"q_norm", &TensorNames::qNorm, true, "with `qk_norm`", OfHeads::Queries},
    {"k_norm", &TensorNames::kNorm, true, "with `qk_norm`", OfHeads::KeysAndValues},
    {"attention_out", &TensorNames::attentionOut, true, "what follows the heads", OfHeads::Queries},
    {"attention_norm", &TensorNames::attentionNorm, true, "of the attention half"},
    {"attention_out_norm", &TensorNames::attentionOutNorm, true, "of what attention adds"},
    {"mlp_up", &TensorNames::mlpUp, true, "first layer of the MLP"},
    {"mlp_gate", &TensorNames::mlpGate, true, "its gate, in a gated MLP"},
    {"mlp_down", &TensorNames::mlpDown, true, "last layer of the MLP"},
    {"mlp_norm", &TensorNames::mlpNorm, true, "of the MLP half"},
    {"mlp_out_norm", &TensorNames::mlpOutNorm, true, "of what the MLP adds"},
    {"final_norm", &TensorNames::finalNorm, false, "after the last layer"},
    {"output", nullptr, false, "one row of logits per position; its matrix may lie either way round"},
};

}  // namespace

std::span<const DescriptionField> descriptionFields() noexcept {
    return fields;
}

std::span<const DescriptionTensor> descriptionTensors() noexcept {
    return tensors;
}

}  // namespace headscope::core
