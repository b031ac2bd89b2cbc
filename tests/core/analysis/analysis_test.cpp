// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/analysis/head_type.h"
#include "core/analysis/links.h"
#include "core/analysis/metrics.h"
#include "core/tokenizer/tokenizer.h"
#include "core/trace/trace_layer.h"
#include "tests/support/expect_error.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

Token word(const char* label, std::optional<Index> number) {
    Token t;
    t.piece = t.label = label;
    t.word = number;
    t.special = !number;
    return t;
}

// [CLS] The animal saw the it It un lock [SEP], where "un lock" is one word.
std::vector<Token> sentence() {
    return {word("[CLS]", {}), word("The", 0), word("animal", 1), word("saw", 2),  word("the", 3),
            word("it", 4),     word("It", 5),  word("un", 6),     word("lock", 6), word("[SEP]", {})};
}

// A trace whose heads have the score matrices given: q holds the scores, k is the identity.
TracePtr traceOf(std::vector<Token> tokens, const std::vector<Matrix>& scores, ScoreRules rules = {}) {
    Executor executor(1);
    const auto n = static_cast<Index>(tokens.size());
    LayerInputs inputs;
    inputs.heads = inputs.kvHeads = static_cast<int>(scores.size());
    inputs.headDim = n;
    inputs.q = Matrix(n, n * inputs.heads);
    inputs.k = Matrix(n, n * inputs.heads);
    for (Index h = 0; h < inputs.heads; ++h) {
        inputs.q.middleCols(h * n, n) = scores[static_cast<std::size_t>(h)];
        inputs.k.middleCols(h * n, n) = Matrix::Identity(n, n);
    }
    inputs.v = Matrix::Zero(n, n * inputs.heads);
    inputs.rules = std::move(rules);
    for (const Token& t : tokens) inputs.specialKeys.push_back(t.special ? 1 : 0);
    auto trace = std::make_shared<Trace>();
    trace->tokens = std::move(tokens);
    trace->layers = {traceLayer({executor, baseKernels()}, inputs).trace};
    return trace;
}

Matrix pointingAt(Index n, Index offset, float strength) {
    Matrix scores = Matrix::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
        if (i + offset >= 0 && i + offset < n) scores(i, i + offset) = strength;
    }
    return scores;
}

Accumulated accumulated(const Trace& trace, std::string_view metric, int head = 0) {
    Executor executor(1);
    const Measures measures =
        measureHeads({executor, baseKernels()}, trace, {.metrics = {metricNamed(metric)}});
    return measures.heads[static_cast<std::size_t>(head)].values[0];
}

double meanOf(const Trace& trace, std::string_view metric, int head = 0) {
    return accumulated(trace, metric, head).mean().value();
}

TEST(Metrics, HaveTheirClosedFormsOnEvenAttention) {
    const TracePtr full = traceOf(std::vector<Token>(12), {Matrix::Zero(12, 12)});
    EXPECT_NEAR(meanOf(*full, "entropy"), std::log(12.0), 1e-6);
    EXPECT_NEAR(meanOf(*full, "relative_entropy"), 1.0, 1e-6);
    EXPECT_NEAR(meanOf(*full, "max"), 1.0 / 12, 1e-6);
    EXPECT_NEAR(meanOf(*full, "distance"), 143.0 / 36, 1e-5);  // (n² − 1) / 3n
    const TracePtr causal =
        traceOf(std::vector<Token>(12), {Matrix::Zero(12, 12)}, {.mask = {.causal = true}});
    EXPECT_NEAR(meanOf(*causal, "distance"), 2.75, 1e-5);  // (n − 1) / 4
    EXPECT_NEAR(meanOf(*causal, "relative_entropy"), 1.0, 1e-6);
}

TEST(Metrics, RowsThatSayNothingDoNotCount) {
    const TracePtr causal = traceOf(std::vector<Token>(5), {Matrix::Zero(5, 5)}, {.mask = {.causal = true}});
    EXPECT_EQ(accumulated(*causal, "entropy").count, 5);
    EXPECT_EQ(accumulated(*causal, "max").count, 4);
    EXPECT_EQ(accumulated(*causal, "relative_entropy").count, 4);
    const TracePtr none =
        traceOf(std::vector<Token>(5), {Matrix::Zero(5, 5)}, {.keyAllowed = {0, 0, 0, 0, 0}});
    for (const Metric& metric : metrics())
        EXPECT_FALSE(accumulated(*none, metric.id).mean().has_value()) << metric.id;
}

TEST(Metrics, SinkIsTheShareOnSpecialTokens) {
    Matrix scores = Matrix::Zero(10, 10);
    scores.col(0).setConstant(std::log(8.0F));  // [CLS] has 8, [SEP] 1, the other eight 1 each
    const TracePtr trace = traceOf(sentence(), {scores});
    EXPECT_NEAR(meanOf(*trace, "sink"), 9.0 / 17, 1e-6);
}

