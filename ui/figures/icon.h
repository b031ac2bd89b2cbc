// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <string_view>

#include "ui/figures/theme.h"

namespace headscope::ui {

/// One of our own drawings in resources/icons ("open", "export", …), in the theme's ink, softer when
/// disabled. Sharp at any size and pixel ratio. GUI thread. An unknown name gives a null icon.
QIcon icon(std::string_view name, const Theme& theme);
/// The program's own icon.
QIcon programIcon();

}  // namespace headscope::ui
