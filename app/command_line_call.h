// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/command_line_options.h"
#include "app/command_line_terminal.h"
#include "core/analysis/cases.h"
#include "core/export/data_formats.h"
#include "core/model/model.h"

namespace headscope::app {

/// Thrown when everything worked, but a check did not pass: the exit code says so.
struct ChecksFailed {};

/// One call of a sub-command, and what it may use.
struct CommandCall {
    const Options& options;
    std::string command;  ///< "links"
    core::Compute compute;
    Terminal& terminal;
};

/// A model with a run of the text that was asked for.
struct ModelRun {
    core::ModelPtr model;
    core::TracePtr trace;
};

/// Opens MODEL without looking at its weights. Throws Error.
core::Checkpoint openCheckpoint(const CommandCall& call);

/// The file of --cases or CASES. Throws Error.
core::CaseFile casesOf(const CommandCall& call);
/// The same for cases that stand at `place`: a file, or example:NAME.
core::CaseFile casesAt(const std::string& place);

/// The text, texts, ids or vectors that were given. Throws Error(BadArgument), and what reading --file or
/// --vectors throws.
core::Input inputOf(const CommandCall& call);

/// Opens MODEL, with progress. Throws Error.
core::ModelPtr loadModel(const CommandCall& call);

/// Runs `input` as the options say, with progress; says so when it was cut. Throws Error.
core::TracePtr runInput(const CommandCall& call, const core::Model& model, const core::Input& input,
                        core::KeepOptions keep = {});

/// Both, with the text that was asked for. Throws Error.
ModelRun runModel(const CommandCall& call, core::KeepOptions keep = {});

/// The heads that --kind, --layer and --head leave, layer by layer. Throws Error(NoSuchHead).
std::vector<core::HeadId> selectedHeads(const core::Trace& trace, const Options& options);
/// Drops what --layer and --head do not ask for.
template <typename Row>
void keepSelected(std::vector<Row>& rows, const std::vector<core::HeadId>& heads) {
    std::erase_if(
        rows, [&](const Row& row) { return std::find(heads.begin(), heads.end(), row.head) == heads.end(); });
}

/// The gates of --gate.
std::vector<core::Edit> editsOf(const Options& options);

/// What files say about where their numbers come from: the settings that change them.
core::Origin originOf(const CommandCall& call);
/// The same for numbers of a run, and how much of the text was cut.
core::Origin originOf(const CommandCall& call, const core::Trace& trace);

/// Refuses an --out that no format fits or that cannot be written, before anything long is computed. Throws
/// Error(UnknownFormat, WriteFailed).
void checkOut(const CommandCall& call, core::DataKind kind);

/// Refuses to write over what is read. Throws Error(BadArgument).
void checkApart(const std::filesystem::path& out, const std::filesystem::path& read);

/// Writes the report to --out, or to standard output. Throws Error, ClosedPipe.
void deliver(const CommandCall& call, const core::Report& report);
void deliver(const CommandCall& call, const core::Numbers& numbers);

}  // namespace headscope::app
