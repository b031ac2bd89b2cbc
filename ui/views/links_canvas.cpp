// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/links_canvas.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/error_text.h"
#include "ui/figures/beside.h"
#include "ui/figures/caption.h"
#include "ui/figures/flow_lines.h"
#include "ui/figures/side_by_side.h"
#include "ui/models/beside_reading.h"
#include "ui/models/pair_reading.h"
#include "ui/models/place_map.h"
#include "ui/models/wording.h"

namespace headscope::ui {

LinksHit lineHit(const FlowData& data, const FlowLine& line) {
    return {{data.queries.position(line.query), data.keys.position(line.key)},
            data.heads[static_cast<std::size_t>(line.head)].head};
}

LinksCanvas::LinksCanvas(Session& session, const LinksPainter& painter, QWidget* parent)
    : QWidget(parent), m_session(session), m_painter(painter), m_tip(*this) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&session, &Session::runChanged, this, &LinksCanvas::showRun);
    connect(&session, &Session::settingsChanged, this, &LinksCanvas::followSettings);
    connect(&session, &Session::selectionChanged, this, &LinksCanvas::followPin);
    connect(&session, &Session::goldChanged, this, &LinksCanvas::followPin);
    connect(&session, &Session::hoverChanged, this, qOverload<>(&LinksCanvas::update));
    connect(&m_job, &Job::failed, this,
            [this](const core::Error& error) { emit readingChanged(errorText(error)); });
}

void LinksCanvas::setTheme(const Theme& theme) {
    m_theme = theme;
    prepareIfNeeded();
}

void LinksCanvas::showRun() {
    m_job.cancel();
    m_wanted = {};
    m_shown = {};
    m_panels.assign(1, {});
    m_first = 0;
    m_hoveredHead.reset();
    m_tip.hide();
    followPin();
}

void LinksCanvas::followSettings() {
    // Words have other places than tokens.
    const bool words = m_session.settings().words;
    if (words != m_wanted.words || m_session.beside() != m_wanted.beside) return followPin();
    prepareIfNeeded();
}

void LinksCanvas::followPin() {
    const RunPtr& run = m_session.shown();
    const Selection& selection = m_session.selection();
    if (run && (selection.query || selection.key)) {
        const PlaceMap map(m_session);
        const auto query = map.placeOf(selection.query);
        const auto key = map.placeOf(selection.key);
        const TokenWindow shown{m_first, capacity()};
        const TokenWindow wanted = windowAround(query, key, shown.count);
        const auto isAway = [&](std::optional<core::Index> end) {
            return end && wanted.contains(*end) && !shown.contains(*end);
        };
        if (isAway(query) || isAway(key))
            m_first = std::max<core::Index>(0, std::min(wanted.first, map.places() - shown.count));
    }
    prepareIfNeeded();
    emit prepared();
}

core::Index LinksCanvas::places() const {
    return PlaceMap(m_session).places();
}

QSizeF LinksCanvas::panelSize() const {
    return m_session.beside() ? QSizeF(std::floor(width() / 2.0), height()) : QSizeF(size());
}

core::Index LinksCanvas::capacity() const {
    QSizeF room = panelSize();
    if (m_session.beside()) room -= QSizeF(0, panelCaption(Side::A, {}, {}).height());
    if (m_session.gold()) room -= QSizeF(0, GoldOverlay::legendHeight);
    return std::max<core::Index>(1, m_painter.capacity(room));
}

LinksCanvas::Wanted LinksCanvas::wanted() const {
    const ViewSettings& settings = m_session.settings();
    Wanted wanted;
    wanted.run = m_session.shown();
    wanted.beside = m_session.beside();
    wanted.difference = wanted.beside ? nullptr : m_session.difference();
    wanted.side = m_session.shownSide();
    wanted.heads = m_session.group();
    wanted.gold = m_session.gold();
    wanted.words = settings.words;
    wanted.muteSpecials = settings.muteSpecials;
    wanted.share = settings.share;
    wanted.dark = m_theme.dark;
    wanted.size = panelSize();
    wanted.ratio = devicePixelRatioF();
    const core::Index all = places();
    const core::Index fits = std::min(all, capacity());
    wanted.window = {std::clamp<core::Index>(m_first, 0, all - fits), fits};
    return wanted;
}

void LinksCanvas::prepareIfNeeded() {
    update();
    // Hidden views catch up when they are shown.
    if (!isVisible()) return;
    const Wanted next = wanted();
    if (next == m_wanted) return;
    if (next.words != m_wanted.words || next.beside != m_wanted.beside) m_panels.assign(1, {});
    m_wanted = next;
    m_first = next.window.first;
    prepare();
}

