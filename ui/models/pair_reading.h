// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/trace/pattern_source.h"
#include "ui/models/row_map.h"

namespace headscope::ui {

/// Everything there is to read of one weight, or of one difference.
struct PairReading {
    core::Index query = 0;  ///< token positions
    core::Index key = 0;
    QString queryLabel;
    QString keyLabel;
    double weight = 0;             ///< of a difference: in B
    core::Index rank = 1;          ///< of the key in its row, 1 = strongest, or most changed
    core::Index visible = 0;       ///< keys the query may see
    bool allowed = true;           ///< whether the query may see this key
    std::optional<double> before;  ///< of a difference: in A
    QString onlyInB;  ///< of a difference that cannot be compared: the token that A does not have
};

/// Reads the weight between two token positions. `rows` must belong to the pattern: a pattern of another size
/// gives nothing. Looks at one row, so it is cheap.
std::optional<PairReading> readPair(const core::PatternSource& pattern, const RowMap& rows, core::Index query,
                                    core::Index key);

/// "tired → animal"
QString pairText(const PairReading& reading);
/// "0.1734", or of a difference "0.3341 → 0.1734".
QString weightReading(const PairReading& reading, int decimals);
/// "B − A −0.1607"; empty for weights and for what cannot be compared.
QString changeReading(const PairReading& reading, int decimals);
/// "rank 1 of 39", or that the query may not see the key, or that A has no such token.
QString rankText(const PairReading& reading);
/// "position 25 → 14"
QString positionsText(const PairReading& reading);
/// All of it in one line with six digits: what the status line shows.
QString readingText(const PairReading& reading);

}  // namespace headscope::ui
