// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/grid_canvas.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/figures/beside.h"
#include "ui/figures/paint_helpers.h"
#include "ui/models/gates.h"
#include "ui/models/head_change_text.h"
#include "ui/models/label_text.h"
#include "ui/models/wording.h"
#include "ui/views/grid_accessible.h"

namespace headscope::ui {

namespace {

struct GridMove {
    int key;
    int layers;
    int heads;
};

/// Steps of the keys; Home and End go along the layer, Page Up and Page Down along the column.
constexpr int farAway = 1 << 20;
constexpr GridMove gridMoves[] = {
    {Qt::Key_Left, 0, -1},         {Qt::Key_Right, 0, 1},          {Qt::Key_Up, -1, 0},
    {Qt::Key_Down, 1, 0},          {Qt::Key_Home, 0, -farAway},    {Qt::Key_End, 0, farAway},
    {Qt::Key_PageUp, -farAway, 0}, {Qt::Key_PageDown, farAway, 0},
};

}  // namespace

GridCanvas::GridCanvas(Session& session, QWidget* parent, std::optional<Side> panel)
    : QWidget(parent), m_session(session), m_panel(panel), m_tip(*this) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    makeGridsAccessible();
    connect(&session, &Session::runChanged, this, &GridCanvas::showRun);
    connect(&session, &Session::changesFound, this, &GridCanvas::showRun);
    connect(&session.headTypes(), &HeadTypes::changed, this, qOverload<>(&GridCanvas::update));
    connect(&session, &Session::selectionChanged, this, &GridCanvas::followSelection);
    connect(&session, &Session::settingsChanged, this, &GridCanvas::followSettings);
    connect(&session, &Session::valuesFound, this, &GridCanvas::prepare);
    showRun();
}

void GridCanvas::setTheme(const Theme& theme) {
    m_theme = theme;
    update();
}

ComparedRunsPtr GridCanvas::beside() const {
    return m_panel ? m_session.beside() : nullptr;
}

RunPtr GridCanvas::run() const {
    const ComparedRunsPtr both = beside();
    return !both ? m_session.shown() : *m_panel == Side::A ? both->a : both->b;
}

ComparedRunsPtr GridCanvas::difference() const {
    return beside() ? nullptr : m_session.difference();
}

HeadChangesPtr GridCanvas::changes() const {
    return beside() ? nullptr : m_session.changes();
}

Caption GridCanvas::caption() const {
    const ComparedRunsPtr both = beside();
    return both ? panelCaption(*m_panel, besideText(*both, *m_panel), {}) : Caption();
}

void GridCanvas::showRun() {
    m_hovered.reset();
    m_tip.hide();
    const RunPtr shown = run();
    m_heads = shown ? shown->trace->headIds() : std::vector<core::HeadId>();
    prepare();
}

void GridCanvas::followSettings() {
    const ViewSettings& settings = m_session.settings();
    if ((beside() != nullptr) != m_isBeside) return showRun();
    if (settings.measure != m_measure || (settings.sortHeads && !m_isBeside) != m_sorted) return prepare();
    update();
}

void GridCanvas::prepare() {
    const RunPtr shown = run();
    m_measure = m_session.settings().measure;
    m_isBeside = beside() != nullptr;
    m_sorted =
        m_session.settings().sortHeads && !m_isBeside;  // the heads of A and B stand at the same places
    m_data = !shown         ? GridData()
             : difference() ? prepareDifferenceGrid(shown->trace, changes())
                            : prepareGrid(shown->trace);
    const core::Metric* metric = core::metricNamed(m_measure);
    std::optional<HeadValues> values;
    if (metric != nullptr && !m_isBeside) values = m_session.values(*metric);
    if (metric != nullptr && m_isBeside) {
        if (auto both = m_session.besideValues(*metric))
            values = *m_panel == Side::A ? std::move(both->a) : std::move(both->b);
    }
    m_measuring = shown && metric != nullptr && !values;
    if (values) m_data = byMeasure(std::move(m_data), *std::move(values), m_sorted);
    update();
    emit prepared();
}

