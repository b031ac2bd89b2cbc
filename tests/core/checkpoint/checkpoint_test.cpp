// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/checkpoint.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using test::expectError;
using test::inMemory;
using test::oneTensorFile;
using test::TemporaryFolder;

const std::string lfsPointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";

/// A checkpoint of files in memory.
Checkpoint inMemoryCheckpoint(const std::map<std::string, std::string>& contents) {
    std::map<std::string, MappedFile, std::less<>> files;
    for (const auto& [name, content] : contents) files.emplace(name, inMemory(name, content));
    return Checkpoint::fromFiles("memory", files);
}

Error refused(ErrorCode code, const std::map<std::string, std::string>& contents) {
    return expectError(code, [&] { inMemoryCheckpoint(contents); });
}

std::string onlyTensor(const Checkpoint& checkpoint) {
    return checkpoint.tensors().size() == 1 ? checkpoint.tensors()[0].name : "not one";
}

std::string indexOf(const std::map<std::string, std::string>& map) {
    JsonWriter writer;
    writer.beginObject().key("metadata").beginObject().endObject().key("weight_map").beginObject();
    for (const auto& [tensor, shard] : map) writer.key(tensor).value(shard);
    writer.endObject().endObject();
    return writer.text();
}

TEST(Checkpoint, OpensFilesInMemory) {
    const Checkpoint checkpoint = inMemoryCheckpoint({{"config.json", R"({"model_type":"bert"})"},
                                                      {"model.safetensors", oneTensorFile("w", {1, 2})},
                                                      {"vocab.txt", "a\nb"}});
    EXPECT_EQ(checkpoint.name(), "memory");
    EXPECT_EQ(checkpoint.location(), "memory");
    EXPECT_EQ(checkpoint.config().at("model_type").asString(), "bert");
    EXPECT_EQ(checkpoint.find("w")->toFloats(), (std::vector<float>{1, 2}));
    EXPECT_EQ(checkpoint.find("v"), nullptr);
    EXPECT_EQ(checkpoint.find(""), nullptr);
    EXPECT_EQ(checkpoint.tensorBytes(), 8u);
    EXPECT_EQ(checkpoint.file("vocab.txt")->text(), "a\nb");
    EXPECT_FALSE(checkpoint.file("tokenizer.json"));
}

TEST(Checkpoint, OpensAFolder) {
    const TemporaryFolder folder;
    folder.write("my model/config.json", "{}");
    folder.write("my model/model.safetensors", oneTensorFile("w", {1}));
    for (const char* path : {"my model", "my model/", "my model/../my model/."}) {
        const Checkpoint checkpoint = Checkpoint::open(folder.path() / path);
        EXPECT_EQ(checkpoint.name(), "my model");
        EXPECT_EQ(checkpoint.location(), (folder.path() / path).string());
        EXPECT_EQ(onlyTensor(checkpoint), "w");
    }
}

TEST(Checkpoint, OpensTheCurrentFolder) {
    const TemporaryFolder folder;
    folder.write("model/config.json", "{}");
    folder.write("model/model.safetensors", oneTensorFile("w", {1}));
    const std::string names = test::inChild([&] {
        fs::current_path(folder.path() / "model");
        return Checkpoint::open(".").name() + " " + Checkpoint::open("model.safetensors").name();
    });
    EXPECT_EQ(names, "model model");
}

TEST(Checkpoint, OutlivesItsFiles) {
    const auto folder = std::make_unique<TemporaryFolder>();
    folder->write("config.json", "{}");
    folder->write("model.safetensors", oneTensorFile("w", {1, 2, 3}));
    const Checkpoint checkpoint = Checkpoint::open(folder->path());
    fs::remove_all(folder->path());
    EXPECT_EQ(checkpoint.tensors()[0].toFloats(), (std::vector<float>{1, 2, 3}));
}

TEST(Checkpoint, GivesOnlyFilesOfItsOwnFolder) {
    const TemporaryFolder folder;
    folder.write("secret", "x");
    folder.write("model/config.json", "{}");
    folder.write("model/model.safetensors", oneTensorFile("w", {1}));
    folder.write("model/sub/file", "x");
    const Checkpoint checkpoint = Checkpoint::open(folder.path() / "model");
    for (const char* name : {"../secret", "sub/file", "sub\\file", ".", "..", "", "/etc/passwd"}) {
        EXPECT_FALSE(checkpoint.file(name)) << name;
    }
    EXPECT_FALSE(checkpoint.file(std::string_view("config.json\0", 12)));
    EXPECT_TRUE(checkpoint.file("config.json"));
    expectError(ErrorCode::NotARegularFile, [&] { checkpoint.file("sub"); });
}

