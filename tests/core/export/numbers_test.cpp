// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/checkpoint/safetensors.h"
#include "core/export/data_formats.h"
#include "tests/core/export/npz_reader.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

/// A fixture with what `transformers` computes from it. LLaMA has fewer key/value heads than heads, and
/// rotary positions.
class NumbersTest : public ::testing::Test {
protected:
    NumbersTest() {
        const std::filesystem::path fixture = std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / "llama";
        model = Model::load(Checkpoint::open(fixture), {executor, baseKernels()});
        for (const TensorView& tensor : readSafetensors(MappedFile::open(fixture / "expected.safetensors"))) {
            expected.emplace(tensor.name, tensor);
        }
        RunSpec spec;
        spec.model = "llama";
        for (const std::int64_t id : expected.at("ids").toIntegers()) {
            spec.input.ids.push_back(static_cast<std::int32_t>(id));
        }
        trace = model->run(spec, {.values = true, .hidden = true});
    }

    NumbersRequest everything() const {
        return {.model = model,
                .trace = trace,
                .heads = trace->headIds(),
                .logits = true,
                .hidden = true,
                .q = true,
                .k = true,
                .v = true};
    }

    void expectClose(const std::string& name, const std::vector<float>& values) {
        const std::vector<float> truth = expected.at(name).toFloats();
        ASSERT_EQ(values.size(), truth.size()) << name;
        float largest = 1;
        for (const float value : truth) largest = std::max(largest, std::abs(value));
        for (std::size_t i = 0; i < truth.size(); ++i) {
            ASSERT_NEAR(values[i], truth[i], 5e-5 * static_cast<double>(largest)) << name << ' ' << i;
        }
    }

    Executor executor{1};
    ModelPtr model;
    TracePtr trace;
    std::map<std::string, TensorView> expected;
    test::TemporaryFolder folder;
};

std::string shapeIn(const test::NpyArray& array) {
    const std::size_t begin = array.header.find('(');
    return array.header.substr(begin, array.header.find(')') - begin + 1);
}

TEST_F(NumbersTest, HoldsTheVectorsThatWereTheInputInPlaceOfIds) {
    const auto described = std::filesystem::path(HEADSCOPE_TEST_DATA) / "described" / "tutorial_bias";
    model = Model::load(Checkpoint::open(described), {executor, baseKernels()});
    RunSpec spec;
    spec.input.vectors = std::make_shared<const Matrix>(Matrix::Random(3, 20));
    trace = model->run(spec);
    writeNumbers(folder.path() / "own.npz",
                 numbersOf({.model = model, .trace = trace, .heads = trace->headIds()}, {}));
    auto arrays = test::readNpz(folder.path() / "own.npz");
    EXPECT_FALSE(arrays.contains("ids"));
    EXPECT_EQ(shapeIn(arrays["vectors"]), "(3, 20)");
    EXPECT_EQ(shapeIn(arrays["attention_self_0"]), "(5, 3, 3)");
}

TEST_F(NumbersTest, NpzHoldsWhatTheReferenceComputed) {
    writeNumbers(folder.path() / "all.npz", numbersOf(everything(), {}));
    auto arrays = test::readNpz(folder.path() / "all.npz");
    EXPECT_EQ(shapeIn(arrays["ids"]), "(15,)");
    EXPECT_EQ(shapeIn(arrays["attention_self_1"]), "(6, 15, 15)");
    EXPECT_EQ(shapeIn(arrays["q_self_1"]), "(6, 15, 10)");
    EXPECT_EQ(shapeIn(arrays["k_self_1"]), "(2, 15, 10)");
    EXPECT_EQ(shapeIn(arrays["v_self_0"]), "(2, 15, 10)");
    EXPECT_EQ(shapeIn(arrays["hidden_2"]), "(15, 36)");
    EXPECT_EQ(shapeIn(arrays["logits"]), "(15, 137)");
    for (const std::string layer : {"0", "1"}) {
        expectClose("attention_" + layer, arrays["attention_self_" + layer].floats());
        expectClose("q_" + layer, arrays["q_self_" + layer].floats());
        expectClose("k_" + layer, arrays["k_self_" + layer].floats());
        expectClose("v_" + layer, arrays["v_self_" + layer].floats());
    }
    for (const char* name : {"hidden_0", "hidden_1", "hidden_2", "logits"})
        expectClose(name, arrays[name].floats());
    EXPECT_EQ(arrays.size(), 1U + 2U + 6U + 3U + 1U);
}

