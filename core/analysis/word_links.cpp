// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/word_links.h"

#include <algorithm>

namespace headscope::core {

Vector rowOfWord(const PatternSource& pattern, const std::vector<Index>& pieces) {
    Vector row = Vector::Zero(pattern.columns());
    for (const Index query : pieces) row += pattern.row(query);
    return row / static_cast<float>(pieces.size());
}

double weightOfWord(const Vector& row, const std::vector<Index>& pieces) {
    double weight = 0;
    for (const Index key : pieces) weight += static_cast<double>(row[key]);
    return weight;
}

Eigen::MatrixXd wordWeights(const PatternSource& pattern, const std::vector<std::vector<Index>>& words,
                            Index begin, Index end) {
    const auto count = static_cast<Index>(words.size());
    Eigen::MatrixXd merged = Eigen::MatrixXd::Zero(end - begin, count);
    Index first = pattern.rows();
    Index last = -1;
    for (Index from = begin; from < end; ++from) {
        for (const Index query : words[static_cast<std::size_t>(from)]) {
            first = std::min(first, query);
            last = std::max(last, query);
        }
    }
    if (last < first) return merged;
    const Matrix weights = pattern.cells({first, 0, last - first + 1, pattern.columns()});
    for (Index from = begin; from < end; ++from) {
        const std::vector<Index>& queries = words[static_cast<std::size_t>(from)];
        if (queries.empty()) continue;
        Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(weights.cols());
        for (const Index query : queries) row += weights.row(query - first).cast<double>();
        row /= static_cast<double>(queries.size());
        for (Index to = 0; to < count; ++to) {
            for (const Index key : words[static_cast<std::size_t>(to)]) merged(from - begin, to) += row[key];
        }
    }
    return merged;
}

Eigen::MatrixXd wordWeights(const PatternSource& pattern, const std::vector<std::vector<Index>>& words) {
    return wordWeights(pattern, words, 0, static_cast<Index>(words.size()));
}

}  // namespace headscope::core