TEST(Checkpoint, SaysThatASmallFileIsAnLfsPointer) {
    const Checkpoint checkpoint = inMemoryCheckpoint({{"config.json", "{}"},
                                                      {"model.safetensors", oneTensorFile("w", {1})},
                                                      {"tokenizer.json", lfsPointer}});
    expectError(ErrorCode::LfsPointer, [&] { checkpoint.file("tokenizer.json"); });
}

TEST(CheckpointWeights, PreferTheUsualName) {
    EXPECT_EQ(onlyTensor(inMemoryCheckpoint({{"config.json", "{}"},
                                             {"model.safetensors", oneTensorFile("usual", {1})},
                                             {"model.safetensors.index.json", "broken"},
                                             {"model.fp16.safetensors", oneTensorFile("variant", {1})},
                                             {"pytorch_model.bin", "x"}})),
              "usual");
}

TEST(CheckpointWeights, TakeTheOneOtherFile) {
    for (const char* name : {"model.fp16.safetensors", "anything.safetensors"}) {
        EXPECT_EQ(onlyTensor(inMemoryCheckpoint({{"config.json", "{}"},
                                                 {name, oneTensorFile("w", {1})},
                                                 {"adapter_model.safetensors", oneTensorFile("a", {1})},
                                                 {"optimizer.bin", "x"}})),
                  "w");
    }
    EXPECT_EQ(onlyTensor(inMemoryCheckpoint({{"config.json", "{}"},
                                             {"model.bf16.safetensors", oneTensorFile("w", {1})},
                                             {"expected.safetensors", oneTensorFile("x", {1})}})),
              "w");
}

TEST(CheckpointWeights, AskWhichOfSeveralFiles) {
    const Error error = refused(ErrorCode::BadArgument, {{"config.json", "{}"},
                                                         {"a.safetensors", oneTensorFile("a", {1})},
                                                         {"b.safetensors", oneTensorFile("b", {1})}});
    EXPECT_NE(std::string(error.what()).find("a.safetensors, b.safetensors"), std::string::npos);
}

TEST(CheckpointWeights, AreTheFileThatWasAskedFor) {
    const TemporaryFolder folder;
    folder.write("config.json", "{}");
    folder.write("a.safetensors", oneTensorFile("a", {1}));
    folder.write("model.safetensors", oneTensorFile("b", {1}));
    EXPECT_EQ(onlyTensor(Checkpoint::open(folder.path() / "a.safetensors")), "a");
}

TEST(CheckpointWeights, AreTheUnionOfShardsWhateverTheIndexSays) {
    const Checkpoint checkpoint = inMemoryCheckpoint(
        {{"config.json", "{}"},
         {"model.safetensors.index.json", indexOf({{"a", "2.safetensors"}, {"absent", "1.safetensors"}})},
         {"1.safetensors", oneTensorFile("b", {1})},
         {"2.safetensors", oneTensorFile("a", {2})},
         {"3.safetensors", oneTensorFile("unlisted", {3})}});
    ASSERT_EQ(checkpoint.tensors().size(), 2u);
    EXPECT_EQ(checkpoint.tensors()[0].name, "a");
    EXPECT_EQ(checkpoint.tensors()[1].name, "b");
}

TEST(CheckpointWeights, TakeTheOneIndexOfAVariant) {
    EXPECT_EQ(
        onlyTensor(inMemoryCheckpoint(
            {{"config.json", "{}"},
             {"model.safetensors.index.fp16.json", indexOf({{"w", "model.fp16-00001-of-00001.safetensors"}})},
             {"model.fp16-00001-of-00001.safetensors", oneTensorFile("w", {1})}})),
        "w");
}

