// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/side_by_side.h"

#include <QPainter>
#include <algorithm>
#include <utility>

namespace headscope::ui {

namespace {

constexpr double margin = 16;

}  // namespace

Figure sideBySide(std::vector<Figure> figures, const Caption& caption, const Theme& theme) {
    Figure figure;
    figure.title = caption.title;
    figure.description = caption.subtitle;
    figure.shown = figures.front().shown;
    const auto count = static_cast<double>(figures.size());
    for (const Figure& each : figures) {
        figure.size = figure.size.expandedTo({count * each.size.width(), each.size.height()});
        figure.smallest = figure.smallest.expandedTo({count * each.smallest.width(), each.smallest.height()});
    }
    const QSizeF above(0, caption.height());
    figure.size += above;
    figure.smallest += above;
    figure.paint = [=, figures = std::move(figures)](QPainter& painter, QSizeF target, PaintMode mode) {
        painter.fillRect(QRectF(QPointF(0, 0), target), theme.panel);
        paintCaption(painter, caption, theme,
                     {margin, margin - 4, target.width() - 2 * margin, caption.height()});
        const QSizeF one(target.width() / count, target.height() - caption.height());
        for (std::size_t i = 0; i < figures.size(); ++i) {
            painter.save();
            painter.translate(static_cast<double>(i) * one.width(), caption.height());
            figures[i].paint(painter, one, mode);
            painter.restore();
        }
    };
    return figure;
}

}  // namespace headscope::ui
