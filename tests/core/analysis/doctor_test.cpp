// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped example with something done to it: the doctor must find that, and nothing else.
#include "core/analysis/doctor.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "core/analysis/repeated_lists.h"
#include "core/model/model.h"
#include "tests/support/doctored_example.h"
#include "tests/support/expect_error.h"
#include "tests/support/slow_attention.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using test::Doctored;

const fs::path data = HEADSCOPE_TEST_DATA;
constexpr Index width = Doctored::width;
constexpr Index headDim = Doctored::headDim;

Diagnosis examined(const Doctored& doctored) {
    Executor executor{2};
    const Compute compute{executor, baseKernels()};
    return examine({Model::load(doctored.checkpoint(), compute), compute, {}});
}

std::set<std::string> namesOf(const Diagnosis& diagnosis) {
    std::set<std::string> names;
    for (const Finding& finding : diagnosis.findings) {
        std::string name(finding.kind->id);
        if (finding.layer) name += ' ' + std::to_string(*finding.layer);
        if (finding.head) name += '.' + std::to_string(*finding.head);
        if (!finding.tensor.empty()) name += ' ' + finding.tensor;
        EXPECT_FALSE(evidenceText(finding).empty());
        names.insert(name);
    }
    return names;
}

using Names = std::set<std::string>;
constexpr auto zero = [](float) { return 0.0F; };

TEST(Doctor, FindsNothingInTheExampleThatItsCardDoesNotList) {
    const Diagnosis clean = examined(Doctored());
    EXPECT_TRUE(clean.ran);
    EXPECT_EQ(namesOf(clean), Names());
}

TEST(Doctor, FindsAUniformHead) {
    Doctored doctored;
    doctored.changeHead(1, "query", 1, zero);
    EXPECT_EQ(namesOf(examined(doctored)), Names{"uniform 1.1"});
}

TEST(Doctor, FindsADeadHead) {
    Doctored doctored;
    doctored.changeHead(2, "value", 0, zero);
    doctored.changeOutput(2, 0, zero);
    EXPECT_EQ(namesOf(examined(doctored)), Names{"dead_weights 2.0"});
}

TEST(Doctor, FindsAHeadWhoseOutputIsTiny) {
    Doctored doctored;
    doctored.changeOutput(3, 2, [](float value) { return value * 0.004F; });
    EXPECT_EQ(namesOf(examined(doctored)), Names{"dead_effect 3.2"});
}

TEST(Doctor, FindsOneWeightThatIsNoNumber) {
    Doctored doctored;
    doctored.attention(2, "self.key.weight")[777] = Eigen::half(NAN);
    const Diagnosis diagnosis = examined(doctored);
    EXPECT_FALSE(diagnosis.ran);
    EXPECT_EQ(namesOf(diagnosis), Names{"not_finite bert.encoder.layer.2.attention.self.key.weight"});
    EXPECT_EQ(diagnosis.findings[0].value, 1);
}

TEST(Doctor, FindsAHeadThatWasCopied) {
    Doctored doctored;
    for (const char* part : {"query", "key", "value"}) {
        const auto copy = [&](const std::string& name, Index numbers) {
            Eigen::half* all = doctored.attention(2, "self." + std::string(part) + name);
            std::copy(all, all + numbers, all + 3 * numbers);
        };
        copy(".weight", headDim * width);
        copy(".bias", headDim);
    }
    EXPECT_EQ(namesOf(examined(doctored)), Names{"identical 2.3"});
}

// Every query of head 1.0 is the vector that tells the key of [CLS] from all others.
TEST(Doctor, FindsASaturatedHead) {
    Doctored doctored;
    Executor executor{1};
    const ModelPtr model = Model::load(doctored.checkpoint(), {executor, baseKernels()});
    Eigen::MatrixXf normal = Eigen::MatrixXf::Identity(headDim, headDim);
    Eigen::VectorXf wanted = Eigen::VectorXf::Zero(headDim);
    for (const RepeatedList& list : repeatedLists(*model)) {
        RunSpec spec;
        spec.input = list.input;
        const TracePtr trace = model->run(spec);
        const Matrix keys = columns(trace->layers[1]->k, 0, headDim);
        normal += keys.transpose() * keys;
        constexpr float score = 20;
        wanted += score * std::sqrt(static_cast<float>(headDim)) * keys.row(0).transpose();
    }
    const Eigen::VectorXf query = normal.ldlt().solve(wanted);
    doctored.changeHead(1, "query", 0, zero);
    Index at = 0;
    Doctored::each(doctored.attention(1, "self.query.bias"), headDim, [&](float) { return query[at++]; });
    EXPECT_EQ(namesOf(examined(doctored)), (Names{"saturated 1.0", "sink 1.0"}));
}