void GridCanvas::followSelection() {
    update();
    announceSelectedCell(*this);
}

int GridCanvas::indexOf(core::HeadId head) const {
    const auto found = std::find(m_heads.begin(), m_heads.end(), head);
    return found == m_heads.end() ? -1 : static_cast<int>(found - m_heads.begin());
}

QStringList GridCanvas::headLines(core::HeadId head) const {
    const RunPtr shown = run();
    const int place = indexOf(head);
    if (!shown || place < 0) return {};
    // Measures and types stand in the order of the heads.
    const auto index = static_cast<std::size_t>(place);
    const core::HeadTypeEvidence& type = shown->types[index];
    QStringList lines{headTitle(head),
                      QStringLiteral("%1: %2").arg(headTypeText(type.type), evidenceText(type))};
    lines << labelLines(labelsOf(m_session.headTypes().labels(), head));
    if (const float gate = gateOf(shown->trace->spec.edits, head); gate != 1.0F)
        lines << tr("Output × %1 in this run").arg(numberText(static_cast<double>(gate), 3));
    if (const HeadChangesPtr found = changes()) lines << changeLines((*found)[index], shown->trace->tokens);
    const ComparedRunsPtr compared = difference();
    for (std::size_t i = 0; i < headMetrics().size(); ++i) {
        const core::Metric& metric = headMetrics()[i];
        QString value = metricText(metric, shown->measures[index].values[i].mean());
        if (compared)
            value = QStringLiteral("%1 → %2").arg(
                metricText(metric, compared->a->measures[index].values[i].mean()), value);
        lines << QStringLiteral("%1  %2 %3").arg(metricName(metric), value, unitText(metric.unit)).trimmed();
    }
    return lines;
}

std::vector<GridMark> GridCanvas::marks() const {
    std::vector<GridMark> marks;
    for (const core::HeadId head : m_heads) {
        const auto labels = labelsOf(m_session.headTypes().labels(), head);
        if (!labels.empty()) marks.push_back({head, colourOf(labels.front().label)});
    }
    return marks;
}

GridLook GridCanvas::look() const {
    GridLook look;
    look.theme = m_theme;
    look.colours = m_session.settings().colours;
    look.scale = m_session.settings().scale;
    look.selection = m_session.selection();
    look.hovered = m_hovered;
    look.focused = hasFocus();
    look.marks = marks();
    look.caption = caption();
    return look;
}

Figure GridCanvas::figure() const {
    const RunPtr shown = run();
    if (!shown) return {};
    GridLook plain = look();
    if (m_measuring || (difference() && !changes())) return {};  // still being found
    plain.caption = m_isBeside ? panelCaption(*m_panel, {}, gridCaption(*shown, nullptr, false))
                               : gridCaption(*shown, difference(), m_sorted);
    plain.hovered.reset();
    plain.focused = false;
    plain.marks.clear();  // a picture that is read elsewhere could not say what they mean
    return gridFigure(m_data, plain, {});
}

QRectF GridCanvas::rectOf(core::HeadId head) const {
    return m_data.trace ? gridLayout().rectOf(head) : QRectF();
}

void GridCanvas::paintEvent(QPaintEvent*) {
    if (!m_data.trace) return;
    QPainter painter(this);
    paintGrid(painter, m_data, look(), size(), PaintMode::Screen);
    if (const auto box = band()) {
        painter.setPen(QPen(m_theme.accent, 1));
        painter.setBrush(mixed(m_theme.panel, m_theme.accent, 0.3));
        painter.setOpacity(0.4);
        painter.drawRect(*box);
    }
}

std::optional<QRectF> GridCanvas::band() const {
    if (!m_pressed || (m_pointer - *m_pressed).manhattanLength() < QApplication::startDragDistance())
        return {};
    return QRectF(*m_pressed, m_pointer).normalized();
}

