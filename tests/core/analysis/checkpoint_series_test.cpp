// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checkpoint_series.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path pronouns =
    fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources/models/pronouns";

class CheckpointSeries : public ::testing::Test {
protected:
    test::TemporaryFolder folder;
    Executor executor{2};
    Compute compute{executor, bestKernels()};

    fs::path run(const std::vector<std::string>& names) {
        const fs::path made = folder.path() / "run";
        for (const std::string& name : names) fs::create_directories(made / name);
        return made;
    }
};

TEST_F(CheckpointSeries, LieAroundTheFolderThatHoldsThemAndAroundEachOfThem) {
    const fs::path made = run({"checkpoint-1000", "checkpoint-20", "checkpoint-300", "checkpoint-x", "logs"});
    for (const fs::path& model : {made, made / "checkpoint-300", made / "checkpoint-20" / ""}) {
        const std::vector<SeriesCheckpoint> found = seriesAround(model);
        ASSERT_EQ(found.size(), 3U) << model;
        EXPECT_EQ(found[0].step, 20U);
        EXPECT_EQ(found[1].step, 300U);
        EXPECT_EQ(found[2].step, 1000U);
    }
    EXPECT_TRUE(seriesAround(made / "logs").empty());
    EXPECT_TRUE(seriesAround(made / "nowhere").empty());
    EXPECT_TRUE(seriesAround("org/name").empty());
    const std::vector<SeriesCheckpoint> found = seriesAround(made);
    EXPECT_EQ(placeIn(found, made / "checkpoint-300" / ""), 1U);
    EXPECT_EQ(placeIn(found, made), std::nullopt);
    fs::remove(made / "checkpoint-20");
    fs::remove(made / "checkpoint-300");
    EXPECT_TRUE(seriesAround(made).empty()) << "one checkpoint is no series";
}

TEST_F(CheckpointSeries, APointIsWhatTheCheckpointDoesWithTheText) {
    const ModelPtr model = Model::load(Checkpoint::open(pronouns), compute);
    RunSpec spec;
    spec.input.text = "The animal didn't cross the street because it was too tired";
    Case wanted;
    wanted.name = "it";
    wanted.input = spec.input;
    wanted.head = HeadId{AttentionKind::Self, 2, 3};
    wanted.from = "it";
    wanted.to = {"animal"};
    wanted.minimum = 0.9;
    const SeriesPoint point = seriesPoint(*model, spec, std::vector{wanted});
    ASSERT_EQ(point.cases.size(), 1U);
    EXPECT_NEAR(point.cases[0].value, 0.9954, 1e-3);
    const Measures measures = measureHeads(compute, *model->run(spec, neededFor({})), {}, {}, model.get());
    ASSERT_EQ(point.measures.heads.size(), measures.heads.size());
    for (std::size_t i = 0; i < measures.heads.size(); ++i)
        EXPECT_EQ(point.measures.heads[i].values, measures.heads[i].values);
    const auto has = [&](int layer, int head, Label label) {
        return std::any_of(point.labels.begin(), point.labels.end(), [&](const HeadLabel& each) {
            return each.head == HeadId{AttentionKind::Self, layer, head} && each.label == label;
        });
    };
    EXPECT_TRUE(has(1, 2, Label::Previous));
    EXPECT_TRUE(has(2, 3, Label::Duplicate));
    EXPECT_TRUE(seriesPoint(*model, spec, {}).cases.empty());
}

TEST_F(CheckpointSeries, LeavesOutWhatDoesNotOpenAndNothingElse) {
    const fs::path made = run({});
    fs::create_directories(made);
    for (const char* name : {"checkpoint-1", "checkpoint-2"}) fs::copy(pronouns, made / name);
    fs::resize_file(made / "checkpoint-1/model.safetensors", 1000);
    const std::vector<SeriesCheckpoint> found = checkpointsIn(made);
    const auto measure = [](const Model& model, const Progress&) {
        RunSpec spec;
        spec.input.text = "the dog";
        return SeriesPoint{{}, foundMeasures(*model.run(spec))};
    };
    const std::vector<SeriesStep> steps = followSeries(found, compute, measure);
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_FALSE(steps[0].point);
    EXPECT_TRUE(steps[0].problem);
    ASSERT_TRUE(steps[1].point);
    EXPECT_EQ(steps[1].point->measures.heads.size(), 16U);
    EXPECT_EQ(steps[1].checkpoint.step, 2U);
    test::expectError(ErrorCode::TextEmpty, [&] {
        followSeries(found, compute,
                     [](const Model&, const Progress&) -> SeriesPoint { throw Error(ErrorCode::TextEmpty); });
    });
    test::expectError(ErrorCode::Cancelled,
                      [&] { followSeries(found, compute, measure, [](double) { return false; }); });
    fs::resize_file(made / "checkpoint-2/model.safetensors", 1000);
    const Error error =
        test::expectError(ErrorCode::BadArgument, [&] { followSeries(found, compute, measure); });
    EXPECT_NE(std::string(error.what()).find("none of its checkpoints opens"), std::string::npos);
}

}  // namespace
}  // namespace headscope::core
