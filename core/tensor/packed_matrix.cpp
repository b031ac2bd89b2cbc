// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/packed_matrix.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace headscope::core {
namespace {

constexpr std::size_t cacheLine = 64;
constexpr std::size_t hugePage = std::size_t{2} << 20;
// A transposition reads this many rows, a cache line of each, at a time.
constexpr Index transposedRows = 8;
constexpr Index transposedColumns = 16;

Index panelsOf(Index outputs) {
    return (outputs + panelWidth - 1) / panelWidth;
}

std::shared_ptr<float> alignedFloats(std::size_t count) {
    const std::size_t bytes = (count * sizeof(float) + cacheLine - 1) / cacheLine * cacheLine;
    const bool large = bytes >= hugePage;
    void* memory = nullptr;
    if (::posix_memalign(&memory, large ? hugePage : cacheLine, std::max(bytes, cacheLine)) != 0)
        throw std::bad_alloc();
#if defined(__linux__)
    // Weights are read from end to end: with small pages the processor spends its time looking them up.
    if (large) ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return {static_cast<float*>(memory), std::free};
}

}  // namespace

PackedMatrix::PackedMatrix(Index outputs, Index inner) : m_outputs(outputs), m_inner(inner) {
    const Index panels = panelsOf(outputs);
    m_data = alignedFloats(static_cast<std::size_t>(panels * inner * panelWidth));
    if (outputs % panelWidth == 0) return;
    float* last = m_data.get() + (panels - 1) * inner * panelWidth;
    std::fill(last, last + inner * panelWidth, 0.0F);
}

std::size_t PackedMatrix::bytes() const noexcept {
    return static_cast<std::size_t>(panelsOf(m_outputs) * m_inner * panelWidth) * sizeof(float);
}

bool PackedMatrix::operator==(const PackedMatrix& other) const noexcept {
    return m_outputs == other.m_outputs && m_inner == other.m_inner &&
           std::equal(m_data.get(), m_data.get() + bytes() / sizeof(float), other.m_data.get());
}

void PackedMatrix::setRows(Index first, const MatrixView& rows) {
    for (Index row = 0; row < rows.rows();) {
        const Index output = first + row;
        const Index lane = output % panelWidth;
        const Index count = std::min({transposedRows, panelWidth - lane, rows.rows() - row});
        float* panel = m_data.get() + output / panelWidth * m_inner * panelWidth + lane;
        const float* from = rows.data() + row * rows.outerStride();
        for (Index k = 0; k < m_inner; k += transposedColumns) {
            const Index end = std::min(m_inner, k + transposedColumns);
            for (Index r = 0; r < count; ++r) {
                for (Index i = k; i < end; ++i) panel[i * panelWidth + r] = from[r * rows.outerStride() + i];
            }
        }
        row += count;
    }
}

Matrix PackedMatrix::rows(Index first, Index count) const {
    Matrix out(count, m_inner);
    for (Index row = 0; row < count; ++row) {
        const Index output = first + row;
        const float* from = m_data.get() + output / panelWidth * m_inner * panelWidth + output % panelWidth;
        for (Index k = 0; k < m_inner; ++k) out(row, k) = from[k * panelWidth];
    }
    return out;
}

PackedMatrix PackedMatrix::ofRows(const MatrixView& w) {
    PackedMatrix packed(w.rows(), w.cols());
    packed.setRows(0, w);
    return packed;
}

PackedMatrix PackedMatrix::ofColumns(const MatrixView& w) {
    PackedMatrix packed(w.cols(), w.rows());
    for (Index first = 0; first < w.cols(); first += panelWidth) {
        const Index count = std::min(panelWidth, w.cols() - first);
        float* panel = packed.m_data.get() + first * w.rows();
        for (Index k = 0; k < w.rows(); ++k) {
            const float* from = w.data() + k * w.outerStride() + first;
            std::copy(from, from + count, panel + k * panelWidth);
        }
    }
    return packed;
}

PackedProduct PackedMatrix::product(const MatrixView& x, Index first, MutableMatrixView y,
                                    Index from) const& {
    PackedProduct product;
    product.x = x.data();
    product.xStride = x.outerStride();
    product.rows = x.rows();
    product.inner = x.cols();
    product.panelStride = m_inner * panelWidth;
    product.w = m_data.get() + first / panelWidth * product.panelStride + from * panelWidth;
    product.skip = first % panelWidth;
    product.outputs = y.cols();
    product.y = y.data();
    product.yStride = y.outerStride();
    return product;
}

void multiplyTransposed(const Kernels& kernels, const MatrixView& x, const MatrixView& w,
                        MutableMatrixView y) {
    const PackedMatrix packed = PackedMatrix::ofRows(w);
    kernels.multiply(packed.product(x, 0, y));
}

}  // namespace headscope::core
