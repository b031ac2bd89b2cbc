// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pair_reading.h"

#include <QCoreApplication>
#include <cmath>

#include "core/trace/difference_pattern.h"

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
    if (const core::DifferencePattern* compared = pattern.difference()) {
        const core::DifferencePattern::Sides sides = compared->sides({row, column, 1, 1});
        reading.weight = static_cast<double>(sides.b(0, 0));
        if (compared->comparable(row, column)) reading.before = static_cast<double>(sides.a(0, 0));
        if (!compared->alignment().isMatched(column)) reading.onlyInB = reading.keyLabel;
        if (!compared->alignment().isMatched(row)) reading.onlyInB = reading.queryLabel;
    }
    for (core::Index other = 0; other < weights.size(); ++other) {
        if (!pattern.allowed(row, other)) continue;
        ++reading.visible;
        // Equals rank by position, as in tables and files.
        const float one = std::abs(weights[other]);
        const float own = std::abs(weights[column]);
        if (one > own || (one == own && other < column)) ++reading.rank;
    }
    return reading;
}

QString pairText(const PairReading& reading) {
    return QStringLiteral("%1 → %2").arg(isolated(reading.queryLabel), isolated(reading.keyLabel));
}

QString weightReading(const PairReading& reading, int decimals) {
    const QString weight = numberText(reading.weight, decimals);
    return reading.before ? QStringLiteral("%1 → %2").arg(numberText(*reading.before, decimals), weight)
                          : weight;
}

QString changeReading(const PairReading& reading, int decimals) {
    if (!reading.before) return {};
    return QStringLiteral("B − A %1").arg(signedText(reading.weight - *reading.before, decimals));
}

QString rankText(const PairReading& reading) {
    if (!reading.onlyInB.isEmpty())
        return QCoreApplication::translate("Reading", "only in B: “%1”").arg(isolated(reading.onlyInB));
    if (!reading.allowed) return QCoreApplication::translate("Reading", "the query may not see this key");
    return QCoreApplication::translate("Reading", "rank %1 of %2").arg(reading.rank).arg(reading.visible);
}

QString positionsText(const PairReading& reading) {
    return QCoreApplication::translate("Reading", "position %1 → %2").arg(reading.query).arg(reading.key);
}

QString readingText(const PairReading& reading) {
    QStringList parts{pairText(reading), weightReading(reading, 6)};
    if (reading.before) parts << changeReading(reading, 6);
    parts << rankText(reading) << positionsText(reading);
    return parts.join(QStringLiteral("   "));
}

}  // namespace headscope::ui
