// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/safetensors_input.h"
#include "tests/fuzz/torch_input.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::fuzz {
namespace {

std::string configFrom(ByteSource& source) {
    if (source.rarely(8)) return std::string(source.take(source.byte()));
    return source.oneOf<std::string>(
        {R"({"model_type":"gpt2"})", "{}", R"({"quantization_config":{"quant_method":"awq"}})",
         R"({"quantization_config":{"quant_method":"fp8"}})",
         R"({"quantization_config":{"quant_method":"fp8","weight_block_size":[2,3]}})",
         R"({"quantization_config":null})", "[]", "null", "", "\xEF\xBB\xBF{}"});
}

std::string indexFrom(ByteSource& source, const std::string& suffix = ".safetensors") {
    if (source.rarely(8)) return std::string(source.take(source.byte()));
    std::string map;
    const std::size_t count = source.below(5);
    for (std::size_t i = 0; i < count; ++i) {
        const auto shard = source.oneOf<std::string>(
            {"\"1" + suffix + "\"", "\"2" + suffix + "\"", "\"3" + suffix + "\"", "\"../1" + suffix + "\"",
             "\"\"", "1", "null", "\"config.json\"", "\"a\\u0000b\"", "\"model.safetensors.index.json\""});
        map += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":" + shard;
    }
    return R"({"metadata":{"total_size":1},"weight_map":{)" + map + "}}";
}

std::string ggufFrom(ByteSource& source) {
    std::string file = "GGUF" + std::string("\3\0\0\0", 4) + std::string(16, '\1');
    const std::size_t count = source.below(6);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string key =
            source.oneOf<const char*>({"general.name", "general.base_model.0.repo_url", "x"});
        test::appendNumber(file, source.rarely(12) ? source.edge() : key.size(), 8);
        file += key;
        test::appendNumber(file, source.oneOf<unsigned>({8, 9, 4, 12, 13}), 4);
        test::appendNumber(file, source.rarely(12) ? source.edge() : 4, 8);
        file += std::string(source.take(4));
    }
    return file;
}

using Files = std::map<std::string, core::MappedFile, std::less<>>;

Files filesFrom(ByteSource& source) {
    Files files;
    const auto add = [&](const std::string& name, const std::string& bytes) {
        files.emplace(name, test::inMemory(name, bytes));
    };
    if (!source.rarely(16)) add("config.json", configFrom(source));
    if (source.rarely(16)) add("headscope.json", configFrom(source));
    if (source.rarely(2)) add("model.safetensors.index.json", indexFrom(source));
    const bool sameNames = source.rarely(8);
    if (!source.rarely(8)) add("1.safetensors", safetensorsFrom(source, "a"));
    if (source.rarely(2)) add("2.safetensors", safetensorsFrom(source, sameNames ? "a" : "b"));
    if (source.rarely(4)) add("model.safetensors", safetensorsFrom(source, "m"));
    if (source.rarely(8)) add("model.fp16.safetensors", safetensorsFrom(source, "v"));
    if (source.rarely(8)) add("adapter_config.json", "{}");
    if (source.rarely(8)) add("adapter_model.safetensors", safetensorsFrom(source, "l"));
    if (source.rarely(3)) add("pytorch_model.bin", torchFileFrom(source, "p"));
    if (source.rarely(8)) add("pytorch_model.bin.index.json", indexFrom(source, ".bin"));
    if (source.rarely(8)) add("1.bin", torchFileFrom(source, "s"));
    if (source.rarely(16)) add("m.gguf", ggufFrom(source));
    if (source.rarely(8)) add("tokenizer.json", std::string(source.rest()));
    return files;
}

void check(const core::Checkpoint& checkpoint) {
    require(!checkpoint.tensors().empty(), "an open checkpoint has tensors");
    const bool configured = checkpoint.file("config.json") || checkpoint.file("headscope.json");
    require(configured ? checkpoint.config().isObject() : checkpoint.config().isNull(),
            "a configuration is an object, and null where there is none");
    std::size_t sum = 0;
    for (const core::TensorView& tensor : checkpoint.tensors()) {
        require(checkpoint.find(tensor.name) == &tensor, "tensors are found by their names");
        sum += tensor.bytes.size();
        if (tensor.scale && tensor.isComputable()) tensor.toMatrix();
    }
    require(checkpoint.tensorBytes() == sum, "the bytes add up");
    require(!checkpoint.file("../config.json"), "files stay inside the folder");
    checkpoint.file("tokenizer.json");
}

}  // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> seeds = {std::string(400, '\0')};
    for (unsigned i = 0; i < 32; ++i) seeds.push_back(randomDecisions(600, 1 + i, i));
    // Two shards and their index, then one file alone.
    seeds.push_back(std::string("\0\0\0\1\0\2\0\1\0\0", 10) + std::string(300, '\0') + "\1" +
                    std::string(300, '\0'));
    return seeds;
}

std::vector<std::string> dictionary() {
    return {std::string(1, '\0'),
            "\x01",
            "\x07",
            "\x0F",
            "\x17",
            "\x1D",
            "\x27",
            "{",
            "}",
            "\"weight_map\"",
            "\"a0\"",
            std::string(100, '\0')};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    try {
        fuzz::check(core::Checkpoint::fromFiles("input", fuzz::filesFrom(source)));
    } catch (const core::Error&) {
    }
    return 0;
}
