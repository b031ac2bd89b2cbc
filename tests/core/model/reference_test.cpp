// SPDX-License-Identifier: GPL-3.0-or-later
// Every fixture of tests/data/models against what transformers computed from it
// (tests/reference/make_models.py), and faults planted on purpose, which the same comparison must notice.
#include "tests/core/model/reference.h"

#include <gtest/gtest.h>

#include "tests/core/model/planted_fault.h"
#include "tests/support/kernels_here.h"

namespace headscope::core {
namespace {

using test::Expected;
using test::fixtureFolder;
using test::fixtureNames;
using namespace test::faults;

class Fixture : public ::testing::TestWithParam<std::tuple<std::string, const Kernels*>> {
protected:
    std::string name = std::get<0>(GetParam());
    Executor executor{2};
    Compute compute{executor, *std::get<1>(GetParam())};
};

TEST_P(Fixture, EqualsTransformers) {
    const ModelPtr model = Model::load(Checkpoint::open(fixtureFolder() / name), compute);
    Expected expected(name);
    const TracePtr trace = model->run(expected.spec(), {.values = true, .hidden = true});
    EXPECT_EQ(trace->hidden.size(), static_cast<std::size_t>(trace->layerCount()) + 1);
    for (const auto& [what, difference] : expected.compare(*model, trace)) {
        EXPECT_LE(difference.value, difference.limit) << what;
    }
    EXPECT_TRUE(expected.neverAsked().empty())
        << expected.neverAsked().front() << " is in the dump but was not compared";
}

TEST_P(Fixture, UsesEveryTensorThatIsAWeight) {
    const ModelPtr model = Model::load(Checkpoint::open(fixtureFolder() / name), compute);
    EXPECT_TRUE(model->tensorReport().unexpected.empty()) << model->tensorReport().unexpected.front();
}

INSTANTIATE_TEST_SUITE_P(All, Fixture,
                         ::testing::Combine(::testing::ValuesIn(fixtureNames()),
                                            ::testing::ValuesIn(test::kernelsHere())),
                         [](const auto& one) {
                             return std::get<0>(one.param) + '_' + std::get<1>(one.param)->name;
                         });

TEST(Fixtures, EveryModelTypeHasOne) {
    std::set<std::string> covered;
    for (const std::string& name : fixtureNames()) {
        covered.insert(Checkpoint::open(fixtureFolder() / name).config().stringOr("model_type", ""));
    }
    for (const ArchitectureInfo& row : supportedArchitectures()) {
        for (const std::string& type : row.modelTypes)
            EXPECT_TRUE(covered.contains(type)) << type << " has no fixture";
    }
}

const Fault faults[] = {
    {"RopeBase", "llama_tied_bf16",
     [](std::string& c, std::string&) { replaceIn(c, "\"rope_theta\": 500", "\"rope_theta\": 510"); }, "k_0"},
    {"SwappedKeyValueHeads", "llama",
     [](std::string&, std::string& w) {
         swapHalves(w, "model.layers.0.self_attn.k_proj.weight");
         swapHalves(w, "model.layers.0.self_attn.v_proj.weight");
     },
     "attention_0"},
    {"MissingKeyBiasShowsInK", "bert",
     [](std::string&, std::string& w) { zero(w, "bert.encoder.layer.1.attention.self.key.bias"); }, "k_1"},
    {"MissingValueBias", "qwen2",
     [](std::string&, std::string& w) { zero(w, "model.layers.0.self_attn.v_proj.bias"); }, "v_0"},
    {"MissingOutputBias", "gpt2",
     [](std::string&, std::string& w) { zero(w, "transformer.h.0.attn.c_proj.bias"); }, "hidden_1"},
    {"WindowOffByOne", "mistral",
     [](std::string& c, std::string&) { replaceIn(c, "\"sliding_window\": 5", "\"sliding_window\": 6"); },
     "attention_0"},
    {"ActivationVariant", "bert_bare",
     [](std::string& c, std::string&) { replaceIn(c, "\"gelu_new\"", "\"gelu\""); }, "hidden_1"},
};

class PlantedFault : public ::testing::TestWithParam<Fault> {};

TEST_P(PlantedFault, IsNoticed) {
    expectNoticed(GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, ::testing::ValuesIn(faults),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace headscope::core
