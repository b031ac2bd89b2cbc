// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/flow_figure.h"

namespace headscope::ui {

/// How arcs are read.
QString arcsDirection();

/// Where things stand in an arcs figure: one row of tokens, arcs above go back (key before query), below
/// ahead.
struct ArcsLayout {
    QRectF above;           ///< arcs to earlier keys, and to the token itself
    QRectF below;           ///< arcs to later keys
    QRectF tokens;          ///< the row of labels between them
    double step = 0;        ///< from token to token
    double widthOfOne = 0;  ///< width of a line of weight 1; every other in proportion
    double squeeze = 1;     ///< height of an arc by half its length
    TokenWindow window;

    double centre(core::Index place) const;
    /// A place under the pointer in the row of tokens.
    std::optional<core::Index> placeAt(QPointF point) const;
};
ArcsLayout arcsLayout(const FlowData& data, const FlowLook& look, QSizeF size);
/// How many tokens an arcs figure of this size shows at a readable size.
core::Index arcsCapacity(QSizeF size);

/// As flowLayer().
QImage arcsLayer(const FlowData& data, const FlowLook& look, QSizeF size, double ratio);
void paintArcs(QPainter& painter, const FlowData& data, const FlowLook& look, QSizeF size, PaintMode mode);
Figure arcsFigure(FlowDataPtr data, FlowLook look, QSizeF size);

/// The arc under the pointer; nothing when none is near. The heaviest wins.
std::optional<FlowLine> arcAt(const FlowData& data, const ArcsLayout& layout, QPointF point);

}  // namespace headscope::ui
