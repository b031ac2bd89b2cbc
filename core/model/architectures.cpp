// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/architectures.h"

#include <string>

#include "core/model/description.h"
#include "core/model/families.h"
#include "core/model/state_dict.h"

namespace headscope::core {
namespace {

std::vector<Architecture> wholeTable() {
    std::vector<Architecture> table;
    for (const auto& families : {bertFamilies(), encoderFamilies(), modernBertFamilies(), gptFamilies(),
                                 parallelFamilies(), llamaFamilies(), gemmaFamilies()})
        table.insert(table.end(), families.begin(), families.end());
    return table;
}

// The class is the prefix and a task ("BertForMaskedLM", "LlamaModel"), so "BertX…" of another family does
// not match.
bool namesClass(const Architecture& row, std::string_view className) {
    if (!className.starts_with(row.classPrefix)) return false;
    const std::string_view task = className.substr(row.classPrefix.size());
    return task.starts_with("For") || task.starts_with("Model") || task.starts_with("LMHead");
}

const Architecture& rowOf(const Checkpoint& checkpoint) {
    const Json& config = checkpoint.config();
    const std::string type = config.stringOr("model_type", textConfig(config).stringOr("model_type", ""));
    const std::string className = firstClass(config);
    const Architecture* byClass = nullptr;
    std::string known;
    for (const Architecture& row : architectures()) {
        for (const std::string_view modelType : row.modelTypes) {
            if (type == modelType) return row;
            known += (known.empty() ? "" : ", ") + std::string(modelType);
        }
        if (namesClass(row, className)) byClass = &row;
    }
    if (type.empty() && byClass) return *byClass;
    throw Error(ErrorCode::UnknownArchitecture,
                {checkpoint.location(), type.empty() ? className : type, known});
}

void decide(BiasRule& rule, const Json& config) {
    if (!rule.key.empty()) rule.always = config.boolOr(rule.key, rule.always);
}

}  // namespace

std::vector<OutputHead> decoderOutputs(std::string_view projection) {
    return {
        {"causal-lm",
         OutputScope::EveryToken,
         {},
         {},
         {},
         projection,
         {},
         true,
         {"LMHeadModel", "ForCausalLM", "ForConditionalGeneration"}},
        {"classification", OutputScope::LastToken, {}, {}, {}, "score", {}, false, {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "score", {}, false, {tokenClass}},
    };
}

std::span<const Architecture> architectures() {
    static const std::vector<Architecture> table = wholeTable();
    return table;
}

std::string firstClass(const Json& config) {
    const auto classes = config.find("architectures");
    return classes && classes->isArray() && classes->size() > 0 ? std::string((*classes)[0].asString())
                                                                : std::string();
}

Json textConfig(const Json& config) {
    const auto nested = config.find("text_config");
    return nested && nested->isObject() ? *nested : config;
}

Architecture architectureOf(const Checkpoint& checkpoint) {
    if (checkpoint.isDescribed()) return describedRow(checkpoint);
    if (checkpoint.config().isNull()) throw undescribed(checkpoint);
    Architecture row = rowOf(checkpoint);
    const Json config = textConfig(checkpoint.config());
    if (row.adjust) row.adjust(row, config);
    for (BiasRule* rule : {&row.qkvBias, &row.outBias, &row.mlpBias, &row.routerBias, &row.normBias,
                           &row.headNormBias, &row.shortConvolutionBias})
        decide(*rule, config);
    return row;
}

}  // namespace headscope::core
