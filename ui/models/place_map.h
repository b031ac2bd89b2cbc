// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/row_map.h"
#include "ui/session.h"

namespace headscope::ui {

/// Between the rows of the run whose tokens are selected and the places along an axis: the same, unless A
/// stands beside B and tokens of both have places there.
class PlaceMap {
public:
    PlaceMap() = default;
    /// As the large views of `session` show it.
    explicit PlaceMap(const Session& session);

    const RowMap& rows() const { return m_rows; }
    core::Index places() const { return m_places; }
    core::Index placeOfRow(core::Index row) const;
    /// Of a token position; nothing for none.
    std::optional<core::Index> placeOf(std::optional<core::Index> position) const;

private:
    RowMap m_rows;
    std::vector<core::Index> m_placeOfRow;  ///< empty: rows are places
    core::Index m_places = 0;
};

}  // namespace headscope::ui