void LinksCanvas::prepare() {
    m_job.cancel();
    if (!m_wanted.run || m_wanted.size.isEmpty()) return take(Panels(1));
    const ViewSettings settings = m_session.settings();
    const Wanted asked = m_wanted;
    FlowLook look;
    look.theme = m_theme;
    const LinksPainter* painter = &m_painter;
    m_job.start<Panels>(
        [asked, settings, look, painter](const core::Progress& progress) {
            return panelsOf(asked, settings, look, *painter, progress);
        },
        [this](Panels panels) { take(std::move(panels)); });
}

LinksCanvas::Panels LinksCanvas::panelsOf(const Wanted& wanted, const ViewSettings& settings,
                                          const FlowLook& look, const LinksPainter& painter,
                                          const core::Progress& progress) {
    const std::vector<core::HeadId>& heads = wanted.heads.heads;
    std::vector<FlowPanel> runs;
    if (wanted.beside)
        runs = besideFlows(*wanted.beside, heads, wanted.words, wanted.side);
    else
        runs.push_back(flowPanel(flowHeads(*wanted.run, wanted.difference, heads, wanted.words),
                                 wanted.run->trace->tokens));
    if (runs.empty()) runs.emplace_back();
    for (FlowPanel& panel : runs) {
        if (!wanted.gold || panel.heads.empty()) continue;
        const Run& run = !wanted.beside          ? *wanted.run
                         : panel.side == Side::A ? *wanted.beside->a
                                                 : *wanted.beside->b;
        panel.gold = goldOverlay(*wanted.gold, run, wanted.heads, panel.queries);
    }
    Panels panels;
    for (const FlowDataPtr& data : prepareFlows(std::move(runs), settings, wanted.window, progress))
        panels.push_back({data, painter.layer(*data, flowPanelLook(*data, look), wanted.size, wanted.ratio)});
    return panels;
}

void LinksCanvas::take(Panels panels) {
    m_panels = std::move(panels);
    m_shown = m_wanted;
    update();
    emit prepared();
    if (data()) emit readingChanged(summary());
}

FlowLook LinksCanvas::look(std::size_t panel) const {
    FlowLook look;
    look.theme = m_theme;
    look.selection = m_session.selection();
    look.hover = m_session.hover();
    look.hoveredHead = m_hoveredHead;
    look.layer = m_panels[panel].layer;
    return look;
}

Figure LinksCanvas::figure() const {
    if (!data() || !m_shown.run || data()->heads.empty()) return {};
    FlowLook plain = look(0);
    plain.hover = {};
    plain.hoveredHead.reset();
    plain.layer = {};
    const QString title = headsTitle(m_shown.heads.heads);
    const QString note = noteFor(linesNote(m_painter.direction(), everyData()), m_shown.words);
    if (!m_shown.beside) {
        plain.caption = headCaption(*m_shown.run, m_shown.difference, title, note);
        return m_painter.figure(data(), plain, panelSize() + QSizeF(0, plain.caption.height()));
    }
    const Caption caption = besideCaption(*m_shown.beside, title, note);
    plain.caption = caption;  // over both: each says only which it is
    std::vector<Figure> figures;
    for (const Panel& panel : m_panels)
        figures.push_back(m_painter.figure(panel.data, flowPanelLook(*panel.data, plain), m_shown.size));
    return sideBySide(std::move(figures), caption, m_theme);
}

std::vector<FlowDataPtr> LinksCanvas::everyData() const {
    std::vector<FlowDataPtr> all;
    for (const Panel& panel : m_panels) all.push_back(panel.data);
    return all;
}

QString LinksCanvas::summary() const {
    return data() ? drawnText(everyData()) : QString();
}

QString LinksCanvas::readingOf(const LinksHit& hit) const {
    if (!hit.hover.query || !hit.hover.key || !m_wanted.run) return summary();
    core::HeadId head = m_session.selection().head;
    if (hit.head) head = *hit.head;
    const QString name = QString::fromStdString(core::headName(head));
    if (m_panels.size() > 1) return QStringLiteral("%1   %2").arg(name, besideReading(head, hit.hover));
    const core::PatternPtr pattern = m_session.pattern(head);
    if (!pattern) return {};
    const RowMap rows(m_wanted.run->trace->tokens, m_wanted.words);
    const auto reading = readPair(*pattern, rows, *hit.hover.query, *hit.hover.key);
    if (!reading) return {};
    const QString gold = goldReading(hit.hover);
    const QString text = QStringLiteral("%1   %2").arg(name, readingText(*reading));
    return gold.isEmpty() ? text : text + QStringLiteral("   ") + gold;
}

QString LinksCanvas::goldReading(const Hover& pair) const {
    if (!data() || !data()->gold) return {};
    const auto row = data()->queries.place(pair.query);
    const auto column = data()->keys.place(pair.key);
    return row && column ? data()->gold->reading({*row, *column}) : QString();
}

