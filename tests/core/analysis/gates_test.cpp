// SPDX-License-Identifier: GPL-3.0-or-later
// Gated heads of every kind of block against what transformers computes with hooks
// (tests/reference/make_gates.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/analysis/parity.h"
#include "core/analysis/reference_values.h"
#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path data = HEADSCOPE_TEST_DATA;

std::vector<std::string> fixtureNames() {
    std::vector<std::string> names;
    for (const auto& file : fs::directory_iterator(data / "gates")) names.push_back(file.path().stem());
    std::sort(names.begin(), names.end());
    return names;
}

class GatedFixture : public ::testing::TestWithParam<std::string> {
protected:
    Executor executor{2};
    ModelPtr model = Model::load(Checkpoint::open(data / "models" / GetParam()), {executor, baseKernels()});
    ReferenceValues values = readReferenceValues(data / "gates" / (GetParam() + ".safetensors")).front();
};

TEST_P(GatedFixture, EqualsTransformers) {
    const std::vector<CheckResult> results = parity(*model, values, {});
    ASSERT_EQ(results.size(), 1U);
    EXPECT_TRUE(results[0].passed) << results[0].value.value_or(-1) << " > " << results[0].limit;
}

// So that the comparison above cannot pass by not looking.
TEST_P(GatedFixture, DiffersWithoutItsGates) {
    std::erase_if(values.arrays, [](const TensorView& array) { return array.name == "gates"; });
    const std::vector<CheckResult> results = parity(*model, values, {});
    ASSERT_EQ(results.size(), 1U);
    EXPECT_GT(results[0].value.value_or(0), 0.1);
}

TEST(GatesOfReferenceValues, AreRefusedWhereTheyNameNoHead) {
    Executor executor{1};
    const ModelPtr model = Model::load(Checkpoint::open(data / "models" / "gpt2"), {executor, baseKernels()});
    for (const float layer : {std::nanf(""), -1.0F, 0.5F, 1e30F}) {
        ReferenceValues values = readReferenceValues(data / "gates" / "gpt2.safetensors").front();
        const std::array<float, 3> row = {layer, 0, 0};
        for (TensorView& array : values.arrays) {
            if (array.name != "gates") continue;
            array.shape = {1, 3};
            const auto bytes = std::as_bytes(std::span(row));
            array.file = MappedFile::fromBytes("gates", {bytes.begin(), bytes.end()});
            array.bytes = array.file.bytes();
            EXPECT_EQ(array.toMatrix().size(), 3);
        }
        const Error error = test::expectError(ErrorCode::NpyInvalid, [&] { parity(*model, values, {}); });
        EXPECT_EQ(error.arguments().at(2), "layers and heads count from 0");
    }
}

INSTANTIATE_TEST_SUITE_P(All, GatedFixture, ::testing::ValuesIn(fixtureNames()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace headscope::core
