// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/analysis/slow_metrics.h"

namespace headscope::test::metrics {

inline Matrix identityAt(Index rows, Index columns, Index firstRow, Index firstColumn, Index count,
                         float value = 1) {
    Matrix m = Matrix::Zero(rows, columns);
    for (Index i = 0; i < count; ++i) m(firstRow + i, firstColumn + i) = value;
    return m;
}

constexpr Index copies = 10;  // tokens that stand twice

// Two attention layers whose weights are written down: the first copies the previous token into the residual
// stream, the second finds the token whose previous one equals the query's. Residual: token, previous token,
// position.
inline TracePtr inductionTrace(const Compute& compute) {
    constexpr Index words = 21;
    constexpr Index positions = 32;
    constexpr Index width = 2 * words + positions;
    constexpr float sharp = 30;
    std::vector<std::int32_t> ids = {0};
    for (int copy = 0; copy < 2; ++copy) {
        for (const int id : {13, 4, 17, 9, 1, 20, 6, 11, 15, 2}) ids.push_back(id);
    }
    const auto n = static_cast<Index>(ids.size());
    Matrix x = Matrix::Zero(n, width);
    std::vector<Token> tokens;
    for (Index i = 0; i < n; ++i) {
        x(i, ids[static_cast<std::size_t>(i)]) = 1;
        x(i, 2 * words + i) = 1;
        tokens.push_back(token(ids[static_cast<std::size_t>(i)], "x", i == 0));
    }
    auto trace = std::make_shared<Trace>();
    trace->tokens = tokens;
    const auto attend = [&](int layer, const Matrix& query, const Matrix& key) {
        LayerInputs inputs;
        inputs.layer = layer;
        inputs.heads = inputs.kvHeads = 1;
        inputs.headDim = query.cols();
        inputs.q = sharp * x * query;
        inputs.k = x * key;
        inputs.v = Matrix::Zero(n, query.cols());
        inputs.v.leftCols(words) = x.leftCols(words);
        inputs.rules.mask.causal = true;
        if (layer == 1) {
            inputs.rules.keyBias.assign(static_cast<std::size_t>(n), 0.0F);
            inputs.rules.keyBias[0] = sharp / 2;  // where queries rest that find nothing
        }
        const TracedLayer traced = traceLayer(compute, inputs);
        trace->layers.push_back(traced.trace);
        return Matrix(traced.z.leftCols(words));
    };
    // The key of position p answers the query of position p + 1.
    x.middleCols(words, words) = attend(0, identityAt(width, positions, 2 * words, 0, positions),
                                        identityAt(width, positions, 2 * words, 1, positions - 1));
    attend(1, identityAt(width, words, 0, 0, words), identityAt(width, words, words, 0, words));
    return trace;
}

}  // namespace headscope::test::metrics
