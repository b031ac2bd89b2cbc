// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/tokenizer/token.h"

namespace headscope::ui {

/// Between token positions, in which selections count, and the rows of the pattern that is shown, which are
/// words when pieces are merged. Unlike TokenAxis it measures no labels, so it is cheap to make.
class RowMap {
public:
    RowMap() = default;
    RowMap(const std::vector<core::Token>& tokens, bool words);

    core::Index rows() const { return static_cast<core::Index>(m_first.size()); }
    /// How many token positions there are.
    core::Index positions() const { return static_cast<core::Index>(m_rowOf.size()); }
    /// Precondition: 0 ≤ position < positions().
    core::Index rowOf(core::Index position) const { return m_rowOf[static_cast<std::size_t>(position)]; }
    /// The first position of a row. Precondition: 0 ≤ row < rows().
    core::Index positionOf(core::Index row) const { return m_first[static_cast<std::size_t>(row)]; }

private:
    std::vector<core::Index> m_rowOf;
    std::vector<core::Index> m_first;
};

}  // namespace headscope::ui
