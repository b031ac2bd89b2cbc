// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/isolated.h"

#include <QList>
#include <algorithm>

namespace headscope::ui {
namespace {

constexpr QChar firstStrongIsolate(0x2068);
constexpr QChar popIsolate(0x2069);

bool isBackwards(char32_t c) {
    const QChar::Direction direction = QChar::direction(c);
    return direction == QChar::DirR || direction == QChar::DirAL;
}

}  // namespace

QString isolated(const QString& text) {
    const QList<uint> characters = text.toUcs4();
    const bool any = std::any_of(characters.begin(), characters.end(), isBackwards);
    return any ? firstStrongIsolate + text + popIsolate : text;
}

QString withoutIsolation(QString text) {
    text.removeIf([](QChar c) { return c == firstStrongIsolate || c == popIsolate; });
    return text;
}

}  // namespace headscope::ui
