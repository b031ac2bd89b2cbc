// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <algorithm>
#include <cstring>

#include "core/checkpoint/safetensors.h"
#include "tests/support/expect_error.h"
#include "tests/ui/frame_example.h"
#include "ui/language.h"

namespace headscope::ui {
namespace {

std::vector<std::byte> resource(const QString& name) {
    QFile file(QStringLiteral(":/models/pronouns/") + name);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
    const QByteArray content = file.readAll();
    std::vector<std::byte> bytes(static_cast<std::size_t>(content.size()));
    std::memcpy(bytes.data(), content.constData(), bytes.size());
    return bytes;
}

/// Exchanges the rows that make q and k of two heads of one layer, so that their patterns change places.
std::vector<std::byte> withHeadsExchanged(std::vector<std::byte> weights, int layer, int first, int second,
                                          int heads) {
    const core::MappedFile file = core::MappedFile::fromBytes("model.safetensors", weights);
    const std::string part = "layer." + std::to_string(layer) + ".attention.self.";
    int exchanged = 0;
    for (const core::TensorView& tensor : core::readSafetensors(file)) {
        const bool wanted = tensor.name.find(part + "query") != std::string::npos ||
                            tensor.name.find(part + "key") != std::string::npos;
        if (!wanted) continue;
        const std::size_t block = tensor.bytes.size() / static_cast<std::size_t>(heads);
        std::byte* begin = weights.data() + (tensor.bytes.data() - file.bytes().data());
        std::swap_ranges(begin + block * static_cast<std::size_t>(first),
                         begin + block * static_cast<std::size_t>(first + 1),
                         begin + block * static_cast<std::size_t>(second));
        ++exchanged;
    }
    EXPECT_EQ(exchanged, 4);  // weight and bias of query and key
    return weights;
}

OpenModelPtr openFiles(std::vector<std::byte> weights) {
    std::map<std::string, core::MappedFile, std::less<>> files;
    for (const QString& name : QDir(QStringLiteral(":/models/pronouns")).entryList(QDir::Files)) {
        const std::string key = name.toStdString();
        files.emplace(
            key, core::MappedFile::fromBytes(key, key == "model.safetensors" ? weights : resource(name)));
    }
    const core::Checkpoint checkpoint = core::Checkpoint::fromFiles("doctored", std::move(files));
    auto opened = std::make_shared<OpenModel>();
    opened->name = "doctored";
    opened->model = core::Model::load(checkpoint, testCompute());
    opened->example = exampleText(checkpoint);
    return opened;
}

double weightOf(const RunPtr& run, core::HeadId head, core::Index query, core::Index key) {
    return static_cast<double>(
        core::headPattern(run->trace, head, run->model->kernels())->cells({query, key, 1, 1})(0, 0));
}

struct ExampleWords {
    std::string it;
    std::string tired;  // what it means in the first text
    std::string wide;   // and in the second
};

void expectOpeningOnTheLink(const LoadedRun& tired, const LoadedRun& wide, const ExampleWords& words) {
    const core::Index it = positionOf(tired.run, words.it);
    EXPECT_EQ(tired.opening.query, it);
    EXPECT_EQ(tired.opening.key, positionOf(tired.run, words.tired));
    EXPECT_EQ(tired.opening.head, tired.run->openingHead);
    const auto smaller = [&](core::HeadId head) {
        return std::min(weightOf(tired.run, head, it, positionOf(tired.run, words.tired)),
                        weightOf(wide.run, head, it, positionOf(wide.run, words.wide)));
    };
    for (const core::HeadId head : tired.run->trace->headIds())
        EXPECT_GE(smaller(tired.opening.head), smaller(head));
    EXPECT_GT(smaller(tired.opening.head), 0.9);
}

TEST(OpeningHead, ShowsTheLinkOfTheExampleInBothTexts) {
    expectOpeningOnTheLink(runOf(pronouns(), tiredText), runOf(pronouns(), wideText),
                           {"it", "animal", "street"});
}

TEST(OpeningHead, ShowsTheLinkOfTheChineseExampleInBothTexts) {
    expectOpeningOnTheLink(runOf(chinesePronouns(), chineseTiredText),
                           runOf(chinesePronouns(), chineseWideText), {"它", "动物", "马路"});
}

TEST(OpeningHead, IsFoundAndNotStored) {
    const LoadedRun before = runOf(openFiles(resource(QStringLiteral("model.safetensors"))), tiredText);
    const core::HeadId found = before.opening.head;
    const int heads = before.run->trace->headCount(found.layer);
    const int other = (found.head + 1) % heads;
    const LoadedRun after = runOf(openFiles(withHeadsExchanged(resource(QStringLiteral("model.safetensors")),
                                                               found.layer, found.head, other, heads)),
                                  tiredText);
    EXPECT_EQ(after.opening.head, (core::HeadId{found.kind, found.layer, other}));
}

TEST(OpeningHead, OfAnyModelShowsAFarLinkBetweenWords) {
    const LoadedRun loaded = runOf(pronouns(), "The child gave the old dog to the teacher");
    const Selection& opening = loaded.opening;
    ASSERT_TRUE(opening.query && opening.key);
    EXPECT_GT(std::abs(*opening.query - *opening.key), 1);
    const std::vector<core::Token>& tokens = loaded.run->trace->tokens;
    EXPECT_FALSE(tokens[static_cast<std::size_t>(*opening.query)].special);
    EXPECT_FALSE(tokens[static_cast<std::size_t>(*opening.key)].special);
}

TEST(Examples, AreListedInTheErrorForAnUnknownOne) {
    const core::Error error = test::expectError(core::ErrorCode::UnknownExample,
                                                [] { openModel("example:nothing", testCompute()); });
    EXPECT_NE(std::string(error.what()).find("pronouns"), std::string::npos);
}

TEST(Examples, EachLanguageHasItsOwn) {
    EXPECT_EQ(exampleIn("en"), "pronouns");
    EXPECT_EQ(exampleIn("zh_CN"), "pronouns-zh");
    EXPECT_EQ(exampleIn("de"), "pronouns") << "the first where a language has none";
    for (const LanguageInfo& language : languages()) {
        const std::string name = exampleIn(language.id);
        EXPECT_EQ(exampleText(openExample(name)).value().language, language.id);
    }
}

TEST(RunLoader, FillsWhatTheModelAnswers) {
    const auto answerOf = [](const LoadedRun& loaded, const char* it) -> QString {
        for (const Answer& answer : loaded.run->answers) {
            if (answer.output == QStringLiteral("reference") &&
                answer.position == positionOf(loaded.run, it)) {
                EXPECT_EQ(answer.candidates.size(), 5U);
                EXPECT_GE(answer.candidates[0].second, answer.candidates[1].second);
                return answer.candidates[0].first;
            }
        }
        return {};
    };
    EXPECT_EQ(answerOf(runOf(pronouns(), tiredText), "it"), QStringLiteral("animal"));
    EXPECT_EQ(answerOf(runOf(pronouns(), wideText), "it"), QStringLiteral("street"));
    EXPECT_EQ(answerOf(runOf(chinesePronouns(), chineseTiredText), "它"), QStringLiteral("动物"));
    EXPECT_EQ(answerOf(runOf(chinesePronouns(), chineseWideText), "它"), QStringLiteral("马路"));
}

TEST(RunLoader, AnswersAtMasks) {
    const LoadedRun loaded = runOf(pronouns(), "The animal didn't cross the [MASK] because it was too wide");
    const auto masked =
        std::find_if(loaded.run->answers.begin(), loaded.run->answers.end(),
                     [](const Answer& answer) { return answer.output == QStringLiteral("masked-lm"); });
    ASSERT_NE(masked, loaded.run->answers.end());
    double sum = 0;
    for (const auto& [label, probability] : masked->candidates) {
        EXPECT_FALSE(label.isEmpty());
        sum += probability;
    }
    EXPECT_LE(sum, 1 + 1e-9);
}

TEST(RunLoader, RunsIdsWhereThereIsNoTokenizer) {
    const OpenModelPtr opened =
        openModel(testData(QStringLiteral("models/gpt2")).toStdString(), testCompute());
    ASSERT_EQ(opened->model->tokenizer(), nullptr);
    core::RunSpec spec{opened->name, firstInput(*opened), false, {}, {}};
    const LoadedRun loaded = loadRun(opened, spec, {});
    EXPECT_EQ(loaded.run->trace->length(), static_cast<core::Index>(spec.input.ids.size()));
    EXPECT_EQ(loaded.run->measures.size(), loaded.run->trace->headIds().size());
    EXPECT_EQ(loaded.run->types.size(), loaded.run->measures.size());
    EXPECT_NE(loaded.run->trace->find(loaded.opening.head), nullptr);
    ASSERT_FALSE(loaded.run->answers.empty());
    EXPECT_EQ(loaded.run->answers[0].output, QStringLiteral("causal-lm"));
    EXPECT_EQ(loaded.run->answers[0].position, loaded.run->trace->length() - 1);
}

}  // namespace
}  // namespace headscope::ui
