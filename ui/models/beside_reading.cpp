// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/beside_reading.h"

#include <QCoreApplication>
#include <utility>

#include "ui/figures/isolated.h"
#include "ui/models/wording.h"

namespace headscope::ui {

namespace {

const TokenLabel& labelOf(const TokenAxis& axis, core::Index place) {
    return axis.labels[static_cast<std::size_t>(place)];
}

/// The weight, where the run has both tokens.
std::optional<double> weightOf(const BesidePattern& one, CellPlace cell) {
    if (labelOf(one.axis, cell.row).absent || labelOf(one.axis, cell.column).absent) return {};
    return static_cast<double>(one.pattern.cells({cell.row, cell.column, 1, 1})(0, 0));
}

QString withWeight(Side side, const BesidePattern& one, CellPlace cell, double weight) {
    const QString text = QStringLiteral("%1 %2").arg(sideName(side), numberText(weight, 6));
    if (one.pattern.allowed(cell.row, cell.column)) return text;
    return text + QStringLiteral(" (%1)").arg(
                      QCoreApplication::translate("Reading", "the query may not see this key"));
}

}  // namespace

QString besideReadingText(const BesidePattern& a, const BesidePattern& b, CellPlace cell) {
    const TokenLabel& query = labelOf(a.axis, cell.row);
    const TokenLabel& key = labelOf(a.axis, cell.column);
    QStringList parts{QStringLiteral("%1 → %2").arg(isolated(query.text), isolated(key.text))};
    const std::optional<double> inA = weightOf(a, cell);
    const std::optional<double> inB = weightOf(b, cell);
    if (inA) parts << withWeight(Side::A, a, cell, *inA);
    if (inB) parts << withWeight(Side::B, b, cell, *inB);
    if (inA && inB) parts << QStringLiteral("B − A %1").arg(signedText(*inB - *inA, 6));
    QStringList missing;
    for (const auto& [inPanelA, inPanelB] :
         {std::pair(&query, &labelOf(b.axis, cell.row)), std::pair(&key, &labelOf(b.axis, cell.column))}) {
        if (inPanelA->absent)
            missing
                << QCoreApplication::translate("Reading", "only in B: “%1”").arg(isolated(inPanelA->text));
        if (inPanelB->absent)
            missing
                << QCoreApplication::translate("Reading", "only in A: “%1”").arg(isolated(inPanelB->text));
    }
    missing.removeDuplicates();
    return (parts + missing).join(QStringLiteral("   "));
}

}  // namespace headscope::ui
