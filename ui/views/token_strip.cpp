// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/token_strip.h"

#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/figures/isolated.h"
#include "ui/models/global_tokens.h"
#include "ui/views/hover_tip.h"
#include "ui/views/token_strip_painter.h"

namespace headscope::ui {

namespace {

constexpr int scrollWidth = 12;

}  // namespace

TokenStrip::TokenStrip(Session& shared, QWidget* parent)
    : View(shared, parent), m_scroll(Qt::Vertical, this) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_scroll.setSingleStep(static_cast<int>(TokenStripLayout::lineHeight));
    m_scroll.hide();
    connect(&m_scroll, &QScrollBar::valueChanged, this, qOverload<>(&TokenStrip::update));
    connect(&shared, &Session::runChanged, this, &TokenStrip::showRun);
    connect(&shared, &Session::selectionChanged, this, &TokenStrip::reshade);
    connect(&shared, &Session::hoverChanged, this, &TokenStrip::reshade);
    connect(&shared, &Session::settingsChanged, this, &TokenStrip::followSettings);
    retranslate();
    showRun();
}

void TokenStrip::setTheme(const Theme& theme) {
    m_theme = theme;
    showRun();
}

void TokenStrip::retranslate() {
    setAccessibleName(tr("Tokens"));
    m_scroll.setAccessibleName(tr("Scroll tokens"));
    reshade();
}

void TokenStrip::showRun() {
    m_tokens.clear();
    m_global.clear();
    if (const RunPtr& run = session().shown()) {
        m_tokens = measureTokens(run->trace->tokens, m_theme);
        m_global = globalTokens(*run->trace);
    }
    layOut();
    updateGeometry();
    followSettings();
}

void TokenStrip::followSettings() {
    const RunPtr& run = session().shown();
    m_rows = run ? RowMap(run->trace->tokens, session().settings().words) : RowMap();
    reshade();
}

void TokenStrip::layOut() {
    m_layout = layOutTokens(m_tokens, width());
    if (m_layout.height > height()) m_layout = layOutTokens(m_tokens, width() - scrollWidth);
    const bool scrolls = m_layout.height > height() && !m_tokens.empty();
    m_scroll.setVisible(scrolls);
    m_scroll.setGeometry(width() - scrollWidth, 0, scrollWidth, height());
    m_scroll.setPageStep(height());
    m_scroll.setRange(0, scrolls ? static_cast<int>(std::ceil(m_layout.height)) - height() : 0);
    update();
}

int TokenStrip::heightForWidth(int width) const {
    constexpr qreal line = TokenStripLayout::lineHeight;
    const qreal full = layOutTokens(m_tokens, width).height;
    return static_cast<int>(
        std::ceil(std::min(full, layOutTokens({}, width).height + (largestLines - 1) * line)));
}

QSize TokenStrip::sizeHint() const {
    return {600, heightForWidth(width())};
}

QSize TokenStrip::minimumSizeHint() const {
    return {120, heightForWidth(1 << 20)};
}

QRectF TokenStrip::chipRect(core::Index position) const {
    if (position < 0 || position >= static_cast<core::Index>(m_layout.chips.size())) return {};
    return m_layout.chips[static_cast<std::size_t>(position)].rect.translated(0, -m_scroll.value());
}

std::optional<core::Index> TokenStrip::lookingToken() const {
    const bool by = session().settings().lookedAtBy;
    const Hover& hover = session().hover();
    const Selection& selection = session().selection();
    const std::optional<core::Index> hovered = by ? hover.key : hover.query;
    const std::optional<core::Index> position = hovered ? hovered : by ? selection.key : selection.query;
    // A hover may outlive the run it was made in by one event.
    return position && *position < static_cast<core::Index>(m_tokens.size()) ? position : std::nullopt;
}

void TokenStrip::reshade() {
    m_shades.clear();
    const std::optional<core::Index> looking = lookingToken();
    const core::PatternPtr pattern = looking ? session().pattern() : nullptr;
    if (pattern && m_rows.rows() == pattern->rows()) m_shades = shadesOf(*pattern, *looking);
    setAccessibleDescription(looking ? toolTipOf(*looking) : tr("Point at a token to see what it looks at."));
    update();
}

