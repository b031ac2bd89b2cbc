// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/tensor/packed_matrix.h"

namespace headscope::core {

/// Tables of one head and which of their rows belongs to an offset key − query.
struct PositionTerms {
    MatrixView onQueries;  ///< [row, headDim]; no rows: absent
    MatrixView onKeys;     ///< [row, headDim]; no rows: absent
    const std::int32_t*
        rows;  ///< rows[key − query], both counted inside the rectangle; may be negative there
};

/// Adds q · onQueries[row(key − query)] and k · onKeys[row(key − query)] to every score of a rectangle:
/// q [query, headDim], k [key, headDim], scores [query, key]. Rows must rise or fall with the offset, so that
/// a block of keys needs a block of rows and both terms are ordinary products.
void addPositionTerms(const Kernels& kernels, const MatrixView& q, const MatrixView& k,
                      const PositionTerms& terms, MutableMatrixView scores);

}  // namespace headscope::core
