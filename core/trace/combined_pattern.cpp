// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/combined_pattern.h"

#include <algorithm>
#include <utility>

#include "core/trace/mean_pattern.h"

namespace headscope::core {
namespace {

class LargestPattern final : public PatternSource {
public:
    explicit LargestPattern(std::vector<PatternPtr> patterns) : m_patterns(std::move(patterns)) {}

    const std::vector<Token>& rowTokens() const override { return m_patterns.front()->rowTokens(); }
    const std::vector<Token>& columnTokens() const override { return m_patterns.front()->columnTokens(); }
    bool allowed(Index row, Index column) const override {
        return std::any_of(m_patterns.begin(), m_patterns.end(),
                           [=](const PatternPtr& pattern) { return pattern->allowed(row, column); });
    }
    Matrix cells(CellRect rect) const override {
        Matrix largest = m_patterns.front()->cells(rect);
        for (std::size_t i = 1; i < m_patterns.size(); ++i)
            largest = largest.cwiseMax(m_patterns[i]->cells(rect)).eval();
        return largest;
    }

private:
    std::vector<PatternPtr> m_patterns;
};

}  // namespace

PatternPtr combinedPattern(std::vector<PatternPtr> patterns, Combining combining) {
    if (patterns.size() == 1) return std::move(patterns.front());
    switch (combining) {
        case Combining::Mean: {
            std::vector<Token> tokens = patterns.front()->rowTokens();
            return meanPattern(std::move(patterns), std::move(tokens));
        }
        case Combining::Largest:
            return std::make_shared<LargestPattern>(std::move(patterns));
    }
    return nullptr;
}

PatternPtr groupPattern(const TracePtr& trace, const HeadGroup& group, bool words, const Kernels& kernels) {
    std::vector<PatternPtr> patterns;
    for (const HeadId head : group.heads) {
        PatternPtr pattern = headPattern(trace, head, kernels);
        if (!pattern) continue;
        patterns.push_back(words ? wordPattern(std::move(pattern), trace->spec.input) : std::move(pattern));
    }
    return patterns.empty() ? nullptr : combinedPattern(std::move(patterns), group.combining);
}

std::shared_ptr<const DifferencePattern> groupDifference(const Comparison& runs, const HeadGroup& group,
                                                         bool words, const Kernels& kernels) {
    PatternPtr a = groupPattern(runs.a, group, words, kernels);
    PatternPtr b = groupPattern(runs.b, group, words, kernels);
    if (!a || !b) return nullptr;
    return std::make_shared<DifferencePattern>(std::move(a), std::move(b), runs.alignment(words));
}

}  // namespace headscope::core
