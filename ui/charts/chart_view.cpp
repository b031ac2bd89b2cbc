// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_view.h"

#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QMouseEvent>
#include <QPicture>
#include <QVBoxLayout>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBoxPlotSeries>
#include <QtCharts/QBoxSet>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/chart_marks.h"
#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

constexpr double margin = 16;
constexpr int smallestWidth = 200;
constexpr int smallestHeight = 140;  // less, and Qt Charts replaces the numbers of the axis by "…"
constexpr double reachOfPointer = 9;
// Around the points of a chart with one scale.
constexpr double roomForNames = 36;
constexpr double roomAround = 14;

QString numberFormat(double step) {
    int digits = 0;
    // As many digits as make the step itself exact: 0.25 needs two.
    while (digits < 6 &&
           std::abs(step * std::pow(10, digits) - std::round(step * std::pow(10, digits))) > 1e-6)
        ++digits;
    return QStringLiteral("%.%1f").arg(digits);
}

QBoxPlotSeries* makeBoxes(const Chart& chart, const Theme& theme) {
    auto* series = new QBoxPlotSeries;
    series->setBoxWidth(0.56);
    for (const ChartBox& box : chart.boxes) {
        auto* set = new QBoxSet;
        if (!box.ends) {
            // A layer without attention keeps its place on the axis and shows nothing.
            // Qt Charts takes "no pen" for "the pen of the series", so the box is transparent instead.
            set->setPen(QPen(Qt::transparent));
            set->setBrush(Qt::transparent);
            *set << 0 << 0 << 0 << 0 << 0;
        } else {
            const QColor line = box.selected ? theme.ink : theme.data;
            set->setPen(QPen(line, 1.2));
            set->setBrush(mixed(theme.panel, line, box.selected ? 0.14 : 0.28));
            for (const double end : *box.ends) *set << end;
        }
        series->append(set);
    }
    return series;
}

void styleAxis(QAbstractAxis& axis, const Theme& theme, const QString& title) {
    axis.setLabelsFont(theme.numberFont(10));
    axis.setLabelsColor(theme.ink2);
    axis.setTitleFont(theme.textFont(11));
    axis.setTitleBrush(theme.ink3);
    axis.setTitleText(title.toHtmlEscaped());
    axis.setLinePen(QPen(theme.hairline, 1));
    axis.setGridLinePen(QPen(theme.hairline, 1));
    axis.setTruncateLabels(false);
}

/// Boxes that do not fit beside each other keep every second, fifth … number.
int labelStep(const Chart& chart, double width) {
    const double pitch = (width - 40) / std::max<double>(1, static_cast<double>(chart.boxes.size()));
    return pitch >= 16 ? 1 : (pitch >= 8 ? 2 : 5);
}

QStringList categories(const Chart& chart, int step) {
    QStringList names;
    // Categories must differ from each other: those without a number are blanks of growing length.
    QString blank;
    for (qsizetype i = 0; i < chart.x.categories.size(); ++i) {
        blank += QChar(0x200B);
        names << (i % step == 0 ? chart.x.categories[i] : blank);
    }
    return names;
}

QAbstractAxis* makeAxis(const ChartAxis& axis, const Theme& theme) {
    auto* values = new QValueAxis;
    const ChartRange& range = axis.range;
    values->setRange(range.low, range.high);
    if (range.step > 0)
        values->setTickCount(1 + static_cast<int>(std::lround((range.high - range.low) / range.step)));
    values->setLabelFormat(numberFormat(range.step));
    styleAxis(*values, theme, axis.title);
    values->setLineVisible(false);
    return values;
}

QAbstractAxis* makePlaces(const Chart& chart, const Theme& theme, double width) {
    auto* places = new QBarCategoryAxis;
    places->append(categories(chart, labelStep(chart, width)));
    styleAxis(*places, theme, chart.x.title);
    places->setGridLineVisible(false);
    return places;
}

