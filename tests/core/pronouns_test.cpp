// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped examples against their expected.json, which their training script measured with PyTorch on the
// same file.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "core/analysis/links.h"
#include "core/model/model.h"

namespace headscope::core {
namespace {

const std::filesystem::path models =
    std::filesystem::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources/models";

struct Example {
    const char* name;
    const char* it;
    std::array<const char*, 2> nouns;  // of the famous sentences
};

class Pronouns : public ::testing::TestWithParam<Example> {
protected:
    TracePtr run(std::string_view text) const {
        RunSpec spec;
        spec.input.text = text;
        return model->run(spec);
    }

    // The word that the reference head names at `position`.
    std::string answer(const Trace& trace, Index position) const {
        const Matrix logits = model->logits(trace, "reference", std::vector<Index>{position});
        Index best = 0;
        logits.row(0).maxCoeff(&best);
        return model->tokenizer()->fromIds({static_cast<std::int32_t>(best)}).front().piece;
    }

    const std::filesystem::path folder = models / GetParam().name;
    Executor executor{2};
    Compute compute{executor, baseKernels()};
    ModelPtr model = Model::load(Checkpoint::open(folder), compute);
    Json expected =
        Json::parse(MappedFile::open(folder / "expected.json").text(), (folder / "expected.json").string());
};

TEST_P(Pronouns, NamesTheRightNounInHeldOutSentences) {
    const Json sentences = expected.at("sentences");
    ASSERT_EQ(sentences.size(), 40U);
    int right = 0;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        const Json sentence = sentences[i];
        const TracePtr trace = run(sentence.at("text").asString());
        const std::string said = answer(*trace, sentence.at("pronoun").asInt());
        EXPECT_EQ(said, sentence.at("predicted").asString()) << sentence.at("text").asString();
        right += said == sentence.at("answer").asString() ? 1 : 0;
    }
    EXPECT_GE(right, 40 * 0.98);
}

TEST_P(Pronouns, OneHeadPutsItsLargestWeightOnTheRightNoun) {
    const Json sentences = expected.at("sentences");
    std::map<HeadId, int> right;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        const Json sentence = sentences[i];
        const TracePtr trace = run(sentence.at("text").asString());
        const auto pronoun = static_cast<std::size_t>(sentence.at("pronoun").asInt());
        for (const HeadId head : trace->headIds()) {
            const HeadStatistics& rows = trace->at(head).statistics[static_cast<std::size_t>(head.head)];
            right[head] += rows.largestKey[pronoun] == sentence.at("antecedent").asInt() ? 1 : 0;
        }
    }
    const auto best = std::max_element(right.begin(), right.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    EXPECT_GE(best->second, 40 * 0.95) << headName(best->first);
    const std::string named{expected.at("totals").at("picture head").asString()};
    const auto card = std::find_if(right.begin(), right.end(),
                                   [&](const auto& head) { return headName(head.first) == named; });
    ASSERT_NE(card, right.end()) << named;
    EXPECT_GE(card->second, 40 * 0.95) << "the head that the model card names";
}

TEST_P(Pronouns, EveryHeadGivesItTheWeightsThatPyTorchGave) {
    const Json famous = expected.at("famous");
    ASSERT_EQ(famous.size(), 4U);
    for (std::size_t i = 0; i < famous.size(); ++i) {
        const TracePtr trace = run(famous[i].at("text").asString());
        const Index it = findWord(*trace, GetParam().it).front();
        EXPECT_EQ(answer(*trace, it), famous[i].at("expected").asString());
        for (const char* noun : GetParam().nouns) {
            const Index key = findWord(*trace, noun).front();
            const Json weights = famous[i].at(noun);
            const std::vector<HeadId> heads = trace->headIds();
            ASSERT_EQ(weights.size(), heads.size());
            for (std::size_t h = 0; h < heads.size(); ++h) {
                const Vector row = headPattern(trace, heads[h], model->kernels())->row(it);
                EXPECT_NEAR(row[key], weights[h].asDouble(), 5e-6) << headName(heads[h]) << " it -> " << noun;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Examples, Pronouns,
                         ::testing::Values(Example{"pronouns", "it", {"animal", "street"}},
                                           Example{"pronouns-zh", "它", {"动物", "马路"}}),
                         [](const auto& example) {
                             std::string name = example.param.name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace headscope::core
