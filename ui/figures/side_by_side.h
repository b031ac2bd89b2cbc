// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/figures/caption.h"
#include "ui/figures/figure.h"
#include "ui/figures/theme.h"

namespace headscope::ui {

/// Figures in one picture, from left to right and equally wide, under a caption. Precondition: there is one.
Figure sideBySide(std::vector<Figure> figures, const Caption& caption, const Theme& theme);

}  // namespace headscope::ui
