// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/weights_files.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/checkpoint/foreign_formats.h"
#include "core/checkpoint/gguf.h"
#include "core/checkpoint/safetensors.h"
#include "core/checkpoint/torch_file.h"

namespace headscope::core {
namespace {

bool isAdapter(std::string_view name) {
    return name.starts_with("adapter_");
}

bool isSafetensors(std::string_view name) {
    return name.ends_with(".safetensors") && !isAdapter(name) && !isTrainersLeftover(name);
}

bool isVariant(std::string_view name) {
    return name.starts_with("model.") && isSafetensors(name);
}

bool isTorchFile(std::string_view name) {
    constexpr std::string_view ends[] = {".bin", ".pt", ".pth", ".ckpt"};
    return !isAdapter(name) && !isTrainersLeftover(name) &&
           std::any_of(std::begin(ends), std::end(ends),
                       [&](std::string_view end) { return name.ends_with(end); });
}

template <typename Condition>
std::vector<std::string> namesThat(const FileSet& files, Condition condition) {
    std::vector<std::string> names;
    std::copy_if(files.names().begin(), files.names().end(), std::back_inserter(names), condition);
    return names;
}

/// The shards that an index names. Which tensor it says is where does not matter: the shards know better.
std::set<std::string> shardsOf(const FileSet& files, std::string_view indexName) {
    const MappedFile file = files.read(indexName);
    const Json index = Json::parse(file.text(), file.name());
    const Json map = index.at("weight_map");
    if (map.size() == 0 || !map.isObject()) {
        throw Error(ErrorCode::JsonWrongType, {file.name(), "weight_map", "an object that names shards"});
    }
    std::set<std::string> shards;
    for (const auto& [tensor, shard] : map.members()) {
        const std::string name(shard.asString());
        if (!isPlainName(name)) throw Error(ErrorCode::ShardNameInvalid, {file.name(), name});
        shards.insert(name);
    }
    return shards;
}

std::vector<TensorView> readFile(const FileSet& files, const std::string& name) {
    return isTorchFile(name) ? readTorchFile(files.open(name)) : readSafetensors(files.open(name));
}

std::vector<TensorView> readShards(const FileSet& files, std::string_view indexName) {
    const std::set<std::string> shards = shardsOf(files, indexName);
    // All names before any file, so that an incomplete download is told at once.
    for (const std::string& shard : shards) {
        if (!files.has(shard)) throw Error(ErrorCode::ShardMissing, {files.pathOf(indexName), shard});
    }
    std::vector<TensorView> tensors;
    for (const std::string& shard : shards) {
        std::vector<TensorView> more = readFile(files, shard);
        std::move(more.begin(), more.end(), std::back_inserter(tensors));
    }
    return tensors;
}

[[noreturn]] void throwSeveral(const FileSet& files, const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    throw Error(ErrorCode::BadArgument,
                {files.location(), "it holds several files with weights (" + list + "); open one of them"});
}

std::string chooseFile(const FileSet& files) {
    for (const char* name : {"model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
                             "pytorch_model.bin.index.json"}) {
        if (files.has(name)) return name;
    }
    using Condition = bool (*)(std::string_view);
    std::vector<std::string> several;
    for (const Condition condition : {Condition(isWeightsIndex), Condition(isSafetensors),
                                      Condition(isVariant), Condition(isTorchFile)}) {
        const std::vector<std::string> names = namesThat(files, condition);
        if (names.size() == 1) return names.front();
        if (several.empty()) several = names;
    }
    if (!several.empty()) throwSeveral(files, several);
    refuseForeignWeights(files);
    throw Error(ErrorCode::NoWeights, {files.location()});
}

/// The index that names the shard `name`, for people who open one shard of many; else `name`.
std::string indexOrFile(const FileSet& files, const std::string& name) {
    if (name.find("-of-") == name.npos || isWeightsIndex(name)) return name;
    for (const std::string& index : namesThat(files, isWeightsIndex)) {
        if (shardsOf(files, index).contains(name)) return index;
    }
    return name;
}

}  // namespace

bool isWeightsIndex(std::string_view name) noexcept {
    const bool named = name.find(".safetensors.index.") != name.npos || name.find(".bin.index.") != name.npos;
    return named && name.ends_with(".json");
}

bool isWeightsFile(std::string_view name) noexcept {
    return isSafetensors(name) || isTorchFile(name) || isWeightsIndex(name);
}

bool hasModelWeights(const FileSet& files) {
    return std::any_of(files.names().begin(), files.names().end(), [](const std::string& name) {
        return isWeightsFile(name) || (!foreignFormat(name).empty() && !isAdapter(name));
    });
}

void refuseForeignWeights(const FileSet& files) {
    if (std::any_of(files.names().begin(), files.names().end(), isWeightsFile)) return;
    for (const std::string& name : files.names()) {
        const std::string_view format = foreignFormat(name);
        if (format.empty() || isAdapter(name)) continue;
        if (format == "GGUF")
            throw Error(ErrorCode::GgufFile, {files.pathOf(name), ggufOriginal(files.open(name))});
        throw Error(ErrorCode::UnsupportedContainer, {files.pathOf(name), std::string(format)});
    }
}

std::vector<TensorView> readWeights(const FileSet& files, std::string_view chosen) {
    const std::string name = chosen.empty() ? chooseFile(files) : indexOrFile(files, std::string(chosen));
    std::vector<TensorView> tensors = isWeightsIndex(name) ? readShards(files, name) : readFile(files, name);
    if (tensors.empty()) throw Error(ErrorCode::NoWeights, {files.pathOf(name)});
    std::sort(tensors.begin(), tensors.end(),
              [](const TensorView& a, const TensorView& b) { return a.name < b.name; });
    const auto twice =
        std::adjacent_find(tensors.begin(), tensors.end(),
                           [](const TensorView& a, const TensorView& b) { return a.name == b.name; });
    if (twice != tensors.end()) throw Error(ErrorCode::TensorDuplicate, {files.pathOf(name), twice->name});
    return tensors;
}

}  // namespace headscope::core