TEST(Doctor, FindsScoresWithoutTheirScale) {
    Doctored doctored;
    const auto unscale = [](float value) { return value * std::sqrt(static_cast<float>(headDim)); };
    for (int layer = 0; layer < 4; ++layer) {
        for (int head = 0; head < 4; ++head) doctored.changeHead(layer, "query", head, unscale);
    }
    Names names = namesOf(examined(doctored));
    // What follows from one key taking all: heads that come to rest on a special token.
    std::erase_if(names, [](const std::string& name) { return name.starts_with("sink"); });
    EXPECT_EQ(names, (Names{"exploding 0", "exploding 1", "exploding 2", "exploding 3"}));
}

TEST(Doctor, FindsALayerThatWasInitialisedAgain) {
    Doctored doctored;
    unsigned seed = 1;
    for (const char* part : {"self.query", "self.key", "self.value", "output.dense"}) {
        const Matrix random = test::randomMatrix(width, width, seed++, 0.05);
        Index at = 0;
        Doctored::each(doctored.attention(2, std::string(part) + ".weight"), width * width,
                       [&](float) { return random.data()[at++]; });
        Doctored::each(doctored.attention(2, std::string(part) + ".bias"), width, zero);
    }
    const Names names = namesOf(examined(doctored));
    EXPECT_TRUE(names.contains("untrained 2"));
    for (const std::string& name : names)
        EXPECT_TRUE(name == "untrained 2" || name.starts_with("uniform 2")) << name;
}

TEST(Doctor, FindsHugeWeights) {
    Doctored doctored;
    doctored.find("bert.encoder.layer.3.output.dense.weight")[5] = Eigen::half(20000.0F);
    const Names names = namesOf(examined(doctored));
    EXPECT_TRUE(names.contains("huge bert.encoder.layer.3.output.dense.weight"));
}

TEST(Doctor, AsksForAnInputWhereItCannotMakeOne) {
    Executor executor{1};
    const Compute compute{executor, baseKernels()};
    const ModelPtr model = Model::load(Checkpoint::open(data / "described/encoder_post"), compute);
    const Error error = test::expectError(ErrorCode::BadArgument, [&] { examine({model, compute, {}}); });
    EXPECT_TRUE(
        std::string(error.what()).ends_with("it has no vocabulary to make an input from; give vectors."))
        << error.what();
}

/// A model that reads at most so many tokens.
ModelPtr modelOfLength(const test::TemporaryFolder& folder, int tokens, const Compute& compute) {
    fs::copy(data / "models/llama", folder.path(), fs::copy_options::recursive);
    std::string config(MappedFile::open(data / "models/llama/config.json").text());
    const std::regex positions("\"max_position_embeddings\": [0-9]+");
    config = std::regex_replace(config, positions, "\"max_position_embeddings\": " + std::to_string(tokens));
    std::ofstream(folder.path() / "config.json") << config;
    return Model::load(Checkpoint::open(folder.path()), compute);
}

TEST(Doctor, SaysThatAModelReadsTooLittleForAList) {
    Executor executor{1};
    const Compute compute{executor, baseKernels()};
    const test::TemporaryFolder folder;
    const ModelPtr model = modelOfLength(folder, 8, compute);
    const Error error = test::expectError(ErrorCode::BadArgument, [&] { examine({model, compute, {}}); });
    EXPECT_NE(std::string(error.what()).find("it has too few plain tokens or positions"), std::string::npos)
        << error.what();
}

TEST(Doctor, CountsPatternsInGigabytes) {
    Executor executor{1};
    const Compute compute{executor, baseKernels()};
    const test::TemporaryFolder folder;
    const ModelPtr model = modelOfLength(folder, 20000, compute);
    const Diagnosis diagnosis = examine({model, compute, {}});
    const auto found = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                                    [](const Finding& finding) { return finding.kind->id == "long_inputs"; });
    ASSERT_NE(found, diagnosis.findings.end());
    EXPECT_DOUBLE_EQ(found->value, model->config().heads * 1.6) << "20000² floats of 4 bytes";
}

TEST(LargestSingularRatio, IsOneForRandomNumbersAndMoreForStructure) {
    for (const unsigned seed : {1U, 2U, 3U}) {
        EXPECT_NEAR(largestSingularRatio(test::randomMatrix(128, 96, seed, 0.3)), 1, 0.06);
        EXPECT_NEAR(largestSingularRatio(test::randomMatrix(36, 36, seed, 2)), 1, 0.1);
    }
    Matrix one = Matrix::Ones(4, 9);  // a single singular value, √36
    EXPECT_NEAR(largestSingularRatio(one), 6.0 / 5, 1e-5);
    for (const float scale : {1e-30F, 1e20F, 5e37F})
        EXPECT_NEAR(largestSingularRatio(one * scale), 6.0 / 5, 1e-5);
    EXPECT_EQ(largestSingularRatio(Matrix::Zero(3, 3)), 0);
}

}  // namespace
}  // namespace headscope::core
