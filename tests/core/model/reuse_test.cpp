// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that go on from another one whose text begins the same.
#include "core/model/reuse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "tests/support/kernels_here.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
const fs::path models = fs::path(HEADSCOPE_TEST_DATA) / "models";
constexpr KeepOptions everything{.values = true, .hidden = true, .outputs = true};

std::vector<std::int32_t> numbers(std::int32_t first, std::int32_t count) {
    std::vector<std::int32_t> ids;
    for (std::int32_t i = 0; i < count; ++i) ids.push_back(first + 3 * i % 40);
    return ids;
}

void expectSame(const Trace& a, const Trace& b) {
    ASSERT_EQ(a.length(), b.length());
    EXPECT_EQ(a.lastHidden, b.lastHidden);
    ASSERT_EQ(a.hidden.size(), b.hidden.size());
    for (std::size_t i = 0; i < a.hidden.size(); ++i) EXPECT_EQ(*a.hidden[i], *b.hidden[i]) << i;
    for (std::size_t i = 0; i < a.layers.size(); ++i) {
        if (!a.layers[i]) continue;
        const LayerTrace& one = *a.layers[i];
        const LayerTrace& other = *b.layers[i];
        EXPECT_EQ(one.q, other.q);
        EXPECT_EQ(one.k, other.k);
        EXPECT_EQ(one.v, other.v);
        EXPECT_EQ(one.z, other.z);
        EXPECT_TRUE((one.outputNorms == other.outputNorms).all());
        for (std::size_t head = 0; head < one.statistics.size(); ++head) {
            EXPECT_EQ(one.statistics[head].entropy, other.statistics[head].entropy);
            EXPECT_EQ(one.statistics[head].received, other.statistics[head].received);
            EXPECT_EQ(one.statistics[head].thumbnail.tones, other.statistics[head].thumbnail.tones);
        }
    }
}

std::vector<std::string> fixtures() {
    std::vector<std::string> names;
    for (const auto& folder : fs::directory_iterator(models)) names.push_back(folder.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

class Continued : public ::testing::TestWithParam<std::string> {
protected:
    Executor executor{2};
    ModelPtr model = Model::load(Checkpoint::open(models / GetParam()), {executor, baseKernels()});

    TracePtr run(std::vector<std::int32_t> ids, const TracePtr& base = {}, KeepOptions keep = everything,
                 std::vector<Edit> edits = {}) const {
        RunSpec spec;
        spec.input.ids = std::move(ids);
        spec.edits = std::move(edits);
        return model->run(spec, keep, {}, base);
    }
    Index shared(const TracePtr& base, const TracePtr& next, KeepOptions keep = everything) const {
        return sharedTokens(model->config(), *base, *next, keep);
    }
};

// Whether or not a model can go on, the numbers are those of a whole run, to the bit.
TEST_P(Continued, GivesWhatAWholeRunGives) {
    const std::vector<std::int32_t> text = numbers(1, 14);
    const std::vector<std::int32_t> begun(text.begin(), text.begin() + 9);
    std::vector<std::int32_t> changed = text;
    changed[11] = 7;
    const TracePtr whole = run(text);
    expectSame(*run(text, run(begun)), *whole);
    expectSame(*run(text, run(changed)), *whole);
    expectSame(*run(begun, whole), *run(begun));
}

// The first run multiplies weights as the file has them, the second one packs them.
TEST_P(Continued, ASecondRunIsTheSameToTheBit) {
    const TracePtr first = run(numbers(1, 14));
    expectSame(*run(numbers(1, 14)), *first);
}

INSTANTIATE_TEST_SUITE_P(All, Continued, ::testing::ValuesIn(fixtures()),
                         [](const auto& one) { return one.param; });

class ContinuedLlama : public Continued {};

TEST_P(ContinuedLlama, TakesTheTokensThatBothBeginWith) {
    const std::vector<std::int32_t> text = numbers(1, 14);
    const TracePtr whole = run(text);
    const TracePtr begun = run({text.begin(), text.begin() + 9});
    EXPECT_EQ(shared(begun, whole), 9);
    EXPECT_EQ(shared(whole, begun), 8) << "the last one is computed";
    EXPECT_EQ(shared(run(numbers(2, 14)), whole), 0);
    std::vector<std::int32_t> changed = text;
    changed[11] = 7;
    EXPECT_EQ(shared(run(changed), whole), 11);
}

TEST_P(ContinuedLlama, TakesNothingOfRunsThatLackOrChangeSomething) {
    const std::vector<std::int32_t> text = numbers(1, 14);
    const std::vector<std::int32_t> begun(text.begin(), text.begin() + 9);
    const TracePtr whole = run(text);
    EXPECT_EQ(shared(run(begun, {}, {.hidden = true, .outputs = true}), whole), 0) << "no values";
    EXPECT_EQ(shared(run(begun, {}, {.values = true, .outputs = true}), whole), 0) << "no hidden states";
    EXPECT_EQ(shared(run(begun, {}, {.values = true, .hidden = true}), whole), 0) << "no outputs";
    EXPECT_EQ(shared(run(begun, {}, {.values = true}), whole, {.values = true}), 9);
    const std::vector<Edit> gated{HeadGate{*headNamed("1.0"), 0}};
    EXPECT_EQ(shared(run(begun, {}, everything, gated), whole), 0) << "another gate";
    EXPECT_EQ(shared(run(begun, {}, everything, gated), run(text, {}, everything, gated)), 9);
}

INSTANTIATE_TEST_SUITE_P(One, ContinuedLlama, ::testing::Values("llama"),
                         [](const auto& one) { return one.param; });

TEST(SharedTokens, AreNoneWhereTokensSeeLaterOnesOrLengthDecides) {
    for (const auto& [name, tokens] : {std::pair{"bert", 0},
                                       {"gemma3_both_sides", 0},
                                       {"lfm2", 0},
                                       {"gpt2", 9},
                                       {"bloom", 9},
                                       {"mixtral", 9}}) {
        Executor executor(1);
        const ModelPtr model = Model::load(Checkpoint::open(models / name), {executor, baseKernels()});
        RunSpec spec;
        spec.input.ids = numbers(1, 9);
        const TracePtr base = model->run(spec, everything);
        spec.input.ids = numbers(1, 14);
        EXPECT_EQ(sharedTokens(model->config(), *base, *model->run(spec, everything), everything), tokens)
            << name;
    }
}

}  // namespace
}  // namespace headscope::core