std::vector<double> TokenStrip::shadesOf(const core::PatternSource& pattern, core::Index looking) const {
    const ViewSettings& settings = session().settings();
    const core::Index row = m_rows.rowOf(looking);
    core::Vector weights;
    if (settings.lookedAtBy) {
        weights = pattern.cells({0, row, pattern.rows(), 1}).col(0);
    } else {
        weights = pattern.row(row);
    }
    const double largest = weights.size() > 0 ? static_cast<double>(weights.cwiseAbs().maxCoeff()) : 0;
    std::vector<double> shades(m_tokens.size(), 0);
    for (std::size_t i = 0; i < shades.size() && largest > 0; ++i) {
        const auto weight = static_cast<double>(weights[m_rows.rowOf(static_cast<core::Index>(i))]);
        shades[i] = differencePosition(weight, largest, settings.scale);
    }
    return shades;
}

void TokenStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.translate(0, -m_scroll.value());
    const bool by = session().settings().lookedAtBy;
    const Hover& hover = session().hover();
    const Selection& selection = session().selection();
    TokenStripLook look;
    look.theme = m_theme;
    look.colours = session().settings().colours;
    look.shades = &m_shades;
    look.global = m_global;
    if (const ComparedRunsPtr difference = session().difference()) {
        look.differences = true;
        const core::TokenAlignment& alignment = *difference->traces.tokens;
        for (core::Index i = 0; i < alignment.lengthB(); ++i)
            look.unmatched.push_back(!alignment.isMatched(i));
    }
    look.active = pieces(lookingToken());
    look.partner =
        pieces(by ? (hover.query ? hover.query : selection.query) : (hover.key ? hover.key : selection.key));
    if (hasFocus()) look.cursor = by ? selection.key : selection.query;
    paintTokenStrip(painter, m_layout, look, QRectF(rect()).translated(0, m_scroll.value()));
}

std::vector<bool> TokenStrip::pieces(std::optional<core::Index> position) const {
    const auto count = static_cast<core::Index>(m_tokens.size());
    if (!position || *position >= count || m_rows.rows() == 0) return {};
    std::vector<bool> marked(m_tokens.size());
    for (core::Index i = 0; i < count; ++i) {
        marked[static_cast<std::size_t>(i)] = m_rows.rowOf(i) == m_rows.rowOf(*position);
    }
    return marked;
}

void TokenStrip::resizeEvent(QResizeEvent*) {
    layOut();
}

core::Index TokenStrip::positionAt(QPointF point) const {
    return m_layout.chipAt(point + QPointF(0, m_scroll.value()));
}

void TokenStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const core::Index position = positionAt(event->position());
    if (position >= 0) pin(position, event->modifiers().testFlag(Qt::ShiftModifier));
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event) {
    const core::Index position = positionAt(event->position());
    Hover hover;
    if (position >= 0) (session().settings().lookedAtBy ? hover.key : hover.query) = position;
    session().setHover(hover);
    emit readingChanged(position >= 0 ? toolTipOf(position) : QString());
}

void TokenStrip::leaveEvent(QEvent*) {
    session().setHover({});
    emit readingChanged({});
}

void TokenStrip::wheelEvent(QWheelEvent* event) {
    event->setAccepted(m_scroll.maximum() > 0);
    m_scroll.setValue(m_scroll.value() - event->angleDelta().y() / 4);
}

void TokenStrip::pin(std::optional<core::Index> position, bool otherEnd) {
    Selection selection = session().selection();
    const bool key = session().settings().lookedAtBy != otherEnd;
    std::optional<core::Index>& end = key ? selection.key : selection.query;
    // A second click on the pinned token lets it go; another token starts a new pair.
    const std::optional<core::Index> next = end == position ? std::nullopt : position;
    if (!otherEnd) selection.query = selection.key = std::nullopt;
    end = next;
    session().select(selection);
}

