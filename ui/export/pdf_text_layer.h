// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QTransform>
#include <vector>

namespace headscope::ui {

/// A text of a page that is found, selected and copied, but not seen: what is seen is drawn there already.
struct HiddenText {
    QString text;
    QTransform place;  ///< of a square from (0, 0) to (1, 1), baseline below, in points from the lower left
};

/// `pdf`, which QPdfWriter has written and which has one page, with `texts` on that page. QPdfWriter itself
/// writes for each glyph one character of the basic plane, or none where shaping has made the glyph.
QByteArray withHiddenTexts(const QByteArray& pdf, const std::vector<HiddenText>& texts);

}  // namespace headscope::ui
