// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/tensor/kernels.h"
#include "core/tensor/matrix.h"

namespace headscope::core {

/// The constant side of a multiply, laid out once so that no multiply has to: panels of `panelWidth` outputs,
/// each [inner][panelWidth], zeros where the last panel has no output. The same for every instruction set.
/// Copies share the memory.
class PackedMatrix {
public:
    PackedMatrix() = default;
    /// To be filled by setRows.
    PackedMatrix(Index outputs, Index inner, Stored stored = Stored::Float);
    /// w [outputs, inner], as checkpoints store linear layers: products are x · wᵀ.
    static PackedMatrix ofRows(const MatrixView& w);
    /// w [inner, outputs]: products are x · w.
    static PackedMatrix ofColumns(const MatrixView& w);

    /// Outputs [first, first + rows) from the rows of a matrix [rows, inner]; of a matrix in sixteen bits
    /// every number must be one that these hold. From several threads for rows of different panels.
    void setRows(Index first, const MatrixView& rows);

    /// Outputs [first, first + count) as they were set, [count, inner].
    Matrix rows(Index first, Index count) const;

    Index outputs() const noexcept { return m_outputs; }
    Index inner() const noexcept { return m_inner; }
    bool empty() const noexcept { return m_outputs == 0; }
    Stored stored() const noexcept { return m_stored; }
    std::size_t bytes() const noexcept;
    /// Of the same shape, with the same numbers.
    bool operator==(const PackedMatrix& other) const noexcept;

    /// y = x · (outputs [first, first + y.cols()))ᵀ over inner [from, from + x.cols()), to be given to
    /// Kernels::multiply while this lives; bias and activation are left out.
    PackedProduct product(const MatrixView& x, Index first, MutableMatrixView y, Index from = 0) const&;
    PackedProduct product(const MatrixView& x, Index first, MutableMatrixView y,
                          Index from = 0) const&& = delete;

private:
    template <typename Number>
    Number* panel(Index index) const noexcept;

    Index m_outputs = 0;
    Index m_inner = 0;
    Stored m_stored = Stored::Float;
    std::shared_ptr<void> m_data;
};

/// y = x · wᵀ for a w that is used once: x [rows, inner], w [columns, inner].
void multiplyTransposed(const Kernels& kernels, const MatrixView& x, const MatrixView& w,
                        MutableMatrixView y);

}  // namespace headscope::core
