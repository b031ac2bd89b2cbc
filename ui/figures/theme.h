// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <array>

#include "core/analysis/head_type.h"

namespace headscope::ui {

/// All colours and fonts of the window and its pictures, as a value (reference: light and dark).
struct Theme {
    bool dark = false;
    QColor window, panel, sunken, hairline;
    QColor ink, ink2, ink3;
    QColor accent;     ///< what the user picked, and nothing else
    QColor focusRing;  ///< keyboard focus, and nothing else
    QColor data;       ///< bars and boxes
    QColor gold;       ///< outlines of what gold data asks for, and nothing else

    static Theme light();
    static Theme darkTheme();

    /// Six colours that stay apart for colour-blind people; next shares that of previous.
    QColor headColour(core::HeadType type) const;
    /// Inter in `pixels`, or JetBrains Mono for numbers; both embedded, CJK and other scripts fall back to
    /// the system.
    QFont textFont(qreal pixels, bool bold = false) const;
    QFont numberFont(qreal pixels) const;

private:
    std::array<QColor, 6> m_headColours;
};

/// Registers the embedded fonts with Qt; call once after the application object exists.
void loadFonts();

}  // namespace headscope::ui
