// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/weights_files.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/checkpoint/foreign_formats.h"
#include "core/checkpoint/lfs_pointer.h"
#include "core/checkpoint/safetensors.h"

namespace headscope::core {
namespace {

bool isModelSafetensors(std::string_view name) {
    return name.ends_with(".safetensors") && !name.starts_with("adapter_") && !name.starts_with("optimizer");
}

bool isVariant(std::string_view name) {
    return name.starts_with("model.") && isModelSafetensors(name);
}

template <typename Condition>
std::vector<std::string> namesThat(const FileSet& files, Condition condition) {
    std::vector<std::string> names;
    std::copy_if(files.names().begin(), files.names().end(), std::back_inserter(names), condition);
    return names;
}

/// The shards that an index names. Which tensor it says is where does not matter: the shards know better.
std::set<std::string> shardsOf(const FileSet& files, std::string_view indexName) {
    const MappedFile file = files.open(indexName);
    refuseLfsPointer(file);
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

std::vector<TensorView> readShards(const FileSet& files, std::string_view indexName) {
    const std::set<std::string> shards = shardsOf(files, indexName);
    // All names before any file, so that an incomplete download is told at once.
    for (const std::string& shard : shards) {
        if (!files.has(shard)) throw Error(ErrorCode::ShardMissing, {files.pathOf(indexName), shard});
    }
    std::vector<TensorView> tensors;
    for (const std::string& shard : shards) {
        std::vector<TensorView> more = readSafetensors(files.open(shard));
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
    for (const char* name : {"model.safetensors", "model.safetensors.index.json"}) {
        if (files.has(name)) return name;
    }
    const std::vector<std::string> indices = namesThat(files, isSafetensorsIndex);
    if (indices.size() == 1) return indices.front();
    const std::vector<std::string> names = namesThat(files, isModelSafetensors);
    if (names.size() == 1) return names.front();
    const std::vector<std::string> variants = namesThat(files, isVariant);
    if (variants.size() == 1) return variants.front();
    if (!names.empty()) throwSeveral(files, names);
    refuseForeignWeights(files);
    throw Error(ErrorCode::NoWeights, {files.location()});
}

/// The index that names the shard `name`, for people who open one shard of many; else `name`.
std::string indexOrFile(const FileSet& files, const std::string& name) {
    if (name.find("-of-") == name.npos || isSafetensorsIndex(name)) return name;
    for (const std::string& index : namesThat(files, isSafetensorsIndex)) {
        if (shardsOf(files, index).contains(name)) return index;
    }
    return name;
}

}  // namespace

bool isSafetensorsIndex(std::string_view name) noexcept {
    return name.find(".safetensors.index.") != name.npos && name.ends_with(".json");
}

bool hasModelWeights(const FileSet& files) {
    return std::any_of(files.names().begin(), files.names().end(), [](const std::string& name) {
        return isModelSafetensors(name) || isSafetensorsIndex(name) ||
               (!foreignFormat(name).empty() && !name.starts_with("adapter_"));
    });
}

void refuseForeignWeights(const FileSet& files) {
    for (const std::string& name : files.names()) {
        if (isModelSafetensors(name) || isSafetensorsIndex(name)) return;
    }
    for (const std::string& name : files.names()) {
        const std::string_view format = foreignFormat(name);
        if (format.empty() || name.starts_with("adapter_")) continue;
        throw Error(ErrorCode::UnsupportedContainer, {files.pathOf(name), std::string(format)});
    }
}

std::vector<TensorView> readWeights(const FileSet& files, std::string_view chosen) {
    const std::string name = chosen.empty() ? chooseFile(files) : indexOrFile(files, std::string(chosen));
    std::vector<TensorView> tensors =
        isSafetensorsIndex(name) ? readShards(files, name) : readSafetensors(files.open(name));
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
