// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "core/trace/pattern_source.h"
#include "tests/support/expect_error.h"
#include "tests/support/kernels_here.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/stored_tensors.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, MappedFile, std::less<>>;

fs::path fixture(const char* name) {
    return fs::path(HEADSCOPE_TEST_DATA) / "models" / name;
}

// A fixture's files in memory, to be damaged.
Files filesOf(const char* name) {
    Files files;
    for (const char* file : {"config.json", "model.safetensors"}) {
        files.emplace(file, test::inMemory(file, MappedFile::open(fixture(name) / file).text()));
    }
    return files;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

class ModelOf : public ::testing::Test {
protected:
    Executor executor{2};
    Compute compute{executor, baseKernels()};

    ModelPtr load(const char* name) { return Model::load(Checkpoint::open(fixture(name)), compute); }
    ModelPtr load(Files files) { return Model::load(Checkpoint::fromFiles("m", std::move(files)), compute); }
    static RunSpec ids(std::vector<std::int32_t> values) {
        RunSpec spec;
        spec.input.ids = std::move(values);
        return spec;
    }
};

TEST_F(ModelOf, ResultsDoNotDependOnTheNumberOfThreads) {
    const RunSpec spec = ids({3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5});
    for (const Kernels* kernels : test::kernelsHere()) {
        const auto hiddenBy = [&](int threads) {
            Executor pool(threads);
            return Model::load(Checkpoint::open(fixture("llama")), {pool, *kernels})->run(spec)->lastHidden;
        };
        const Matrix one = hiddenBy(1);
        EXPECT_EQ(one, hiddenBy(2)) << kernels->name;
        EXPECT_EQ(one, hiddenBy(7)) << kernels->name;
    }
}

TEST_F(ModelOf, ACausalModelDoesNotLookAhead) {
    const ModelPtr model = load("llama");
    const TracePtr a = model->run(ids({3, 1, 4, 1, 5, 9}));
    const TracePtr b = model->run(ids({3, 1, 4, 1, 5, 2}));
    EXPECT_TRUE(a->lastHidden.topRows(5).isApprox(b->lastHidden.topRows(5), 1e-6F));
    EXPECT_FALSE(a->lastHidden.row(5).isApprox(b->lastHidden.row(5), 1e-3F));
}

TEST_F(ModelOf, TooLongInputsAreRefusedWithBothNumbersOrCutOnRequest) {
    const ModelPtr model = load("roberta");
    const Index most = model->config().maxTokens;
    EXPECT_EQ(most, model->config().positions - 2);
    std::vector<std::int32_t> many(static_cast<std::size_t>(most) + 3, 5);
    RunSpec spec = ids(many);
    const Error error = test::expectError(ErrorCode::TextTooLong, [&] { model->run(spec); });
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{std::to_string(most + 3), std::to_string(most)}));
    spec.cutToFit = true;
    const TracePtr trace = model->run(spec);
    EXPECT_EQ(trace->length(), most);
    EXPECT_EQ(trace->tokensDropped, 3);
    many.resize(static_cast<std::size_t>(most));
    EXPECT_EQ(model->run(ids(many))->lastHidden, trace->lastHidden);
}

// "pad_token_id": 1 and 42 rows of positions, the first two of them taken.
TEST_F(ModelOf, APaddingIdWithoutARowForTheFirstTokenIsRefused) {
    const auto withPadding = [&](const std::string& id) {
        Files files = filesOf("roberta");
        const std::string config = replaced(std::string(files.at("config.json").text()),
                                            "\"pad_token_id\": 1", "\"pad_token_id\": " + id);
        files.insert_or_assign("config.json", test::inMemory("config.json", config));
        return load(std::move(files));
    };
    for (const char* id :
         {"-1", "41", "42", "2147483647", "4294967296", "9223372036854775807", "-9223372036854775808"}) {
        const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { withPadding(id); });
        EXPECT_EQ(error.arguments().at(1), "pad_token_id");
        EXPECT_EQ(error.arguments().at(2), id);
        EXPECT_NE(error.arguments().at(3).find("42 rows"), std::string::npos) << error.what();
    }
    const ModelPtr last = withPadding("40");
    EXPECT_EQ(last->config().maxTokens, 1);
    EXPECT_EQ(last->run(ids({5}))->length(), 1);
    test::expectError(ErrorCode::TextTooLong, [&] { last->run(ids({5, 5})); });
}

TEST_F(ModelOf, IdsOutsideTheVocabularyAreRefused) {
    const ModelPtr model = load("bert");
    for (const std::int32_t id : {-1, static_cast<std::int32_t>(model->config().vocabSize)}) {
        test::expectError(ErrorCode::TokenIdOutOfRange, [&] { model->run(ids({1, id})); });
    }
}

