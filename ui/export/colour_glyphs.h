// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/text_line.h"

namespace headscope::ui {

/// Draws an emoji of a line as an image, for devices that cannot hold it as text.
void drawColourGlyphs(QPainter& painter, const TextLine& line, const TextCluster& cluster, QPointF start);

}  // namespace headscope::ui
