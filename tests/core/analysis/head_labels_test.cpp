// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/analysis/repeated_lists.h"
#include "tests/core/analysis/induction_model.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using namespace test::metrics;

const fs::path data = HEADSCOPE_TEST_DATA;
const fs::path resources = data.parent_path().parent_path() / "resources";

TEST(WilsonInterval, HasTheValuesOfTheBook) {
    EXPECT_NEAR(wilsonInterval(0.5, 10).low, 0.236593, 1e-5);
    EXPECT_NEAR(wilsonInterval(0.5, 10).high, 0.763407, 1e-5);
    EXPECT_NEAR(wilsonInterval(1, 10).low, 0.722467, 1e-5);
    EXPECT_NEAR(wilsonInterval(1, 10).high, 1, 1e-12);
    EXPECT_NEAR(wilsonInterval(0, 1000).high, 0.003827, 1e-5);
    EXPECT_EQ(wilsonInterval(0.5, 0).low, 0);
    EXPECT_EQ(wilsonInterval(0.5, 0).high, 1);
}

TEST(Labels, HaveIdsNamesAndDefinitions) {
    for (const LabelInfo& info : labelInfos()) {
        EXPECT_EQ(&infoOf(info.label), &info);
        EXPECT_FALSE(info.id.empty() || info.name.empty() || info.definition.empty());
        EXPECT_EQ(std::count(info.definition.begin(), info.definition.end(), '.') >= 2, true) << info.id;
    }
}

TEST(CopyScores, FindTheInductionHeadOfAHandWiredModel) {
    Executor executor(1);
    const Compute compute{executor, baseKernels()};
    RepeatedList list;
    list.begin = 1;
    list.count = copies;
    std::vector<CopyScore> scores;
    addCopyScores(inductionTrace(compute), list, compute, scores);
    ASSERT_EQ(scores.size(), 2U);
    EXPECT_NEAR(*scores[1].induction.mean(), 1, 1e-4);
    EXPECT_NEAR(*scores[1].duplicate.mean(), 0, 1e-4);
    EXPECT_NEAR(*scores[0].induction.mean(), 0, 1e-4);
    EXPECT_EQ(scores[1].induction.count, copies);
    double even = 0;
    for (Index row = copies + 1; row <= 2 * copies; ++row)
        even += 1.0 / static_cast<double>(row + 1) / copies;
    EXPECT_NEAR(*scores[1].even.mean(), even, 1e-12);
}

TEST(PatternLabels, TellShareCountBaselineAndInterval) {
    Executor executor(1);
    const TracePtr trace = inductionTrace({executor, baseKernels()});
    const std::vector<HeadLabel> labels = patternLabels(measureHeads({executor, baseKernels()}, *trace));
    const auto previous = std::find_if(labels.begin(), labels.end(),
                                       [](const HeadLabel& label) { return label.label == Label::Previous; });
    ASSERT_NE(previous, labels.end());
    EXPECT_EQ(previous->head.layer, 0);
    EXPECT_NEAR(previous->share, 1, 1e-4);
    EXPECT_EQ(previous->count, 20);
    double even = 0;  // row i sees i + 1 keys, of 21 rows the first sees only itself
    for (int i = 1; i < 21; ++i) even += 1.0 / (i + 1) / 20;
    EXPECT_NEAR(*previous->baseline, even, 1e-9);
    EXPECT_NEAR(previous->interval->low, wilsonInterval(previous->share, 20).low, 1e-12);
    EXPECT_GT(aboveBaseline(*previous), 0.5);
    // Queries of the first copy find nothing, and rest on the first token.
    const auto rests = std::find_if(labels.begin(), labels.end(),
                                    [](const HeadLabel& label) { return label.label == Label::FirstToken; });
    ASSERT_NE(rests, labels.end());
    EXPECT_EQ(rests->head.layer, 1);
    EXPECT_NEAR(rests->share, 0.5, 1e-4);
}

TEST(PatternLabels, AreNoneWithoutTheMeasuresTheyFollow) {
    Executor executor(1);
    const TracePtr trace = traceOf(twoTexts(), 1, 1, {}, 1);
    const Compute compute{executor, baseKernels()};
    EXPECT_TRUE(patternLabels(measureHeads(compute, *trace, {.metrics = {metricNamed("sink")}})).empty());
    EXPECT_TRUE(patternLabels(measureHeads(compute, *trace, {.specials = Specials::Without})).empty());
}