TEST_F(ModelOf, SegmentTypesThatItDoesNotHaveAreRefused) {
    const ModelPtr model = load("bert");
    RunSpec spec = ids({1, 5, 2});
    const auto last = static_cast<std::int32_t>(model->config().typeCount - 1);
    spec.input.typeIds = {0, last, last};
    EXPECT_EQ(model->run(spec)->tokens[2].typeId, last);
    for (const std::vector<std::int32_t>& types :
         {std::vector<std::int32_t>{0}, {0, 0, last + 1}, {0, -1, 0}, {0, 0, 0, 0}}) {
        spec.input.typeIds = types;
        test::expectError(ErrorCode::BadArgument, [&] { model->run(spec); });
    }
}

TEST_F(ModelOf, TextWithoutTokenizerSaysSo) {
    RunSpec spec;
    spec.input.text = "hello";
    test::expectError(ErrorCode::NoTokenizer, [&] { load("bert")->run(spec); });
}

TEST_F(ModelOf, StopsWhenAsked) {
    int calls = 0;
    test::expectError(ErrorCode::Cancelled, [&] {
        load("bert")->run(ids({1, 2, 3}), {}, [&](double) { return ++calls < 2; });
    });
    EXPECT_EQ(calls, 2);
}

TEST_F(ModelOf, AllMissingTensorsAreListedAtOnce) {
    Files files = filesOf("bert");
    std::string weights(files.at("model.safetensors").text());
    weights = replaced(weights, "bert.encoder.layer.0.attention.self.query.weight",
                       "bert.encoder.layer.0.attention.self.quers.weight");
    weights =
        replaced(weights, "bert.encoder.layer.2.output.dense.bias", "bert.encoder.layer.2.output.dense.bios");
    files.insert_or_assign("model.safetensors", test::inMemory("model.safetensors", weights));
    const Error error = test::expectError(ErrorCode::TensorsMissing, [&] { load(files); });
    EXPECT_EQ(error.arguments().at(1), "2");
    EXPECT_NE(std::string(error.what()).find("bert.encoder.layer.0.attention.self.query.weight [36, 36]"),
              std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("bert.encoder.layer.2.output.dense.bias [36]"),
              std::string::npos);
}

TEST_F(ModelOf, AShapeThatContradictsTheConfigIsNamed) {
    Files files = filesOf("llama");
    const std::string config = replaced(std::string(files.at("config.json").text()),
                                        "\"num_key_value_heads\": 2", "\"num_key_value_heads\": 3");
    files.insert_or_assign("config.json", test::inMemory("config.json", config));
    const Error error = test::expectError(ErrorCode::TensorShapeWrong, [&] { load(files); });
    EXPECT_NE(std::string(error.what()).find("self_attn.k_proj.weight"), std::string::npos) << error.what();
}

TEST_F(ModelOf, WeightsThatAreNotFiniteStopTheRunWithTheLayer) {
    Files files = filesOf("bert");
    std::string weights(files.at("model.safetensors").text());
    for (std::size_t i = weights.size() - 40000; i + 4 <= weights.size(); i += 4)
        weights.replace(i, 4, "\xFF\xFF\xFF\x7F", 4);
    files.insert_or_assign("model.safetensors", test::inMemory("model.safetensors", weights));
    test::expectError(ErrorCode::NotFinite, [&] { load(files)->run(ids({1, 2, 3})); });
}

TEST_F(ModelOf, ReportsTiedAndIgnoredTensors) {
    EXPECT_EQ(load("llama_tied_bf16")->tensorReport().tied,
              (std::vector<std::string>{"lm_head.weight = model.embed_tokens.weight"}));
    EXPECT_FALSE(load("gpt2_bare")->tensorReport().ignored.empty());
    EXPECT_TRUE(load("bert_bare")->outputs().empty());
}

TEST_F(ModelOf, ClassifiersKnowTheirLabelsAndAnswerOnce) {
    for (const char* name :
         {"bert_classifier", "roberta_classifier", "distilbert_classifier", "gpt2_classifier"}) {
        const ModelPtr model = load(name);
        ASSERT_EQ(model->outputs().size(), 1U) << name;
        EXPECT_EQ(model->outputs().front().id, "classification");
        EXPECT_EQ(model->outputs().front().labels, (std::vector<std::string>{"calm", "glad", "cross"}));
        EXPECT_EQ(model->logits(*model->run(ids({1, 2, 3})), "classification", {}).rows(), 1);
    }
    test::expectError(ErrorCode::NoSuchOutput, [&] { load("bert")->logits(Trace(), "classification", {}); });
}

TEST_F(ModelOf, AnswersToQuestionsAreABeginAndAnEndPerToken) {
    const ModelPtr model = load("bert_questions");
    ASSERT_EQ(model->outputs().size(), 1U);
    EXPECT_EQ(model->outputs().front().id, "question-answering");
    EXPECT_EQ(model->outputs().front().labels, (std::vector<std::string>{"begin", "end"}));
    EXPECT_TRUE(model->outputs().front().perToken);
}

