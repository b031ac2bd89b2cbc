// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/trace/pattern_source.h"

namespace headscope::core {

/// What of a head's pattern its output depends on (Brunner et al. 2020). With more keys than its values have
/// dimensions, other weights give the very same output: A − A · U · Uᵀ, with U [key, rank] an orthonormal
/// basis of the columns of v, adds nothing to A · v. Where a mask hides keys from some rows that would allow
/// weights where there can be none, so that such layers have no effective attention here.
class EffectiveAttention {
public:
    /// The layer must have kept v and outlive this.
    EffectiveAttention(const Kernels& kernels, const LayerTrace& layer, int head);

    /// Whether every row sees the same keys, with the same values.
    static bool isDefined(const LayerTrace& layer) noexcept;
    Index rank() const noexcept { return m_basis.cols(); }
    /// Rows of A · U · Uᵀ for rows of A [row, keys]; entries may be negative.
    Matrix effective(const Matrix& weights) const;
    /// ‖A − A · U · Uᵀ‖ / ‖A‖, both Frobenius norms; nothing where no row sees a key.
    std::optional<double> shareWithoutEffect() const;

private:
    const Kernels& m_kernels;
    const LayerTrace& m_layer;
    int m_head;
    Index m_seen;    // keys
    Matrix m_basis;  // U, zero where no row sees the key
    PackedMatrix m_packedBasis;
};

/// The effective attention of one head as a pattern. Null where it is not defined. Throws Error(NoSuchHead).
PatternPtr effectivePattern(TracePtr trace, HeadId head, const Kernels& kernels);

}  // namespace headscope::core
