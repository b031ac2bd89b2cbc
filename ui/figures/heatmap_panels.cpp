// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/heatmap_panels.h"

#include <QPainter>
#include <cmath>

namespace headscope::ui {

namespace {

constexpr double margin = 16;

/// Of the caption over both panels.
double heightAbove(const HeatmapPanels& panels, const HeatmapLook& look) {
    return panels.size() > 1 ? look.caption.height() : 0;
}

}  // namespace

QRectF heatmapPanelRect(const HeatmapPanels& panels, std::size_t index, const HeatmapLook& look,
                        QSizeF size) {
    const double above = heightAbove(panels, look);
    // Whole pixels, so that both panels are cut alike.
    const double width = std::floor(size.width() / static_cast<double>(panels.size()));
    return {static_cast<double>(index) * width, above, width, size.height() - above};
}

HeatmapLook heatmapPanelLook(const HeatmapPanels& panels, std::size_t index, HeatmapLook look) {
    const HeatmapData& data = *panels[index];
    if (data.side) look.caption = panelCaption(*data.side, data.runText, look.caption);
    return look;
}

void paintHeatmaps(QPainter& painter, const HeatmapPanels& panels, const HeatmapLook& look, QSizeF size,
                   PaintMode mode) {
    painter.fillRect(QRectF(QPointF(0, 0), size), look.theme.panel);
    if (panels.size() > 1)
        paintCaption(painter, look.caption, look.theme,
                     {margin, margin - 4, size.width() - 2 * margin, look.caption.height()});
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const QRectF rect = heatmapPanelRect(panels, i, look, size);
        painter.save();
        painter.translate(rect.topLeft());
        paintHeatmap(painter, *panels[i], heatmapPanelLook(panels, i, look), rect.size(), mode);
        painter.restore();
    }
}

Figure heatmapsFigure(HeatmapPanels panels, HeatmapLook look, QSizeF size) {
    const auto count = static_cast<double>(panels.size());
    const double above = heightAbove(panels, look);
    Figure figure = heatmapFigure(panels.front(), heatmapPanelLook(panels, 0, look), {});
    const auto all = [&](QSizeF one) { return QSizeF(count * one.width(), one.height() + above); };
    figure.size = size.isEmpty() ? all(figure.size) : size;
    figure.smallest = all(figure.smallest);
    figure.title = look.caption.title;
    figure.description = look.caption.subtitle;
    figure.paint = [panels = std::move(panels), look = std::move(look)](QPainter& painter, QSizeF target,
                                                                        PaintMode mode) {
        paintHeatmaps(painter, panels, look, target, mode);
    };
    return figure;
}

HeatmapPanels withExactCells(const HeatmapPanels& panels, core::CellRect cells,
                             const core::Progress& progress) {
    HeatmapPanels richer;
    for (const HeatmapDataPtr& data : panels) richer.push_back(withExactCells(data, cells, progress));
    return richer;
}

}  // namespace headscope::ui