TEST(CheckpointWeights, NameAMissingShard) {
    const Error error =
        refused(ErrorCode::ShardMissing,
                {{"config.json", "{}"},
                 {"model.safetensors.index.json", indexOf({{"a", "1.safetensors"}, {"b", "2.safetensors"}})},
                 {"1.safetensors", oneTensorFile("a", {1})}});
    EXPECT_EQ(error.arguments().at(1), "2.safetensors");
}

TEST(CheckpointWeights, RefuseShardsOutsideTheFolder) {
    for (const char* name :
         {"../1.safetensors", "/etc/passwd", "sub/1.safetensors", "sub\\1.safetensors", "..", ".", ""}) {
        const Error error =
            refused(ErrorCode::ShardNameInvalid,
                    {{"config.json", "{}"}, {"model.safetensors.index.json", indexOf({{"a", name}})}});
        EXPECT_EQ(error.arguments().at(1), name);
    }
    refused(ErrorCode::ShardNameInvalid,
            {{"config.json", "{}"}, {"model.safetensors.index.json", R"({"weight_map":{"a":"a\u0000b"}})"}});
}

TEST(CheckpointWeights, RefuseATensorInTwoShards) {
    const Error error =
        refused(ErrorCode::TensorDuplicate,
                {{"config.json", "{}"},
                 {"model.safetensors.index.json", indexOf({{"a", "1.safetensors"}, {"b", "2.safetensors"}})},
                 {"1.safetensors", oneTensorFile("a", {1})},
                 {"2.safetensors", oneTensorFile("a", {1})}});
    EXPECT_EQ(error.arguments().at(1), "a");
}

TEST(CheckpointWeights, RefuseAnIndexThatIsNone) {
    const auto withIndex = [](const std::string& index) {
        return std::map<std::string, std::string>{{"config.json", "{}"},
                                                  {"model.safetensors.index.json", index}};
    };
    refused(ErrorCode::JsonSyntax, withIndex("x"));
    refused(ErrorCode::JsonMissingKey, withIndex("{}"));
    refused(ErrorCode::JsonMissingKey, withIndex("[]"));
    refused(ErrorCode::JsonWrongType, withIndex(R"({"weight_map":{}})"));
    refused(ErrorCode::JsonWrongType, withIndex(R"({"weight_map":["a"]})"));
    refused(ErrorCode::JsonWrongType, withIndex(R"({"weight_map":{"a":1}})"));
    refused(ErrorCode::JsonTooDeep, withIndex(std::string(1'000'000, '[')));
    refused(ErrorCode::LfsPointer, withIndex(lfsPointer));
}

TEST(CheckpointWeights, RefuseLfsPointers) {
    EXPECT_EQ(refused(ErrorCode::LfsPointer, {{"config.json", "{}"}, {"model.safetensors", lfsPointer}})
                  .arguments(),
              std::vector<std::string>{"model.safetensors"});
}

TEST(CheckpointWeights, RefuseAFileWithoutTensors) {
    refused(ErrorCode::NoWeights,
            {{"config.json", "{}"}, {"model.safetensors", test::safetensorsBytes("{}")}});
}

TEST(CheckpointTriage, SaysThatThereAreNoWeights) {
    refused(ErrorCode::NoWeights, {{"config.json", "{}"},
                                   {"tokenizer.json", "{}"},
                                   {"training_args.bin", "x"},
                                   {"optimizer.pt", "x"},
                                   {"rng_state_0.pth", "x"}});
}

TEST(CheckpointTriage, SaysThatThereIsNoConfiguration) {
    refused(ErrorCode::NoConfig, {{"vocab.txt", "a"}});
    refused(ErrorCode::NoConfig, {});
}

TEST(CheckpointTriage, OpensWeightsAloneForTheirTensors) {
    const Checkpoint checkpoint = inMemoryCheckpoint({{"model.safetensors", oneTensorFile("w", {1})}});
    EXPECT_EQ(onlyTensor(checkpoint), "w");
    EXPECT_TRUE(checkpoint.config().isNull());
    EXPECT_FALSE(checkpoint.isDescribed());
}

