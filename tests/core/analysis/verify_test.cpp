// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/analysis/parity.h"
#include "core/base/error.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path models = fs::path(HEADSCOPE_TEST_DATA) / "models";

class Verify : public ::testing::Test {
protected:
    Executor executor{2};
    Compute compute{executor, baseKernels()};

    std::vector<CheckResult> run(const Checkpoint& checkpoint, const fs::path& against = {}) {
        VerifyRequest request{Model::load(checkpoint, compute), compute, {}, {}};
        if (!against.empty()) request.references = readReferenceValues(against);
        return verify(request);
    }
};

const CheckResult& named(const std::vector<CheckResult>& results, const std::string& name) {
    const auto found = std::find_if(results.begin(), results.end(),
                                    [&](const CheckResult& result) { return result.name == name; });
    if (found == results.end()) throw std::runtime_error("no check " + name);
    return *found;
}

/// The fixture with its weights changed.
Checkpoint changed(const std::string& fixture, const std::string& tensor, float value) {
    const std::string config = test::contentOf(models / fixture / "config.json");
    std::string weights = test::contentOf(models / fixture / "model.safetensors");
    const MappedFile file = test::inMemory("w", weights);
    const Checkpoint original = Checkpoint::open(models / fixture);
    const TensorView& view = *original.find(tensor);
    const auto offset = static_cast<std::size_t>(view.bytes.data() - view.file.bytes().data());
    std::memcpy(weights.data() + offset, &value, sizeof value);
    return Checkpoint::fromFiles("changed",
                                 {{"config.json", test::inMemory("config.json", config)},
                                  {"model.safetensors", test::inMemory("model.safetensors", weights)}});
}

TEST_F(Verify, PassesForModelsThatAreRightAndComparesEveryArray) {
    for (const char* fixture : {"bert", "gpt2", "mistral", "llama_sharded"}) {
        SCOPED_TRACE(fixture);
        const auto results = run(Checkpoint::open(models / fixture), models / fixture);
        for (const CheckResult& result : results)
            EXPECT_TRUE(result.passed)
                << result.name << ' ' << result.value.value_or(-1) << ' ' << result.detail.english();
        for (const char* name : {"tensors", "finite_weights", "finite_run", "row_sums", "rerun", "one_thread",
                                 "attention_0", "hidden_0", "q_1"})
            EXPECT_TRUE(named(results, name).value.has_value()) << name;
    }
}

TEST_F(Verify, ChecksModelsThatReadVectors) {
    const fs::path folder = models.parent_path() / "described" / "encoder_pre";
    for (const fs::path& against : {fs::path(), folder / "expected"}) {
        const auto results = run(Checkpoint::open(folder), against);
        for (const CheckResult& result : results)
            EXPECT_TRUE(result.passed) << result.name << ' ' << result.detail.english();
        EXPECT_GT(named(results, "one_thread").limit, -1);
        if (against.empty()) continue;
        for (const char* name : {"attention_1", "hidden_0", "hidden_2"})
            EXPECT_TRUE(named(results, name).value.has_value()) << name;
    }
}

TEST_F(Verify, FindsOutputsWithoutTheirTensors) {
    std::string weights = test::contentOf(models / "llama" / "model.safetensors");
    weights.replace(weights.find("lm_head.weight"), 7, "lm_tail");
    const std::string config = test::contentOf(models / "llama" / "config.json");
    const auto results = run(Checkpoint::fromFiles(
        "changed", {{"config.json", test::inMemory("config.json", config)},
                    {"model.safetensors", test::inMemory("model.safetensors", weights)}}));
    const CheckResult& tensors = named(results, "tensors");
    EXPECT_FALSE(tensors.passed);
    EXPECT_NE(tensors.detail.english().find("no causal-lm: "), std::string::npos) << tensors.detail.english();
    EXPECT_NE(tensors.detail.english().find("lm_head.weight [any, 36]"), std::string::npos)
        << tensors.detail.english();
    EXPECT_TRUE(named(results, "row_sums").passed);
}

TEST_F(Verify, PassesForTheSameModelInAFileOfPyTorch) {
    const fs::path torch = models.parent_path() / "torch" / "gpt2";
    for (const CheckResult& result : run(Checkpoint::open(torch), models / "gpt2"))
        EXPECT_TRUE(result.passed) << result.name << ' ' << result.detail.english();
}

TEST_F(Verify, FindsWeightsThatAreNotFinite) {
    const auto results =
        run(changed("gpt2", "transformer.h.0.mlp.c_fc.bias", std::numeric_limits<float>::quiet_NaN()));
    const CheckResult& weights = named(results, "finite_weights");
    EXPECT_FALSE(weights.passed);
    EXPECT_EQ(weights.value, 1.0);
    EXPECT_NE(weights.detail.english().find("transformer.h.0.mlp.c_fc.bias"), std::string::npos);
    EXPECT_EQ(results.size(), 2u);
}

TEST_F(Verify, FindsThatAModelDiffersFromItsReference) {
    const auto results = run(changed("gpt2", "transformer.h.0.attn.c_attn.bias", 5), models / "gpt2");
    EXPECT_TRUE(named(results, "row_sums").passed);
    EXPECT_TRUE(named(results, "hidden_0").passed);
    EXPECT_FALSE(named(results, "attention_0").passed);
    EXPECT_GT(named(results, "attention_0").value.value_or(0), 1e-4);
}

TEST_F(Verify, SaysWhatItCannotCompare) {
    const ModelPtr model = Model::load(Checkpoint::open(models / "bert"), compute);
    ReferenceValues values = readReferenceValues(models / "bert").at(0);
    for (TensorView& array : values.arrays) {
        if (array.name == "hidden_1") array.name = "hidden_99";
        if (array.name == "attention_1") array.name = "attention_cross_1";
        if (array.name == "hidden_2") array.shape = {1};
    }
    const auto results = parity(*model, values, {});
    for (const char* name : {"hidden_99", "attention_cross_1", "hidden_2"}) {
        EXPECT_FALSE(named(results, name).passed) << name;
        EXPECT_FALSE(named(results, name).value.has_value()) << name;
    }
}

TEST_F(Verify, NeedsReferenceValuesWhereItIsPromisedSome) {
    const test::TemporaryFolder folder;
    folder.write("model.safetensors", test::oneTensorFile("w", {1}));
    test::expectError(ErrorCode::BadArgument, [&] { readReferenceValues(folder.path()); });
    test::expectError(ErrorCode::FileNotFound, [&] { readReferenceValues(folder.path() / "missing"); });
}

}  // namespace
}  // namespace headscope::core
