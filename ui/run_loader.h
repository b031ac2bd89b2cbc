// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/analysis/checkpoint_series.h"
#include "core/base/progress.h"
#include "ui/examples.h"
#include "ui/figures/state.h"

namespace headscope::ui {

/// A model that is open, with the text it was made to be shown with.
struct OpenModel {
    std::string name;  ///< what it was opened as: a path or "example:pronouns"
    core::ModelPtr model;
    std::optional<ExampleText> example;
    std::vector<core::SeriesCheckpoint> series{};  ///< the checkpoints around it; none: it has none
};
using OpenModelPtr = std::shared_ptr<const OpenModel>;

/// A run, and where to look first.
struct LoadedRun {
    RunPtr run;
    Selection opening;
};

/// Opens a folder, a file or "example:NAME"; of a folder that holds checkpoints and no model of its own, the
/// last of them. Any thread. Throws Error.
OpenModelPtr openModel(const std::string& name, const core::Compute& compute);

/// What to run when nobody typed anything yet: the example's text, an English sentence, or the first ids of a
/// vocabulary without tokenizer.
core::Input firstInput(const OpenModel& opened);

/// Runs the model and makes what the views need: measures, pattern types, opening head, answers. Any thread.
/// Layers before the first change from `before`, a run of the same model, are taken from it. Throws Error,
/// Cancelled among them.
LoadedRun loadRun(const OpenModelPtr& opened, const core::RunSpec& spec, const core::Progress& progress,
                  const core::TracePtr& before = nullptr);

/// A trace that is there already, with measures, pattern types and answers; the opening head is found by
/// shares of weight. For the command line.
RunPtr makeRun(core::ModelPtr model, core::TracePtr trace);

}  // namespace headscope::ui
