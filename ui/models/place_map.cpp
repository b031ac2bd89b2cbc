// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/place_map.h"

#include "core/trace/spread_pattern.h"

namespace headscope::ui {

PlaceMap::PlaceMap(const Session& session) {
    const RunPtr& run = session.shown();
    if (!run) return;
    const bool words = session.settings().words;
    m_rows = RowMap(run->trace->tokens, words);
    m_places = m_rows.rows();
    const ComparedRunsPtr beside = session.beside();
    if (!beside) return;
    const core::SharedAxis axis = core::sharedAxis(*beside->traces.alignment(words));
    const std::vector<core::Index>& own = session.shownSide() == Side::A ? axis.inA : axis.inB;
    m_places = static_cast<core::Index>(own.size());
    for (core::Index place = 0; place < m_places; ++place)
        if (own[static_cast<std::size_t>(place)] != core::TokenAlignment::none) m_placeOfRow.push_back(place);
}

core::Index PlaceMap::placeOfRow(core::Index row) const {
    return m_placeOfRow.empty() ? row : m_placeOfRow[static_cast<std::size_t>(row)];
}

std::optional<core::Index> PlaceMap::placeOf(std::optional<core::Index> position) const {
    return position ? std::optional(placeOfRow(m_rows.rowOf(*position))) : std::nullopt;
}

}  // namespace headscope::ui