TEST(Metrics, TableIsComplete) {
    for (const Metric& metric : metrics()) {
        EXPECT_EQ(metricNamed(metric.id), &metric);
        EXPECT_FALSE(metric.name.empty() || metric.definition.empty());
    }
    EXPECT_EQ(metricNamed("nothing"), nullptr);
}

TEST(HeadTypes, FollowTheirRules) {
    Matrix sink = Matrix::Zero(10, 10);
    sink.col(0).setConstant(8);
    Matrix spread = Matrix::Zero(10, 10);
    for (Index i = 0; i < 10; ++i) spread(i, (i + 5) % 10) = 6;
    Matrix near = Matrix::Zero(10, 10);
    for (Index i = 0; i < 10; ++i) {
        for (Index j = 0; j < 10; ++j) near(i, j) = std::abs(i - j) <= 2 ? 4.0F : 0.0F;
    }
    const TracePtr trace =
        traceOf(sentence(), {pointingAt(10, -1, 8), pointingAt(10, 1, 8), pointingAt(10, 0, 8), sink, spread,
                             near, Matrix::Zero(10, 10)});
    const HeadType want[] = {HeadType::Previous, HeadType::Next,  HeadType::Self, HeadType::Sink,
                             HeadType::Content,  HeadType::Local, HeadType::Broad};
    for (int head = 0; head < 7; ++head) {
        EXPECT_EQ(headType(*trace->layers[0], head).type, want[head]) << head;
        EXPECT_FALSE(headTypeId(want[head]).empty());
    }
}

TEST(HeadTypes, SharesOfShortTextsLieBetweenNoneAndAll) {
    for (const Index n : {1, 2, 3}) {
        for (const bool causal : {false, true}) {
            for (const float strength : {0.0F, 1.5F, 3.0F}) {
                const TracePtr trace = traceOf(std::vector<Token>(static_cast<std::size_t>(n)),
                                               {pointingAt(n, -1, strength), pointingAt(n, 1, strength),
                                                pointingAt(n, 0, strength), pointingAt(n, -2, strength)},
                                               {.mask = {.causal = causal}});
                for (int head = 0; head < 4; ++head) {
                    const double share = headType(*trace->layers[0], head).share;
                    EXPECT_GE(share, 0.0);
                    EXPECT_LE(share, 1 + 1e-6) << n << (causal ? " causal " : " ") << head;
                }
            }
        }
    }
}

TEST(HeadTypes, WithinTwoTokensIsAShareOfTheWholeRow) {
    // A causal head that always looks at the first token. Offset -2 exists for most rows, offset 0 for all,
    // so that the means by offset add up to another number than the share of a row.
    Matrix scores = Matrix::Zero(10, 10);
    scores.col(0).setConstant(3);
    std::vector<Token> tokens(10);
    const TracePtr trace = traceOf(std::move(tokens), {scores}, {.mask = {.causal = true}});
    const LayerTrace& layer = *trace->layers[0];
    double near = 0;
    for (int i = 0; i < 10; ++i) {
        const double first = std::exp(3.0);
        const double sum = first + i;
        for (int j = std::max(0, i - 2); j <= i; ++j) near += (j == 0 ? first : 1.0) / sum / 10;
    }
    EXPECT_NEAR(layer.statistics[0].nearMean, near, 1e-6);
    const HeadTypeEvidence evidence = headType(layer, 0);
    EXPECT_EQ(evidence.type, HeadType::Content);
    EXPECT_NEAR(evidence.share, 1 - near, 1e-6);
}

Trace traceWith(std::vector<Token> tokens, std::string text = {}) {
    Trace trace;
    trace.tokens = std::move(tokens);
    trace.spec.input.text = std::move(text);
    return trace;
}

TEST(Words, AreFoundByNameOccurrenceAndPosition) {
    const Trace trace = traceWith(sentence());
    EXPECT_EQ(findWord(trace, "animal"), (std::vector<Index>{2}));
    EXPECT_EQ(findWord(trace, "ANIMAL"), (std::vector<Index>{2}));
    EXPECT_EQ(findWord(trace, "it#2"), (std::vector<Index>{6}));
    EXPECT_EQ(findWord(trace, "@5"), (std::vector<Index>{5}));
    EXPECT_EQ(findWord(trace, "unlock"), (std::vector<Index>{7, 8}));
    EXPECT_EQ(findWord(trace, "[CLS]"), (std::vector<Index>{0}));
    const Error error = test::expectError(ErrorCode::WordAmbiguous, [&] { findWord(trace, "it"); });
    EXPECT_STREQ(error.what(),
                 "The word \"it\" stands more than once in the text. Choose one of: it#1 (@5), it#2 (@6).");
    for (const char* absent : {"", "cat", "it#3", "it#0", "@10", "@-1", "#2"}) {
        test::expectError(ErrorCode::WordNotFound, [&] { findWord(trace, absent); });
    }
}

