// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figures.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "ui/charts/head_charts.h"
#include "ui/charts/head_map_chart.h"
#include "ui/charts/layer_chart.h"
#include "ui/figures/arcs_figure.h"
#include "ui/figures/caption.h"
#include "ui/figures/colour_scale.h"
#include "ui/figures/flow_figure.h"
#include "ui/figures/flow_lines.h"
#include "ui/figures/grid_figure.h"
#include "ui/figures/heatmap_panels.h"
#include "ui/figures/paint_helpers.h"
#include "ui/figures/run_pattern.h"
#include "ui/figures/side_by_side.h"
#include "ui/figures/token_label.h"

namespace headscope::ui {

namespace {

using core::Index;

/// More tokens than this are drawn as a window of them, because lines between thousands of labels cannot be
/// read.
constexpr Index mostFlowTokens = 80;
constexpr Index mostArcsTokens = 80;

QString words(const char* text) {
    return QCoreApplication::translate("Figure", text);
}

/// "Heatmap 4.11 · bert-base-uncased", and that it is B − A.
QString titled(const QString& view, const FigureRequest& request) {
    const QString model = visibleText(request.run->trace->modelName);
    if (!request.difference) return QStringLiteral("%1 · %2").arg(view, model);
    const QString sides = request.settings.sideBySide ? QStringLiteral("A | B") : QStringLiteral("B − A");
    return QStringLiteral("%1 · %2 · %3").arg(view, sides, model);
}

/// What stands where a layer has no attention.
Figure emptyFigure(const FigureRequest& request, const Caption& caption) {
    Figure figure;
    figure.size = request.size.isEmpty() ? QSizeF(480, 240) : request.size;
    figure.description = caption.subtitle;
    figure.paint = [caption, theme = request.theme](QPainter& painter, QSizeF size, PaintMode) {
        painter.fillRect(QRectF(QPointF(0, 0), size), theme.panel);
        painter.setRenderHint(QPainter::Antialiasing);
        paintCaption(painter, caption, theme, {16, 12, size.width() - 32, caption.height()});
        drawText(
            painter, words(QT_TRANSLATE_NOOP("Figure", "This layer has no attention.")), theme.textFont(13),
            {{16, 0, size.width() - 32, size.height()}, Qt::AlignHCenter | Qt::AlignVCenter, theme.ink2});
    };
    return figure;
}

/// The runs that stand beside each other, instead of their difference.
ComparedRunsPtr besideOf(const FigureRequest& request) {
    return request.settings.sideBySide ? request.difference : nullptr;
}

Figure makeHeatmap(const FigureRequest& request, const core::Progress& progress) {
    HeatmapLook look;
    look.theme = request.theme;
    look.colours = request.settings.colours;
    look.selection = request.selection;
    look.hover = request.hover;
    const core::HeadGroup group{request.selection.heads(), request.settings.combining};
    const QString note =
        noteFor(words(QT_TRANSLATE_NOOP("Figure", "rows attend to columns")), request.settings.words);
    const ComparedRunsPtr beside = besideOf(request);
    look.caption = beside ? besideCaption(*beside, groupTitle(group), note)
                          : headCaption(*request.run, request.difference, groupTitle(group), note);
    const QString view = words(QT_TRANSLATE_NOOP("Figure", "Heatmap")) + QLatin1Char(' ') +
                         headNames(request.selection.heads());
    if (!request.pattern) return described(emptyFigure(request, look.caption), request, view);
    HeatmapPanels panels = prepareHeatmaps(panelsOf({request.run, request.pattern, beside, Side::B, group,
                                                     request.settings.words, request.gold}),
                                           request.settings.scale, request.settings.range, progress);
    return described(heatmapsFigure(std::move(panels), std::move(look), request.size), request, view);
}

/// How flow and arcs differ.
struct LinesFigure {
    const char* name;
    QString (*note)();
    Index most;  ///< tokens in a picture without size
    Index (*capacity)(QSizeF size);
    Figure (*figure)(FlowDataPtr data, FlowLook look, QSizeF size);
};

FlowLook flowLook(const FigureRequest& request, const QString& note) {
    FlowLook look;
    look.theme = request.theme;
    look.selection = request.selection;
    look.hover = request.hover;
    look.caption = headCaption(*request.run, request.difference, headsTitle(request.selection.heads()),
                               noteFor(note, request.settings.words));
    return look;
}

/// The heads of the request; the request's own pattern where it shows one head, because that may be a
/// difference or a variant that the run does not know.
std::vector<FlowHead> headsOf(const FigureRequest& request) {
    std::vector<FlowHead> heads;
    const core::HeadId head = request.selection.head;
    if (request.selection.several())
        return flowHeads(*request.run, request.difference, request.selection.heads(), request.settings.words);
    if (!request.pattern) return heads;
    heads.push_back({head, typeOf(*request.run, head), request.pattern});
    return heads;
}

/// `most` places around the selected pair.
TokenWindow windowOf(const FigureRequest& request, const core::PatternSource& pattern, Index most) {
    const std::vector<core::Token>& tokens = request.run->trace->tokens;
    return windowAround(makeAxis(pattern.rowTokens(), tokens).place(request.selection.query),
                        makeAxis(pattern.columnTokens(), tokens).place(request.selection.key), most);
}

/// Gold data over the lines of a run's heads; nothing without.
std::optional<GoldOverlay> goldOver(const FigureRequest& request, const Run& run, const TokenAxis& axis) {
    if (!request.gold) return std::nullopt;
    return goldOverlay(*request.gold, run, {request.selection.heads(), request.settings.combining}, axis);
}

Figure makeBesideLines(const FigureRequest& request, const LinesFigure& lines, FlowLook look,
                       const core::Progress& progress) {
    const std::vector<core::HeadId> heads = request.selection.heads();
    look.caption =
        besideCaption(*request.difference, headsTitle(heads), noteFor(lines.note(), request.settings.words));
    QSizeF half = request.size - QSizeF(0, look.caption.height());
    half.setWidth(half.width() / 2);
    const QSizeF room = half - QSizeF(0, panelCaption(Side::A, {}, look.caption).height() +
                                             (request.gold ? GoldOverlay::legendHeight : 0));
    std::vector<FlowPanel> panels = besideFlows(*request.difference, heads, request.settings.words, Side::B);
    if (panels.empty()) return emptyFigure(request, look.caption);
    for (FlowPanel& panel : panels)
        panel.gold = goldOver(
            request, *(panel.side == Side::A ? request.difference->a : request.difference->b), panel.queries);
    const TokenAxis& axis = panels.front().queries;
    const TokenWindow window =
        windowAround(axis.place(request.selection.query), axis.place(request.selection.key),
                     request.size.isEmpty() ? lines.most : lines.capacity(room));
    std::vector<Figure> figures;
    const std::vector<FlowDataPtr> prepared =
        prepareFlows(std::move(panels), request.settings, window, progress);
    look.caption = besideCaption(*request.difference, headsTitle(heads),
                                 noteFor(linesNote(lines.note(), prepared), request.settings.words));
    for (const FlowDataPtr& data : prepared)
        figures.push_back(
            lines.figure(data, flowPanelLook(*data, look), request.size.isEmpty() ? QSizeF() : half));
    return sideBySide(std::move(figures), look.caption, request.theme);
}

Figure makeLines(const FigureRequest& request, const LinesFigure& lines, const core::Progress& progress) {
    FlowLook look = flowLook(request, lines.note());
    const QString view = words(lines.name) + QLatin1Char(' ') + headNames(request.selection.heads());
    if (besideOf(request))
        return described(makeBesideLines(request, lines, std::move(look), progress), request, view);
    std::vector<FlowHead> heads = headsOf(request);
    if (heads.empty()) return described(emptyFigure(request, look.caption), request, view);
    const QSizeF room =
        request.size - QSizeF(0, look.caption.height() + (request.gold ? GoldOverlay::legendHeight : 0));
    const Index most = request.size.isEmpty() ? lines.most : lines.capacity(room);
    const TokenWindow window = windowOf(request, *heads.front().pattern, most);
    FlowPanel panel = flowPanel(std::move(heads), request.run->trace->tokens);
    panel.gold = goldOver(request, *request.run, panel.queries);
    FlowDataPtr data = prepareFlows({std::move(panel)}, request.settings, window, progress).front();
    look.caption = flowLook(request, linesNote(lines.note(), {data})).caption;
    return described(lines.figure(std::move(data), std::move(look), request.size), request, view);
}

Figure makeFlow(const FigureRequest& request, const core::Progress& progress) {
    return makeLines(
        request,
        {QT_TRANSLATE_NOOP("Figure", "Flow"), flowDirection, mostFlowTokens, flowCapacity, flowFigure},
        progress);
}

Figure makeArcs(const FigureRequest& request, const core::Progress& progress) {
    return makeLines(
        request,
        {QT_TRANSLATE_NOOP("Figure", "Arcs"), arcsDirection, mostArcsTokens, arcsCapacity, arcsFigure},
        progress);
}

Figure makeBesideGrids(const FigureRequest& request, GridLook look, const core::Progress& progress) {
    const ComparedRuns& runs = *request.difference;
    std::optional<BesideValues> values;
    if (const core::Metric* metric = core::metricNamed(request.settings.measure))
        values = onOneScale(headValues(*metric, *runs.a, nullptr, core::part(progress, 0, 0.5)),
                            headValues(*metric, *runs.b, nullptr, core::part(progress, 0.5, 1)));
    const Caption caption = besideGridCaption(runs);
    QSizeF half = request.size - QSizeF(0, caption.height());
    half.setWidth(half.width() / 2);
    std::vector<Figure> figures;
    for (const Side side : {Side::A, Side::B}) {
        GridData data = prepareGrid((side == Side::A ? runs.a : runs.b)->trace);
        if (values) data = byMeasure(std::move(data), side == Side::A ? values->a : values->b, false);
        look.caption = panelCaption(side, {}, caption);
        figures.push_back(gridFigure(std::move(data), look, request.size.isEmpty() ? QSizeF() : half));
    }
    return described(sideBySide(std::move(figures), caption, request.theme), request, caption.title);
}

Figure makeGrid(const FigureRequest& request, const core::Progress& progress) {
    core::report(progress, 0);
    GridLook look;
    look.theme = request.theme;
    look.colours = request.settings.colours;
    look.scale = request.settings.scale;
    look.selection = request.selection;
    if (besideOf(request)) return makeBesideGrids(request, std::move(look), progress);
    look.caption = gridCaption(*request.run, request.difference,
                               !request.settings.measure.empty() && request.settings.sortHeads);
    const QString view = look.caption.title;
    GridData data = request.difference ? prepareDifferenceGrid(request.run->trace, request.changes)
                                       : prepareGrid(request.run->trace);
    if (const core::Metric* metric = core::metricNamed(request.settings.measure))
        data = byMeasure(std::move(data), headValues(*metric, *request.run, request.difference, progress),
                         request.settings.sortHeads);
    return described(gridFigure(std::move(data), std::move(look), request.size), request, view);
}

Figure described(const Chart& chart, const QString& note, const FigureRequest& request) {
    Caption caption;
    caption.title = chart.name;
    caption.note = note;
    caption.subtitle = shownText(*request.run, request.difference);
    Figure figure = chartFigure(chart, request.theme, caption, request.size);
    figure.title = titled(caption.title, request);
    return figure;
}

/// The metric that was asked for, or the first one.
const core::Metric& metricOf(const FigureRequest& request) {
    const core::Metric* metric = core::metricNamed(request.settings.measure);
    return metric != nullptr ? *metric : core::metrics().front();
}

Figure makeLayers(const FigureRequest& request, const core::Progress& progress) {
    const HeadValues values = headValues(metricOf(request), *request.run, request.difference, progress);
    return described(
        layerChart(prepareLayerChart(*request.run->trace, values, request.selection), request.theme),
        words(QT_TRANSLATE_NOOP("Figure", "smallest, quartiles and largest of the heads")), request);
}

Figure makeScatter(const FigureRequest& request, const core::Progress& progress) {
    const HeadValues across = headValues(*core::metricNamed("distance"), *request.run, request.difference,
                                         core::part(progress, 0, 0.5));
    const HeadValues up =
        headValues(metricOf(request), *request.run, request.difference, core::part(progress, 0.5, 1));
    return described(scatterChart(*request.run, across, up, request.selection, request.theme),
                     words(QT_TRANSLATE_NOOP("Figure", "colour: kind of head")), request);
}

Figure makeDistance(const FigureRequest& request, const core::Progress& progress) {
    std::vector<FlowHead> heads = headsOf(request);
    const std::vector<core::HeadId> drawn = lineHeads(request.selection);
    std::erase_if(heads, [&](const FlowHead& head) {
        return std::find(drawn.begin(), drawn.end(), head.head) == drawn.end();
    });
    return described(distanceChart(distanceLines(heads, progress), request.selection,
                                   request.difference != nullptr, request.theme),
                     headsTitle(drawn), request);
}

Figure makeEntropy(const FigureRequest& request, const core::Progress& progress) {
    core::report(progress, 0);
    const std::vector<core::HeadId> heads = lineHeads(request.selection);
    const std::vector<HeadLine> lines = entropyLines(*request.run, request.difference, heads);
    return described(entropyChart(lines, request.selection, request.difference != nullptr, request.theme),
                     headsTitle(heads), request);
}

Figure makeMap(const FigureRequest& request, const core::Progress& progress) {
    const HeadMapPtr map = findHeadMap(*request.run, request.settings.words, progress);
    return described(headMapChart(*map, request.selection.heads(), request.theme),
                     noteFor(headMapNote(), request.settings.words), request);
}

constexpr std::array kinds = {
    FigureKind{"grid", false, makeGrid},        FigureKind{"heatmap", true, makeHeatmap},
    FigureKind{"flow", true, makeFlow},         FigureKind{"arcs", true, makeArcs},
    FigureKind{"layers", false, makeLayers},    FigureKind{"scatter", false, makeScatter},
    FigureKind{"distance", true, makeDistance}, FigureKind{"entropy", true, makeEntropy},
    FigureKind{"map", false, makeMap, false},
};

}  // namespace

Figure described(Figure figure, const FigureRequest& request, const QString& view) {
    figure.title = titled(view, request);
    figure.description = figure.description + QLatin1Char('\n') +
                         words(QT_TRANSLATE_NOOP("Figure", "Tone scale: %1, %2"))
                             .arg(scaleName(request.settings.scale), rangeName(request.settings.range));
    return figure;
}

std::span<const FigureKind> figureKinds() noexcept {
    return kinds;
}

const FigureKind& figureKindNamed(std::string_view id) {
    std::string known;
    for (const FigureKind& kind : kinds) {
        if (kind.id == id) return kind;
        known += (known.empty() ? "" : ", ") + std::string(kind.id);
    }
    throw core::Error(core::ErrorCode::UnknownView, {std::string(id), known});
}

}  // namespace headscope::ui
