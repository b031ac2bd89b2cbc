// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/series_chart.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/models/label_text.h"
#include "ui/models/wording.h"

namespace headscope::ui {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

QString words(const char* text) {
    return QCoreApplication::translate("Figure", text);
}

/// A number at every step of the series; none where the checkpoint was left out or has no such number.
struct Line {
    QString name;
    QColor colour;
    std::optional<core::HeadId> head{};
    std::vector<double> values{};
};

template <class Value>
Line lineOf(const Series& series, QString name, QColor colour, Value value) {
    Line line{std::move(name), std::move(colour)};
    for (const core::SeriesStep& step : series) line.values.push_back(step.point ? value(*step.point) : none);
    return line;
}

/// How many heads have the label, among others or not; nothing where no head of no checkpoint has it.
std::vector<Line> typeLines(const Series& series, const Theme& theme) {
    std::vector<Line> lines;
    for (const core::LabelInfo& info : core::labelInfos()) {
        Line line = lineOf(series, labelName(info.label), theme.headColour(colourOf(info.label)),
                           [&](const core::SeriesPoint& point) {
                               return static_cast<double>(std::count_if(
                                   point.labels.begin(), point.labels.end(),
                                   [&](const core::HeadLabel& label) { return label.label == info.label; }));
                           });
        if (std::any_of(line.values.begin(), line.values.end(), [](double value) { return value > 0; }))
            lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<Line> caseLines(const Series& series, const Theme& theme) {
    const auto first = std::find_if(series.begin(), series.end(),
                                    [](const core::SeriesStep& step) { return step.point.has_value(); });
    std::vector<Line> lines;
    if (first == series.end()) return lines;
    for (std::size_t i = 0; i < first->point->cases.size(); ++i)
        lines.push_back(lineOf(series, QString::fromStdString(first->point->cases[i].name),
                               groupColour(theme, i),
                               [i](const core::SeriesPoint& point) { return point.cases[i].margin; }));
    return lines;
}

std::vector<Line> metricLines(const Series& series, const SeriesChoice& choice, const Theme& theme) {
    std::vector<Line> lines;
    for (const core::HeadId head : choice.heads) {
        const auto valueOf = [&](const core::SeriesPoint& point) {
            for (const core::HeadMeasures& measured : point.measures.heads)
                if (measured.head == head)
                    return point.measures.mean(measured, choice.metric->id).value_or(none);
            return none;
        };
        lines.push_back(lineOf(series, QString::fromStdString(core::headName(head)),
                               groupColour(theme, lines.size()), valueOf));
        lines.back().head = head;
    }
    return lines;
}

struct Titles {
    QString chart;
    QString y;
    int decimals;
};

Titles titlesOf(const SeriesChoice& choice) {
    switch (choice.what) {
        case SeriesChoice::What::Types:
            return {words(QT_TRANSLATE_NOOP("Figure", "Types of heads over training")),
                    words(QT_TRANSLATE_NOOP("Figure", "Heads")), 0};
        case SeriesChoice::What::Cases:
            return {words(QT_TRANSLATE_NOOP("Figure", "Cases over training")),
                    words(QT_TRANSLATE_NOOP("Figure", "Margin (below 0: failed)")), 3};
        case SeriesChoice::What::Metric:
            break;
    }
    const QString unit = unitText(choice.metric->unit);
    const QString name = metricName(*choice.metric);
    return {words(QT_TRANSLATE_NOOP("Figure", "%1 over training")).arg(name),
            unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit), 4};
}

QString stepTitle(const Series& series) {
    const auto leftOut =
        std::count_if(series.begin(), series.end(), [](const core::SeriesStep& step) { return !step.point; });
    const QString title = words(QT_TRANSLATE_NOOP("Figure", "Step of training"));
    return leftOut == 0
               ? title
               : title + words(QT_TRANSLATE_NOOP("Figure", " (checkpoints left out: %1)")).arg(leftOut);
}

/// Zero is among them.
void add(ChartRange& range, double value) {
    if (std::isnan(value)) return;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
}

}  // namespace

SeriesChart seriesChart(const Series& series, const SeriesChoice& choice, const Theme& theme) {
    const std::vector<Line> lines = choice.what == SeriesChoice::What::Types ? typeLines(series, theme)
                                    : choice.what == SeriesChoice::What::Cases
                                        ? caseLines(series, theme)
                                        : metricLines(series, choice, theme);
    const Titles titles = titlesOf(choice);
    SeriesChart made;
    made.chart.name = titles.chart;
    made.chart.x.title = stepTitle(series);
    made.chart.y.title = titles.y;
    made.chart.x.range = rangeAround(static_cast<double>(series.front().checkpoint.step),
                                     static_cast<double>(series.back().checkpoint.step));
    ChartRange ends{0, 0, 0};
    for (const Line& line : lines) {
        ChartLine& drawn = made.chart.lines.emplace_back(
            ChartLine{line.name, line.colour, line.head && line.head == choice.current, {}});
        for (std::size_t i = 0; i < series.size(); ++i) {
            const std::uint64_t step = series[i].checkpoint.step;
            const QPointF at(static_cast<double>(step), line.values[i]);
            add(ends, line.values[i]);
            drawn.points.push_back(at);
            made.chart.points.push_back({at, line.colour, choice.step == step});
            made.places.push_back({i, line.head,
                                   QStringLiteral("%1   %2 %3   %4")
                                       .arg(line.name, words(QT_TRANSLATE_NOOP("Figure", "step")),
                                            QLocale().toString(static_cast<qulonglong>(step)),
                                            numberText(line.values[i], titles.decimals))});
        }
    }
    made.chart.y.range = rangeAround(ends.low, ends.high);
    return made;
}

}  // namespace headscope::ui
