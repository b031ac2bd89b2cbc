// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/plain_font.h"

#include <QtEndian>
#include <cstring>

namespace headscope::ui {
namespace {

// The OpenType specification, "Font file organization" and "GSUB": a directory of tables; one of them has a
// list of features, by name. A feature with a name that nobody asks for is not applied.
constexpr qsizetype directoryAt = 12;
constexpr qsizetype directoryEntry = 16;
constexpr qsizetype featureEntry = 6;

template <class Number>
Number numberAt(const QByteArray& font, qsizetype at) {
    if (at < 0 || at + static_cast<qsizetype>(sizeof(Number)) > font.size()) return 0;
    return qFromBigEndian<Number>(font.constData() + at);
}

bool hasTag(const QByteArray& font, qsizetype at, const char* tag) {
    return at >= 0 && at + 4 <= font.size() && std::memcmp(font.constData() + at, tag, 4) == 0;
}

/// Where a table begins; 0 where there is none.
qsizetype tableAt(const QByteArray& font, const char* tag) {
    const int tables = numberAt<quint16>(font, 4);
    for (int i = 0; i < tables; ++i) {
        const qsizetype entry = directoryAt + i * directoryEntry;
        if (hasTag(font, entry, tag)) return numberAt<quint32>(font, entry + 8);
    }
    return 0;
}

}  // namespace

QByteArray withoutContextualAlternates(QByteArray font) {
    const qsizetype substitutions = tableAt(font, "GSUB");
    if (substitutions == 0) return font;
    const qsizetype list = substitutions + numberAt<quint16>(font, substitutions + 6);
    const int features = numberAt<quint16>(font, list);
    for (int i = 0; i < features; ++i) {
        const qsizetype entry = list + 2 + i * featureEntry;
        if (hasTag(font, entry, "calt")) std::memcpy(font.data() + entry, "none", 4);
    }
    return font;
}

}  // namespace headscope::ui
