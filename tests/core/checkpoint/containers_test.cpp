// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/expect_error.h"
#include "tests/support/pickle_bytes.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/zip_bytes.h"

// Which of a folder's files are the weights, and what of them is refused with a remedy.

namespace headscope::core {
namespace {

using test::expectError;
using test::inMemory;
using test::oneTensorFile;
namespace p = test::pickle;
using Contents = std::map<std::string, std::string>;

Checkpoint open(Contents contents) {
    contents.emplace("config.json", "{}");
    std::map<std::string, MappedFile, std::less<>> files;
    for (const auto& [name, content] : contents) files.emplace(name, inMemory(name, content));
    return Checkpoint::fromFiles("memory", files);
}

Error refused(ErrorCode code, const Contents& contents) {
    return expectError(code, [&] { open(contents); });
}

std::string torchFile(const std::string& tensor) {
    return test::zipBytes({{"a/data.pkl", p::whole(p::dictionary({p::text(tensor), p::tensor({})}))},
                           {"a/data/0", std::string(16, '\0')}});
}

std::string onlyTensor(const Contents& contents) {
    const Checkpoint checkpoint = open(contents);
    return checkpoint.tensors().size() == 1 ? checkpoint.tensors()[0].name : "not one";
}

/// A safetensors file of tensors whose types, shapes and data are given.
struct Part {
    std::string name;
    std::string dtype;
    std::string shape;
    std::string data;
};
std::string fileOf(const std::vector<Part>& parts) {
    std::string header = "{";
    std::string data;
    for (const Part& part : parts) {
        const std::size_t begin = data.size();
        data += part.data;
        header += (begin == 0 ? "\"" : ",\"") + part.name + R"(":{"dtype":")" + part.dtype + R"(","shape":)" +
                  part.shape + R"(,"data_offsets":[)" + std::to_string(begin) + "," +
                  std::to_string(data.size()) + "]}";
    }
    return test::safetensorsBytes(header + "}", data);
}
std::string floatBytes(const std::vector<float>& floats) {
    return {reinterpret_cast<const char*>(floats.data()), floats.size() * sizeof(float)};
}

TEST(Containers, AreChosenInTheOrderOfTheReference) {
    Contents contents = {{"other.pt", torchFile("other")}};
    EXPECT_EQ(onlyTensor(contents), "other");
    contents["any.safetensors"] = oneTensorFile("any", {1});
    EXPECT_EQ(onlyTensor(contents), "any");
    contents["pytorch_model.bin.index.json"] =
        R"({"weight_map":{"shard":"pytorch_model-00001-of-00001.bin"}})";
    contents["pytorch_model-00001-of-00001.bin"] = torchFile("shard");
    EXPECT_EQ(onlyTensor(contents), "shard");
    contents["pytorch_model.bin"] = torchFile("bin");
    EXPECT_EQ(onlyTensor(contents), "bin");
    contents["model.safetensors.index.json"] = R"({"weight_map":{"index":"1.safetensors"}})";
    contents["1.safetensors"] = oneTensorFile("index", {1});
    EXPECT_EQ(onlyTensor(contents), "index");
    contents["model.safetensors"] = oneTensorFile("usual", {1});
    EXPECT_EQ(onlyTensor(contents), "usual");
}

TEST(Containers, IgnoreWhatTrainersAndOtherProgramsLeave) {
    EXPECT_EQ(onlyTensor({{"pytorch_model.bin", torchFile("w")},
                          {"training_args.bin", "x"},
                          {"optimizer.pt", "x"},
                          {"scheduler.pt", "x"},
                          {"rng_state_0.pth", "x"},
                          {"tf_model.h5", "x"},
                          {"flax_model.msgpack", "x"},
                          {"rust_model.ot", "x"},
                          {"model.onnx", "x"}}),
              "w");
}

TEST(Containers, AskWhichOfSeveralTorchFiles) {
    const Error error =
        refused(ErrorCode::BadArgument, {{"a.pt", torchFile("a")}, {"b.pth", torchFile("b")}});
    EXPECT_NE(std::string(error.what()).find("a.pt, b.pth"), std::string::npos);
}

TEST(Containers, NameAMissingShardOfEitherKind) {
    for (const char* kind : {"model.safetensors", "pytorch_model.bin"}) {
        const Error error =
            refused(ErrorCode::ShardMissing,
                    {{std::string(kind) + ".index.json", R"({"weight_map":{"a":"1.x","b":"2.x"}})"}});
        EXPECT_EQ(error.arguments().at(1), "1.x");
    }
}

TEST(Containers, TakeTheHeadersOfShardsForTheTruth) {
    // The index lists a tensor that its shard does not hold, and not the one that it holds; sizes are
    // nonsense.
    EXPECT_EQ(onlyTensor({{"model.safetensors.index.json",
                           R"({"metadata":{"total_size":-1e30},"weight_map":{"absent":"1.safetensors"}})"},
                          {"1.safetensors", oneTensorFile("present", {1})}}),
              "present");
}

TEST(Containers, AcceptOddEntriesThatHarmNobody) {
    const std::string file = test::safetensorsBytes(
        R"({"__metadata__":null,"odd":{"dtype":"","shape":[1],"data_offsets":[0,1]},"w":{"dtype":"F16","shape":[1],"data_offsets":[1,3]}})",
        std::string(3, '\0'));
    const Checkpoint checkpoint =
        open({{"config.json", "\xEF\xBB\xBF{\"a\":Infinity,\"b\":NaN,\"c\":1000000000000000019884624838656}"},
              {"model.safetensors", file}});
    EXPECT_EQ(checkpoint.find("w")->toFloats(), std::vector<float>{0});
    expectError(ErrorCode::TensorTypeUnsupported, [&] { checkpoint.find("odd")->toFloats(); });
}

TEST(Gguf, IsRefusedWithTheNameOfTheOriginal) {
    const auto text = [](const std::string& value) {
        std::string bytes;
        test::appendNumber(bytes, value.size(), 8);
        return bytes + value;
    };
    const auto pair = [&](const std::string& key, const std::string& value) {
        return text(key) + std::string("\x08\0\0\0", 4) + text(value);
    };
    std::string file = "GGUF" + std::string("\3\0\0\0", 4) + std::string(16, '\1');
    EXPECT_EQ(refused(ErrorCode::GgufFile, {{"m.gguf", file}}).arguments().at(1),
              "the folder that it was converted from");
    file += pair("general.name", "Some Model");
    file += text("general.tags") + std::string("\x09\0\0\0\x08\0\0\0\1\0\0\0\0\0\0\0", 16) + text("chat");
    file += text("general.file_type") + std::string("\x04\0\0\0\1\0\0\0", 8);
    EXPECT_EQ(refused(ErrorCode::GgufFile, {{"m.gguf", file}}).arguments().at(1), "Some Model");
    file += pair("general.base_model.0.repo_url", "https://huggingface.co/org/name");
    EXPECT_EQ(refused(ErrorCode::GgufFile, {{"m.gguf", file}}).arguments().at(1), "org/name");
    for (std::size_t size = 0; size < file.size(); ++size)
        refused(ErrorCode::GgufFile, {{"m.gguf", file.substr(0, size)}});
}

TEST(Quantised, IsRecognisedByItsConfiguration) {
    for (const char* method : {"gptq", "awq", "bitsandbytes", "mxfp4", "aqlm", "hqq", "quanto", "eetq"}) {
        const Error error = refused(
            ErrorCode::Quantised,
            {{"config.json", R"({"quantization_config":{"quant_method":")" + std::string(method) + "\"}}"},
             {"model.safetensors", oneTensorFile("w", {1})}});
        EXPECT_EQ(error.arguments().at(1), method);
        EXPECT_NE(std::string(error.what()).find("F32, F16 or BF16"), std::string::npos);
    }
    refused(ErrorCode::Quantised,
            {{"config.json",
              R"({"quantization_config":{"quant_method":"compressed-tensors","format":"pack-quantized"}})"},
             {"model.safetensors", oneTensorFile("w", {1})}});
}

TEST(Quantised, IsRecognisedByItsTensors) {
    for (const char* name :
         {"h.0.q_proj.qweight", "h.0.q_proj.qzeros", "h.0.q_proj.SCB", "h.0.q_proj.weight.absmax",
          "h.0.q_proj.weight_packed", "h.0.experts.gate_up_proj_blocks"}) {
        const Error error = refused(ErrorCode::Quantised, {{"model.safetensors", oneTensorFile(name, {1})}});
        EXPECT_NE(error.arguments().at(1).find(name), std::string::npos);
    }
}

TEST(Adapters, AreRecognisedByTheirTensors) {
    refused(ErrorCode::AdapterOnly,
            {{"model.safetensors", oneTensorFile("base_model.model.h.0.q_proj.lora_A.weight", {1})}});
}

// Two rows of four ones as E4M3.
const Part ones = {"l.weight", "F8_E4M3", "[2,4]", std::string(8, '\x38')};

TEST(Scales, MultiplyTheirTensorAndAreNoTensorsThemselves) {
    const auto matrix = [](const Contents& contents) {
        const Checkpoint checkpoint = open(contents);
        EXPECT_EQ(checkpoint.tensors().size(), 1u);
        return checkpoint.tensors().at(0).toMatrix();
    };
    const auto file = [](const std::string& name, const std::string& shape,
                         const std::vector<float>& factors) {
        return fileOf({{name, "F32", shape, floatBytes(factors)}, ones});
    };
    Matrix expected = Matrix::Constant(2, 4, 3.0f);
    EXPECT_EQ(matrix({{"model.safetensors", file("l.weight_scale", "[]", {3})}}), expected);
    EXPECT_EQ(matrix({{"model.safetensors", file("l.weight_scale", "[1]", {3})}}), expected);
    expected.row(1).setConstant(5);
    EXPECT_EQ(matrix({{"model.safetensors", file("l.weight_scale", "[2,1]", {3, 5})}}), expected);
    EXPECT_EQ(matrix({{"model.safetensors", file("l.weight_scale", "[2]", {3, 5})}}), expected);
    expected << 1, 1, 1, 2, 1, 1, 1, 2;
    EXPECT_EQ(matrix({{"config.json",
                       R"({"quantization_config":{"quant_method":"fp8","weight_block_size":[2,3]}})"},
                      {"model.safetensors", file("l.weight_scale_inv", "[1,2]", {1, 2})}}),
              expected);
}

TEST(Scales, OfEightBitIntegersMakeThemNumbers) {
    const Checkpoint checkpoint =
        open({{"config.json",
               R"({"quantization_config":{"quant_method":"compressed-tensors","format":"int-quantized"}})"},
              {"model.safetensors", fileOf({{"l.weight_scale", "F32", "[2,1]", floatBytes({0.5f, 2})},
                                            {"l.weight", "I8", "[2,1]", "\x04\xFC"}})}});
    EXPECT_EQ(checkpoint.find("l.weight")->toFloats(), (std::vector<float>{2, -8}));
}

TEST(Scales, AreNeededWhereTheConfigurationSaysSo) {
    const std::string config = R"({"quantization_config":{"quant_method":"fp8"}})";
    const Error error =
        refused(ErrorCode::Quantised, {{"config.json", config}, {"model.safetensors", fileOf({ones})}});
    EXPECT_NE(error.arguments().at(1).find("l.weight has no scale"), std::string::npos);
    EXPECT_EQ(open({{"model.safetensors", fileOf({ones})}}).tensors().at(0).toFloats(),
              std::vector<float>(8, 1.0f));
}

TEST(Scales, MustFitTheirTensor) {
    for (const char* shape : {"[3]", "[1,3]", "[3,1]"}) {
        refused(
            ErrorCode::TensorShapeWrong,
            {{"model.safetensors", fileOf({{"l.weight_scale", "F32", shape, floatBytes({1, 1, 1})}, ones})}});
    }
    refused(ErrorCode::ConfigInvalid,
            {{"config.json", R"({"quantization_config":{"quant_method":"fp8","weight_block_size":[0,3]}})"},
             {"model.safetensors", fileOf({{"l.weight_scale_inv", "F32", "[1]", floatBytes({1})}, ones})}});
}

}  // namespace
}  // namespace headscope::core
