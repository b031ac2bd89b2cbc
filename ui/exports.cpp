// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exports.h"

#include <QRegularExpression>
#include <QStringList>
#include <array>
#include <utility>

#include "core/base/number_text.h"
#include "core/export/change_report.h"
#include "core/export/data_formats.h"
#include "core/export/difference_numbers.h"
#include "core/export/measure_report.h"
#include "core/export/standard_tables.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/caption.h"
#include "ui/figures/head_values.h"
#include "ui/figures/run_pattern.h"
#include "ui/figures/token_label.h"
#include "ui/models/row_map.h"
#include "ui/models/strongest_keys.h"

namespace headscope::ui {
namespace {

// A pattern of this side is a text of about half a megabyte; larger ones belong into a file.
constexpr core::Index copiedTokens = 256;
constexpr qsizetype longestModelName = 80;

QString dataFilter(core::DataKind kind) {
    QStringList parts;
    for (const core::DataFormat& format : core::dataFormats()) {
        if (!core::holds(format, kind)) continue;
        const auto text = [](std::string_view view) { return QString::fromStdString(std::string(view)); };
        parts.append(QStringLiteral("%1 (*.%2)").arg(text(format.name), text(format.suffix)));
    }
    return parts.join(QStringLiteral(";;"));
}

QString reportFilter() {
    return dataFilter(core::DataKind::Report);
}
QString numbersFilter() {
    return dataFilter(core::DataKind::Numbers);
}

/// The part of `progress` for piece `index` of `count`.
core::Progress partOf(const core::Progress& progress, std::size_t index, std::size_t count) {
    const auto pieces = static_cast<double>(count);
    return core::part(progress, static_cast<double>(index) / pieces, static_cast<double>(index + 1) / pieces);
}

/// What a run read and how, under names that begin with `prefix`.
void addSettings(core::Origin& origin, const core::Trace& trace, const std::string& prefix) {
    const core::RunSpec& spec = trace.spec;
    const auto add = [&](const std::string& name, core::Cell value) {
        origin.settings.push_back({prefix + name, std::move(value)});
    };
    const auto addInput = [&add](const core::Input& input, const std::string& number) {
        if (!input.ids.empty())
            add("ids" + number, core::listText(input.ids));
        else
            add("text" + number, input.text);
        if (input.pair) add("pair" + number, *input.pair);
    };
    addInput(spec.input, {});
    if (spec.input.literalSpecials) add("literal_specials", true);
    if (const auto& global = spec.input.globalTokens)
        add("global", global->empty() ? std::string("none") : core::listText(*global));
    if (!spec.meanOver.empty()) add("mean_of_texts", static_cast<std::int64_t>(spec.meanOver.size() + 1));
    for (std::size_t i = 0; i < spec.meanOver.size(); ++i)
        addInput(spec.meanOver[i], '_' + std::to_string(i + 2));
    if (!spec.edits.empty()) add("gate", core::editsText(spec.edits));
    if (trace.tokensDropped > 0) add("tokens_dropped", std::int64_t{trace.tokensDropped});
}

core::Origin originOf(const ExportState& state, std::string_view command) {
    const core::Trace& trace = *state.run->trace;
    core::Origin origin{
        HEADSCOPE_VERSION, std::string(state.difference ? "compare" : command), trace.spec.model, {}};
    addSettings(origin, trace, {});
    if (!state.difference) return origin;
    const core::Trace& a = *state.difference->a->trace;
    origin.settings.push_back({"a_model", a.spec.model});
    addSettings(origin, a, "a_");
    return origin;
}

/// The same for what is about words where pieces are merged.
core::Origin originInUnits(const ExportState& state, std::string_view command) {
    core::Origin origin = originOf(state, command);
    if (state.words) origin.settings.push_back({"words", true});
    return origin;
}

void writePicture(const ExportState& state, const std::filesystem::path& path,
                  const core::Progress& progress) {
    writeFigure(state.figure, path, {state.pictureScale}, progress);
}

/// What A and B were measured as, how each head differs, and which tokens were compared.
void writeHeadChanges(const ExportState& state, const std::filesystem::path& path,
                      const core::Progress& progress) {
    const ComparedRuns& runs = *state.difference;
    const core::Compute compute = runs.b->model->compute();
    const auto changes = core::compareHeads(compute, runs.traces, false, core::part(progress, 0, 0.4));
    const core::Measures a = measureAll(*runs.a, core::part(progress, 0.4, 0.7));
    const core::Measures b = measureAll(*runs.b, core::part(progress, 0.7, 1));
    const core::Axis tokensA = core::tokenAxis(runs.a->trace->tokens);
    const core::Axis tokensB = core::tokenAxis(runs.b->trace->tokens);
    core::writeReport(path, {originOf(state, "compare"),
                             {},
                             {core::changeTable(changes, a, b, tokensB, {core::ChangeColumns::Both}),
                              core::alignmentTable(*runs.traces.tokens, tokensA, tokensB),
                              core::definitionTable(b), core::tokenTable(runs.b->trace->tokens)}});
}

void writeHeads(const ExportState& state, const std::filesystem::path& path, const core::Progress& progress) {
    if (state.difference) return writeHeadChanges(state, path, progress);
    const Run& run = *state.run;
    const core::Measures measures = measureAll(run, progress);
    core::Report report{originOf(state, "metrics"),
                        {},
                        {core::headTable(measures), core::definitionTable(measures), core::sumTable(measures),
                         core::tokenTable(run.trace->tokens)}};
    if (state.labels) {
        core::addTypes(report.tables.front(), measures, *state.labels);
        report.tables.push_back(core::labelTable(*state.labels));
        report.tables.push_back(core::labelDefinitionTable());
    }
    core::writeReport(path, report);
}

/// For every head the key that each token or word looks at most, or whose weight differs most.
std::vector<core::Link> strongestLinks(const ExportState& state, const core::Progress& progress) {
    const Run& run = *state.run;
    std::vector<core::Link> links;
    const std::vector<core::HeadId> heads = run.trace->headIds();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        for (const core::Link& link : strongestKeysOf(run, state.difference, {heads[i], state.words},
                                                      partOf(progress, i, heads.size())))
            if (link.key >= 0) links.push_back(link);
    }
    return links;
}

/// The same cells with their weights in A and in B.
std::vector<core::HeadCell> cellsOf(const ExportState& state, const std::vector<core::Link>& links) {
    std::vector<core::HeadCell> cells;
    std::shared_ptr<const core::DifferencePattern> pattern;
    for (const core::Link& link : links) {
        if (cells.empty() || cells.back().head != link.head)
            pattern = differencePattern(*state.difference, link.head, state.words);
        const core::DifferencePattern::Sides sides = pattern->sides({link.query, link.key, 1, 1});
        cells.push_back(
            {link.head,
             {link.query, link.key, static_cast<double>(sides.a(0, 0)), static_cast<double>(sides.b(0, 0))}});
    }
    return cells;
}

void writeLinks(const ExportState& state, const std::filesystem::path& path, const core::Progress& progress) {
    const core::Trace& trace = *state.run->trace;
    const std::vector<core::Link> links = strongestLinks(state, progress);
    const core::Axis axis = state.words ? core::wordAxis(core::wordGroups(trace.tokens, trace.spec.input))
                                        : core::tokenAxis(trace.tokens);
    core::Table table = state.difference ? core::cellChangeTable(cellsOf(state, links), axis)
                                         : core::linkTable(links, axis, axis);
    core::writeReport(
        path, {originInUnits(state, "links"), {}, {std::move(table), core::tokenTable(trace.tokens)}});
}

void writeNumbersOf(const ExportState& state, std::vector<core::HeadId> heads,
                    const std::filesystem::path& path, const core::Progress& progress) {
    core::NumbersRequest request;
    request.model = state.run->model;
    request.trace = state.run->trace;
    request.heads = std::move(heads);
    request.words = state.words;
    core::Origin origin = originInUnits(state, "attention");
    core::writeNumbers(path,
                       state.difference
                           ? core::differenceNumbers(request, state.difference->traces, std::move(origin))
                           : core::numbersOf(request, std::move(origin)),
                       progress);
}

void writePattern(const ExportState& state, const std::filesystem::path& path,
                  const core::Progress& progress) {
    writeNumbersOf(state, state.selection.heads(), path, progress);
}

void writePatterns(const ExportState& state, const std::filesystem::path& path,
                   const core::Progress& progress) {
    writeNumbersOf(state, state.run->trace->headIds(), path, progress);
}

constexpr std::array table = {
    ExportInfo{ActionId::ExportPicture, Pictured::BigView, true, "", figureFileFilter, writePicture},
    ExportInfo{ActionId::ExportOverview, Pictured::Overview, false, "overview", figureFileFilter,
               writePicture},
    ExportInfo{ActionId::ExportChart, Pictured::Chart, false, "chart", figureFileFilter, writePicture},
    ExportInfo{ActionId::ExportHeads, Pictured::Nothing, false, "heads", reportFilter, writeHeads},
    ExportInfo{ActionId::ExportLinks, Pictured::Nothing, false, "strongest", reportFilter, writeLinks},
    ExportInfo{ActionId::ExportPattern, Pictured::Nothing, true, "pattern", numbersFilter, writePattern},
    ExportInfo{ActionId::ExportPatterns, Pictured::Nothing, false, "patterns", numbersFilter, writePatterns},
};

/// A label must not break the table it stands in.
QString cellText(const core::Token& token) {
    QString text = exactText(token.label);
    return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString rowText(const core::PatternSource& pattern, core::Index row) {
    QStringList cells{cellText(pattern.rowTokens()[static_cast<std::size_t>(row)])};
    const core::Vector weights = pattern.row(row);
    for (core::Index column = 0; column < weights.size(); ++column) {
        cells.append(QString::number(static_cast<double>(weights(column)), 'g', 9));
    }
    return cells.join(QLatin1Char('\t'));
}

}  // namespace

QString proposedName(const ExportInfo& info, const Session& session, std::string_view view) {
    // A name of several parts, "org/name" among them, or one that a file system could refuse.
    static const QRegularExpression unusual(QStringLiteral("[^\\p{L}\\p{N}._-]+"));
    QString model =
        QString::fromStdString(session.shown()->trace->modelName).replace(unusual, QStringLiteral("-"));
    while (model.startsWith(QLatin1Char('-')) || model.startsWith(QLatin1Char('.'))) model.remove(0, 1);
    QStringList parts{model.left(longestModelName)};
    if (info.ofHead) parts.append(headNames(session.selection().heads()).remove(QLatin1Char(' ')));
    const std::string_view name = info.name.empty() ? view : info.name;
    parts.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    // The small overview shows one run, or the difference, at a time.
    if (info.pictured == Pictured::BigView && session.beside())
        parts.append(QStringLiteral("AB"));
    else if (session.side() == Side::B)
        parts.append(QStringLiteral("B"));
    else if (session.side() == Side::Difference)
        parts.append(QStringLiteral("difference"));
    parts.removeAll(QString());
    return parts.join(QLatin1Char('-'));
}

std::span<const ExportInfo> exportTable() noexcept {
    return table;
}

QString numbersAsText(const Session& session) {
    const core::PatternPtr pattern = session.pattern();
    const std::optional<core::Index> query = session.selection().query;
    if (!pattern || (!query && pattern->rows() > copiedTokens)) return {};
    const RowMap rows(session.shown()->trace->tokens, session.settings().words);
    const core::Index first = query ? rows.rowOf(*query) : 0;
    const core::Index end = query ? first + 1 : pattern->rows();
    QStringList header{QString()};
    for (const core::Token& token : pattern->columnTokens()) header.append(cellText(token));
    QStringList lines{header.join(QLatin1Char('\t'))};
    for (core::Index row = first; row < end; ++row) lines.append(rowText(*pattern, row));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace headscope::ui
