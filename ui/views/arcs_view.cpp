// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/arcs_view.h"

#include "ui/figures/arcs_figure.h"

namespace headscope::ui {

namespace {

LinksHit hitArcs(const FlowData& data, const FlowLook& look, QSizeF size, QPointF point) {
    const ArcsLayout layout = arcsLayout(data, look, size);
    LinksHit hit;
    if (const auto place = layout.placeAt(point)) {
        hit.hover.query = data.queries.position(*place);
    } else if (const auto arc = arcAt(data, layout, point)) {
        hit = lineHit(data, *arc);
    }
    return hit;
}

constexpr LinksPainter painter{"arcs",    arcsDirection, Qt::Horizontal, arcsCapacity,
                               arcsLayer, paintArcs,     arcsFigure,     hitArcs};

}  // namespace

ArcsView::ArcsView(Session& shared, QWidget* parent) : LinksView(shared, painter, parent) {
    retranslate();
}

void ArcsView::retranslate() {
    LinksView::retranslate();
    setAccessibleName(tr("Arcs"));
    canvas().setAccessibleName(tr("Arcs"));
    canvas().setAccessibleDescription(tr("The tokens in one row, joined by arcs as wide as their weight."));
}

QString ArcsView::note() const {
    return arcsDirection();
}

}  // namespace headscope::ui
