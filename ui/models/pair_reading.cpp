// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pair_reading.h"

#include <QCoreApplication>

#include "ui/figures/isolated.h"
#include "ui/figures/token_label.h"
#include "ui/models/wording.h"

namespace headscope::ui {

std::optional<PairReading> readPair(const core::PatternSource& pattern, const RowMap& rows, core::Index query,
                                    core::Index key) {
    if (rows.rows() != pattern.rows() || rows.rows() != pattern.columns()) return {};
    if (query < 0 || key < 0 || query >= rows.positions() || key >= rows.positions()) return {};
    const core::Index row = rows.rowOf(query);
    const core::Index column = rows.rowOf(key);
    PairReading reading;
    reading.query = rows.positionOf(row);
    reading.key = rows.positionOf(column);
    reading.queryLabel = tokenLabel(pattern.rowTokens()[static_cast<std::size_t>(row)]).text;
    reading.keyLabel = tokenLabel(pattern.columnTokens()[static_cast<std::size_t>(column)]).text;
    const core::Vector weights = pattern.row(row);
    reading.weight = static_cast<double>(weights[column]);
    reading.allowed = pattern.allowed(row, column);
    for (core::Index other = 0; other < weights.size(); ++other) {
        if (!pattern.allowed(row, other)) continue;
        ++reading.visible;
        // Equals rank by position, as in tables and files.
        if (weights[other] > weights[column] || (weights[other] == weights[column] && other < column))
            ++reading.rank;
    }
    return reading;
}

QString pairText(const PairReading& reading) {
    return QStringLiteral("%1 → %2").arg(isolated(reading.queryLabel), isolated(reading.keyLabel));
}

QString rankText(const PairReading& reading) {
    if (!reading.allowed) return QCoreApplication::translate("Reading", "the query may not see this key");
    return QCoreApplication::translate("Reading", "rank %1 of %2").arg(reading.rank).arg(reading.visible);
}

QString positionsText(const PairReading& reading) {
    return QCoreApplication::translate("Reading", "position %1 → %2").arg(reading.query).arg(reading.key);
}

QString readingText(const PairReading& reading) {
    return QStringList{pairText(reading), numberText(reading.weight, 6), rankText(reading),
                       positionsText(reading)}
        .join(QStringLiteral("   "));
}

}  // namespace headscope::ui