TEST(CheckpointTriage, PrefersADescriptionToAConfiguration) {
    const Checkpoint checkpoint = inMemoryCheckpoint({{"config.json", R"({"model_type":"bert"})"},
                                                      {"headscope.json", R"({"heads":2})"},
                                                      {"model.safetensors", oneTensorFile("w", {1})}});
    EXPECT_TRUE(checkpoint.isDescribed());
    EXPECT_EQ(checkpoint.config().at("heads").asInt(), 2);
    EXPECT_EQ(checkpoint.config().name(), "headscope.json");
    refused(ErrorCode::JsonSyntax, {{"headscope.json", "{"}, {"model.safetensors", oneTensorFile("w", {1})}});
    refused(ErrorCode::JsonWrongType,
            {{"headscope.json", "[]"}, {"model.safetensors", oneTensorFile("w", {1})}});
    refused(ErrorCode::NoWeights, {{"headscope.json", "{}"}});
}

TEST(CheckpointTriage, NamesFormatsThatWeDoNotRead) {
    for (const auto& [name, format] : {std::pair{"tf_model.h5", "TensorFlow"},
                                       {"flax_model.msgpack", "Flax"},
                                       {"model.onnx", "ONNX"},
                                       {"rust_model.ot", "rust-bert"}}) {
        const Error error = refused(ErrorCode::UnsupportedContainer, {{"config.json", "{}"}, {name, "x"}});
        EXPECT_EQ(error.arguments(), (std::vector<std::string>{std::string("memory/") + name, format}));
        refused(ErrorCode::UnsupportedContainer, {{name, "x"}});
    }
}

TEST(CheckpointTriage, RefusesAdaptersWithoutTheirModel) {
    refused(ErrorCode::AdapterOnly,
            {{"adapter_config.json", "{}"}, {"adapter_model.safetensors", oneTensorFile("a", {1})}});
    refused(ErrorCode::AdapterOnly,
            {{"config.json", "{}"}, {"adapter_config.json", "{}"}, {"adapter_model.bin", "x"}});
    EXPECT_EQ(onlyTensor(inMemoryCheckpoint({{"config.json", "{}"},
                                             {"adapter_config.json", "{}"},
                                             {"adapter_model.safetensors", oneTensorFile("a", {1})},
                                             {"model.safetensors", oneTensorFile("w", {1})}})),
              "w");
}

TEST(CheckpointTriage, NamesTheModelThatAnAdapterBelongsTo) {
    const auto withConfig = [](const std::string& config) {
        return std::map<std::string, std::string>{{"adapter_config.json", config},
                                                  {"adapter_model.safetensors", oneTensorFile("a", {1})}};
    };
    const Error error = refused(ErrorCode::AdapterOf,
                                withConfig(R"({"base_model_name_or_path":"org/base","peft_type":"LORA"})"));
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{"memory", "org/base"}));
    for (const char* without :
         {R"({"base_model_name_or_path":null})", R"({"base_model_name_or_path":7})", "[]", "{", ""})
        refused(ErrorCode::AdapterOnly, withConfig(without));
}

TEST(CheckpointTriage, RefusesQuantisedModels) {
    const Error error =
        refused(ErrorCode::Quantised, {{"config.json", R"({"quantization_config":{"quant_method":"gptq"}})"},
                                       {"model.safetensors", oneTensorFile("w", {1})}});
    EXPECT_EQ(error.arguments().at(1), "gptq");
    refused(ErrorCode::Quantised, {{"config.json", R"({"quantization_config":[]})"}});
    EXPECT_EQ(onlyTensor(inMemoryCheckpoint({{"config.json", R"({"quantization_config":null})"},
                                             {"model.safetensors", oneTensorFile("w", {1})}})),
              "w");
}

TEST(CheckpointTriage, RefusesConfigurationsThatAreNone) {
    const auto withConfig = [](const std::string& config) {
        return std::map<std::string, std::string>{{"config.json", config},
                                                  {"model.safetensors", oneTensorFile("w", {1})}};
    };
    refused(ErrorCode::JsonSyntax, withConfig(""));
    refused(ErrorCode::JsonWrongType, withConfig("[]"));
    refused(ErrorCode::JsonWrongType, withConfig("null"));
    refused(ErrorCode::JsonTooDeep, withConfig(std::string(1'000'000, '[')));
    refused(ErrorCode::JsonDuplicateKey, withConfig(R"({"a":1,"a":2})"));
    refused(ErrorCode::LfsPointer, withConfig(lfsPointer));
    refused(ErrorCode::FileTooLarge, withConfig(std::string(9'000'000, ' ')));
}

}  // namespace
}  // namespace headscope::core
