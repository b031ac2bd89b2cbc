// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/word_links.h"

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

Eigen::MatrixXd wordWeights(const PatternSource& pattern, const std::vector<std::vector<Index>>& words) {
    const Matrix weights = pattern.all();
    const auto count = static_cast<Index>(words.size());
    Eigen::MatrixXd merged = Eigen::MatrixXd::Zero(count, count);
    for (Index from = 0; from < count; ++from) {
        const std::vector<Index>& queries = words[static_cast<std::size_t>(from)];
        if (queries.empty()) continue;
        Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(weights.cols());
        for (const Index query : queries) row += weights.row(query).cast<double>();
        row /= static_cast<double>(queries.size());
        for (Index to = 0; to < count; ++to) {
            for (const Index key : words[static_cast<std::size_t>(to)]) merged(from, to) += row[key];
        }
    }
    return merged;
}

}  // namespace headscope::core
