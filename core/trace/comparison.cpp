// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/comparison.h"

#include <utility>

namespace headscope::core {
namespace {

std::shared_ptr<const TokenAlignment> wordAlignment(const Trace& a, const Trace& b) {
    return std::make_shared<TokenAlignment>(
        alignTokens(wordGroups(a.tokens, a.spec.input).words, wordGroups(b.tokens, b.spec.input).words));
}

}  // namespace

bool canCompare(const Trace& a, const Trace& b) {
    return a.layerCount() == b.layerCount() && a.headIds() == b.headIds();
}

Comparison compareRuns(TracePtr a, TracePtr b) {
    auto tokens = std::make_shared<TokenAlignment>(alignTokens(a->tokens, b->tokens));
    auto words = wordAlignment(*a, *b);
    return {std::move(a), std::move(b), std::move(tokens), std::move(words)};
}

std::shared_ptr<const DifferencePattern> differencePattern(const Comparison& runs, HeadId head, bool words,
                                                           const Kernels& kernels) {
    PatternPtr a = headPattern(runs.a, head, kernels);
    PatternPtr b = headPattern(runs.b, head, kernels);
    if (!a || !b) return nullptr;
    if (words) {
        a = wordPattern(std::move(a), runs.a->spec.input);
        b = wordPattern(std::move(b), runs.b->spec.input);
    }
    return std::make_shared<DifferencePattern>(std::move(a), std::move(b), runs.alignment(words));
}

}  // namespace headscope::core