TEST(Words, ASlipOfThePenIsAnsweredWithTheNearestFirst) {
    const Trace trace = traceWith({word("The", 0), word("animal", 1), word("Street", 2)});
    const auto listed = [&](std::string_view name) {
        return test::expectError(ErrorCode::WordNotFound, [&] { findWord(trace, name); }).arguments().at(1);
    };
    EXPECT_EQ(listed("aniaml"), "animal, The, Street");
    EXPECT_EQ(listed("STREEET"), "Street, The, animal");
    EXPECT_EQ(listed("animal#2"), "animal, The, Street");
    EXPECT_EQ(listed("cat"), "The, animal, Street");
}

TEST(Words, AreFoundInEveryCaseAndScript) {
    const Trace trace =
        traceWith({word("Ärger", 0), word("КНИГА", 1), word("ΟΔΟΣ", 2), word("cafe\u0301", 3)});
    EXPECT_EQ(findWord(trace, "ärger"), (std::vector<Index>{0}));
    EXPECT_EQ(findWord(trace, "книга"), (std::vector<Index>{1}));
    EXPECT_EQ(findWord(trace, "οδος"), (std::vector<Index>{2}));
    EXPECT_EQ(findWord(trace, "Café"), (std::vector<Index>{3}));
    test::expectError(ErrorCode::WordNotFound, [&] { findWord(trace, "arger"); });
}

// Piece marks that stand alone and letters in several pieces: the fixtures' vocabularies are small.
TEST(Words, AreFoundByWhatStandsInTheTextUnderEveryTokenizer) {
    const std::filesystem::path folder = std::filesystem::path(HEADSCOPE_TEST_DATA) / "tokenizers";
    const std::string text = "the zebra it 日 x Ärger";
    for (const char* name : {"bert_uncased", "gpt2", "roberta", "llama3", "llama_legacy", "xlm_roberta"}) {
        SCOPED_TRACE(name);
        const auto file = MappedFile::open(folder / name / "tokenizer.json");
        const Trace trace = traceWith(Tokenizer::fromJson(file.text(), name).encode(text), text);
        for (const char* found : {"zebra", "日", "ärger"}) {
            const std::vector<Index> pieces = findWord(trace, found);
            EXPECT_GT(pieces.size(), 0U) << found;
        }
        const Error error = test::expectError(ErrorCode::WordNotFound, [&] { findWord(trace, "cat"); });
        EXPECT_NE(error.arguments().at(1).find("the, zebra, it, 日, x, Ärger"), std::string::npos)
            << error.what();
    }
}

TEST(Links, StrongestComeFirstWithRanks) {
    Matrix scores = Matrix::Zero(10, 10);
    scores(5, 2) = 4;
    scores(5, 4) = 2;
    const TracePtr trace = traceOf(sentence(), {scores});
    const PatternPtr pattern = headPattern(trace, {}, baseKernels());
    const auto keys = strongestKeys(*pattern, {}, 5, 2);
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys[0].key, 2);
    EXPECT_EQ(keys[1].key, 4);
    EXPECT_EQ(keys[1].rank, 2);
    EXPECT_NEAR(keys[0].weight, std::exp(4.0) / (std::exp(4.0) + std::exp(2.0) + 8), 1e-6);
    std::vector<bool> counts(10, true);
    counts[2] = false;
    const auto links = strongestLinks(*pattern, {}, 1, counts);
    ASSERT_EQ(links.size(), 1U);
    EXPECT_EQ(links[0].key, 4);
    EXPECT_EQ(links[0].rank, 2);
}

TEST(Links, HeadsAreRankedByTheWeightOfALink) {
    Matrix weak = Matrix::Zero(10, 10);
    Matrix strong = Matrix::Zero(10, 10);
    weak(5, 2) = 1;
    strong(5, 2) = 5;
    const TracePtr trace = traceOf(sentence(), {weak, strong});
    const auto ranked = rankHeads(trace, {5}, {2}, baseKernels());
    ASSERT_EQ(ranked.size(), 2U);
    EXPECT_EQ(ranked[0].head.head, 1);
    EXPECT_EQ(ranked[0].rank, 1);
    const auto pieces = rankHeads(trace, {5}, {7, 8}, baseKernels());
    EXPECT_NEAR(pieces.front().weight, 2.0 / (9 + std::exp(1.0)), 1e-6);
}

}  // namespace
}  // namespace headscope::core
