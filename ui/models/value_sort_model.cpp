// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/value_sort_model.h"

namespace headscope::ui {

ValueSortModel::ValueSortModel(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(valueRole);
}

bool ValueSortModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(valueRole);
    const QVariant b = right.data(valueRole);
    // The proxy turns the answer round when it sorts downwards; rows without a value go last either way.
    if (a.isValid() != b.isValid()) return a.isValid() == (sortOrder() == Qt::AscendingOrder);
    return a.toDouble() < b.toDouble();
}

}  // namespace headscope::ui
