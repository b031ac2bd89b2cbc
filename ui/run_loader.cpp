// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run_loader.h"

#include <algorithm>

#include "ui/answers.h"
#include "ui/opening_head.h"

namespace headscope::ui {
namespace {

// Of the progress: where the run and the model's answers end; the rest is for the contrast run.
constexpr double runEnd = 0.75;
constexpr double answersEnd = 0.85;
constexpr std::int32_t firstIdCount = 12;
// A run goes on from another one by its hidden states. Above this they cost more memory than the time is
// worth.
constexpr core::Index mostHiddenBytes = core::Index{256} << 20;

core::Checkpoint openCheckpoint(const std::string& name) {
    if (name.starts_with(examplePrefix))
        return openExample(std::string_view(name).substr(examplePrefix.size()));
    return core::Checkpoint::open(name);
}

/// What `opened` is called, or the last of its checkpoints where they lie in a folder without a model.
core::Checkpoint checkpointOf(OpenModel& opened) {
    try {
        return openCheckpoint(opened.name);
    } catch (const core::Error& error) {
        const bool noModel =
            error.code() == core::ErrorCode::NoConfig || error.code() == core::ErrorCode::NoWeights;
        if (opened.series.empty() || !noModel) throw;
    }
    opened.name = opened.series.back().folder.string();
    return openCheckpoint(opened.name);
}

/// `progress` is that of the whole.
std::shared_ptr<Run> describe(core::ModelPtr model, core::TracePtr trace, const core::Progress& progress) {
    auto run = std::make_shared<Run>();
    run->model = std::move(model);
    run->trace = std::move(trace);
    run->measures = core::foundMeasures(*run->trace).heads;
    for (const core::HeadId head : run->trace->headIds()) {
        run->types.push_back(core::headType(run->trace->at(head), head.head));
    }
    // A mean over texts answers nothing.
    if (run->trace->meanOf.empty())
        run->answers = modelAnswers(*run->model, *run->trace, core::part(progress, runEnd, answersEnd));
    return run;
}

core::KeepOptions keepOptions(const core::Model& model, const core::Input& input) {
    const core::ModelConfig& config = model.config();
    // No text has more tokens than bytes, but for those around it.
    const core::Index vectors = input.vectors ? input.vectors->rows() : 0;
    const auto most =
        static_cast<core::Index>(input.text.size() + input.pair.value_or("").size() + input.ids.size()) +
        vectors + 8;
    const core::Index tokens = config.positions > 0 ? std::min(config.positions, most) : most;
    const core::Index bytes =
        tokens * (config.layers + 1) * config.modelDim * static_cast<core::Index>(sizeof(float));
    const bool kept = bytes <= mostHiddenBytes;
    // A text that grows goes on from the values.
    return {.values = kept && config.design.causal, .hidden = kept};
}

}  // namespace

OpenModelPtr openModel(const std::string& name, const core::Compute& compute) {
    auto opened = std::make_shared<OpenModel>();
    opened->name = name;
    if (!name.starts_with(examplePrefix)) opened->series = core::seriesAround(name);
    const core::Checkpoint checkpoint = checkpointOf(*opened);
    opened->model = core::Model::load(checkpoint, compute);
    opened->example = exampleText(checkpoint);
    return opened;
}

core::Input firstInput(const OpenModel& opened) {
    core::Input input;
    if (opened.model->tokenizer() != nullptr) {
        input.text = opened.example ? opened.example->text
                                    : "The animal didn't cross the street because it was too tired";
        return input;
    }
    const auto size = static_cast<std::int32_t>(opened.model->config().vocabSize);
    for (std::int32_t id = 0; id < std::min(firstIdCount, size); ++id) input.ids.push_back(id);
    return input;
}

LoadedRun loadRun(const OpenModelPtr& opened, const core::RunSpec& spec, const core::Progress& progress,
                  const core::TracePtr& before) {
    const core::Model& model = *opened->model;
    const std::shared_ptr<Run> run = describe(
        opened->model,
        model.run(spec, keepOptions(model, spec.input), core::part(progress, 0, runEnd), before), progress);
    // Another text than the example's own need not have its words, and another model not its heads.
    const bool asShown =
        opened->example && spec.input == firstInput(*opened) && spec.edits.empty() && spec.meanOver.empty();
    LoadedRun loaded{run, asShown
                              ? exampleOpening(*run, *opened->example, core::part(progress, answersEnd, 1))
                              : contentOpening(*run)};
    run->opened = opened;
    run->openingHead = loaded.opening.head;
    core::report(progress, 1);
    return loaded;
}

RunPtr makeRun(core::ModelPtr model, core::TracePtr trace) {
    const std::shared_ptr<Run> run = describe(std::move(model), std::move(trace), {});
    run->openingHead = contentOpening(*run).head;
    return run;
}

}  // namespace headscope::ui
