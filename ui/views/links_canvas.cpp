// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/links_canvas.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>

#include "ui/error_text.h"
#include "ui/figures/caption.h"
#include "ui/models/pair_reading.h"
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
    m_data.reset();
    m_layer = {};
    m_first = 0;
    m_hoveredHead.reset();
    m_tip.hide();
    followPin();
}

void LinksCanvas::followSettings() {
    // Words have other places than tokens.
    const bool words = m_session.settings().words;
    if (words != m_wanted.words) return followPin();
    prepareIfNeeded();
}

void LinksCanvas::followPin() {
    const RunPtr& run = m_session.shown();
    const Selection& selection = m_session.selection();
    if (run && (selection.query || selection.key)) {
        const RowMap rows(run->trace->tokens, m_session.settings().words);
        const auto place = [&rows](std::optional<core::Index> position) {
            return position ? std::optional(rows.rowOf(*position)) : std::nullopt;
        };
        const auto query = place(selection.query);
        const auto key = place(selection.key);
        const TokenWindow shown{m_first, capacity()};
        const TokenWindow wanted = windowAround(query, key, shown.count);
        const auto isAway = [&](std::optional<core::Index> end) {
            return end && wanted.contains(*end) && !shown.contains(*end);
        };
        if (isAway(query) || isAway(key))
            m_first = std::max<core::Index>(0, std::min(wanted.first, rows.rows() - shown.count));
    }
    prepareIfNeeded();
    emit prepared();
}

core::Index LinksCanvas::places() const {
    const RunPtr& run = m_session.shown();
    return run ? RowMap(run->trace->tokens, m_session.settings().words).rows() : 0;
}

core::Index LinksCanvas::capacity() const {
    return std::max<core::Index>(1, m_painter.capacity(size()));
}

LinksCanvas::Wanted LinksCanvas::wanted() const {
    const ViewSettings& settings = m_session.settings();
    Wanted wanted;
    wanted.run = m_session.shown();
    wanted.difference = m_session.difference();
    wanted.heads = m_session.selection().heads();
    wanted.words = settings.words;
    wanted.muteSpecials = settings.muteSpecials;
    wanted.share = settings.share;
    wanted.dark = m_theme.dark;
    wanted.size = size();
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
    if (next.words != m_wanted.words) m_data.reset();
    m_wanted = next;
    m_first = next.window.first;
    prepare();
}

void LinksCanvas::prepare() {
    m_job.cancel();
    if (!m_wanted.run || m_wanted.size.isEmpty()) return take({});
    const ViewSettings settings = m_session.settings();
    const Wanted asked = m_wanted;
    FlowLook look;
    look.theme = m_theme;
    const LinksPainter* painter = &m_painter;
    m_job.start<Prepared>(
        [asked, settings, look, painter](const core::Progress& progress) {
            const core::Trace& trace = *asked.run->trace;
            Prepared prepared;
            prepared.data = prepareFlow(flowHeads(*asked.run, asked.difference, asked.heads, asked.words),
                                        trace.tokens, settings, asked.window, core::part(progress, 0, 0.6));
            core::report(progress, 0.6);
            prepared.layer = painter->layer(*prepared.data, look, asked.size, asked.ratio);
            return prepared;
        },
        [this](Prepared prepared) { take(std::move(prepared)); });
}

void LinksCanvas::take(Prepared prepared) {
    m_data = std::move(prepared.data);
    m_layer = std::move(prepared.layer);
    m_shown = m_wanted;
    update();
    emit this->prepared();
    if (m_data) emit readingChanged(summary());
}

FlowLook LinksCanvas::look() const {
    FlowLook look;
    look.theme = m_theme;
    look.selection = m_session.selection();
    look.hover = m_session.hover();
    look.hoveredHead = m_hoveredHead;
    look.layer = m_layer;
    return look;
}

Figure LinksCanvas::figure() const {
    if (!m_data || !m_shown.run || m_data->heads.empty()) return {};
    FlowLook plain = look();
    plain.hover = {};
    plain.hoveredHead.reset();
    plain.layer = {};
    plain.caption = headCaption(*m_shown.run, m_shown.difference, headsTitle(m_shown.heads),
                                noteFor(summary(), m_shown.words));
    return m_painter.figure(m_data, plain, QSizeF(size()) + QSizeF(0, plain.caption.height()));
}

QString LinksCanvas::summary() const {
    if (!m_data || m_data->totalWeight <= 0) return {};
    const int lines = static_cast<int>(m_data->lines.size());
    QString text = (m_data->difference ? tr("%n line(s): %1 of the change", nullptr, lines)
                                       : tr("%n line(s): %1 of the weight", nullptr, lines))
                       .arg(percentText(m_data->drawnWeight / m_data->totalWeight));
    if (m_data->mutedWeight > 0) {
        text +=
            tr(", %1 muted with special tokens").arg(percentText(m_data->mutedWeight / m_data->totalWeight));
    }
    return text;
}

QString LinksCanvas::readingOf(const LinksHit& hit) const {
    if (!hit.hover.query || !hit.hover.key || !m_wanted.run) return summary();
    core::HeadId head = m_session.selection().head;
    if (hit.head) head = *hit.head;
    const core::PatternPtr pattern = m_session.pattern(head);
    if (!pattern) return {};
    const RowMap rows(m_wanted.run->trace->tokens, m_wanted.words);
    const auto reading = readPair(*pattern, rows, *hit.hover.query, *hit.hover.key);
    if (!reading) return {};
    return QStringLiteral("%1   %2").arg(QString::fromStdString(core::headName(head)), readingText(*reading));
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
    if (m_data) m_painter.paint(painter, *m_data, look(), size(), PaintMode::Screen);
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
    return m_data ? m_painter.hit(*m_data, look(), size(), point) : LinksHit();
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
    const RowMap rows(run->trace->tokens, m_session.settings().words);
    Selection selection = m_session.selection();
    const core::Index row = selection.query ? rows.rowOf(*selection.query) + step : m_first;
    const core::Index next = std::clamp<core::Index>(row, 0, rows.rows() - 1);
    selection.query = rows.positionOf(next);
    selection.key.reset();
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