TEST_F(ModelOf, GlobalTokensAreThoseThatWereNamed) {
    const ModelPtr model = load("longformer_classifier");
    RunSpec spec = ids({0, 9, 8, 7, 6, 5, 9, 8, 7, 2});
    const auto globals = [&] { return model->run(spec)->layers[0]->rules.globalTokens; };
    EXPECT_EQ(globals(), (std::vector<Index>{0}));  // a classifier's own
    spec.input.globalTokens = {{9, 4, 4}};
    EXPECT_EQ(globals(), (std::vector<Index>{4, 9}));
    const TracePtr trace = model->run(spec);
    EXPECT_TRUE(trace->layers[0]->rules.allowed(0, 9, 10));
    EXPECT_FALSE(trace->layers[0]->rules.allowed(0, 8, 10));
    spec.input.globalTokens.emplace();
    EXPECT_TRUE(globals().empty());

    for (const std::int32_t position : {-1, 10}) {
        spec.input.globalTokens = {{position}};
        const Error error = test::expectError(ErrorCode::PositionOutOfRange, [&] { model->run(spec); });
        EXPECT_EQ(error.arguments(), (std::vector<std::string>{std::to_string(position), "9"}));
    }
    spec.input.globalTokens = {{0}};
    test::expectError(ErrorCode::NoGlobalTokens, [&] { load("roberta")->run(spec); });
}

TEST_F(ModelOf, QuestionsAreGlobalOnlyWhereThereIsOne) {
    const ModelPtr model = load("longformer_questions");
    const auto globals = [&](std::vector<std::int32_t> tokens) {
        return model->run(ids(std::move(tokens)))->layers[0]->rules.globalTokens;
    };
    EXPECT_EQ(globals({0, 9, 8, 2, 2, 7, 6, 2}), (std::vector<Index>{0, 1, 2}));
    EXPECT_TRUE(globals({0, 9, 8, 7, 6, 2}).empty());
}

// Neither a table of positions nor angles: distances go on, and all that are far share a row.
TEST_F(ModelOf, TextsMayBeLongerThanTheTrainingWhereOnlyDistancesCount) {
    for (const char* name : {"deberta_v2", "deberta_v3"}) {
        const ModelPtr model = load(name);
        EXPECT_EQ(model->config().maxTokens, 0) << name;
        std::vector<std::int32_t> many(300, 9);
        many[0] = 8;
        EXPECT_EQ(model->run(ids(many))->length(), 300) << name;
    }
    EXPECT_EQ(load("deberta_positions")->config().maxTokens, 32);
    EXPECT_EQ(load("modernbert")->config().maxTokens, 64);
}

TEST_F(ModelOf, LogitsAtChosenPositionsAreRowsOfAllOfThem) {
    const ModelPtr model = load("bert");
    const TracePtr trace = model->run(ids({1, 2, 3, 4}));
    const std::vector<Index> all = {0, 1, 2, 3};
    const std::vector<Index> some = {2};
    const Matrix every = model->logits(*trace, "masked-lm", all);
    EXPECT_TRUE(model->logits(*trace, "masked-lm", some).row(0).isApprox(every.row(2), 1e-5F));
}

TEST_F(ModelOf, ShardedFoldersEqualWhatTheirUnionHolds) {
    const Checkpoint shards = Checkpoint::open(fixture("llama_sharded"));
    const std::string config(MappedFile::open(fixture("llama_sharded") / "config.json").text());
    Files files;
    files.emplace("config.json", test::inMemory("config.json", config));
    files.emplace("model.safetensors",
                  test::inMemory("model.safetensors", safetensorsOf(storedTensors(shards))));
    const ModelPtr sharded = Model::load(shards, compute);
    const ModelPtr whole = load(std::move(files));
    const TensorReport& report = sharded->tensorReport();
    EXPECT_TRUE(report.unexpected.empty());
    EXPECT_EQ(report.used, whole->tensorReport().used);
    EXPECT_EQ(report.stored, whole->tensorReport().stored);
    EXPECT_EQ(sharded->parameters(), whole->parameters());

    const RunSpec spec = ids({3, 1, 4, 1, 5, 9, 2, 6});
    const TracePtr a = sharded->run(spec, {.hidden = true});
    const TracePtr b = whole->run(spec, {.hidden = true});
    ASSERT_EQ(a->hidden.size(), b->hidden.size());
    for (std::size_t i = 0; i < a->hidden.size(); ++i) EXPECT_EQ(*a->hidden[i], *b->hidden[i]);
    const std::vector<Index> last = {7};
    EXPECT_EQ(sharded->logits(*a, "causal-lm", last), whole->logits(*b, "causal-lm", last));
}

TEST_F(ModelOf, MemoryOfARunGrowsWithItsLengthAndNotWithItsSquare) {
    const ModelPtr model = load("gpt2");
    const auto at = [&](Index tokens) { return static_cast<double>(model->runMemory(tokens)); };
    EXPECT_LT(at(4096) - at(2048), 2.01 * (at(2048) - at(1024)));
}

}  // namespace
}  // namespace headscope::core
