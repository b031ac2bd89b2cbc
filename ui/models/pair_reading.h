// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/trace/pattern_source.h"
#include "ui/models/row_map.h"

namespace headscope::ui {

/// Everything there is to read of one weight.
struct PairReading {
    core::Index query = 0;  ///< token positions
    core::Index key = 0;
    QString queryLabel;
    QString keyLabel;
    double weight = 0;
    core::Index rank = 1;     ///< of the key in its row, 1 = strongest
    core::Index visible = 0;  ///< keys the query may see
    bool allowed = true;      ///< whether the query may see this key
};

/// Reads the weight between two token positions. `rows` must belong to the pattern: a pattern of another size
/// gives nothing. Looks at one row, so it is cheap.
std::optional<PairReading> readPair(const core::PatternSource& pattern, const RowMap& rows, core::Index query,
                                    core::Index key);

/// "tired → animal"
QString pairText(const PairReading& reading);
/// "rank 1 of 39", or that the query may not see the key.
QString rankText(const PairReading& reading);
/// "position 25 → 14"
QString positionsText(const PairReading& reading);
/// All of it in one line with six digits: what the status line shows.
QString readingText(const PairReading& reading);

}  // namespace headscope::ui
