// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/layer_chart.h"

#include <QChart>
#include <QChartView>
#include <QCoreApplication>
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
#include <string>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

constexpr double margin = 16;
constexpr int smallestWidth = 200;
constexpr int smallestHeight = 140;  // less, and Qt Charts replaces the numbers of the axis by "…"

QString coreText(const char* context, std::string_view text) {
    return QCoreApplication::translate(context, std::string(text).c_str());
}

QString unitText(core::Unit unit) {
    switch (unit) {
        case core::Unit::Nats:
            return QCoreApplication::translate("Figure", "nats");
        case core::Unit::Share:
        case core::Unit::Ratio:
        case core::Unit::Norm:
            return {};
        case core::Unit::Tokens:
            return QCoreApplication::translate("Figure", "tokens");
    }
    return {};
}

/// Ends of the value axis and the distance of its numbers.
struct Range {
    double low = 0;
    double high = 1;
    double step = 0.25;
};

/// From 0, because every metric has a natural zero, to the first round number above the largest value; from
/// the one below the smallest where there are decreases.
Range rangeOf(const LayerChartData& data) {
    double largest = 0;
    double smallest = 0;
    for (const LayerBox& box : data.boxes) {
        if (box.values.empty()) continue;
        largest = std::max(largest, box.values.back());
        smallest = std::min(smallest, box.values.front());
    }
    if (!(largest > smallest)) return {};
    const double rough = (largest - smallest) / 4;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    Range range;
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        range.step = factor * power;
        if (range.step * 4.999 >= largest - smallest) break;
    }
    range.high = std::ceil(largest / range.step - 1e-9) * range.step;
    range.low = std::floor(smallest / range.step + 1e-9) * range.step;
    return range;
}

QString numberFormat(double step) {
    int digits = 0;
    // As many digits as make the step itself exact: 0.25 needs two.
    while (digits < 6 &&
           std::abs(step * std::pow(10, digits) - std::round(step * std::pow(10, digits))) > 1e-6)
        ++digits;
    return QStringLiteral("%.%1f").arg(digits);
}

QBoxPlotSeries* makeBoxes(const LayerChartData& data, const Theme& theme) {
    auto* series = new QBoxPlotSeries;
    series->setBoxWidth(0.56);
    for (const LayerBox& box : data.boxes) {
        auto* set = new QBoxSet(QString::number(box.layer));
        if (box.values.empty()) {
            // A layer without attention keeps its place on the axis and shows nothing.
            // Qt Charts takes "no pen" for "the pen of the series", so the box is transparent instead.
            set->setPen(QPen(Qt::transparent));
            set->setBrush(Qt::transparent);
            *set << 0 << 0 << 0 << 0 << 0;
        } else {
            const bool selected = data.selectedLayer == box.layer;
            const QColor line = selected ? theme.ink : theme.data;
            set->setPen(QPen(line, 1.2));
            set->setBrush(mixed(theme.panel, line, selected ? 0.14 : 0.28));
            for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) *set << box.quantile(share);
        }
        series->append(set);
    }
    return series;
}

QScatterSeries* makeMark(const LayerChartData& data, const Theme& theme) {
    auto* mark = new QScatterSeries;
    mark->setMarkerSize(8);
    mark->setColor(theme.accent);
    mark->setBorderColor(theme.panel);
    for (std::size_t i = 0; i < data.boxes.size(); ++i)
        if (data.selectedLayer == data.boxes[i].layer && data.selectedValue)
            mark->append(static_cast<double>(i), *data.selectedValue);
    return mark;
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

/// Layers that do not fit beside each other keep every second, fifth … number.
int labelStep(const LayerChartData& data, double width) {
    const double pitch = (width - 40) / std::max<double>(1, static_cast<double>(data.boxes.size()));
    return pitch >= 16 ? 1 : (pitch >= 8 ? 2 : 5);
}

QStringList categories(const LayerChartData& data, int step) {
    QStringList names;
    // Categories must differ from each other: those without a number are blanks of growing length.
    QString blank;
    for (const LayerBox& box : data.boxes) {
        blank += QChar(0x200B);
        names << (box.layer % step == 0 ? QString::number(box.layer) : blank);
    }
    return names;
}

QChart* makeChart(const LayerChartData& data, const Theme& theme, double width) {
    auto* chart = new QChart;
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setMargins(QMargins(0, 4, 0, 0));
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    auto* boxes = makeBoxes(data, theme);
    auto* mark = makeMark(data, theme);
    chart->addSeries(boxes);
    chart->addSeries(mark);
    auto* layers = new QBarCategoryAxis;
    layers->append(categories(data, labelStep(data, width)));
    styleAxis(*layers, theme, QCoreApplication::translate("Figure", "Layer"));
    layers->setGridLineVisible(false);
    const Range range = rangeOf(data);
    auto* values = new QValueAxis;
    values->setRange(range.low, range.high);
    values->setTickCount(1 + static_cast<int>(std::lround((range.high - range.low) / range.step)));
    values->setLabelFormat(numberFormat(range.step));
    styleAxis(*values, theme, data.unit);
    values->setLineVisible(false);
    chart->addAxis(layers, Qt::AlignBottom);
    chart->addAxis(values, Qt::AlignLeft);
    for (QAbstractSeries* series :
         {static_cast<QAbstractSeries*>(boxes), static_cast<QAbstractSeries*>(mark)}) {
        series->attachAxis(layers);
        series->attachAxis(values);
    }
    return chart;
}

/// Tells which layer was clicked, anywhere over or under its box.
class ClickableChartView : public QChartView {
public:
    ClickableChartView(QWidget* parent, std::function<void(int)> clicked)
        : QChartView(parent), m_clicked(std::move(clicked)) {}

    int count = 0;

protected:
    void mousePressEvent(QMouseEvent* event) override {
        QChartView::mousePressEvent(event);
        if (event->button() != Qt::LeftButton || count == 0) return;
        const QPointF inChart = chart()->mapFromScene(mapToScene(event->position().toPoint()));
        if (!chart()->plotArea().contains(inChart)) return;
        const int place = qRound(chart()->mapToValue(inChart).x());
        if (place >= 0 && place < count) m_clicked(place);
    }

private:
    std::function<void(int)> m_clicked;
};

QPicture recorded(const LayerChartData& data, const Theme& theme, QSizeF size) {
    QGraphicsScene scene;
    QChart* chart = makeChart(data, theme, size.width());
    scene.addItem(chart);
    chart->resize(size);
    chart->layout()->activate();
    QPicture picture;
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area(QPointF(0, 0), size);
    scene.render(&painter, area, area);
    painter.end();
    return picture;
}

}  // namespace

