// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace headscope::ui {

/// Sorts a model by the raw values it has under Qt::UserRole; rows without a value stay at the end in both
/// directions.
class ValueSortModel : public QSortFilterProxyModel {
    Q_OBJECT
public:
    static constexpr int valueRole = Qt::UserRole;

    explicit ValueSortModel(QObject* parent = nullptr);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

}  // namespace headscope::ui
