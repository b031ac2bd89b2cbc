// SPDX-License-Identifier: GPL-3.0-or-later
// A file that lost heads computes what the whole one does with those heads switched off.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/model/model.h"
#include "tests/core/model/planted_fault.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/stored_tensors.h"

namespace headscope::core {
namespace {

constexpr Index width = sizeof(float);

void dropRows(StoredTensor& tensor, Index begin, Index count) {
    const std::size_t row = tensor.bytes.size() / static_cast<std::size_t>(tensor.shape[0]);
    tensor.bytes.erase(static_cast<std::size_t>(begin) * row, static_cast<std::size_t>(count) * row);
    tensor.shape[0] -= count;
}

void dropColumns(StoredTensor& tensor, Index begin, Index count) {
    const Index columns = tensor.shape[1];
    for (Index row = tensor.shape[0]; row-- > 0;) {
        tensor.bytes.erase(static_cast<std::size_t>((row * columns + begin) * width),
                           static_cast<std::size_t>(count * width));
    }
    tensor.shape[1] -= count;
}

/// Which rows of which tensors belong to a head of layer 0, and which columns of the output projection.
struct Family {
    const char* fixture;
    std::vector<const char*> projections;
    const char* out;
    Index rows;     // of a head in each projection
    Index columns;  // of a head in `out`
};

void PrintTo(const Family& family, std::ostream* out) {
    *out << family.fixture;
}

class PrunedHeads : public ::testing::TestWithParam<Family> {};

TEST_P(PrunedHeads, EqualHeadsThatAreSwitchedOff) {
    const Family& family = GetParam();
    const auto folder = std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / family.fixture;
    Executor executor(2);
    const Compute compute{executor, baseKernels()};
    const ModelPtr whole = Model::load(Checkpoint::open(folder), compute);
    StoredTensors tensors = storedTensors(Checkpoint::open(folder));
    for (const char* name : family.projections) {
        dropRows(tensors.at(std::string(name) + ".weight"), 0, family.rows);
        dropRows(tensors.at(std::string(name) + ".bias"), 0, family.rows);
    }
    dropColumns(tensors.at(std::string(family.out) + ".weight"), 0, family.columns);
    std::string config(MappedFile::open(folder / "config.json").text());
    test::faults::replaceIn(config, "{", R"({"pruned_heads": {"0": [0]},)");
    const ModelPtr pruned = Model::load(
        Checkpoint::fromFiles(
            "m", {{"config.json", test::inMemory("config.json", config)},
                  {"model.safetensors", test::inMemory("model.safetensors", safetensorsOf(tensors))}}),
        compute);

    RunSpec spec;
    for (std::int32_t i = 0; i < 21; ++i) spec.input.ids.push_back(8 + i * 5 % 90);
    const TracePtr less = pruned->run(spec);
    spec.edits = {HeadGate{{AttentionKind::Self, 0, 0}, 0.0F}};
    const TracePtr gated = whole->run(spec);
    EXPECT_EQ(less->headCount(0), gated->headCount(0) - 1);
    EXPECT_EQ(less->headCount(1), gated->headCount(1));
    EXPECT_LT((less->lastHidden - gated->lastHidden).cwiseAbs().maxCoeff(), 1e-5F);
}

INSTANTIATE_TEST_SUITE_P(
    All, PrunedHeads,
    ::testing::Values(
        Family{"bert",
               {"bert.encoder.layer.0.attention.self.query", "bert.encoder.layer.0.attention.self.key",
                "bert.encoder.layer.0.attention.self.value"},
               "bert.encoder.layer.0.attention.output.dense",
               12,
               12},
        // The first column of the bias that all layers share is gone with the head.
        Family{"mpnet",
               {"mpnet.encoder.layer.0.attention.attn.q", "mpnet.encoder.layer.0.attention.attn.k",
                "mpnet.encoder.layer.0.attention.attn.v"},
               "mpnet.encoder.layer.0.attention.attn.o",
               10,
               10},
        // So is the first slope.
        Family{"bloom",
               {"transformer.h.0.self_attention.query_key_value"},
               "transformer.h.0.self_attention.dense",
               21,
               7}),
    [](const auto& one) { return std::string(one.param.fixture); });

}  // namespace
}  // namespace headscope::core
