// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of distances and the convolution, as config.json of DeBERTa-v2 and v3 writes them.
#include <algorithm>
#include <string>

#include "core/model/config_values.h"

namespace headscope::core {
namespace {

std::string trimmedLower(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c != ' ') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

// Whether `word` is in the list under `key`, which is an array or one string: "c2p|p2c".
bool lists(const Json& config, std::string_view key, std::string_view word) {
    const auto value = config.find(key);
    if (!value) return false;
    if (value->isArray()) {
        for (std::size_t i = 0; i < value->size(); ++i) {
            if (trimmedLower((*value)[i].asString()) == word) return true;
        }
        return false;
    }
    const std::string all = '|' + trimmedLower(value->asString()) + '|';
    return all.find('|' + std::string(word) + '|') != std::string::npos;
}

// A size that is absent, or switched off by a number below 1.
Index positiveOr(const Json& config, std::string_view key, Index fallback) {
    if (config.intOr(key, 0) < 1) return fallback;
    return valueOf(config, {{key}, fallback});
}

void readTable(const Json& config, ModelConfig& out) {
    DistanceTable& table = out.distances;
    table.onQueries = lists(config, "pos_att_type", "c2p");
    table.onKeys = lists(config, "pos_att_type", "p2c");
    // The reference divides by the number of terms even where there is no table that would make them.
    table.terms = 1 + (table.onQueries ? 1 : 0) + (table.onKeys ? 1 : 0);
    if (!config.boolOr("relative_attention", false) || table.terms == 1) return;
    table.farthest = positiveOr(config, "max_relative_positions", out.positions);
    table.buckets = positiveOr(config, "position_buckets", 0);
    table.span = table.buckets > 0 ? table.buckets : table.farthest;
    table.ownProjections = !config.boolOr("share_att_key", false);
    table.normed = lists(config, "norm_rel_ebd", "layer_norm");
    if (table.buckets > 0 && (table.buckets < 2 || table.farthest - 1 <= table.buckets / 2))
        refuseValue(config, "position_buckets", std::to_string(table.buckets),
                    "buckets need distances beyond half of them, up to " + std::to_string(table.farthest));
}

void readConvolution(const Json& config, ModelConfig& out) {
    ConvolutionPlan& plan = out.convolution;
    plan.kernel = positiveOr(config, "conv_kernel_size", 0);
    if (plan.kernel == 0) return;
    if (plan.kernel % 2 == 0)
        refuseValue(config, "conv_kernel_size", std::to_string(plan.kernel),
                    "an even kernel does not give one row for each token");
    plan.groups = valueOf(config, {{"conv_groups"}, 1});
    if (out.modelDim % plan.groups != 0)
        refuseValue(config, "conv_groups", std::to_string(plan.groups),
                    "it does not divide the " + std::to_string(out.modelDim) + " channels");
    plan.activation = knownActivation(config, config.stringOr("conv_act", "tanh"));
}

}  // namespace

void readDistances(const Json& config, ModelConfig& out) {
    readTable(config, out);
    readConvolution(config, out);
}

}  // namespace headscope::core
