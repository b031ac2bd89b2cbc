// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "app/command_line_commands.h"
#include "app/command_line_metrics.h"
#include "app/command_line_picture.h"
#include "core/export/change_report.h"
#include "ui/export/figure_formats.h"
#include "ui/run_loader.h"

namespace headscope::app {
namespace {

/// The two runs that the options describe, each as options of its own.
struct Pair {
    Options a;
    Options b;
};

void checkPair(const Options& options) {
    if (options.texts.size() > 2) refuse("--text", "give it once, or once for A and once for B");
    const bool twoTexts = options.texts.size() == 2 && options.texts[0] != options.texts[1];
    if (options.texts.size() == 2 && options.otherModel)
        refuse("--text", "two models read the same text: give it once");
    if (!twoTexts && !options.otherModel && options.gates.empty())
        refuse("compare", "A and B would be the same: name a second model, a second --text, or --gate");
}

Pair pairOf(const Options& options) {
    checkPair(options);
    Pair pair{options, options};
    if (!options.texts.empty()) {
        pair.a.text = options.texts.front();
        pair.b.text = options.texts.back();
    }
    pair.a.gates.clear();
    if (options.otherModel) pair.b.model = *options.otherModel;
    pair.a.otherModel.reset();
    pair.b.otherModel.reset();
    return pair;
}

struct Runs {
    ModelRun a;
    ModelRun b;
    core::Comparison both;
};

Runs runBoth(const CommandCall& call, const Pair& pair, core::KeepOptions keep) {
    const CommandCall callA{pair.a, call.command, call.compute, call.terminal};
    const CommandCall callB{pair.b, call.command, call.compute, call.terminal};
    core::Input inputA = inputOf(callA);
    core::Input inputB = inputA;
    if (pair.b.text) inputB.text = *pair.b.text;
    const core::ModelPtr modelA = loadModel(callA);
    const core::ModelPtr modelB = pair.a.model == pair.b.model ? modelA : loadModel(callB);
    core::TracePtr a = runInput(callA, *modelA, inputA, keep);
    core::TracePtr b = runInput(callB, *modelB, inputB, keep);
    if (!core::canCompare(*a, *b))
        refuse(pair.b.model, "it has other layers or heads than " + pair.a.model +
                                 ", so that no head of it "
                                 "stands for one of those");
    core::Comparison both = core::compareRuns(a, b);
    return {{modelA, std::move(a)}, {modelB, std::move(b)}, std::move(both)};
}

/// That of B, and under "a_…" what A read.
core::Origin originOf(const CommandCall& call, const Pair& pair, const Runs& runs) {
    constexpr std::array read = {
        "text", "pair", "file", "ids", "global", "vectors", "literal_specials", "truncate", "tokens_dropped"};
    const CommandCall callA{pair.a, call.command, call.compute, call.terminal};
    const CommandCall callB{pair.b, call.command, call.compute, call.terminal};
    core::Origin origin = app::originOf(callB, *runs.b.trace);
    origin.settings.push_back({"a_model", pair.a.model});
    for (core::NamedCell& setting : app::originOf(callA, *runs.a.trace).settings) {
        if (std::find(read.begin(), read.end(), setting.name) != read.end())
            origin.settings.push_back({"a_" + setting.name, std::move(setting.value)});
    }
    return origin;
}

core::Axis axisOf(const core::Trace& trace, bool words) {
    return words ? core::wordAxis(core::wordGroups(trace.tokens, trace.spec.input))
                 : core::tokenAxis(trace.tokens);
}

core::ChangeOrder orderOf(const Options& options) {
    return options.sort == "distance" ? core::ChangeOrder::Distance : core::ChangeOrder::Largest;
}

/// People get the differences, files the numbers of both runs too.
core::ChangeColumns columnsFor(const Options& options) {
    const bool people = options.out ? std::filesystem::path(*options.out).extension() == ".txt"
                                    : options.format.value_or("text") == "text";
    return people ? core::ChangeColumns::Deltas : core::ChangeColumns::Both;
}

/// Those that people see are few enough for a line: the measures that stand beside heads in the window.
core::MeasureOptions measuresFor(const Options& options) {
    core::MeasureOptions measure = measureOptions(options);
    if (measure.metrics.empty() && columnsFor(options) == core::ChangeColumns::Deltas) {
        for (const core::Metric& metric : core::metrics())
            if (metric.found != nullptr) measure.metrics.push_back(&metric);
    }
    return measure;
}

void report(const CommandCall& call, const Pair& pair) {
    const Options& options = call.options;
    const core::MeasureOptions measure = measuresFor(options);
    const Runs runs = runBoth(call, pair, core::neededFor(measure));
    const std::vector<core::HeadId> heads = selectedHeads(*runs.b.trace, options);
    std::vector<core::HeadChange> changes =
        core::compareHeads(call.compute, runs.both, options.words, call.terminal.progress("Comparing"));
    const core::Progress measuring = call.terminal.progress("Measuring");
    core::Measures a = core::measureHeads(call.compute, *runs.a.trace, measure, core::part(measuring, 0, 0.5),
                                          runs.a.model.get());
    core::Measures b = core::measureHeads(call.compute, *runs.b.trace, measure, core::part(measuring, 0.5, 1),
                                          runs.b.model.get());
    keepSelected(changes, heads);
    keepSelected(a.heads, heads);
    keepSelected(b.heads, heads);
    const core::Axis axisA = axisOf(*runs.a.trace, options.words);
    const core::Axis axisB = axisOf(*runs.b.trace, options.words);
    core::Table table = core::changeTable(changes, a, b, axisB, {columnsFor(options), orderOf(options)});
    if (options.top) table.rows.resize(std::min(table.rows.size(), static_cast<std::size_t>(*options.top)));
    deliver(call, {originOf(call, pair, runs),
                   {},
                   {std::move(table), core::alignmentTable(*runs.both.alignment(options.words), axisA, axisB),
                    core::definitionTable(b), core::tokenTable(runs.b.trace->tokens)}});
}

/// The head that was asked for, else the one that changed most.
core::HeadId headOf(const core::Trace& trace, const Options& options, const ui::HeadChanges& changes) {
    if (options.layer && options.head) return selectedHeads(trace, options).front();
    if (options.layer || options.head)
        refuse("--layer and --head", "give both, or neither for the head that changed most");
    return changes.empty() ? core::HeadId{}
                           : changes[core::mostChanged(changes, orderOf(options)).front()].head;
}

void checkBeside(const Options& options, bool picture) {
    if (!options.beside) return;
    if (!picture) refuse("--beside", "it needs --out with a picture: .png, .svg or .pdf");
    constexpr std::array views = {"", "heatmap", "flow", "arcs", "grid"};
    if (std::find(views.begin(), views.end(), options.view) == views.end())
        refuse("--beside",
               "only heatmap, flow, arcs and grid stand beside each other; leave it out for " + options.view);
}

void draw(const CommandCall& call, const Runs& runs) {
    const Options& options = call.options;
    const ui::FigureKind& kind = ui::figureKindNamed(options.view.empty() ? "heatmap" : options.view);
    ui::loadFonts();
    const ui::RunPtr a = ui::makeRun(runs.a.model, runs.a.trace);
    const ui::RunPtr b = ui::makeRun(runs.b.model, runs.b.trace);
    ui::FigureRequest request = requestOf(b, options);
    request.difference = ui::compared(a, b);
    request.settings.sideBySide = options.beside;
    request.changes = std::make_shared<ui::HeadChanges>(core::compareHeads(
        call.compute, runs.both, options.words && kind.ofOneHead, call.terminal.progress("Comparing")));
    request.selection.head = headOf(*runs.b.trace, options, *request.changes);
    request.pattern =
        core::differencePattern(runs.both, request.selection.head, options.words, runs.b.model->kernels());
    drawPicture(call, kind, request);
    if (options.layer || !kind.ofOneHead) return;
    const bool changed =
        std::any_of(request.changes->begin(), request.changes->end(),
                    [](const core::HeadChange& change) { return change.largest.has_value(); });
    call.terminal.note("The picture shows head " + core::headName(request.selection.head) +
                       (changed ? ", which changed most; " : "; no weight of any head differs; ") +
                       "--layer and --head choose another one.");
}

}  // namespace

void runCompare(const CommandCall& call) {
    const Options& options = call.options;
    const Pair pair = pairOf(options);
    const bool picture = options.out && isPictureName(*options.out);
    checkBeside(options, picture);
    if (picture)
        checkPicture(options);
    else
        checkOut(call, core::DataKind::Report);
    if (!picture && !options.view.empty())
        refuse("--view", "it needs --out with a picture: .png, .svg or .pdf");
    if (picture) return draw(call, runBoth(call, pair, {}));
    report(call, pair);
}

}  // namespace headscope::app
