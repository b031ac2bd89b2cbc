// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/position_terms.h"

#include <algorithm>

namespace headscope::core {
namespace {

// Keys of one product of the second term: few enough that little more than the needed rows is computed, many
// enough for the multiply to be worth it.
constexpr Index keyBlock = 64;

struct RowRange {
    Index first = 0;
    Index count = 0;
};

// Rows of the tables for all offsets from `low` to `high`.
RowRange rowsBetween(const PositionTerms& terms, Index low, Index high) {
    const Index a = terms.rows[low];
    const Index b = terms.rows[high];
    return {std::min(a, b), std::abs(a - b) + 1};
}

// x · table rows, [x rows, range.count].
Matrix withRows(const Kernels& kernels, const MatrixView& x, const MatrixView& table, RowRange range) {
    Matrix out(x.rows(), range.count);
    const MatrixView part(table.data() + range.first * table.outerStride(), range.count, table.cols(),
                          Eigen::OuterStride<>(table.outerStride()));
    multiplyTransposed(
        kernels, x, part,
        MutableMatrixView(out.data(), out.rows(), out.cols(), Eigen::OuterStride<>(out.cols())));
    return out;
}

}  // namespace

void addPositionTerms(const Kernels& kernels, const MatrixView& q, const MatrixView& k,
                      const PositionTerms& terms, MutableMatrixView scores) {
    const Index queries = q.rows();
    for (Index begin = 0; begin < k.rows(); begin += keyBlock) {
        const Index end = std::min(k.rows(), begin + keyBlock);
        const RowRange range = rowsBetween(terms, begin - (queries - 1), end - 1);
        if (terms.onQueries.rows() > 0) {
            const Matrix products = withRows(kernels, q, terms.onQueries, range);
            for (Index i = 0; i < queries; ++i) {
                for (Index j = begin; j < end; ++j)
                    scores(i, j) += products(i, terms.rows[j - i] - range.first);
            }
        }
        if (terms.onKeys.rows() > 0) {
            const MatrixView block(k.data() + begin * k.outerStride(), end - begin, k.cols(),
                                   Eigen::OuterStride<>(k.outerStride()));
            const Matrix products = withRows(kernels, block, terms.onKeys, range);
            for (Index i = 0; i < queries; ++i) {
                for (Index j = begin; j < end; ++j)
                    scores(i, j) += products(j - begin, terms.rows[j - i] - range.first);
            }
        }
    }
}

}  // namespace headscope::core
