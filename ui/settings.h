// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QVariant>

namespace headscope::ui {

/// One remembered choice. Adding one is one line below. Read and written by the window only, which passes
/// values down.
template <class T>
struct Setting {
    const char* key;
    T fallback;

    T get() const { return QSettings().value(key, QVariant::fromValue(fallback)).template value<T>(); }
    void set(const T& value) const { QSettings().setValue(key, QVariant::fromValue(value)); }
};

namespace settings {

/// "light", "dark", or empty: as the system.
inline const Setting<QString> theme{"theme", {}};
/// A language id, or empty: as the system.
inline const Setting<QString> language{"language", {}};
inline const Setting<QByteArray> geometry{"geometry", {}};
inline const Setting<QByteArray> columns{"columns", {}};  ///< the splitter between left, centre and right
inline const Setting<QByteArray> left{"left", {}};        ///< the splitter between overview and head table
inline const Setting<QByteArray> right{"right", {}};
inline const Setting<QString> view{"view", {}};  ///< id of the big view
inline const Setting<QString> exportFolder{"exportFolder", {}};

}  // namespace settings

}  // namespace headscope::ui
