// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exports.h"

#include <QStringList>
#include <array>
#include <utility>

#include "core/export/data_formats.h"
#include "core/export/standard_tables.h"
#include "ui/export/figure_formats.h"

namespace headscope::ui {
namespace {

// A pattern of this side is a text of about half a megabyte; larger ones belong into a file.
constexpr core::Index copiedTokens = 256;

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

core::Origin originOf(const ExportState& state, std::string_view command) {
    const core::RunSpec& spec = state.run->trace->spec;
    core::Origin origin{HEADSCOPE_VERSION, std::string(command), spec.model, {}};
    origin.settings.push_back({"text", spec.input.text});
    if (spec.input.pair) origin.settings.push_back({"pair", *spec.input.pair});
    return origin;
}

void writePicture(const ExportState& state, const std::filesystem::path& path, const core::Progress&) {
    writeFigure(state.figure, path, {state.pictureScale});
}

void writeHeads(const ExportState& state, const std::filesystem::path& path, const core::Progress&) {
    const Run& run = *state.run;
    core::writeReport(path,
                      {originOf(state, "metrics"),
                       {},
                       {core::headTable(run.measures, run.types), core::tokenTable(run.trace->tokens)}});
}

/// For every head the key that each token looks at most, out of the statistics of the run.
void writeLinks(const ExportState& state, const std::filesystem::path& path, const core::Progress&) {
    const core::Trace& trace = *state.run->trace;
    std::vector<core::Link> links;
    for (const core::HeadId head : trace.headIds()) {
        const core::HeadStatistics& rows = trace.at(head).statistics[static_cast<std::size_t>(head.head)];
        for (core::Index query = 0; query < trace.length(); ++query) {
            const auto row = static_cast<std::size_t>(query);
            if (rows.largestKey[row] < 0) continue;
            links.push_back({head, query, rows.largestKey[row], static_cast<double>(rows.largest[row]), 1});
        }
    }
    const core::Axis axis = core::tokenAxis(trace.tokens);
    core::writeReport(
        path,
        {originOf(state, "links"), {}, {core::linkTable(links, axis, axis), core::tokenTable(trace.tokens)}});
}

void writeNumbersOf(const ExportState& state, std::vector<core::HeadId> heads,
                    const std::filesystem::path& path, const core::Progress& progress) {
    core::NumbersRequest request;
    request.model = state.run->model;
    request.trace = state.run->trace;
    request.heads = std::move(heads);
    core::writeNumbers(path, core::numbersOf(request, originOf(state, "attention")), progress);
}

void writePattern(const ExportState& state, const std::filesystem::path& path,
                  const core::Progress& progress) {
    writeNumbersOf(state, {state.selection.head}, path, progress);
}

void writePatterns(const ExportState& state, const std::filesystem::path& path,
                   const core::Progress& progress) {
    writeNumbersOf(state, state.run->trace->headIds(), path, progress);
}

constexpr std::array table = {
    ExportInfo{ActionId::ExportPicture, "picture", figureFileFilter, writePicture},
    ExportInfo{ActionId::ExportHeads, "heads", reportFilter, writeHeads},
    ExportInfo{ActionId::ExportLinks, "strongest", reportFilter, writeLinks},
    ExportInfo{ActionId::ExportPattern, "pattern", numbersFilter, writePattern},
    ExportInfo{ActionId::ExportPatterns, "patterns", numbersFilter, writePatterns},
};

/// A label must not break the table it stands in.
QString cellText(const core::Token& token) {
    QString text = QString::fromStdString(token.label);
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

std::span<const ExportInfo> exportTable() noexcept {
    return table;
}

QString numbersAsText(const Session& session) {
    const core::PatternPtr pattern = session.pattern(session.selection().head);
    const std::optional<core::Index> query = session.selection().query;
    const bool one = query && !session.settings().words;
    if (!pattern || (!one && pattern->rows() > copiedTokens)) return {};
    QStringList header{QString()};
    for (const core::Token& token : pattern->columnTokens()) header.append(cellText(token));
    QStringList lines{header.join(QLatin1Char('\t'))};
    for (core::Index row = one ? *query : 0; row < (one ? *query + 1 : pattern->rows()); ++row) {
        lines.append(rowText(*pattern, row));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace headscope::ui
