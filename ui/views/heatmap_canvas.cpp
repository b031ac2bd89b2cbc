// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/error_text.h"
#include "ui/figures/caption.h"
#include "ui/models/pair_reading.h"
#include "ui/views/heatmap_minimap.h"

namespace headscope::ui {

namespace {

/// Up to this many cells the data is made at once: it takes about a millisecond, less than a flicker.
constexpr core::Index cellsAtOnce = core::Index{128} * 128;
constexpr double dragDistance = 4;
constexpr double wheelStep = 1.3;  ///< per notch of 15°
constexpr double keyStep = 1.5;
constexpr double centredCell = 36;
/// The view is at rest when it has not moved for so long: then numbers are drawn again.
constexpr int restAfter = 140;

struct PinMove {
    int key;
    int rows;
    int columns;
};
constexpr PinMove pinMoves[] = {
    {Qt::Key_Left, 0, -1}, {Qt::Key_Right, 0, 1}, {Qt::Key_Up, -1, 0}, {Qt::Key_Down, 1, 0}};

}  // namespace

HeatmapCanvas::HeatmapCanvas(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_tip(*this) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    m_rest.setSingleShot(true);
    m_rest.setInterval(restAfter);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        prepareNumbers();
        update();
    });
    connect(&session, &Session::runChanged, this, &HeatmapCanvas::showRun);
    connect(&session, &Session::settingsChanged, this, &HeatmapCanvas::prepareIfNeeded);
    connect(&session, &Session::selectionChanged, this, &HeatmapCanvas::prepareIfNeeded);
    connect(&session, &Session::hoverChanged, this, qOverload<>(&HeatmapCanvas::update));
    connect(&m_prepare, &Job::failed, this,
            [this](const core::Error& error) { emit readingChanged(errorText(error)); });
}

void HeatmapCanvas::setTheme(const Theme& theme) {
    m_theme = theme;
    update();
}

void HeatmapCanvas::showRun() {
    // Positions of another text mean nothing here: what is shown must not be pointed at any more.
    m_prepare.cancel();
    m_numbers.cancel();
    m_data.reset();
    // A and B of one length are looked at in turns, at the same place.
    const RunPtr& run = m_session.shown();
    if (!run || !m_wanted.run || run->trace->length() != m_wanted.run->trace->length()) m_viewport = {};
    m_wanted = {};
    m_shown = {};
    m_drag.reset();
    m_tip.hide();
    prepareIfNeeded();
    emit viewportChanged();
}

void HeatmapCanvas::prepareIfNeeded() {
    update();
    // Hidden views catch up when they are shown.
    if (!isVisible()) return;
    const RunPtr& run = m_session.shown();
    const ViewSettings& settings = m_session.settings();
    const Wanted wanted{
        run, m_session.difference(), m_session.group(), settings.words, settings.scale, settings.range};
    if (wanted == m_wanted) return;
    // Words have other places than tokens.
    if (wanted.words != m_wanted.words) m_data.reset();
    m_wanted = wanted;
    prepare();
}

void HeatmapCanvas::prepare() {
    m_prepare.cancel();
    m_numbers.cancel();
    const core::PatternPtr pattern = m_wanted.run ? m_session.pattern() : nullptr;
    if (!pattern) return take(nullptr);
    const core::TracePtr trace = m_wanted.run->trace;
    const ToneScale scale = m_wanted.scale;
    const ToneRange range = m_wanted.range;
    const auto heads = static_cast<core::Index>(m_wanted.heads.heads.size());
    if (heads * pattern->rows() * pattern->columns() <= cellsAtOnce) {
        return take(prepareHeatmap(pattern, trace->tokens, scale, range));
    }
    m_prepare.start<HeatmapDataPtr>(
        [pattern, trace, scale, range](const core::Progress& progress) {
            return prepareHeatmap(pattern, trace->tokens, scale, range, progress);
        },
        [this](HeatmapDataPtr data) { take(std::move(data)); });
}

void HeatmapCanvas::take(HeatmapDataPtr data) {
    m_data = std::move(data);
    m_shown = m_wanted;
    prepareNumbers();
    update();
    emit prepared();
    emit viewportChanged();
}

void HeatmapCanvas::prepareNumbers() {
    if (!m_data) return;
    const HeatmapLayout layout = heatmapLayout(*m_data, look(), size());
    if (!layout.numbers()) return;
    const core::CellRect cells = layout.mapping.visibleCells();
    const core::CellRect& have = m_data->exactCells;
    if (cells.row >= have.row && cells.column >= have.column &&
        cells.row + cells.rows <= have.row + have.rows &&
        cells.column + cells.columns <= have.column + have.columns)
        return;
    const HeatmapDataPtr data = m_data;
    m_numbers.start<HeatmapDataPtr>(
        [data, cells](const core::Progress& progress) { return withExactCells(data, cells, progress); },
        [this, data](HeatmapDataPtr richer) {
            if (m_data != data) return;
            m_data = std::move(richer);
            update();
        });
}

HeatmapLook HeatmapCanvas::look() const {
    HeatmapLook look;
    look.theme = m_theme;
    look.colours = m_session.settings().colours;
    look.selection = m_session.selection();
    look.hover = m_session.hover();
    look.viewport = m_viewport;
    look.numbers = !m_rest.isActive();
    return look;
}

std::optional<GridMapping> HeatmapCanvas::mapping() const {
    if (!m_data) return {};
    return heatmapLayout(*m_data, look(), size()).mapping;
}

