// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/row_map.h"

#include <numeric>

#include "core/trace/pattern_source.h"

namespace headscope::ui {

RowMap::RowMap(const std::vector<core::Token>& tokens, bool words) : m_rowOf(tokens.size()) {
    if (!words) {
        std::iota(m_rowOf.begin(), m_rowOf.end(), core::Index{0});
        m_first = m_rowOf;
        return;
    }
    for (const std::vector<core::Index>& positions : core::wordPositions(tokens)) {
        for (core::Index position : positions) m_rowOf[static_cast<std::size_t>(position)] = rows();
        m_first.push_back(positions.front());
    }
}

}  // namespace headscope::ui