std::vector<core::HeadId> GridCanvas::banded() const {
    std::vector<core::HeadId> heads;
    const auto box = band();
    const GridLayout layout = gridLayout();
    for (std::size_t row = 0; box && row < m_data.rows.size(); ++row) {
        const std::vector<GridData::Cell>& cells = m_data.rows[row].cells;
        for (std::size_t column = 0; column < cells.size(); ++column)
            if (box->intersects(layout.place(static_cast<int>(row), static_cast<int>(column))))
                heads.push_back(cells[column].head);
    }
    return heads;
}

void GridCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_data.trace) return;
    m_pressed = m_pointer = event->position();
    const auto head = gridLayout().headAt(event->position());
    if (!head) return;
    const bool more = event->modifiers().testFlag(Qt::ControlModifier);
    const Selection& selection = m_session.selection();
    m_session.select(more ? withToggled(selection, *head) : withOnly(selection, *head));
}

void GridCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!m_data.trace) return;
    m_pointer = event->position();
    if (m_pressed) return update();
    setHovered(gridLayout().headAt(event->position()), event->globalPosition().toPoint());
}

void GridCanvas::mouseReleaseEvent(QMouseEvent*) {
    const std::vector<core::HeadId> heads = banded();
    m_pressed.reset();
    update();
    if (heads.empty()) return;
    const Selection& selection = m_session.selection();
    const bool kept = std::find(heads.begin(), heads.end(), selection.head) != heads.end();
    m_session.select(withHeads(selection, heads, kept ? selection.head : heads.front()));
}

void GridCanvas::leaveEvent(QEvent*) {
    setHovered({}, {});
}

void GridCanvas::setHovered(std::optional<core::HeadId> head, QPoint globalPosition) {
    const bool changed = head != m_hovered;
    m_hovered = head;
    const QStringList lines = head ? headLines(*head) : QStringList();
    if (changed || !QWidget::underMouse()) m_tip.show(globalPosition, lines.join(QLatin1Char('\n')));
    if (!changed) return;
    emit readingChanged(lines.join(QStringLiteral("   ")));
    update();
}

std::optional<core::HeadId> GridCanvas::target(int key) const {
    const auto move = std::find_if(std::begin(gridMoves), std::end(gridMoves),
                                   [key](const GridMove& each) { return each.key == key; });
    if (move == std::end(gridMoves)) return {};
    const auto place = m_data.placeOf(m_session.selection().head);
    if (!place) return {};
    // Layers without attention have no heads: step over them.
    std::vector<int> rows;
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        if (!m_data.rows[row].cells.empty()) rows.push_back(static_cast<int>(row));
    const auto at = std::find(rows.begin(), rows.end(), place->row) - rows.begin();
    const int next = std::clamp(static_cast<int>(at) + move->layers, 0, static_cast<int>(rows.size()) - 1);
    const std::vector<GridData::Cell>& cells =
        m_data.rows[static_cast<std::size_t>(rows[static_cast<std::size_t>(next)])].cells;
    const int column = std::clamp(place->column + move->heads, 0, static_cast<int>(cells.size()) - 1);
    return cells[static_cast<std::size_t>(column)].head;
}

void GridCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space) return emit enlargeWanted();
    const std::optional<core::HeadId> head = m_data.trace ? target(event->key()) : std::nullopt;
    if (!head) return QWidget::keyPressEvent(event);
    const bool more = event->modifiers().testFlag(Qt::ShiftModifier);
    const Selection& selection = m_session.selection();
    m_session.select(more ? withAdded(selection, *head) : withOnly(selection, *head));
}

void GridCanvas::focusInEvent(QFocusEvent*) {
    update();
}

void GridCanvas::focusOutEvent(QFocusEvent*) {
    update();
}

}  // namespace headscope::ui