Figure HeatmapCanvas::figure() const {
    if (!m_data || !m_shown.run) return {};
    HeatmapLook plain = look();
    plain.hover = {};
    plain.numbers = true;
    plain.caption = headCaption(*m_shown.run, m_shown.difference, groupTitle(m_shown.heads),
                                noteFor(tr("rows attend to columns"), m_shown.words));
    return heatmapFigure(m_data, plain, QSizeF(size()) + QSizeF(0, plain.caption.height()));
}

void HeatmapCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_data) return;
    const HeatmapLook shown = look();
    paintHeatmap(painter, *m_data, shown, size(), PaintMode::Screen);
    const HeatmapLayout layout = heatmapLayout(*m_data, shown, size());
    paintMinimap(painter, *m_data, layout.mapping, shown);
    if (!hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.focusRing, 1.5));
    painter.drawRoundedRect(layout.mapping.visibleGrid().adjusted(-2.5, -2.5, 2.5, 2.5), 3, 3);
}

void HeatmapCanvas::showEvent(QShowEvent*) {
    prepareIfNeeded();
}

void HeatmapCanvas::resizeEvent(QResizeEvent*) {
    prepareNumbers();
    emit viewportChanged();
}

void HeatmapCanvas::setViewport(const Viewport& viewport) {
    if (viewport == m_viewport) return;
    m_viewport = viewport;
    m_rest.start();
    update();
    emit viewportChanged();
}

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
    const auto row = m_data->queries.place(selection.query);
    const auto column = m_data->keys.place(selection.key);
    const bool centre = centrePin && row && column && map->isFitted();
    setViewport(centre ? map->centredOn({*row, *column}, centredCell) : Viewport());
}

void HeatmapCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_data) return;
    const auto map = mapping();
    const auto cell = minimapCell(*m_data, *map, event->position());
    if (cell) return setViewport(map->centredOn(*cell, map->cell()));
    m_drag = Drag{event->position(), m_viewport, false};
}

void HeatmapCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = event->position();
    if (!m_drag || !m_data) return hoverAt(point, event->globalPosition().toPoint());
    const QPointF delta = point - m_drag->from;
    if (!m_drag->moved && std::hypot(delta.x(), delta.y()) < dragDistance) return;
    m_drag->moved = true;
    m_tip.hide();
    setCursor(Qt::ClosedHandCursor);
    HeatmapLook then = look();
    then.viewport = m_drag->viewport;
    setViewport(heatmapLayout(*m_data, then, size()).mapping.panned(delta));
}

void HeatmapCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_drag) return;
    const bool moved = std::exchange(m_drag, std::nullopt)->moved;
    unsetCursor();
    const auto map = mapping();
    if (moved || !map) return;
    if (const auto cell = map->cellAt(event->position())) pin(*cell);
}

void HeatmapCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) fitOrCentre(false);
}

void HeatmapCanvas::leaveEvent(QEvent*) {
    m_tip.hide();
    m_session.setHover({});
    emit readingChanged({});
}

void HeatmapCanvas::wheelEvent(QWheelEvent* event) {
    event->accept();
    zoom(event->position(), std::pow(wheelStep, event->angleDelta().y() / 120.0));
    hoverAt(event->position(), event->globalPosition().toPoint());
}

void HeatmapCanvas::hoverAt(QPointF point, QPoint globalPosition) {
    const auto map = mapping();
    const auto cell = map && !minimapCell(*m_data, *map, point) ? map->cellAt(point) : std::nullopt;
    Hover hover;
    if (cell) hover = {m_data->queries.position(cell->row), m_data->keys.position(cell->column)};
    m_session.setHover(hover);
    const QString text = cell ? readingOf(hover) : QString();
    m_tip.show(globalPosition, QString(text).replace(QStringLiteral("   "), QStringLiteral("\n")));
    emit readingChanged(text);
}

QString HeatmapCanvas::readingOf(const Hover& pair) const {
    if (!m_data || !m_wanted.run || !pair.query || !pair.key) return {};
    const RowMap rows(m_wanted.run->trace->tokens, m_wanted.words);
    const auto reading = readPair(*m_data->pattern, rows, *pair.query, *pair.key);
    return reading ? readingText(*reading) : QString();
}

void HeatmapCanvas::pin(CellPlace cell) {
    const Hover pair{m_data->queries.position(cell.row), m_data->keys.position(cell.column)};
    m_session.pin(pair.query, pair.key);
    emit readingChanged(readingOf(pair));
}

void HeatmapCanvas::movePin(int rows, int columns) {
    const auto map = mapping();
    if (!map || map->rows() == 0 || map->columns() == 0) return;
    const Selection& selection = m_session.selection();
    const auto row = m_data->queries.place(selection.query);
    const auto column = m_data->keys.place(selection.key);
    CellPlace cell = firstCell();
    if (row && column) {
        cell.row = std::clamp<core::Index>(*row + rows, 0, map->rows() - 1);
        cell.column = std::clamp<core::Index>(*column + columns, 0, map->columns() - 1);
    }
    pin(cell);
    const QRectF rect = map->cellRect(cell);
    if (!map->isFitted() && !map->area().contains(rect)) setViewport(map->centredOn(cell, map->cell()));
}

CellPlace HeatmapCanvas::firstCell() const {
    // With a pinned query its strongest key; else what the pointer is over; else the corner.
    const Selection& selection = m_session.selection();
    const Hover& hover = m_session.hover();
    const auto row = m_data->queries.place(selection.query ? selection.query : hover.query);
    const auto column = m_data->keys.place(selection.key ? selection.key : hover.key);
    CellPlace cell{row.value_or(0), column.value_or(0)};
    if (row && !column) m_data->pattern->row(*row).cwiseAbs().maxCoeff(&cell.column);
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
