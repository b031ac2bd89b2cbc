// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "app/command_line_commands.h"
#include "app/command_line_picture.h"
#include "core/analysis/asked_run.h"
#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_lines.h"
#include "core/analysis/map_heads.h"
#include "core/base/output_file.h"
#include "core/export/standard_tables.h"
#include "ui/charts/head_map_chart.h"
#include "ui/export/figure_formats.h"

namespace headscope::app {
namespace {

using core::HeadDistances;
using core::Index;

/// A text, and the line of the corpus that it stands in.
struct Text {
    core::Input input;
    Index line = 0;
};

/// The texts of --corpus, or the one that was given.
std::vector<Text> textsOf(const CommandCall& call) {
    const Options& options = call.options;
    if (!options.corpus) return {{inputOf(call), 0}};
    if (hasInput(options) || options.global) refuse("--corpus", "give either a text or a corpus");
    std::vector<Text> texts;
    core::GoldLines lines(*options.corpus);
    while (const auto line = lines.next()) {
        if (core::isBlank(*line)) continue;
        Text& text = texts.emplace_back();
        text.line = lines.line();
        text.input.literalSpecials = options.literalSpecials;
        core::readCorpusText(*line, {lines.path(), lines.line()}, text.input);
    }
    if (texts.empty()) refuse(*options.corpus, "there is no text in it");
    return texts;
}

core::ComparedRun runOf(const CommandCall& call, const core::Model& model, const Text& text) {
    core::RunSpec spec;
    spec.input = text.input;
    spec.cutToFit = call.options.truncate;
    try {
        return {model.run(spec, {.values = true}), {}};
    } catch (const core::Error& error) {
        if (error.code() != core::ErrorCode::TextTooLong) throw;
        const std::string reason = "it has " + error.arguments().at(0) +
                                   " tokens, but the model reads at most " + error.arguments().at(1) +
                                   "; shorten it, or cut it with --truncate";
        if (call.options.corpus) throw core::invalidLine({*call.options.corpus, text.line}, reason);
        refuse("The text", reason);
    }
}

HeadDistances compare(const CommandCall& call, const core::Model& model, const core::Model* other) {
    const std::vector<Text> texts = textsOf(call);
    const bool byWords = call.options.words || other != nullptr;
    if (byWords && (call.options.ids || call.options.vectors))
        refuse(other ? "--with" : "--words", "words need a text: give it with --text, --file or --corpus");
    core::HeadComparer comparer(call.compute);
    const core::Progress progress = call.terminal.progress("Comparing");
    const auto count = static_cast<double>(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const core::Progress one =
            core::part(progress, static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
        core::ComparedRun run = runOf(call, model, texts[i]);
        if (other == nullptr) {
            if (byWords) core::compareByWords(texts[i].input, {&run});
            if (!byWords || !run.words.empty()) comparer.add(run, one);
            continue;
        }
        core::ComparedRun second = runOf(call, *other, texts[i]);
        core::compareByWords(texts[i].input, {&run, &second});
        if (!run.words.empty()) comparer.add(run, second, one);
    }
    return comparer.distances();
}

core::Cell finite(double value) {
    return std::isfinite(value) ? core::Cell(value) : core::Cell();
}

core::Table mapTable(const core::HeadMap& map) {
    const HeadDistances& compared = map.compared;
    core::Table table{"heads", {"layer", "head", "kind", "cluster", "x", "y", "nearest", "distance"}, {}};
    for (std::size_t i = 0; i < compared.rows.size(); ++i) {
        const auto head = static_cast<Index>(i);
        std::vector<core::Cell>& row = table.rows.emplace_back(core::headCells(compared.rows[i]));
        row.emplace_back(std::int64_t{map.clusters[i]});
        row.emplace_back(map.plane.places(head, 0));
        row.emplace_back(map.plane.places(head, 1));
        const std::optional<Index> nearest = map.nearestTo(head);
        row.push_back(nearest ? core::Cell(core::headName(compared.rows[static_cast<std::size_t>(*nearest)]))
                              : core::Cell());
        row.push_back(nearest ? core::Cell(compared.distance(head, *nearest)) : core::Cell());
    }
    return table;
}

core::Table pairTable(const HeadDistances& compared) {
    core::Table table{"distances", {"a", "b", "divergence", "distance", "cka"}, {}};
    for (std::size_t i = 0; i < compared.rows.size(); ++i) {
        for (std::size_t j = i + 1; j < compared.columns.size(); ++j) {
            const auto a = static_cast<Index>(i);
            const auto b = static_cast<Index>(j);
            table.rows.push_back(core::cells(core::headName(compared.rows[i]),
                                             core::headName(compared.columns[j]), compared.divergence(a, b),
                                             compared.distance(a, b), finite(compared.cka(a, b))));
        }
    }
    return table;
}

core::Table mergeTable(const core::HeadMap& map) {
    const auto name = [&](Index group) {
        const auto heads = static_cast<Index>(map.compared.rows.size());
        return group < heads ? core::headName(map.compared.rows[static_cast<std::size_t>(group)])
                             : "#" + std::to_string(group - heads);
    };
    core::Table table{"merges", {"merge", "a", "b", "distance", "heads"}, {}};
    for (const core::Merge& merge : map.merges)
        table.rows.push_back(core::cells("#" + std::to_string(table.rows.size()), name(merge.a),
                                         name(merge.b), merge.distance, std::int64_t{merge.size}));
    return table;
}

core::Table matchTable(const HeadDistances& compared) {
    const Eigen::MatrixXd distances = compared.distances();
    const std::vector<Index> matched = core::cheapestMatching(distances);
    core::Table table{
        "matches",
        {"layer", "head", "kind", "layer_b", "head_b", "distance", "cka", "nearest_b", "nearest_distance"},
        {}};
    for (std::size_t i = 0; i < compared.rows.size(); ++i) {
        const auto head = static_cast<Index>(i);
        std::vector<core::Cell>& row = table.rows.emplace_back(core::headCells(compared.rows[i]));
        if (matched[i] < 0) {
            row.resize(row.size() + 4);
        } else {
            const core::HeadId other = compared.columns[static_cast<std::size_t>(matched[i])];
            row.emplace_back(std::int64_t{other.layer});
            row.emplace_back(std::int64_t{other.head});
            row.emplace_back(distances(head, matched[i]));
            row.push_back(finite(compared.cka(head, matched[i])));
        }
        Index nearest = 0;
        distances.row(head).minCoeff(&nearest);
        row.emplace_back(core::headName(compared.columns[static_cast<std::size_t>(nearest)]));
        row.emplace_back(distances(head, nearest));
    }
    return table;
}

/// Model and text.
QString subtitleOf(const CommandCall& call) {
    const Options& options = call.options;
    const std::string text = options.corpus ? *options.corpus : options.text.value_or("");
    return QString::fromStdString(options.model + (text.empty() ? "" : "  ·  " + text));
}

void addCounts(core::Report& report, const HeadDistances& compared) {
    report.facts.push_back({"texts", "texts", std::int64_t{compared.texts}});
    report.facts.push_back({"rows", "rows compared", std::int64_t{compared.rowsCompared}});
}

}  // namespace

void runHeads(const CommandCall& call) {
    const Options& options = call.options;
    const bool picture = options.out && isPictureName(*options.out);
    if (picture && options.otherModel) refuse("--out", "--with has a table and no picture");
    if (picture) core::checkWritable(*options.out);
    if (!picture) checkOut(call, core::DataKind::Report);
    if (options.out && options.corpus) checkApart(*options.out, *options.corpus);
    if (options.otherModel && options.clusters) refuse("--clusters", "it does not go with --with");
    core::Report report{originOf(call), {}, {}};
    const core::ModelPtr model = core::Model::load(openCheckpoint(call), call.compute);
    if (options.otherModel) {
        Options second = options;
        second.model = *options.otherModel;
        const CommandCall named{second, call.command, call.compute, call.terminal};
        const core::ModelPtr other = core::Model::load(openCheckpoint(named), call.compute);
        const HeadDistances compared = compare(call, *model, other.get());
        addCounts(report, compared);
        report.tables.push_back(matchTable(compared));
        return deliver(call, report);
    }
    const core::HeadMap map =
        core::mapHeads(compare(call, *model, nullptr),
                       options.clusters ? std::optional<Index>(*options.clusters) : std::nullopt,
                       call.terminal.progress("Placing"));
    if (picture) {
        ui::loadFonts();
        const ui::Figure figure = ui::headMapFigure(map, {}, subtitleOf(call), ui::Theme::light());
        return ui::writeFigure(figure, *options.out, {}, call.terminal.progress("Drawing"));
    }
    addCounts(report, map.compared);
    report.facts.push_back({"distance", "distance",
                            std::string("square root of the mean Jensen-Shannon divergence of rows (nats)")});
    report.facts.push_back({"stress", "stress-1 of the map", map.plane.stress});
    report.tables = {mapTable(map), pairTable(map.compared), mergeTable(map)};
    deliver(call, report);
}

}  // namespace headscope::app
