// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/attention/scores.h"

namespace headscope::test {

/// Weights of `rows` rows [row, key] as a run makes them, and what softmax found in each.
inline core::Matrix weightPanel(const core::Scores& scores, core::Index first, core::Index rows,
                                std::vector<core::RowSummary>& summaries) {
    using namespace core;
    // Where no row of the panel sees a key nothing may be read.
    Matrix raised = Matrix::Constant(rows, scores.keys(), 7);
    summaries.resize(static_cast<std::size_t>(rows));
    scores.raisedPanel(
        first, MutableMatrixView(raised.data(), rows, raised.cols(), Eigen::OuterStride<>(raised.cols())),
        summaries);
    const KeyRange seen = scores.seenByPanel(first, rows);
    Matrix weights = Matrix::Zero(rows, scores.keys());
    for (Index i = 0; i < rows; ++i) {
        const float factor = summaries[static_cast<std::size_t>(i)].normaliser.factor();
        weights.row(i).segment(seen.begin, seen.size()) =
            raised.row(i).segment(seen.begin, seen.size()) * factor;
    }
    return weights;
}

}  // namespace headscope::test