/// Axes and boxes. Qt Charts makes an item of every point, which takes seconds for thousands of heads:
/// points and lines are painted over it (chart_marks).
QChart* makeChart(const Chart& chart, const Theme& theme, double width) {
    auto* made = new QChart;
    made->setAnimationOptions(QChart::NoAnimation);
    made->legend()->hide();
    made->setBackgroundVisible(false);
    made->setMargins(QMargins(0, 4, 0, 0));
    made->layout()->setContentsMargins(0, 0, 0, 0);
    const bool boxed = !chart.boxes.empty();
    QAbstractSeries* series = boxed ? static_cast<QAbstractSeries*>(makeBoxes(chart, theme))
                                    : static_cast<QAbstractSeries*>(new QScatterSeries);
    made->addSeries(series);
    QAbstractAxis* x = boxed ? makePlaces(chart, theme, width) : makeAxis(chart.x, theme);
    QAbstractAxis* y = makeAxis(chart.y, theme);
    if (chart.oneScale) {
        x->setVisible(false);
        y->setVisible(false);
    }
    made->addAxis(x, Qt::AlignBottom);
    made->addAxis(y, Qt::AlignLeft);
    series->attachAxis(x);
    series->attachAxis(y);
    return made;
}

/// In the items of `made`.
QPointF placeIn(QChart& made, const Chart& chart, QPointF value) {
    if (!chart.oneScale) return made.mapToPosition(value, made.series().value(0));
    const QRectF room =
        made.plotArea().marginsRemoved({roomForNames, roomAround, roomForNames, roomAround + titleHeight});
    const QSizeF reach(chart.x.range.high - chart.x.range.low, chart.y.range.high - chart.y.range.low);
    const double least = std::numeric_limits<double>::min();
    const double scale = std::min(room.width() / std::max(least, reach.width()),
                                  room.height() / std::max(least, reach.height()));
    const QPointF middle((chart.x.range.low + chart.x.range.high) / 2,
                         (chart.y.range.low + chart.y.range.high) / 2);
    const QPointF from = reach.isNull() ? QPointF() : (value - middle) * scale;
    return room.center() + QPointF(from.x(), -from.y());
}

void paintMarks(QPainter& painter, QChart& made, const Chart& chart, const Theme& theme) {
    paintChartMarks(painter, chart, theme, made.plotArea(),
                    [&](QPointF value) { return placeIn(made, chart, value); });
}

QPicture recorded(const Chart& chart, const Theme& theme, QSizeF size) {
    QGraphicsScene scene;
    QChart* made = makeChart(chart, theme, size.width());
    scene.addItem(made);
    made->resize(size);
    made->layout()->activate();
    QPicture picture;
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area(QPointF(0, 0), size);
    scene.render(&painter, area, area);
    paintMarks(painter, *made, chart, theme);
    painter.end();
    return picture;
}

}  // namespace

/// Paints the marks over the axes, and tells of points that are clicked, brushed and hovered.
struct ChartView::Parts : QChartView {
    Parts(ChartView& tells) : QChartView(&tells), owner(tells) {
        setFrameShape(QFrame::NoFrame);
        setRenderHint(QPainter::Antialiasing);
        setMinimumHeight(smallestHeight);
        setFocusPolicy(Qt::NoFocus);
        setMouseTracking(true);
    }

    QPointF place(QPointF value) const { return chart()->mapToScene(placeIn(*chart(), shown, value)); }
    /// The point under the pointer; −1: none.
    int pointAt(QPointF at) const {
        int nearest = -1;
        double least = reachOfPointer;
        for (std::size_t i = 0; i < shown.points.size(); ++i) {
            const double distance = QLineF(place(shown.points[i].at), at).length();
            if (!(distance < least)) continue;
            least = distance;
            nearest = static_cast<int>(i);
        }
        return nearest;
    }
    QRectF band() const { return QRectF(*pressed, pointer).normalized(); }
    bool isBrushing() const {
        return pressed && !shown.points.empty() && shown.boxes.empty() &&
               (pointer - *pressed).manhattanLength() >= QApplication::startDragDistance();
    }

    ChartView& owner;
    Chart shown;
    Theme theme = Theme::light();
    int step = 1;
    std::optional<QPointF> pressed;
    QPointF pointer;

protected:
    void drawForeground(QPainter* painter, const QRectF&) override {
        if (!chart()->series().isEmpty()) paintMarks(*painter, *chart(), shown, theme);
        if (!isBrushing()) return;
        painter->setPen(QPen(theme.accent, 1));
        QColor fill = theme.accent;
        fill.setAlphaF(0.12F);
        painter->setBrush(fill);
        painter->drawRect(band());
    }
    void mousePressEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton) pressed = pointer = event->position();
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        pointer = event->position();
        if (pressed) return viewport()->update();
        emit owner.pointHovered(pointAt(pointer));
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (event->button() != Qt::LeftButton || !pressed) return;
        const bool more = event->modifiers().testFlag(Qt::ControlModifier);
        pointer = event->position();
        const bool brushed = isBrushing();
        const QRectF box = band();
        pressed.reset();
        viewport()->update();
        brushed ? brush(box, more) : click(pointer, more);
    }
    void leaveEvent(QEvent* event) override {
        QChartView::leaveEvent(event);
        emit owner.pointHovered(-1);
    }