/// A model with its labels in a text; without one, those that need none.
struct Labelled {
    Executor executor{2};
    ModelPtr model;
    std::vector<HeadLabel> labels;

    Labelled(const fs::path& folder, const char* text, std::vector<LabelCases> cases = {})
        : model(Model::load(Checkpoint::open(folder), {executor, baseKernels()})) {
        Measures measures;
        TracePtr trace;
        if (text != nullptr) {
            RunSpec spec;
            spec.input.text = text;
            trace = model->run(spec, {.values = true, .hidden = true, .outputs = true});
            measures = measureHeads(model->compute(), *trace, {}, {}, model.get());
        }
        const std::vector<HeadLabel> relations = relationLabels(*model, cases);
        labels = headLabels({*model, model->compute(), measures, trace, relations});
    }
    const HeadLabel* find(const char* head, Label label) const {
        const auto found = std::find_if(labels.begin(), labels.end(), [&](const HeadLabel& one) {
            return one.head == headNamed(head) && one.label == label;
        });
        return found == labels.end() ? nullptr : &*found;
    }
};

// What the model card says of the shipped example.
TEST(HeadLabels, OfTheExampleAreThoseOfItsCard) {
    CaseFile pairs = readCases(resources / "cases/pronouns-pairs.json");
    pairs.cases.resize(120);  // of 1136; pairs stand beside each other
    const Labelled example(resources / "models/pronouns",
                           "The animal didn't cross the street because it was too tired",
                           {{"pairs", pairs.cases}});
    EXPECT_NE(example.find("1.2", Label::Previous), nullptr);
    EXPECT_NE(example.find("1.3", Label::Next), nullptr);
    for (const char* head : {"2.3", "3.1", "3.3"}) {
        const HeadLabel* relation = example.find(head, Label::Relation);
        ASSERT_NE(relation, nullptr) << head;
        EXPECT_GT(relation->share, 0.95);
        EXPECT_EQ(relation->count, static_cast<Index>(pairs.cases.size()));
        EXPECT_LT(*relation->baseline, 0.6);
        EXPECT_EQ(relation->detail, "pairs");
    }
    for (const char* head : {"2.1", "2.3"}) EXPECT_NE(example.find(head, Label::Duplicate), nullptr) << head;
    for (const char* head : {"0.0", "0.3", "1.3"}) EXPECT_EQ(example.find(head, Label::Relation), nullptr);
    for (const HeadLabel& label : example.labels) {
        EXPECT_NE(label.label, Label::DeadByWeights) << headName(label.head);
        EXPECT_NE(label.label, Label::DeadByEffect) << headName(label.head);
        EXPECT_NE(label.label, Label::Broad) << headName(label.head);
    }
}

TEST(HeadLabels, StandStrongestFirst) {
    const Labelled example(resources / "models/pronouns", "The animal was too tired");
    for (std::size_t i = 1; i < example.labels.size(); ++i) {
        const HeadLabel& before = example.labels[i - 1];
        const HeadLabel& label = example.labels[i];
        EXPECT_TRUE(before.head < label.head ||
                    (before.head == label.head && aboveBaseline(before) >= aboveBaseline(label)));
    }
}

TEST(HeadLabels, AHeadThatIsDeadIsThatBeforeAllElse) {
    const HeadId head{AttentionKind::Self, 1, 0};
    std::vector<HeadLabel> labels{{head, Label::Duplicate, 0.9, 170, 0.02, Interval{0.85, 0.94}, {}},
                                  {head, Label::DeadByWeights, 0.0001, 0, 1.0, {}, {}}};
    strongestFirst(labels);
    EXPECT_EQ(labels.front().label, Label::DeadByWeights);
}

TEST(HeadLabels, WhatIsAlwaysSoComesBeforeWhatIsMostlySo) {
    const HeadId head{AttentionKind::Self, 2, 3};
    const HeadLabel duplicate{head, Label::Duplicate, 0.9, 170, 0.02, Interval{0.85, 0.94}, {}};
    HeadLabel relation{head, Label::Relation, 1, 1136, 0.5, Interval{0.997, 1}, "pairs"};
    EXPECT_NEAR(aboveBaseline(relation), std::log(0.997 / 0.003), 1e-9);
    EXPECT_NEAR(aboveBaseline(duplicate), std::log(0.85 / 0.15 * 0.98 / 0.02), 1e-9);
    std::vector<HeadLabel> labels{duplicate, relation};
    strongestFirst(labels);
    EXPECT_EQ(labels.front().label, Label::Relation);
    // One that the best habit nearly is comes behind.
    relation.share = 0.65;
    relation.interval = Interval{0.62, 0.68};
    labels = {relation, duplicate};
    strongestFirst(labels);
    EXPECT_EQ(labels.front().label, Label::Duplicate);
    // Previous before local, which it implies (1.2 of the example).
    labels = {{head, Label::Local, 0.9481, 13, 0.3846, Interval{0.6987, 0.9931}, {}},
              {head, Label::Previous, 0.7945, 12, 0.0769, Interval{0.5117, 0.9345}, {}}};
    strongestFirst(labels);
    EXPECT_EQ(labels.front().label, Label::Previous);
}