double LayerBox::quantile(double share) const {
    if (values.empty()) return 0;
    const double at = share * static_cast<double>(values.size() - 1);
    const auto left = static_cast<std::size_t>(at);
    const std::size_t right = std::min(left + 1, values.size() - 1);
    return std::lerp(values[left], values[right], at - static_cast<double>(left));
}

LayerChartData prepareLayerChart(const Run& run, const ComparedRunsPtr& difference,
                                 const core::Metric& metric, core::HeadId selected) {
    LayerChartData data;
    data.metric = coreText("Metric", metric.name);
    if (difference) data.metric = QStringLiteral("B − A: ") + data.metric;
    data.unit = unitText(metric.unit);
    for (int layer = 0; layer < run.trace->layerCount(); ++layer) data.boxes.push_back({layer, {}});
    const auto column = static_cast<std::size_t>(&metric - core::metrics().data());
    for (std::size_t i = 0; i < run.measures.size(); ++i) {
        const core::HeadMeasures& head = run.measures[i];
        if (column >= head.values.size()) continue;
        std::optional<double> mean = head.values[column].mean();
        if (difference) {
            const std::vector<core::Accumulated>& ofA = difference->a->measures[i].values;
            const std::optional<double> before = column < ofA.size() ? ofA[column].mean() : std::nullopt;
            mean = mean && before ? std::optional(*mean - *before) : std::nullopt;
        }
        if (!mean) continue;
        data.boxes[static_cast<std::size_t>(head.head.layer)].values.push_back(*mean);
        if (head.head != selected) continue;
        data.selectedLayer = selected.layer;
        data.selectedValue = mean;
    }
    for (LayerBox& box : data.boxes) std::sort(box.values.begin(), box.values.end());
    return data;
}

struct LayerChartView::Parts {
    ClickableChartView* view = nullptr;
    LayerChartData data;
    Theme theme;
    int step = 1;
};

LayerChartView::LayerChartView(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    m_parts->view = new ClickableChartView(this, [this](int place) {
        emit layerClicked(m_parts->data.boxes[static_cast<std::size_t>(place)].layer);
    });
    m_parts->view->setFrameShape(QFrame::NoFrame);
    m_parts->view->setRenderHint(QPainter::Antialiasing);
    m_parts->view->setMinimumHeight(smallestHeight);
    m_parts->view->setFocusPolicy(Qt::NoFocus);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, static_cast<int>(margin), 0);
    box->addWidget(m_parts->view);
}

LayerChartView::~LayerChartView() = default;

void LayerChartView::show(const LayerChartData& shown, const Theme& theme) {
    m_parts->data = shown;
    m_parts->theme = theme;
    const double room = width() - margin;
    m_parts->step = labelStep(shown, room);
    m_parts->view->count = static_cast<int>(shown.boxes.size());
    // The view does not delete the chart that it had.
    const std::unique_ptr<QChart> old(m_parts->view->chart());
    m_parts->view->setChart(makeChart(shown, theme, room));
    m_parts->view->setBackgroundBrush(theme.panel);
    m_parts->view->setAccessibleName(
        QCoreApplication::translate("Figure", "%1 of the heads of each layer").arg(shown.metric));
}

void LayerChartView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Other widths have room for more or fewer numbers on the axis.
    const LayerChartData shown = m_parts->data;
    if (!shown.boxes.empty() && labelStep(shown, width() - margin) != m_parts->step)
        show(shown, m_parts->theme);
}

void LayerChartView::clear() {
    m_parts->data = {};
    m_parts->view->count = 0;
    const std::unique_ptr<QChart> old(m_parts->view->chart());
    m_parts->view->setChart(new QChart);
    m_parts->view->chart()->setBackgroundVisible(false);
}

Figure layerChartFigure(const LayerChartData& data, const Theme& theme, const Caption& caption, QSizeF size) {
    Figure figure;
    const double wanted = std::max(480.0, 90 + 34.0 * static_cast<double>(data.boxes.size()));
    figure.size = size.isEmpty() ? QSizeF(wanted, 360 + caption.height()) : size;
    figure.title = caption.title;
    figure.description = caption.subtitle;
    const QSizeF frame(2 * margin, 2 * margin + caption.height());
    const QSizeF smallestChart(smallestWidth, smallestHeight);
    figure.smallest = frame + smallestChart;
    const QPicture picture = recorded(data, theme, (figure.size - frame).expandedTo(smallestChart));
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
