// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/packed_matrix.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/tensor/tensor_view.h"

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

std::shared_ptr<void> alignedMemory(std::size_t wanted) {
    const std::size_t bytes = (wanted + cacheLine - 1) / cacheLine * cacheLine;
    const bool large = bytes >= hugePage;
    void* memory = nullptr;
    if (::posix_memalign(&memory, large ? hugePage : cacheLine, std::max(bytes, cacheLine)) != 0)
        throw std::bad_alloc();
#if defined(__linux__)
    // Weights are read from end to end: with small pages the processor spends its time looking them up.
    if (large) ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return {memory, std::free};
}

std::size_t bytesOf(Stored stored) {
    return stored == Stored::Float ? sizeof(float) : sizeof(std::uint16_t);
}

std::uint16_t bfloatOf(float value) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

float ofBFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t halfOf(float value) {
    return Eigen::half(value).x;
}

// Rows [row, row + count) side by side in a panel, where their first number lies.
template <typename Number, typename Convert>
void interleave(const MatrixView& rows, Index row, Index count, Number* panel, const Convert& convert) {
    const float* from = rows.data() + row * rows.outerStride();
    for (Index k = 0; k < rows.cols(); k += transposedColumns) {
        const Index end = std::min(rows.cols(), k + transposedColumns);
        for (Index r = 0; r < count; ++r) {
            for (Index i = k; i < end; ++i)
                panel[i * panelWidth + r] = convert(from[r * rows.outerStride() + i]);
        }
    }
}

}  // namespace

PackedMatrix::PackedMatrix(Index outputs, Index inner, Stored stored)
    : m_outputs(outputs), m_inner(inner), m_stored(stored) {
    m_data = alignedMemory(bytes());
    if (outputs % panelWidth == 0) return;
    const std::size_t panelBytes = bytes() / static_cast<std::size_t>(panelsOf(outputs));
    std::memset(panel<std::byte>(0) + bytes() - panelBytes, 0, panelBytes);
}

template <typename Number>
Number* PackedMatrix::panel(Index index) const noexcept {
    return static_cast<Number*>(m_data.get()) + index * m_inner * panelWidth;
}

std::size_t PackedMatrix::bytes() const noexcept {
    return static_cast<std::size_t>(panelsOf(m_outputs) * m_inner * panelWidth) * bytesOf(m_stored);
}

bool PackedMatrix::operator==(const PackedMatrix& other) const noexcept {
    if (m_outputs != other.m_outputs || m_inner != other.m_inner || m_stored != other.m_stored) return false;
    if (m_stored != Stored::Float) return std::memcmp(m_data.get(), other.m_data.get(), bytes()) == 0;
    return std::equal(panel<float>(0), panel<float>(panelsOf(m_outputs)), other.panel<float>(0));
}

void PackedMatrix::setRows(Index first, const MatrixView& rows) {
    for (Index row = 0; row < rows.rows();) {
        const Index output = first + row;
        const Index lane = output % panelWidth;
        const Index count = std::min({transposedRows, panelWidth - lane, rows.rows() - row});
        const Index at = output / panelWidth;
        switch (m_stored) {
            case Stored::Float:
                interleave(rows, row, count, panel<float>(at) + lane, [](float value) { return value; });
                break;
            case Stored::BFloat:
                interleave(rows, row, count, panel<std::uint16_t>(at) + lane, bfloatOf);
                break;
            case Stored::Half:
                interleave(rows, row, count, panel<std::uint16_t>(at) + lane, halfOf);
                break;
        }
        row += count;
    }
}

Matrix PackedMatrix::rows(Index first, Index count) const {
    Matrix out(count, m_inner);
    for (Index row = 0; row < count; ++row) {
        const Index output = first + row;
        const Index at = output / panelWidth;
        for (Index k = 0; k < m_inner; ++k) {
            const Index place = k * panelWidth + output % panelWidth;
            out(row, k) = m_stored == Stored::Float    ? panel<float>(at)[place]
                          : m_stored == Stored::BFloat ? ofBFloat(panel<std::uint16_t>(at)[place])
                                                       : halfToFloat(panel<std::uint16_t>(at)[place]);
        }
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
        float* panel = packed.panel<float>(first / panelWidth);
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
    const Index at = first / panelWidth * product.panelStride + from * panelWidth;
    product.w =
        static_cast<const std::byte*>(m_data.get()) + static_cast<std::size_t>(at) * bytesOf(m_stored);
    product.stored = m_stored;
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