/// The words of the sentences below, each a token.
constexpr std::string_view plainWords =
    R"({"model": {"type": "WordLevel", "unk_token": "the", "vocab": {"the": 5, "animal": 6, "dog": 7, "cat": 8,
"bear": 9, "street": 10, "river": 11, "road": 12, "field": 13, "didn't": 14, "cross": 15, "because": 16, "it": 17,
"was": 18, "too": 19, "tired": 20, "wide": 21}}, "pre_tokenizer": {"type": "WhitespaceSplit"}})";

/// What *it* means in minimal pairs.
LabelCases plainPairs() {
    LabelCases all{"pronouns", {}};
    for (const std::string animal : {"animal", "dog", "cat", "bear"}) {
        for (const std::string place : {"street", "river", "road", "field"}) {
            for (const bool tired : {true, false}) {
                Case one;
                one.input.text = "the " + animal + " didn't cross the " + place + " because it was too " +
                                 (tired ? "tired" : "wide");
                one.from = "it";
                one.to = {tired ? animal : place};
                one.strongerThan = {tired ? place : animal};
                one.group = animal + place;
                all.cases.push_back(std::move(one));
            }
        }
    }
    return all;
}

class RandomModel : public ::testing::TestWithParam<std::string> {
protected:
    /// The fixture with a tokenizer for plainPairs().
    fs::path speaking() const {
        for (const auto& file : fs::directory_iterator(data / "models" / GetParam()))
            fs::create_symlink(file.path(), folder.path() / file.path().filename());
        folder.write("tokenizer.json", plainWords);
        return folder.path();
    }
    test::TemporaryFolder folder;
};

// Nothing was trained in them, so that whatever a label said of language would be made up.
TEST_P(RandomModel, HasNoLinguisticLabels) {
    const Labelled random(speaking(), nullptr, {plainPairs()});
    for (const HeadLabel& label : random.labels) {
        EXPECT_NE(label.label, Label::Induction) << headName(label.head) << ' ' << label.share;
        EXPECT_NE(label.label, Label::Duplicate) << headName(label.head) << ' ' << label.share;
        EXPECT_NE(label.label, Label::Relation) << headName(label.head) << ' ' << label.share;
        EXPECT_NE(label.label, Label::DeadByWeights) << headName(label.head) << ' ' << label.share;
    }
}

std::vector<std::string> fixtures() {
    std::vector<std::string> names;
    for (const auto& folder : fs::directory_iterator(data / "models"))
        names.push_back(folder.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, RandomModel, ::testing::ValuesIn(fixtures()),
                         [](const auto& one) { return one.param; });

TEST(RepeatedLists, StandTwiceAndDifferInLength) {
    Executor executor(1);
    const ModelPtr model =
        Model::load(Checkpoint::open(resources / "models/pronouns"), {executor, baseKernels()});
    const std::vector<RepeatedList> lists = repeatedLists(*model);
    ASSERT_EQ(lists.size(), 8U);
    std::map<Index, int> lengths;
    for (const RepeatedList& list : lists) {
        ++lengths[list.count];
        const std::vector<std::int32_t>& ids = list.input.ids;
        ASSERT_EQ(static_cast<Index>(ids.size()), 2 * list.count + 2) << "[CLS], both copies, [SEP]";
        EXPECT_EQ(list.begin, 1);
        const auto first = ids.begin() + list.begin;
        EXPECT_TRUE(std::equal(first, first + list.count, first + list.count));
        std::vector<std::int32_t> once(first, first + list.count);
        std::sort(once.begin(), once.end());
        EXPECT_EQ(std::unique(once.begin(), once.end()), once.end());
        EXPECT_EQ(repeatedLists(*model)[0].input, lists[0].input) << "the same every time";
    }
    EXPECT_GT(lengths.size(), 3U);
}

}  // namespace
}  // namespace headscope::core
