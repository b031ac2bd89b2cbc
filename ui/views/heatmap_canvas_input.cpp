// SPDX-License-Identifier: GPL-3.0-or-later
// The heatmap under pointer and keys.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/models/beside_reading.h"
#include "ui/models/pair_reading.h"
#include "ui/views/heatmap_canvas.h"
#include "ui/views/heatmap_minimap.h"

namespace headscope::ui {

namespace {

constexpr double dragDistance = 4;
constexpr double wheelStep = 1.3;  ///< per notch of 15°
constexpr double keyStep = 1.5;
constexpr double centredCell = 36;

struct PinMove {
    int key;
    int rows;
    int columns;
};
constexpr PinMove pinMoves[] = {
    {Qt::Key_Left, 0, -1}, {Qt::Key_Right, 0, 1}, {Qt::Key_Up, -1, 0}, {Qt::Key_Down, 1, 0}};

/// The next place of an axis that can be pinned; the same where there is none.
core::Index steppedFrom(const TokenAxis& axis, core::Index place, int step) {
    for (core::Index next = place + step; step != 0 && next >= 0 && next < axis.size(); next += step)
        if (axis.position(next)) return next;
    return place;
}

}  // namespace

void HeatmapCanvas::zoom(ZoomStep step) {
    const auto map = mapping();
    if (!map) return;
    switch (step) {
        case ZoomStep::In:
            zoom(map->area().center(), keyStep);
            break;
        case ZoomStep::Out:
            zoom(map->area().center(), 1 / keyStep);
            break;
        case ZoomStep::Fit:
            fitOrCentre(false);
            break;
        case ZoomStep::Centre:
            fitOrCentre(true);
            break;
    }
    // Another cell has come under a pointer that did not move.
    if (underMouse()) hoverAt(mapFromGlobal(QCursor::pos()), QCursor::pos());
}

void HeatmapCanvas::zoom(QPointF anchor, double factor) {
    if (const auto map = mapping()) setViewport(map->zoomedAbout(anchor, factor));
}

void HeatmapCanvas::fitOrCentre(bool centrePin) {
    const Selection& selection = m_session.selection();
    const auto map = mapping();
    if (!map) return;
    const auto row = m_panels.front()->queries.place(selection.query);
    const auto column = m_panels.front()->keys.place(selection.key);
    const bool centre = centrePin && row && column && map->isFitted();
    setViewport(centre ? map->centredOn({*row, *column}, centredCell) : Viewport());
}

void HeatmapCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_panels.empty()) return;
    const auto map = mapping();
    const auto cell = onMinimap(inPanel(event->position()));
    if (cell) return setViewport(map->centredOn(*cell, map->cell()));
    m_drag = Drag{event->position(), m_viewport, false};
}

void HeatmapCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = event->position();
    if (!m_drag || m_panels.empty()) return hoverAt(point, event->globalPosition().toPoint());
    const QPointF delta = point - m_drag->from;
    if (!m_drag->moved && std::hypot(delta.x(), delta.y()) < dragDistance) return;
    m_drag->moved = true;
    m_tip.hide();
    setCursor(Qt::ClosedHandCursor);
    const GridMapping now = layout().mapping;
    setViewport(GridMapping(now.rows(), now.columns(), now.area(), m_drag->viewport).panned(delta));
}

void HeatmapCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_drag) return;
    const bool moved = std::exchange(m_drag, std::nullopt)->moved;
    unsetCursor();
    const auto map = mapping();
    if (moved || !map) return;
    if (const auto cell = map->cellAt(inPanel(event->position()).point)) pin(*cell);
}

void HeatmapCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) fitOrCentre(false);
}

void HeatmapCanvas::leaveEvent(QEvent*) {
    m_tip.hide();
    setPointed({});
    m_session.setHover({});
    emit readingChanged({});
}

void HeatmapCanvas::wheelEvent(QWheelEvent* event) {
    event->accept();
    zoom(inPanel(event->position()).point, std::pow(wheelStep, event->angleDelta().y() / 120.0));
    hoverAt(event->position(), event->globalPosition().toPoint());
}