TEST_F(NumbersTest, OneHeadKeepsTheHeadAxisAndItsOwnKeys) {
    NumbersRequest request{.model = model, .trace = trace, .heads = {{AttentionKind::Self, 1, 4}}, .k = true};
    writeNumbers(folder.path() / "one.npz", numbersOf(request, {}));
    auto arrays = test::readNpz(folder.path() / "one.npz");
    ASSERT_EQ(arrays.size(), 3U);
    EXPECT_EQ(shapeIn(arrays["attention_self_1"]), "(1, 15, 15)");
    EXPECT_EQ(shapeIn(arrays["k_self_1"]), "(1, 15, 10)");
    const std::vector<float> truth = expected.at("attention_1").toFloats();
    EXPECT_NEAR(arrays["attention_self_1"].floats()[31], truth[4 * 15 * 15 + 31], 5e-5);
    // Six heads share two key/value heads: head 4 reads the second.
    EXPECT_NEAR(arrays["k_self_1"].floats()[7], expected.at("k_1").toFloats()[15 * 10 + 7], 5e-5);
}

TEST_F(NumbersTest, JsonHoldsTheSameArraysNested) {
    writeNumbers(folder.path() / "all.json", numbersOf(everything(), {"0.1.0", "attention", "llama", {}}));
    const Json json = Json::parse(test::contentOf(folder.path() / "all.json"), "all.json");
    EXPECT_EQ(json.at("headscope").at("model").asString(), "llama");
    EXPECT_EQ(json.at("tokens").size(), 15U);
    const Json arrays = json.at("arrays");
    EXPECT_EQ(arrays.at("ids").size(), 15U);
    const Json attention = arrays.at("attention_self_1");
    ASSERT_EQ(attention.size(), 6U);
    ASSERT_EQ(attention[0].size(), 15U);
    ASSERT_EQ(attention[0][0].size(), 15U);
    const std::vector<float> truth = expected.at("attention_1").toFloats();
    EXPECT_NEAR(attention[5][14][3].asDouble(), static_cast<double>(truth[5 * 225 + 14 * 15 + 3]), 5e-5);
    EXPECT_EQ(arrays.at("logits")[14].size(), 137U);
}

TEST_F(NumbersTest, CsvHasALinePerCell) {
    const NumbersRequest request{.model = model, .trace = trace, .heads = {{AttentionKind::Self, 0, 2}}};
    writeNumbers(folder.path() / "one.csv", numbersOf(request, {}));
    const std::string text = test::contentOf(folder.path() / "one.csv");
    EXPECT_EQ(text.substr(0, text.find("\r\n")),
              "layer,head,kind,query,query_position,key,key_position,weight");
    std::size_t lines = 0;
    for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos; at += 2) ++lines;
    EXPECT_EQ(lines, 1U + 15U * 15U);
    const float weight = headPattern(trace, {AttentionKind::Self, 0, 2}, baseKernels())->row(14)[13];
    const std::string& query = trace->tokens[14].label;
    const std::string& key = trace->tokens[13].label;
    EXPECT_NE(text.find("\r\n0,2,self," + query + ",14," + key + ",13," + shortestText(weight) + "\r\n"),
              std::string::npos);
}

/// Tokens 2k and 2k + 1 as one word, and the weights between words that follow from the reference's.
class WordNumbersTest : public NumbersTest {
protected:
    static constexpr std::size_t tokens = 15;
    static constexpr std::size_t words = 8;
    static constexpr std::size_t head = 2;

    WordNumbersTest() {
        auto paired = std::make_shared<Trace>(*trace);
        for (std::size_t i = 0; i < tokens; ++i) paired->tokens[i].word = static_cast<Index>(i / 2);
        request = {.model = model,
                   .trace = paired,
                   .heads = {{AttentionKind::Self, 1, static_cast<int>(head)}},
                   .words = true};
        const std::vector<float> weights = expected.at("attention_1").toFloats();
        for (std::size_t query = 0; query < tokens; ++query) {
            const double pieces = query + 1 == tokens ? 1 : 2;  // the last word has one piece
            for (std::size_t key = 0; key < tokens; ++key) {
                const auto weight = static_cast<double>(weights[(head * tokens + query) * tokens + key]);
                truth[query / 2][key / 2] += weight / pieces;
            }
        }
    }

