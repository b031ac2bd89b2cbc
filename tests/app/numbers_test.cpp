// SPDX-License-Identifier: GPL-3.0-or-later
// `info`, `tokens`, `attention` and `metrics` on small fixtures, by running the built program.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "core/base/json.h"
#include "core/base/number_text.h"
#include "core/checkpoint/safetensors.h"
#include "core/export/csv.h"
#include "core/export/measure_report.h"
#include "core/model/model.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

using core::Json;

const std::string example = "example:pronouns";

/// The ids of a fixture's reference run, as --ids takes them.
std::string idsOf(const std::string& fixture) {
    std::string list;
    for (const core::TensorView& tensor :
         core::readSafetensors(core::MappedFile::open(modelFixture(fixture) + "/expected.safetensors"))) {
        if (tensor.name != "ids") continue;
        for (const std::int64_t id : tensor.toIntegers())
            list += (list.empty() ? "" : ",") + std::to_string(id);
    }
    return list;
}

std::string repeated(const std::string& item, int count) {
    std::string list = item;
    for (int i = 1; i < count; ++i) list += ',' + item;
    return list;
}

TEST(Info, SaysWhatAModelIsMadeOf) {
    const ProgramResult result = runProgram({"info", modelFixture("mistral"), "--tokens", "10"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    // Without the last lines: estimates of memory, which may become better.
    const std::string facts = result.out.substr(0, result.out.find("largest layer"));
    EXPECT_EQ(std::regex_replace(facts, std::regex(" {2,}"), "  "),
              "name  mistral\n"
              "type  mistral\n"
              "family  Mistral\n"
              "layers  2\n"
              "heads per layer  6\n"
              "key/value heads  3\n"
              "model width  36\n"
              "head width  10\n"
              "MLP width  44\n"
              "vocabulary  137\n"
              "longest text, tokens  64\n"
              "positions  rotary\n"
              "mask  causal, window 5\n"
              "tokenizer  none: give token ids\n"
              "outputs  causal-lm\n"
              "outputs unavailable  none\n"
              "parameters  32 508\n"
              "stored as  F32\n"
              "weights  130.0 kB\n"
              "tensors found  21\n"
              "tensors used  21\n"
              "tensors ignored  none\n"
              "tensors tied  none\n"
              "tensors missing  none\n"
              "tensors unexpected  none\n"
              "tokens of a run  10\n");
}

TEST(Info, JsonHasEveryNumber) {
    const ProgramResult result = runProgram({"info", modelFixture("llama_tied_bf16"), "--format", "json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json json = Json::parse(result.out, "info");
    EXPECT_EQ(json.at("headscope").at("command").asString(), "info");
    const Json info = json.at("info");
    EXPECT_EQ(info.at("type").asString(), "llama");
    EXPECT_EQ(info.at("layers").asInt(), 2);
    EXPECT_EQ(info.at("heads").asInt(), 4);
    EXPECT_EQ(info.at("kv_heads").asInt(), 2);
    EXPECT_EQ(info.at("vocabulary").asInt(), 137);
    EXPECT_EQ(info.at("max_tokens").asInt(), 64);
    EXPECT_EQ(info.at("dtype").asString(), "BF16");
    EXPECT_EQ(info.at("tensors_tied").size(), 1U);
    EXPECT_EQ(info.at("tensors_missing").size(), 0U);
    EXPECT_GT(info.at("parameters").asInt(), 1000);
    EXPECT_GT(info.at("run_bytes").asInt(), 1000);
    EXPECT_EQ(info.at("total_bytes").asInt(), info.at("kept_bytes").asInt() + info.at("run_bytes").asInt());
    EXPECT_EQ(info.at("outputs_unavailable").size(), 0U);
    EXPECT_FALSE(info.find("tokenizer"));
}

TEST(Info, MoreTokensThanTheModelReadsAreRefused) {
    EXPECT_EQ(expectRefusal(2, {"info", modelFixture("bert"), "--tokens", "41"}),
              "--tokens: the model reads at most 40.\n");
    EXPECT_EQ(runProgram({"info", modelFixture("bert"), "--tokens", "40"}).exitCode, 0);
}

TEST(Tokens, JsonSaysWhereEachComesFrom) {
    const ProgramResult result = runProgram(
        {"tokens", example, "--text", "The animal was tired", "--pair", "It slept", "--format", "json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json tokens = Json::parse(result.out, "tokens").at("tokens");
    ASSERT_GE(tokens.size(), 8U);
    EXPECT_TRUE(tokens[0].at("special").asBool());
    EXPECT_FALSE(tokens[0].find("begin"));
    EXPECT_EQ(tokens[2].at("text").asString(), "animal");
    EXPECT_EQ(tokens[2].at("begin").asInt(), 4);
    EXPECT_EQ(tokens[2].at("end").asInt(), 10);
    EXPECT_EQ(tokens[2].at("position").asInt(), 2);
    EXPECT_EQ(tokens[2].at("word").asInt(), 1);
}

TEST(Tokens, SpecialsInTheTextCanBeText) {
    const std::vector<std::string> command = {"tokens",        example,    "--text",
                                              "The [SEP] was", "--format", "json"};
    const auto specials = [](const std::vector<std::string>& arguments) {
        const Json tokens = Json::parse(runProgram(arguments).out, "tokens").at("tokens");
        int count = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) count += tokens[i].at("special").asBool();
        return count;
    };
    std::vector<std::string> literal = command;
    literal.emplace_back("--literal-specials");
    EXPECT_EQ(specials(command), 3) << "[CLS], the one typed, [SEP]";
    EXPECT_EQ(specials(literal), 2);
}

TEST(Tokens, IdsNeedNoTokenizer) {
    const ProgramResult result =
        runProgram({"tokens", modelFixture("bert"), "--ids", "5,7", "--format", "csv"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3);
    EXPECT_EQ(result.out.substr(0, result.out.find("\r\n")),
              "position,id,piece,text,begin,end,word,special,bytes,sequence");
    EXPECT_NE(result.out.find("\r\n1,7,"), std::string::npos);
}

TEST(Tokens, InputsThatCannotBeReadAreRefused) {
    EXPECT_EQ(expectRefusal(2, {"tokens", example, "--text", "bad \xFF byte"}),
              "The text is not valid UTF-8 at byte 4. Save it as UTF-8.\n");
    EXPECT_EQ(expectRefusal(2, {"metrics", modelFixture("bert"), "--ids", "5,131"}),
              "There is no token 131: the model's vocabulary has the ids 0 to 130.\n");
    EXPECT_EQ(expectRefusal(2, {"metrics", modelFixture("bert"), "--ids", "-1"}),
              "There is no token -1: the model's vocabulary has the ids 0 to 130.\n");
    EXPECT_NE(expectRefusal(2, {"metrics", modelFixture("bert"), "--text", "words"}).find("has no tokenizer"),
              std::string::npos);
    EXPECT_NE(expectRefusal(2, {"tokens", example, "--file", "/no/such/file"}).find("does not exist"),
              std::string::npos);
}

TEST(GlobalTokens, AreRefusedWhereThereAreNoneAndWhereTheyAreNotPositions) {
    const auto with = [](const char* model, const char* list) {
        return expectRefusal(2, {"metrics", modelFixture(model), "--ids", "5,7", "--global", list});
    };
    EXPECT_EQ(with("longformer", "0,2"),
              "There is no token at position 2: the text has the positions 0 to 1.\n");
    EXPECT_EQ(with("roberta", "0"),
              "The model \"roberta\" has no global tokens: do not name any, every token is treated alike.\n");
    for (const char* list : {"", "x", "1,", "1,,0", "-1", "0x", "none,1", "99999999999"})
        EXPECT_NE(with("longformer", list).find("--global"), std::string::npos) << list;
    EXPECT_EQ(
        runProgram({"metrics", modelFixture("longformer"), "--ids", "5,7", "--global", "none"}).exitCode, 0);
}

TEST(Tokens, FilesAreReadWithoutTheirLastLineEnd) {
    const TemporaryFolder folder;
    folder.write("unix.txt", "The animal was tired\n");
    folder.write("dos.txt", "The animal was tired\r\n");
    folder.write("latin1.txt", "caf\xE9\n");
    const auto out = [&](const std::vector<std::string>& input) {
        std::vector<std::string> arguments = {"tokens", example};
        arguments.insert(arguments.end(), input.begin(), input.end());
        return runProgram(arguments, folder.path()).out;
    };
    const std::string typed = out({"--text", "The animal was tired"});
    EXPECT_EQ(out({"--file", "unix.txt"}), typed);
    EXPECT_EQ(out({"--file", "dos.txt"}), typed);
    expectRefusal(2, {"tokens", example, "--file", "latin1.txt"}, folder.path());
}

TEST(Tokens, AnEmptyTextHasTheSpecialTokensOrNone) {
    const ProgramResult result = runProgram({"tokens", example, "--text", "", "--format", "csv"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3);
    // GPT-2 adds no special tokens, so nothing is left of an empty text.
    const TemporaryFolder folder;
    for (const char* name : {"config.json", "model.safetensors"}) {
        std::filesystem::copy(modelFixture("gpt2") + '/' + name, folder.path() / name);
    }
    std::filesystem::copy(HEADSCOPE_TEST_DATA "/tokenizers/gpt2/tokenizer.json",
                          folder.path() / "tokenizer.json");
    for (const char* command : {"tokens", "links"}) {
        EXPECT_EQ(expectRefusal(2, {command, ".", "--text", ""}, folder.path()),
                  "There is nothing to look at: the input has no tokens. Type a text.\n");
    }
}

TEST(Tokens, TypedTextStaysWhole) {
    // Brackets, dashes and quotes mean something to other parsers of command lines.
    for (const std::string text : {"[MASK]", "[a,b]", "-x", "it's \"fine\"", "a  b", "%1"}) {
        const ProgramResult result = runProgram({"tokens", example, "--text=" + text, "--format", "json"});
        ASSERT_EQ(result.exitCode, 0) << text << result.err;
        EXPECT_EQ(Json::parse(result.out, text).at("headscope").at("settings").at("text").asString(), text);
    }
}

TEST(TooLong, IsRefusedWithBothNumbersOrCutOnRequest) {
    const std::string ids = repeated("7", 45);
    EXPECT_EQ(expectRefusal(2, {"metrics", modelFixture("bert"), "--ids", ids}),
              "The text: it has 45 tokens, but the model reads at most 40; shorten it, or cut it with "
              "--truncate.\n");
    const ProgramResult cut = runProgram({"metrics", modelFixture("bert"), "--ids", ids, "--truncate"});
    EXPECT_EQ(cut.exitCode, 0);
    EXPECT_EQ(cut.err, "The text was cut: 5 tokens at its end were left out, 40 are used.\n");
    const ProgramResult quiet =
        runProgram({"metrics", modelFixture("bert"), "--ids", ids, "--truncate", "--quiet"});
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(quiet.out, cut.out);
    const ProgramResult json =
        runProgram({"metrics", modelFixture("bert"), "--ids", ids, "--truncate", "--format", "json"});
    EXPECT_EQ(Json::parse(json.out, "metrics").at("headscope").at("settings").at("tokens_dropped").asInt(),
              5);
}

TEST(Metrics, CsvHoldsExactlyWhatTheEngineMeasured) {
    const std::string ids = idsOf("llama");
    const ProgramResult result =
        runProgram({"metrics", modelFixture("llama"), "--ids", ids, "--format", "csv"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    core::Executor executor;
    const auto model =
        core::Model::load(core::Checkpoint::open(modelFixture("llama")), {executor, core::bestKernels()});
    core::RunSpec spec;
    for (std::size_t begin = 0; begin < ids.size(); begin = ids.find(',', begin + 1) + 1) {
        spec.input.ids.push_back(std::stoi(ids.substr(begin)));
        if (ids.find(',', begin) == std::string::npos) break;
    }
    const core::TracePtr trace = model->run(spec, core::neededFor({}));
    const core::Measures measures =
        core::measureHeads({executor, core::bestKernels()}, *trace, {}, {}, model.get());
    EXPECT_EQ(result.out, core::csvText(core::headTable(measures)));
}

TEST(Metrics, LayerAndHeadSelectRows) {
    const std::vector<std::string> all = {"metrics", modelFixture("llama"), "--ids", "5,6,7", "--format",
                                          "json"};
    const auto rows = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = all;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return Json::parse(runProgram(arguments).out, "metrics").at("heads").size();
    };
    EXPECT_EQ(rows({}), 12U);
    EXPECT_EQ(rows({"--layer", "1"}), 6U);
    EXPECT_EQ(rows({"--head", "1"}), 2U);
    EXPECT_EQ(rows({"--layer", "1", "--head", "1"}), 1U);
}

TEST(Attention, WritesEveryFormat) {
    const TemporaryFolder folder;
    const std::vector<std::string> base = {"attention", modelFixture("gpt2"), "--ids", idsOf("gpt2"),
                                           "--out"};
    for (const std::string name : {"a.npz", "a.json", "a.csv", "a.txt"}) {
        std::vector<std::string> arguments = base;
        arguments.push_back(name);
        const ProgramResult result = runProgram(arguments, folder.path());
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.out + result.err, "");
    }
    EXPECT_EQ(contentOf(folder.path() / "a.npz").substr(0, 2), "PK");
    const Json arrays = Json::parse(contentOf(folder.path() / "a.json"), "a.json").at("arrays");
    EXPECT_EQ(arrays.at("attention_self_2").size(), 3U);
    EXPECT_EQ(arrays.at("attention_self_2")[0][0][1].asDouble(), 0.0) << "a causal model sees no later token";
}

TEST(Attention, WithAsksForMore) {
    const TemporaryFolder folder;
    const ProgramResult result =
        runProgram({"attention", modelFixture("gpt2"), "--ids", "3,4,5", "--layer", "1", "--head", "2",
                    "--with", "logits,hidden,q,k,v", "--out", "a.json"},
                   folder.path());
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json arrays = Json::parse(contentOf(folder.path() / "a.json"), "a.json").at("arrays");
    std::vector<std::string> names;
    for (const auto& [name, value] : arrays.members()) names.emplace_back(name);
    EXPECT_EQ(names, (std::vector<std::string>{"ids", "attention_self_1", "q_self_1", "k_self_1", "v_self_1",
                                               "hidden_0", "hidden_1", "hidden_2", "hidden_3", "logits"}));
    EXPECT_EQ(arrays.at("q_self_1").size(), 1U);
    EXPECT_EQ(arrays.at("q_self_1")[0].size(), 3U);
    expectRefusal(2, {"attention", modelFixture("gpt2"), "--ids", "3,4", "--with", "q", "--out", "a.csv"},
                  folder.path());
    expectRefusal(
        2, {"attention", modelFixture("gpt2_bare"), "--ids", "3,4", "--with", "logits", "--out", "b.npz"},
        folder.path());
    EXPECT_EQ(folder.names().size(), 1U);
}

TEST(Attention, TextIsOneMatrix) {
    const ProgramResult result =
        runProgram({"attention", modelFixture("gpt2"), "--ids", "3,4,5", "--layer", "2", "--head", "1"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out.substr(0, 3), "2.1");
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 4);
    EXPECT_NE(result.out.find("1.0000"), std::string::npos)
        << "the first token of a causal model sees itself alone";
}

TEST(Numbers, AreTheSameInEveryLocale) {
    const std::string line =
        "headscope metrics " + quoted(modelFixture("bert")) + " --ids 5,6,7,8 --format csv";
    const std::string plain = runShell("LC_ALL=C " + line).out;
    EXPECT_NE(plain.find("0."), std::string::npos);
    for (const std::string locale : {"de_DE.UTF-8", "fr_FR.UTF-8"}) {
        EXPECT_EQ(runShell("LC_ALL=" + locale + ' ' + line + " --language zh_CN").out, plain);
    }
}

}  // namespace
}  // namespace headscope::test
