// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/run_spec_json.h"

#include <gtest/gtest.h>

#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

std::string written(const RunSpec& spec) {
    JsonWriter writer;
    writeRunSpec(writer, spec);
    return writer.text();
}

RunSpec read(const std::string& text) {
    return runSpecOf(Json::parse(text, "run.json"));
}

TEST(RunSpecJson, ReadsBackWhatItWrote) {
    RunSpec text;
    text.model = "example:pronouns";
    text.input.text = "a \"b\"\n猫 👩‍👧";
    text.input.pair = "";
    text.input.literalSpecials = true;
    text.input.globalTokens = std::vector<std::int32_t>{};
    text.cutToFit = true;
    text.edits = {HeadGate{{AttentionKind::Self, 4, 11}, 0}, HeadGate{{AttentionKind::Self, 5, 2}, 0.1F}};
    EXPECT_EQ(read(written(text)), text);

    RunSpec ids;
    ids.model = "/m";
    ids.input.ids = {101, 0, 30521};
    ids.input.typeIds = {0, 0, 1};
    ids.input.globalTokens = std::vector<std::int32_t>{0, 2};
    EXPECT_EQ(read(written(ids)), ids);

    RunSpec vectors;
    vectors.model = "/m";
    Matrix numbers(2, 3);
    numbers << 0.1F, -2, 3e-30F, 4, 1.0F / 3, 6;
    vectors.input.vectors = std::make_shared<const Matrix>(numbers);
    EXPECT_EQ(read(written(vectors)), vectors);
}

TEST(RunSpecJson, LeavesOutWhatIsUsual) {
    RunSpec spec;
    spec.model = "m";
    spec.input.text = "x";
    EXPECT_EQ(written(spec), R"({"model":"m","text":"x"})");
}

TEST(RunSpecJson, VectorsAreEqualByTheirNumbers) {
    Input one;
    Input other;
    one.vectors = std::make_shared<const Matrix>(Matrix::Constant(2, 2, 1));
    EXPECT_NE(one, other);
    other.vectors = std::make_shared<const Matrix>(Matrix::Constant(2, 2, 1));
    EXPECT_EQ(one, other);
    other.vectors = std::make_shared<const Matrix>(Matrix::Constant(2, 2, 2));
    EXPECT_NE(one, other);
    other.vectors = std::make_shared<const Matrix>(Matrix::Constant(1, 4, 1));
    EXPECT_NE(one, other);
}

struct Wrong {
    const char* name;
    ErrorCode code;
    const char* text;
    const char* says;
};

const Wrong wrongs[] = {
    {"NoModel", ErrorCode::JsonMissingKey, R"({"text": "x"})", "model"},
    {"OtherKey", ErrorCode::BadArgument, R"({"model": "m", "txet": "x"})", "\"txet\""},
    {"TextNoText", ErrorCode::JsonWrongType, R"({"model": "m", "text": 1})", "text"},
    {"IdsNoList", ErrorCode::JsonWrongType, R"({"model": "m", "ids": 7})", "ids"},
    {"IdBelowZero", ErrorCode::JsonWrongType, R"({"model": "m", "ids": [-1]})", "ids"},
    {"IdTooLarge", ErrorCode::JsonWrongType, R"({"model": "m", "ids": [4294967296]})", "ids"},
    {"IdNoNumber", ErrorCode::JsonWrongType, R"({"model": "m", "ids": ["a"]})", "ids"},
    {"RowsUnequal", ErrorCode::JsonWrongType, R"({"model": "m", "vectors": [[1, 2], [3]]})", "vectors"},
    {"RowsEmpty", ErrorCode::JsonWrongType, R"({"model": "m", "vectors": [[]]})", "vectors"},
    {"EditNoGate", ErrorCode::JsonWrongType, R"({"model": "m", "edits": ["4.11"]})", "edits"},
    {"NoObject", ErrorCode::JsonMissingKey, R"([1])", "model"},
};

class RunSpecRefusal : public ::testing::TestWithParam<Wrong> {};

TEST_P(RunSpecRefusal, NamesTheFileAndTheKey) {
    const Error error = test::expectError(GetParam().code, [] { read(GetParam().text); });
    const std::string sentence = error.what();
    EXPECT_NE(sentence.find("run.json"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(GetParam().says), std::string::npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(RunSpecJson, RunSpecRefusal, ::testing::ValuesIn(wrongs),
                         [](const auto& wrong) { return wrong.param.name; });

}  // namespace
}  // namespace headscope::core
