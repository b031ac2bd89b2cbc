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

}  // namespace headscope::core
