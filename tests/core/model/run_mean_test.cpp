// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a mean over texts, on the shipped example.
#include "core/model/run_mean.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "core/trace/pattern_source.h"
#include "core/trace/run_spec_json.h"
#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

const std::filesystem::path folder =
    std::filesystem::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources/models/pronouns";

Input text(const char* words) {
    Input input;
    input.text = words;
    return input;
}

struct RunMean : testing::Test {
    Executor executor{2};
    Compute compute{executor, bestKernels()};
    ModelPtr model = Model::load(Checkpoint::open(folder), compute);
    const Input tired = text("The animal didn't cross the street because it was too tired");
    const Input wide = text("The animal didn't cross the street because it was too wide");
    const Input dog = text("The dog chased the ball because it was too fast");
    const Input longer = text("The animal didn't cross the street because it was too tired today");
};

TEST_F(RunMean, IsTheMeanOfTheRuns) {
    RunSpec spec;
    spec.input = tired;
    const TracePtr first = model->run(spec);
    spec.input = wide;
    const TracePtr second = model->run(spec);
    spec.input = tired;
    spec.meanOver = {wide};
    const TracePtr mean = model->run(spec, {.values = true});
    ASSERT_EQ(mean->meanOf.size(), 2U);
    EXPECT_EQ(mean->spec, spec);
    EXPECT_GT(mean->meanOf[1]->layers[0]->v.size(), 0) << "what was asked to be kept";
    for (const HeadId head : mean->headIds()) {
        const auto weights = [&](const TracePtr& trace) {
            return Eigen::MatrixXd(headPattern(trace, head, compute.kernels)->all().cast<double>());
        };
        EXPECT_LT((weights(mean) - (weights(first) + weights(second)) / 2).cwiseAbs().maxCoeff(), 1e-7);
    }
    const TracePtr again = model->run(first->spec, {}, {}, mean);
    EXPECT_TRUE(again->meanOf.empty()) << "a run goes on from no mean";
    EXPECT_EQ(again->layers[3]->q, first->layers[3]->q);
}

TEST_F(RunMean, FindsTextsOfOneShape) {
    RunSpec spec;
    spec.input = tired;
    spec.input.literalSpecials = true;
    const std::array texts = {dog, wide, text(""), tired, longer, wide};
    Input found = wide;
    found.literalSpecials = true;
    EXPECT_EQ(textsShapedAs(*model, spec, texts, std::size_t{1} << 30), (std::vector<Input>{found, found}));
    EXPECT_EQ(textsShapedAs(*model, spec, texts, 1), std::vector<Input>{found});
    spec.cutToFit = true;
    test::expectError(ErrorCode::MeanOfCutText, [&] { textsShapedAs(*model, spec, texts, 1); });
}

TEST_F(RunMean, RefusesATextOfAnotherShape) {
    RunSpec spec;
    spec.input = tired;
    spec.meanOver = {wide, longer};
    const Error error = test::expectError(ErrorCode::MeanOfOtherShape, [&] { model->run(spec); });
    EXPECT_EQ(error.arguments().front(), "3");
}

TEST_F(RunMean, IsWrittenAndRead) {
    RunSpec spec;
    spec.model = "m";
    spec.input = tired;
    Input pair = wide;
    pair.pair = "x";
    spec.meanOver = {wide, pair};
    JsonWriter writer;
    writeRunSpec(writer, spec);
    EXPECT_EQ(runSpecOf(Json::parse(writer.text(), "spec")), spec);
    test::expectError(ErrorCode::BadArgument, [] {
        runSpecOf(Json::parse(R"({"model":"m","text":"a","mean_over":[{"text":"b","modle":"m"}]})", "spec"));
    });
}

}  // namespace
}  // namespace headscope::core