private:
    void brush(const QRectF& box, bool more) {
        QList<int> inside;
        for (std::size_t i = 0; i < shown.points.size(); ++i)
            if (box.contains(place(shown.points[i].at))) inside.append(static_cast<int>(i));
        if (!inside.isEmpty()) emit owner.pointsBrushed(inside, more);
    }
    void click(QPointF at, bool more) {
        const int point = shown.boxes.empty() ? pointAt(at) : -1;
        if (point >= 0) return emit owner.pointClicked(point, more);
        const QPointF inChart = chart()->mapFromScene(at);
        if (chart()->plotArea().contains(inChart) && !chart()->series().isEmpty())
            emit owner.placeClicked(chart()->mapToValue(inChart, chart()->series().value(0)).x());
    }
};

ChartView::ChartView(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>(*this)) {
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, static_cast<int>(margin), 0);
    box->addWidget(m_parts.get());
    clear();
}

ChartView::~ChartView() = default;

void ChartView::show(const Chart& shown, const Theme& theme) {
    m_parts->shown = shown;
    m_parts->theme = theme;
    const double room = width() - margin;
    m_parts->step = labelStep(shown, room);
    // The view does not delete the chart that it had.
    const std::unique_ptr<QChart> old(m_parts->chart());
    m_parts->setChart(makeChart(shown, theme, room));
    m_parts->setBackgroundBrush(theme.panel);
    m_parts->setAccessibleName(shown.name);
}

void ChartView::clear() {
    m_parts->shown = {};
    const std::unique_ptr<QChart> old(m_parts->chart());
    m_parts->setChart(new QChart);
    m_parts->chart()->setBackgroundVisible(false);
}

const Chart& ChartView::chart() const {
    return m_parts->shown;
}

QPointF ChartView::placeOf(QPointF value) const {
    return m_parts->mapTo(this, QPoint(0, 0)) + m_parts->place(value);
}

void ChartView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Other widths have room for more or fewer numbers on the axis.
    const Chart shown = m_parts->shown;
    if (!shown.boxes.empty() && labelStep(shown, width() - margin) != m_parts->step)
        show(shown, m_parts->theme);
}

Figure chartFigure(const Chart& chart, const Theme& theme, const Caption& caption, QSizeF size) {
    Figure figure;
    const double wanted = std::max(480.0, 90 + 34.0 * static_cast<double>(chart.boxes.size()));
    const QSizeF own = chart.oneScale ? QSizeF(680, 640) : QSizeF(wanted, 360);
    figure.size = size.isEmpty() ? own + QSizeF(0, caption.height()) : size;
    figure.title = caption.title;
    figure.description = caption.subtitle;
    const QSizeF frame(2 * margin, 2 * margin + caption.height());
    const QSizeF smallestChart(smallestWidth, smallestHeight);
    figure.smallest = frame + smallestChart;
    const QPicture picture = recorded(chart, theme, (figure.size - frame).expandedTo(smallestChart));
    figure.paint = [=, made = figure.size](QPainter& painter, QSizeF target, PaintMode) {
        painter.fillRect(QRectF(QPointF(0, 0), target), theme.panel);
        painter.save();
        // The chart was laid out for one size; in another it is scaled as a whole.
        const double scale = std::min(target.width() / made.width(), target.height() / made.height());
        painter.translate((target.width() - made.width() * scale) / 2,
                          (target.height() - made.height() * scale) / 2);
        painter.scale(scale, scale);
        paintCaption(painter, caption, theme,
                     {margin, margin - 4, made.width() - 2 * margin, caption.height()});
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(margin, margin + caption.height());
        QPicture copy = picture;  // playing a picture is not const
        // Playing scales by the dots per inch of the device, which the painter's own scale already allows
        // for.
        const auto recordedDpi = static_cast<double>(copy.logicalDpiX());
        painter.scale(recordedDpi / painter.device()->logicalDpiX(),
                      recordedDpi / painter.device()->logicalDpiY());
        copy.play(&painter);
        painter.restore();
    };
    return figure;
}

}  // namespace headscope::ui
