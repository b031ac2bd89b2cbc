// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/config_of.h"

#include <map>
#include <utility>

#include "tests/support/safetensors_bytes.h"

namespace headscope::core {
namespace {

std::string manyTensors() {
    std::string header;
    for (int i = 0; i < tensorCount; ++i) {
        header += (i == 0 ? "{\"" : ",\"") + std::to_string(i) +
                  R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" + std::to_string(i) + "," +
                  std::to_string(i + 1) + "]}";
    }
    return test::safetensorsBytes(header + "}", std::string(tensorCount, '\0'));
}

Checkpoint checkpointOf(const std::string& config) {
    std::map<std::string, MappedFile, std::less<>> files;
    files.emplace("config.json", test::inMemory("config.json", config));
    files.emplace("model.safetensors", test::inMemory("model.safetensors", manyTensors()));
    return Checkpoint::fromFiles("model", std::move(files));
}

}  // namespace

ModelConfig configOf(const std::string& json) {
    const Checkpoint checkpoint = checkpointOf(json);
    return readConfig(architectureOf(checkpoint), checkpoint);
}

}  // namespace headscope::core