void HeatmapCanvas::hoverAt(QPointF point, QPoint globalPosition) {
    const auto map = mapping();
    const PanelPoint at = inPanel(point);
    const auto cell = map && !onMinimap(at) ? map->cellAt(at.point) : std::nullopt;
    setPointed(cell);
    Hover hover;
    if (cell)
        hover = {m_panels.front()->queries.position(cell->row),
                 m_panels.front()->keys.position(cell->column)};
    m_session.setHover(hover);
    const QString text = cell ? readingOf(*cell) : QString();
    m_tip.show(globalPosition, QString(text).replace(QStringLiteral("   "), QStringLiteral("\n")));
    emit readingChanged(text);
}

void HeatmapCanvas::setPointed(std::optional<CellPlace> cell) {
    if (std::exchange(m_pointed, cell) != cell) update();
}

QString HeatmapCanvas::readingOf(CellPlace cell) const {
    const HeatmapData& data = *m_panels.front();
    const QString gold = data.gold ? data.gold->reading(cell) : QString();
    const QString text = weightsAt(cell);
    return gold.isEmpty() || text.isEmpty() ? text : text + QStringLiteral("   ") + gold;
}

QString HeatmapCanvas::weightsAt(CellPlace cell) const {
    if (m_panels.size() > 1)
        return besideReadingText({*m_panels[0]->pattern, m_panels[0]->queries},
                                 {*m_panels[1]->pattern, m_panels[1]->queries}, cell);
    const HeatmapData& data = *m_panels.front();
    const auto query = data.queries.position(cell.row);
    const auto key = data.keys.position(cell.column);
    if (!m_wanted.run || !query || !key) return {};
    const auto reading =
        readPair(*data.pattern, RowMap(m_wanted.run->trace->tokens, m_wanted.words), *query, *key);
    return reading ? readingText(*reading) : QString();
}

void HeatmapCanvas::pin(CellPlace cell) {
    // What the run whose tokens are selected does not have cannot be pinned.
    const auto query = m_panels.front()->queries.position(cell.row);
    const auto key = m_panels.front()->keys.position(cell.column);
    if (query && key) m_session.pin(query, key);
    emit readingChanged(readingOf(cell));
}

void HeatmapCanvas::movePin(int rows, int columns) {
    const auto map = mapping();
    if (!map || map->rows() == 0 || map->columns() == 0) return;
    const Selection& selection = m_session.selection();
    const auto row = m_panels.front()->queries.place(selection.query);
    const auto column = m_panels.front()->keys.place(selection.key);
    CellPlace cell = firstCell();
    if (row && column)
        cell = {steppedFrom(m_panels.front()->queries, *row, rows),
                steppedFrom(m_panels.front()->keys, *column, columns)};
    pin(cell);
    const QRectF rect = map->cellRect(cell);
    if (!map->isFitted() && !map->area().contains(rect)) setViewport(map->centredOn(cell, map->cell()));
}

CellPlace HeatmapCanvas::firstCell() const {
    // With a pinned query its strongest key; else what the pointer is over; else the corner.
    const Selection& selection = m_session.selection();
    const Hover& hover = m_session.hover();
    const HeatmapData& data = *m_panels.front();
    const auto row = data.queries.place(selection.query ? selection.query : hover.query);
    const auto column = data.keys.place(selection.key ? selection.key : hover.key);
    CellPlace cell{row.value_or(data.queries.place(0).value_or(0)),
                   column.value_or(data.keys.place(0).value_or(0))};
    if (row && !column)
        (m_wanted.side == Side::A ? m_panels.front() : m_panels.back())
            ->pattern->row(*row)
            .cwiseAbs()
            .maxCoeff(&cell.column);
    return cell;
}

void HeatmapCanvas::keyPressEvent(QKeyEvent* event) {
    const auto move = std::find_if(std::begin(pinMoves), std::end(pinMoves),
                                   [event](const PinMove& each) { return each.key == event->key(); });
    if (move != std::end(pinMoves)) return movePin(move->rows, move->columns);
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoom(ZoomStep::In);
        case Qt::Key_Minus:
            return zoom(ZoomStep::Out);
        case Qt::Key_0:
            return zoom(ZoomStep::Fit);
        case Qt::Key_F:
            return zoom(ZoomStep::Centre);
        case Qt::Key_Escape:
            m_session.pin(std::nullopt, std::nullopt);
            return emit readingChanged({});
    }
    QWidget::keyPressEvent(event);
}

void HeatmapCanvas::focusInEvent(QFocusEvent*) {
    update();
}

void HeatmapCanvas::focusOutEvent(QFocusEvent*) {
    update();
}

}  // namespace headscope::ui
