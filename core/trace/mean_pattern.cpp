// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/mean_pattern.h"

#include <algorithm>
#include <utility>

namespace headscope::core {
namespace {

class MeanPattern final : public PatternSource {
public:
    MeanPattern(std::vector<PatternPtr> patterns, std::vector<Token> tokens)
        : m_patterns(std::move(patterns)), m_tokens(std::move(tokens)) {}

    const std::vector<Token>& rowTokens() const override { return m_tokens; }
    const std::vector<Token>& columnTokens() const override { return m_tokens; }

    bool allowed(Index row, Index column) const override {
        return std::any_of(m_patterns.begin(), m_patterns.end(),
                           [&](const PatternPtr& pattern) { return pattern->allowed(row, column); });
    }

    Matrix cells(CellRect rect) const override {
        // In double precision, so that thousands of patterns add up as exactly as two.
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> sum;
        sum.setZero(rect.rows, rect.columns);
        for (const PatternPtr& pattern : m_patterns) sum += pattern->cells(rect).cast<double>();
        return (sum / static_cast<double>(m_patterns.size())).cast<float>();
    }

private:
    std::vector<PatternPtr> m_patterns;
    std::vector<Token> m_tokens;
};

}  // namespace

PatternPtr meanPattern(std::vector<PatternPtr> patterns, std::vector<Token> tokens) {
    return std::make_shared<MeanPattern>(std::move(patterns), std::move(tokens));
}

}  // namespace headscope::core