void TokenStrip::move(core::Index step) {
    if (m_tokens.empty()) return;
    const auto last = static_cast<core::Index>(m_tokens.size()) - 1;
    const bool by = session().settings().lookedAtBy;
    Selection selection = session().selection();
    std::optional<core::Index>& end = by ? selection.key : selection.query;
    if (end) {
        end = std::clamp<core::Index>(*end + step, 0, last);
        session().select(selection);
        return scrollTo(*end);
    }
    // Nothing is pinned: the arrows look around, Enter keeps.
    const std::optional<core::Index> looking = lookingToken();
    const core::Index next = looking    ? std::clamp<core::Index>(*looking + step, 0, last)
                             : step > 0 ? 0
                                        : last;
    Hover hover;
    (by ? hover.key : hover.query) = next;
    session().setHover(hover);
    emit readingChanged(toolTipOf(next));
    scrollTo(next);
}

void TokenStrip::scrollTo(core::Index position) {
    const QRectF chip = chipRect(position);
    const int margin = static_cast<int>(TokenStripLayout::margin);
    if (chip.top() < 0) m_scroll.setValue(m_scroll.value() + static_cast<int>(chip.top()) - margin);
    if (chip.bottom() > height())
        m_scroll.setValue(m_scroll.value() + static_cast<int>(chip.bottom()) - height() + margin);
}

void TokenStrip::keyPressEvent(QKeyEvent* event) {
    const std::optional<core::Index> looking = lookingToken();
    switch (event->key()) {
        case Qt::Key_Left:
            return move(m_layout.fromTheRight ? 1 : -1);
        case Qt::Key_Right:
            return move(m_layout.fromTheRight ? -1 : 1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (looking) pin(*looking, false);
            return;
        case Qt::Key_Escape: {
            session().setHover({});
            return session().pin(std::nullopt, std::nullopt);
        }
    }
    View::keyPressEvent(event);
}

void TokenStrip::contextMenuEvent(QContextMenuEvent* event) {
    const RunPtr& run = session().shown();
    if (!run || !hasGlobalTokens(*run)) return event->ignore();
    const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
    const core::Index at = keyboard ? lookingToken().value_or(-1) : positionAt(event->pos());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* global = menu->addAction(tr("Global token: sees all and is seen by all"));
    global->setCheckable(true);
    global->setChecked(isGlobal(at));
    global->setEnabled(at >= 0);
    // The text may have become another one while the menu was open.
    connect(global, &QAction::triggered, this, [this, at, run] {
        if (session().shown() == run) emit globalWanted(at);
    });
    QAction* reset = menu->addAction(tr("Global tokens as the model has them"));
    reset->setEnabled(run->trace->spec.input.globalTokens.has_value());
    connect(reset, &QAction::triggered, this, [this, run] {
        if (session().shown() == run) emit globalResetWanted();
    });
    menu->popup(keyboard ? mapToGlobal(chipRect(at).bottomLeft().toPoint()) : event->globalPos());
}

bool TokenStrip::isGlobal(core::Index position) const {
    return position >= 0 && position < static_cast<core::Index>(m_global.size()) &&
           m_global[static_cast<std::size_t>(position)];
}

bool TokenStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return View::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const core::Index position = positionAt(help->pos());
    QToolTip::showText(help->globalPos(), position < 0 ? QString() : asToolTip(toolTipOf(position)), this);
    return true;
}

QString TokenStrip::toolTipOf(core::Index position) const {
    const core::Token& token = session().shown()->trace->tokens[static_cast<std::size_t>(position)];
    const MeasuredToken& measured = m_tokens[static_cast<std::size_t>(position)];
    QString text = tr("%1   position %2   id %3").arg(isolated(measured.text)).arg(position).arg(token.id);
    if (const ComparedRunsPtr difference = session().difference();
        difference && !difference->traces.tokens->isMatched(position))
        text += tr("   only in B");
    if (isGlobal(position)) text += tr("   global: sees all and is seen by all");
    switch (measured.kind) {
        case ChipKind::Plain:
            return text;
        case ChipKind::Special:
            return text + tr("   a special token of the model");
        case ChipKind::Typed:
            return text + tr("   a special token, typed in the text");
        case ChipKind::Unknown:
            return text + tr("   not in the vocabulary: the model reads %1").arg(measured.tag);
        case ChipKind::Bytes:
            return text + tr("   part of a character, its bytes");
    }
    return text;
}

void TokenStrip::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