QString LinksCanvas::besideReading(core::HeadId head, const Hover& pair) const {
    const FlowData& a = *m_panels[0].data;
    const FlowData& b = *m_panels[1].data;
    const auto row = a.queries.place(pair.query);
    const auto column = a.keys.place(pair.key);
    for (std::size_t i = 0; row && column && i < a.heads.size(); ++i)
        if (a.heads[i].head == head)
            return besideReadingText({*a.heads[i].pattern, a.queries}, {*b.heads[i].pattern, b.queries},
                                     {*row, *column});
    return {};
}

void LinksCanvas::setHoveredHead(std::optional<core::HeadId> head) {
    if (head == m_hoveredHead) return;
    m_hoveredHead = head;
    update();
}

void LinksCanvas::setFirstPlace(core::Index first) {
    m_first = first;
    prepareIfNeeded();
}

void LinksCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (std::size_t i = 0; data() && i < m_panels.size(); ++i) {
        painter.save();
        painter.translate(static_cast<double>(i) * m_shown.size.width(), 0);
        const FlowData& drawn = *m_panels[i].data;
        m_painter.paint(painter, drawn, flowPanelLook(drawn, look(i)), m_shown.size, PaintMode::Screen);
        painter.restore();
    }
    if (!hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.focusRing, 1.5));
    painter.drawRoundedRect(QRectF(rect()).adjusted(9, 1, -9, -1), 4, 4);
}

void LinksCanvas::resizeEvent(QResizeEvent*) {
    prepareIfNeeded();
    emit prepared();
}

void LinksCanvas::showEvent(QShowEvent*) {
    followPin();
}

LinksHit LinksCanvas::hitAt(QPointF point) const {
    if (!data()) return {};
    const std::size_t panel = m_panels.size() > 1 && point.x() >= m_shown.size.width() ? 1 : 0;
    point -= QPointF(static_cast<double>(panel) * m_shown.size.width(), 0);
    const FlowData& drawn = *m_panels[panel].data;
    return m_painter.hit(drawn, flowPanelLook(drawn, look(panel)), m_shown.size, point);
}

void LinksCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const LinksHit hit = hitAt(event->position());
    if (!hit.hover.query && !hit.hover.key) return;
    m_session.pin(hit.head.value_or(m_session.selection().head), hit.hover.query, hit.hover.key);
}

void LinksCanvas::mouseMoveEvent(QMouseEvent* event) {
    const LinksHit hit = hitAt(event->position());
    m_session.setHover(hit.hover);
    setHoveredHead(hit.head);
    const bool line = hit.hover.query && hit.hover.key;
    const QString text = readingOf(hit);
    m_tip.show(event->globalPosition().toPoint(),
               line ? QString(text).replace(QStringLiteral("   "), QStringLiteral("\n")) : QString());
    emit readingChanged(text);
}

void LinksCanvas::leaveEvent(QEvent*) {
    m_tip.hide();
    m_session.setHover({});
    setHoveredHead({});
    emit readingChanged(summary());
}

void LinksCanvas::wheelEvent(QWheelEvent* event) {
    const core::Index rows = -event->angleDelta().y() / 40;
    event->setAccepted(places() > capacity());
    if (event->isAccepted()) setFirstPlace(std::clamp<core::Index>(m_first + rows, 0, places() - capacity()));
    emit prepared();
}

void LinksCanvas::movePin(core::Index step) {
    const RunPtr& run = m_session.shown();
    if (!run) return;
    const PlaceMap map(m_session);
    const RowMap& rows = map.rows();
    Selection selection = m_session.selection();
    const core::Index row = selection.query ? rows.rowOf(*selection.query) + step : m_first;
    const core::Index nextRow = std::clamp<core::Index>(row, 0, rows.rows() - 1);
    selection.query = rows.positionOf(nextRow);
    selection.key.reset();
    const core::Index next = map.placeOfRow(nextRow);
    if (next < m_first) setFirstPlace(next);
    if (next >= m_first + capacity()) setFirstPlace(next - capacity() + 1);
    m_session.select(selection);
}

void LinksCanvas::keyPressEvent(QKeyEvent* event) {
    const bool down = m_painter.scroll == Qt::Vertical;
    const int key = event->key();
    if (key == (down ? Qt::Key_Up : Qt::Key_Left)) return movePin(-1);
    if (key == (down ? Qt::Key_Down : Qt::Key_Right)) return movePin(1);
    core::HeadId head = m_session.selection().head;
    if (key == (down ? Qt::Key_Left : Qt::Key_Up))
        return m_session.selectHead({head.kind, head.layer, head.head - 1});
    if (key == (down ? Qt::Key_Right : Qt::Key_Down))
        return m_session.selectHead({head.kind, head.layer, head.head + 1});
    if (key == Qt::Key_Escape) return m_session.pin(std::nullopt, std::nullopt);
    QWidget::keyPressEvent(event);
}

void LinksCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) update();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
