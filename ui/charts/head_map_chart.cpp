// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/head_map_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/models/wording.h"

namespace headscope::ui {
namespace {

using core::Index;

constexpr double careFrom = 0.2;    // Kruskal 1964: poor
constexpr double comparing = 0.97;  // of the progress; the rest is for placing

QString words(const char* text) {
    return QCoreApplication::translate("Figure", text);
}

core::ComparedRun comparedRun(core::TracePtr trace, bool byWords) {
    core::ComparedRun run{std::move(trace), {}};
    if (byWords) core::compareByWords(run.trace->spec.input, {&run});
    return run;
}

QString stressText(double stress) {
    const QString number = numberText(stress, 2);
    if (stress > careFrom)
        return words(QT_TRANSLATE_NOOP("Figure", "Stress %1: read distances with care")).arg(number);
    return words(QT_TRANSLATE_NOOP("Figure", "Stress %1: distances are approximate")).arg(number);
}

}  // namespace

HeadMapPtr findHeadMap(const Run& run, bool byWords, const core::Progress& progress) {
    const core::Progress compare = core::part(progress, 0, comparing);
    std::vector<core::TracePtr> runs = run.trace->meanOf;
    if (runs.empty()) runs.push_back(run.trace);
    core::Executor own(1);  // for a run that was read from a file and has no model
    const core::Compute compute = run.model ? run.model->compute() : core::Compute{own, core::baseKernels()};
    core::HeadComparer comparer(compute);
    const auto count = static_cast<double>(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto done = static_cast<double>(i);
        const double runEnd = (done + 0.2) / count;
        const core::TracePtr each = run.model ? run.model->run(runs[i]->spec, {.values = true},
                                                               core::part(compare, done / count, runEnd))
                                              : runs[i];
        comparer.add(comparedRun(each, byWords), core::part(compare, runEnd, (done + 1) / count));
    }
    return std::make_shared<const core::HeadMap>(
        core::mapHeads(comparer.distances(), {}, core::part(progress, comparing, 1)));
}

Chart headMapChart(const core::HeadMap& map, const std::vector<core::HeadId>& chosen, const Theme& theme) {
    Chart chart;
    chart.name = words(QT_TRANSLATE_NOOP("Figure", "Map of heads"));
    chart.oneScale = true;
    chart.x.title = stressText(map.plane.stress);
    const Eigen::MatrixXd& places = map.plane.places;
    const auto ends = [&](Index axis) {
        return ChartRange{places.col(axis).minCoeff(), places.col(axis).maxCoeff(), 0};
    };
    chart.x.range = ends(0);
    chart.y.range = ends(1);
    for (std::size_t i = 0; i < map.compared.rows.size(); ++i) {
        const auto head = static_cast<Index>(i);
        const bool isChosen = std::find(chosen.begin(), chosen.end(), map.compared.rows[i]) != chosen.end();
        chart.points.push_back({{places(head, 0), places(head, 1)},
                                groupColour(theme, static_cast<std::size_t>(map.clusters[i])),
                                isChosen,
                                QString::fromStdString(core::headName(map.compared.rows[i]))});
    }
    return chart;
}

QString headMapNote() {
    return words(QT_TRANSLATE_NOOP("Figure", "near: look alike; colour: cluster"));
}

QString headMapDefinition() {
    return words(QT_TRANSLATE_NOOP("Figure",
                                   "Heads that look at the same are near each other: their distance is the "
                                   "square root of the "
                                   "Jensen–Shannon divergence of their rows, mean over rows. Stress is by "
                                   "how much of their size "
                                   "the distances on the plane are wrong (Kruskal 1964): 0 not at all, above "
                                   "%1 read them with "
                                   "care. Colours are clusters by average linkage."))
        .arg(numberText(careFrom, 1));
}

QString headMapReading(const core::HeadMap& map, Index head) {
    const auto name = [&](Index which) {
        return QString::fromStdString(core::headName(map.compared.rows[static_cast<std::size_t>(which)]));
    };
    QString text =
        name(head) + QStringLiteral("   ") +
        words(QT_TRANSLATE_NOOP("Figure", "cluster %1")).arg(map.clusters[static_cast<std::size_t>(head)]);
    const std::optional<Index> nearest = map.nearestTo(head);
    if (!nearest) return text;
    text += QStringLiteral("   ") +
            words(QT_TRANSLATE_NOOP("Figure", "nearest %1, at distance %2"))
                .arg(name(*nearest), numberText(map.compared.distance(head, *nearest), 3));
    const double cka = map.compared.cka(head, *nearest);
    return std::isnan(cka)
               ? text
               : text + QStringLiteral("   ") +
                     words(QT_TRANSLATE_NOOP("Figure", "CKA of outputs %1")).arg(numberText(cka, 2));
}

Figure headMapFigure(const core::HeadMap& map, const std::vector<core::HeadId>& chosen,
                     const QString& subtitle, const Theme& theme) {
    const Chart chart = headMapChart(map, chosen, theme);
    Caption caption;
    caption.title = chart.name;
    caption.note = headMapNote();
    caption.subtitle = subtitle;
    return chartFigure(chart, theme, caption, {});
}

}  // namespace headscope::ui
