// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_canvas.h"

#include <QPainter>

#include "ui/error_text.h"
#include "ui/figures/caption.h"
#include "ui/views/heatmap_minimap.h"

namespace headscope::ui {

namespace {

/// Up to this many cells the data is made at once: it takes about a millisecond, less than a flicker.
constexpr core::Index cellsAtOnce = core::Index{128} * 128;
/// The view is at rest when it has not moved for so long: then numbers are drawn again.
constexpr int restAfter = 140;

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
    connect(&session, &Session::goldChanged, this, &HeatmapCanvas::prepareIfNeeded);
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
    m_panels.clear();
    m_pointed.reset();
    // A and B of one length are looked at in turns, at the same place.
    const RunPtr& run = m_session.shown();
    const bool beside = m_wanted.beside != nullptr && m_wanted.beside == m_session.beside();
    if (!run || !m_wanted.run || (!beside && run->trace->length() != m_wanted.run->trace->length()))
        m_viewport = {};
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
    const ComparedRunsPtr beside = m_session.beside();
    const Wanted wanted{run,
                        beside ? nullptr : m_session.difference(),
                        beside,
                        m_session.shownSide(),
                        m_session.group(),
                        settings.words,
                        settings.scale,
                        settings.range,
                        m_session.gold()};
    if (wanted == m_wanted) return;
    // Words have other places than tokens, and both runs more than one.
    if (wanted.words != m_wanted.words || wanted.beside != m_wanted.beside) m_panels.clear();
    if (m_wanted.run && (wanted.beside == nullptr) != (m_wanted.beside == nullptr)) m_viewport = {};
    m_wanted = wanted;
    prepare();
}

void HeatmapCanvas::prepare() {
    m_prepare.cancel();
    m_numbers.cancel();
    const core::PatternPtr pattern = m_wanted.run ? m_session.pattern() : nullptr;
    if (!pattern) return take({});
    const auto make = [pattern, wanted = m_wanted](const core::Progress& progress) {
        return prepareHeatmaps(panelsOf({wanted.run, pattern, wanted.beside, wanted.side, wanted.heads,
                                         wanted.words, wanted.gold}),
                               wanted.scale, wanted.range, progress);
    };
    const core::Index length = m_wanted.beside
                                   ? m_wanted.beside->a->trace->length() + m_wanted.beside->b->trace->length()
                                   : m_wanted.run->trace->length();
    if (static_cast<core::Index>(m_wanted.heads.heads.size()) * length * length <= cellsAtOnce)
        return take(make({}));
    m_prepare.start<HeatmapPanels>(make, [this](HeatmapPanels panels) { take(std::move(panels)); });
}

void HeatmapCanvas::take(HeatmapPanels panels) {
    m_panels = std::move(panels);
    m_shown = m_wanted;
    prepareNumbers();
    update();
    emit prepared();
    emit viewportChanged();
}

void HeatmapCanvas::prepareNumbers() {
    if (m_panels.empty() || !layout().numbers()) return;
    const core::CellRect cells = layout().mapping.visibleCells();
    const core::CellRect& have = m_panels.front()->exactCells;
    if (cells.row >= have.row && cells.column >= have.column &&
        cells.row + cells.rows <= have.row + have.rows &&
        cells.column + cells.columns <= have.column + have.columns)
        return;
    m_numbers.start<HeatmapPanels>(
        [panels = m_panels, cells](const core::Progress& progress) {
            return withExactCells(panels, cells, progress);
        },
        [this, panels = m_panels](HeatmapPanels richer) {
            if (m_panels != panels) return;
            m_panels = std::move(richer);
            update();
        });
}

HeatmapLook HeatmapCanvas::look() const {
    HeatmapLook look;
    look.theme = m_theme;
    look.colours = m_session.settings().colours;
    look.selection = m_session.selection();
    look.hover = m_session.hover();
    look.pointed = m_pointed;
    look.viewport = m_viewport;
    look.numbers = !m_rest.isActive();
    return look;
}

std::optional<GridMapping> HeatmapCanvas::mapping() const {
    return m_panels.empty() ? std::nullopt : std::optional(layout().mapping);
}

HeatmapLayout HeatmapCanvas::layout() const {
    return heatmapLayout(*m_panels.front(), heatmapPanelLook(m_panels, 0, look()), panelRect(0).size());
}

QRectF HeatmapCanvas::panelRect(std::size_t index) const {
    return heatmapPanelRect(m_panels, index, {}, size());
}

HeatmapCanvas::PanelPoint HeatmapCanvas::inPanel(QPointF point) const {
    for (std::size_t i = m_panels.size(); i-- > 1;)
        if (point.x() >= panelRect(i).left()) return {i, point - panelRect(i).topLeft()};
    return {0, point};
}

std::optional<CellPlace> HeatmapCanvas::onMinimap(const PanelPoint& at) const {
    if (m_panels.empty() || at.panel + 1 < m_panels.size()) return {};
    return minimapCell(*m_panels.back(), layout().mapping, at.point);
}

Figure HeatmapCanvas::figure() const {
    if (m_panels.empty() || !m_shown.run) return {};
    HeatmapLook plain = look();
    plain.hover = {};
    plain.pointed.reset();
    plain.numbers = true;
    const QString note = noteFor(tr("rows attend to columns"), m_shown.words);
    plain.caption = m_shown.beside
                        ? besideCaption(*m_shown.beside, groupTitle(m_shown.heads), note)
                        : headCaption(*m_shown.run, m_shown.difference, groupTitle(m_shown.heads), note);
    return heatmapsFigure(m_panels, plain, QSizeF(size()) + QSizeF(0, plain.caption.height()));
}

void HeatmapCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_panels.empty()) return;
    const HeatmapLook shown = look();
    paintHeatmaps(painter, m_panels, shown, size(), PaintMode::Screen);
    const GridMapping mapping = layout().mapping;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        painter.save();
        painter.translate(panelRect(i).topLeft());
        if (i + 1 == m_panels.size()) paintMinimap(painter, *m_panels[i], mapping, shown);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.focusRing, 1.5));
        if (hasFocus()) painter.drawRoundedRect(mapping.visibleGrid().adjusted(-2.5, -2.5, 2.5, 2.5), 3, 3);
        painter.restore();
    }
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

}  // namespace headscope::ui