    NumbersRequest request;
    std::array<std::array<double, words>, words> truth{};
};

TEST_F(WordNumbersTest, NpzHoldsTheWeightsBetweenWords) {
    writeNumbers(folder.path() / "words.npz", numbersOf(request, {}));
    auto arrays = test::readNpz(folder.path() / "words.npz");
    EXPECT_EQ(shapeIn(arrays["ids"]), "(15,)");
    EXPECT_EQ(shapeIn(arrays["word_positions"]), "(8,)");
    EXPECT_EQ(shapeIn(arrays["attention_self_1"]), "(1, 8, 8)");
    const std::vector<float> weights = arrays["attention_self_1"].floats();
    for (std::size_t query = 0; query < words; ++query) {
        for (std::size_t key = 0; key < words; ++key)
            EXPECT_NEAR(weights[query * words + key], truth[query][key], 5e-5) << query << ' ' << key;
    }
}

TEST_F(WordNumbersTest, CsvNamesWordsAndThePositionsOfTheirFirstPieces) {
    writeNumbers(folder.path() / "words.csv", numbersOf(request, {}));
    const std::string text = test::contentOf(folder.path() / "words.csv");
    const std::string line = "\r\n1,2,self," + numbersOf(request, {}).words->words[7].label + ",14,";
    std::size_t lines = 0;
    for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos; at += 2) ++lines;
    EXPECT_EQ(lines, 1 + words * words);
    std::size_t key = 0;
    for (std::size_t at = 0; (at = text.find(line, at)) != std::string::npos; at += 2, ++key) {
        const std::size_t end = text.find("\r\n", at + 2);
        const std::string row = text.substr(at + 2, end - at - 2);
        const std::size_t weight = row.rfind(',');
        const std::size_t position = row.rfind(',', weight - 1);
        EXPECT_EQ(row.substr(position + 1, weight - position - 1), std::to_string(2 * key));
        EXPECT_NEAR(std::stod(row.substr(weight + 1)), truth[7][key], 5e-5);
    }
    EXPECT_EQ(key, words);
}

TEST_F(WordNumbersTest, JsonListsTheWords) {
    writeNumbers(folder.path() / "words.json", numbersOf(request, {}));
    const Json json = Json::parse(test::contentOf(folder.path() / "words.json"), "words.json");
    EXPECT_EQ(json.at("tokens").size(), tokens);
    ASSERT_EQ(json.at("words").size(), words);
    EXPECT_EQ(json.at("words")[3].at("position").asInt(), 6);
    EXPECT_EQ(json.at("words")[3].at("pieces").asInt(), 2);
    EXPECT_NEAR(json.at("arrays").at("attention_self_1")[0][5][4].asDouble(), truth[5][4], 5e-5);
}

TEST_F(NumbersTest, CsvRefusesWhatItCannotHold) {
    test::expectError(ErrorCode::BadArgument,
                      [&] { writeNumbers(folder.path() / "all.csv", numbersOf(everything(), {})); });
    EXPECT_TRUE(folder.names().empty());
}

TEST_F(NumbersTest, PlainTextIsAMatrixPerHead) {
    const NumbersRequest request{.model = model, .trace = trace, .heads = {{AttentionKind::Self, 1, 3}}};
    writeNumbers(folder.path() / "one.txt", numbersOf(request, {}));
    const std::string text = test::contentOf(folder.path() / "one.txt");
    EXPECT_EQ(text.substr(0, 3), "1.3");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 16);
}

TEST_F(NumbersTest, CancelledFilesDoNotAppear) {
    for (const char* name : {"a.npz", "a.json", "a.csv", "a.txt"}) {
        NumbersRequest request{.model = model, .trace = trace, .heads = trace->headIds()};
        test::expectError(ErrorCode::Cancelled, [&] {
            writeNumbers(folder.path() / name, numbersOf(request, {}), [](double) { return false; });
        });
    }
    EXPECT_TRUE(folder.names().empty());
}

TEST_F(NumbersTest, AHeadThatIsNotThereIsNamed) {
    const NumbersRequest request{.model = model, .trace = trace, .heads = {{AttentionKind::Self, 1, 6}}};
    const Error error = test::expectError(ErrorCode::NoSuchHead, [&] { numbersOf(request, {}); });
    EXPECT_EQ(error.arguments().at(0), "1.6");
}

}  // namespace
}  // namespace headscope::core
