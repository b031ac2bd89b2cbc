// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/flow_view.h"

namespace headscope::ui {

namespace {

LinksHit hitFlow(const FlowData& data, const FlowLook& look, QSizeF size, QPointF point) {
    const FlowLayout layout = flowLayout(data, look, size);
    LinksHit hit;
    if (const auto query = layout.queryAt(point)) {
        hit.hover.query = data.queries.position(*query);
    } else if (const auto key = layout.keyAt(point)) {
        hit.hover.key = data.keys.position(*key);
    } else if (const auto line = flowLineAt(data, layout, point)) {
        hit = lineHit(data, *line);
    }
    return hit;
}

constexpr LinksPainter painter{"flow",    flowDirection, Qt::Vertical,      flowCapacity,
                               flowLayer, paintFlow,     trimmedFlowFigure, hitFlow};

}  // namespace

FlowView::FlowView(Session& shared, QWidget* parent) : LinksView(shared, painter, parent) {
    retranslate();
}

void FlowView::retranslate() {
    LinksView::retranslate();
    setAccessibleName(tr("Flow"));
    canvas().setAccessibleName(tr("Flow"));
    canvas().setAccessibleDescription(
        tr("Queries left and keys right, joined by lines as wide as their weight."));
}

QString FlowView::note() const {
    return flowDirection();
}

}  // namespace headscope::ui
