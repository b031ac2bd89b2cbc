// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/safetensors.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

// Files as the official library writes them.

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path models = fs::path(HEADSCOPE_TEST_DATA) / "models";

TEST(SavedModels, OpenWithTheirConfigurations) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(models)) {
        if (!entry.is_directory()) continue;
        const Checkpoint checkpoint = Checkpoint::open(entry.path());
        EXPECT_EQ(checkpoint.name(), entry.path().filename().string());
        EXPECT_TRUE(checkpoint.config().isObject()) << entry.path();
        EXPECT_GT(checkpoint.tensors().size(), 10u) << entry.path();
        for (const TensorView& tensor : checkpoint.tensors()) {
            EXPECT_EQ(checkpoint.find(tensor.name), &tensor);
            const bool floats =
                tensor.dtype == DType::F32 || tensor.dtype == DType::F16 || tensor.dtype == DType::BF16;
            EXPECT_TRUE(!floats || tensor.toMatrix().allFinite()) << tensor.name;
        }
        ++count;
    }
    EXPECT_GE(count, 15);
}

// The values were read from the files with Python's struct module.
TEST(SavedModels, HaveTheValuesThatPythonReads) {
    const Matrix f32 = Checkpoint::open(models / "gpt2").find("transformer.wte.weight")->toMatrix();
    ASSERT_EQ(f32.rows(), 131);
    ASSERT_EQ(f32.cols(), 33);
    EXPECT_EQ(f32(0, 0), 0x1.5ccafap-7f);
    EXPECT_EQ(f32(0, 2), -0x1.db8148p-5f);
    EXPECT_EQ(f32(130, 32), -0x1.0f8fdcp-7f);

    const Matrix f16 =
        Checkpoint::open(models / "bert_f16").find("bert.embeddings.word_embeddings.weight")->toMatrix();
    EXPECT_EQ(f16(0, 0), -0x1.bcp-18f);
    EXPECT_EQ(f16(0, 1), 0x1.4fp-14f);
    EXPECT_EQ(f16(130, 35), -0x1.19cp-14f);

    const Matrix bf16 =
        Checkpoint::open(models / "llama_tied_bf16").find("model.embed_tokens.weight")->toMatrix();
    EXPECT_EQ(bf16(0, 1), -0x1.aap-5f);
    EXPECT_EQ(bf16(136, 39), 0x1.8ap-6f);

    const auto expected = readSafetensors(MappedFile::open(models / "gpt2" / "expected.safetensors"));
    EXPECT_EQ(expected.front().name, "ids");
    EXPECT_EQ(expected.front().toIntegers()[1], 40);
}

TEST(SavedModels, AreTheUnionOfTheirShards) {
    const Checkpoint whole = Checkpoint::open(models / "llama_sharded");
    std::size_t sum = 0;
    for (const char* shard : {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"}) {
        for (const TensorView& tensor : readSafetensors(MappedFile::open(models / "llama_sharded" / shard))) {
            ASSERT_NE(whole.find(tensor.name), nullptr) << tensor.name;
            EXPECT_EQ(whole.find(tensor.name)->toFloats(), tensor.toFloats()) << tensor.name;
            ++sum;
        }
    }
    EXPECT_EQ(whole.tensors().size(), sum);
    EXPECT_EQ(whole.tensorBytes(), 126'576u);  // total_size of its index
}

TEST(SavedModels, OpenByAnyOfTheirFiles) {
    for (const char* name :
         {"model.safetensors.index.json", "model-00002-of-00002.safetensors", "config.json"}) {
        const Checkpoint checkpoint = Checkpoint::open(models / "llama_sharded" / name);
        EXPECT_EQ(checkpoint.tensorBytes(), 126'576u) << name;
        EXPECT_EQ(checkpoint.name(), "llama_sharded");
    }
    EXPECT_EQ(Checkpoint::open(models / "gpt2" / "model.safetensors").tensors().size(), 40u);
}

TEST(SavedModels, AreRefusedWhenCutAnywhere) {
    const std::string whole = test::contentOf(models / "llama" / "model.safetensors");
    const std::string config = test::contentOf(models / "llama" / "config.json");
    std::set<ErrorCode> codes;
    const auto open = [&](std::string_view weights) {
        return Checkpoint::fromFiles("cut",
                                     {{"config.json", test::inMemory("config.json", config)},
                                      {"model.safetensors", test::inMemory("model.safetensors", weights)}});
    };
    EXPECT_EQ(open(whole).tensors().size(), 21u);
    for (std::size_t length = 0; length < whole.size(); length += 100) {
        try {
            open(std::string_view(whole).substr(0, length));
            ADD_FAILURE() << length;
        } catch (const Error& error) {
            codes.insert(error.code());
        }
    }
    EXPECT_EQ(codes,
              (std::set{ErrorCode::HeaderTooSmall, ErrorCode::HeaderTruncated, ErrorCode::DataIncomplete}));
}

}  // namespace
}  // namespace headscope::core
