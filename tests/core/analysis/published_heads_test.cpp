// SPDX-License-Identifier: GPL-3.0-or-later
// Heads that papers name, in the models they name, where the local Hugging Face cache has these; nothing is
// downloaded.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>

#include "core/analysis/metrics.h"
#include "core/analysis/repeated_lists.h"
#include "core/base/error.h"
#include "core/checkpoint/hub_cache.h"

namespace headscope::core {
namespace {

class Published : public ::testing::Test {
protected:
    /// Opens the first of the names that the cache has, or skips the test.
    void open(std::initializer_list<const char*> names) {
        for (const char* name : names) {
            if (const auto folder = cached(name)) {
                model = Model::load(Checkpoint::open(*folder), {executor, bestKernels()});
                return;
            }
        }
        GTEST_SKIP() << "skipped: model not present: " << *names.begin();
    }

    static std::optional<std::filesystem::path> cached(const char* name) {
        try {
            return findInHubCache(name, processEnvironment);
        } catch (const Error&) {
            return std::nullopt;
        }
    }

    Measures measure(const std::vector<const char*>& metrics, Input input) const {
        RunSpec spec;
        spec.input = std::move(input);
        MeasureOptions options;
        for (const char* metric : metrics) options.metrics.push_back(metricNamed(metric));
        return measureHeads(model->compute(), *model->run(spec), options);
    }

    Executor executor;
    ModelPtr model;
};

double inLayer(const Measures& measures, int layer, const char* metric) {
    double most = 0;
    for (const HeadMeasures& head : measures.heads) {
        if (head.head.layer == layer) most = std::max(most, measures.mean(head, metric).value_or(0.0));
    }
    return most;
}

class PublishedGpt2 : public Published {
protected:
    void SetUp() override { open({"openai-community/gpt2", "gpt2"}); }
};

// Olsson et al. 2022 and what people measured since: the five highest of 144.
TEST_F(PublishedGpt2, HasItsInductionHeads) {
    std::vector<CopyScore> scores;
    for (const RepeatedList& list : repeatedLists(*model)) {
        RunSpec spec;
        spec.input = list.input;
        addCopyScores(model->run(spec), list, model->compute(), scores);
    }
    std::sort(scores.begin(), scores.end(), [](const CopyScore& a, const CopyScore& b) {
        return a.induction.mean().value_or(0.0) > b.induction.mean().value_or(0.0);
    });
    std::set<std::string> best;
    for (std::size_t i = 0; i < 5; ++i) {
        best.insert(headName(scores[i].head));
        EXPECT_GT(scores[i].induction.mean().value_or(0.0), 0.75) << headName(scores[i].head);
    }
    EXPECT_EQ(best, (std::set<std::string>{"5.1", "5.5", "6.9", "7.2", "7.10"}));
}

// The first half of the same circuit.
TEST_F(PublishedGpt2, HasItsPreviousTokenHead) {
    const Measures measures = measure({"previous"}, repeatedLists(*model).front().input);
    const auto best = std::max_element(
        measures.heads.begin(), measures.heads.end(),
        [](const HeadMeasures& a, const HeadMeasures& b) { return a.values[0].mean() < b.values[0].mean(); });
    EXPECT_EQ(headName(best->head), "4.11");
    EXPECT_GT(best->values[0].mean().value_or(0.0), 0.9);
}

class PublishedBert : public Published {
protected:
    void SetUp() override {
        open({"google-bert/bert-base-cased", "bert-base-cased", "google-bert/bert-base-uncased",
              "bert-base-uncased"});
        input.text =
            "The old bridge had been closed for most of the winter, because the river had carried away two "
            "of "
            "the stones that held its middle arch. When the workers came back in April, they found that a "
            "pair "
            "of ducks had built a nest between the boards, and the foreman decided to wait until the eggs "
            "had "
            "hatched.";
        input.pair =
            "People from the village walked down every evening to look at the birds, and nobody complained "
            "about the long way around. By the first week of June the young ducks were swimming, and the "
            "work "
            "went on.";
    }
    Input input;
};

// Clark et al. 2019, section 3.1: heads that put more than half of their attention on a neighbour. One text
// is not a thousand, hence the slack.
TEST_F(PublishedBert, HasItsHeadsForNeighbours) {
    const Measures measures = measure({"previous", "next"}, input);
    for (const int layer : {1, 3, 6, 7}) EXPECT_GT(inLayer(measures, layer, "previous"), 0.45) << layer;
    for (const int layer : {0, 1, 5}) EXPECT_GT(inLayer(measures, layer, "next"), 0.45) << layer;
}

// Section 3.2: over half of the attention of layers 6 to 10, counted from 1, goes to [SEP].
TEST_F(PublishedBert, RestsOnSeparatorsInItsMiddle) {
    const Measures measures = measure({"sink_separator"}, input);
    Accumulated share;
    for (const HeadMeasures& head : measures.heads) {
        if (head.head.layer >= 5 && head.head.layer < 10) share.add(head.values[0].mean().value_or(0.0));
    }
    EXPECT_GT(share.mean().value_or(0.0), 0.45);
}

}  // namespace
}  // namespace headscope::core
