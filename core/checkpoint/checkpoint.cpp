// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/checkpoint.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/checkpoint/model_place.h"
#include "core/checkpoint/quantisation.h"
#include "core/checkpoint/tensor_scales.h"
#include "core/checkpoint/weights_files.h"

namespace headscope::core {
namespace {

constexpr JsonLimits configLimits{.depth = 64, .bytes = std::size_t{8} << 20};

/// The model that an adapter belongs to, as its own configuration names it; empty when that cannot be read.
std::string baseModelOf(const FileSet& files) {
    const MappedFile file = files.read("adapter_config.json");
    const auto config = Json::tryParse(file.text(), file.name(), configLimits);
    const Json* const object = std::get_if<Json>(&config);
    const auto base = object ? object->find("base_model_name_or_path") : std::nullopt;
    return base && base->isString() ? std::string(base->asString()) : std::string();
}

void refuseAdapter(const FileSet& files) {
    if (!files.has("adapter_config.json") || hasModelWeights(files)) return;
    const std::string base = baseModelOf(files);
    if (base.empty()) throw Error(ErrorCode::AdapterOnly, {files.location()});
    throw Error(ErrorCode::AdapterOf, {files.location(), base});
}

/// Null for weights alone: what they are is judged by their tensors.
Json readConfig(const FileSet& files) {
    const bool described = files.has(descriptionFile);
    if (!described && !files.has("config.json")) {
        refuseForeignWeights(files);
        if (!hasModelWeights(files)) throw Error(ErrorCode::NoConfig, {files.location()});
        return {};
    }
    const MappedFile file = files.read(described ? descriptionFile : "config.json");
    Json config = Json::parse(file.text(), file.name(), configLimits);
    if (!config.isObject()) throw Error(ErrorCode::JsonWrongType, {file.name(), "top level", "an object"});
    refuseQuantisedConfig(config, files.location());
    return config;
}

}  // namespace

Checkpoint Checkpoint::open(const std::filesystem::path& path) {
    const ModelPlace place = findModel(path);
    Checkpoint checkpoint;
    checkpoint.m_name = place.title;
    checkpoint.m_location = path.string();
    checkpoint.m_files = FileSet::folder(place.folder);
    checkpoint.read(place.weights);
    return checkpoint;
}

Checkpoint Checkpoint::fromFiles(std::string name, std::map<std::string, MappedFile, std::less<>> files) {
    Checkpoint checkpoint;
    checkpoint.m_name = name;
    checkpoint.m_location = name;
    checkpoint.m_files = FileSet::memory(std::move(name), std::move(files));
    checkpoint.read({});
    return checkpoint;
}

void Checkpoint::read(std::string_view weights) {
    refuseAdapter(m_files);
    m_config = readConfig(m_files);
    m_tensors = readWeights(m_files, weights);
    refuseQuantisedTensors(m_tensors, m_files.location());
    attachScales(m_tensors, m_config);
}

const TensorView* Checkpoint::find(std::string_view name) const noexcept {
    const auto found = std::lower_bound(
        m_tensors.begin(), m_tensors.end(), name,
        [](const TensorView& tensor, std::string_view wanted) { return tensor.name < wanted; });
    return found != m_tensors.end() && found->name == name ? &*found : nullptr;
}

std::size_t Checkpoint::tensorBytes() const noexcept {
    std::size_t sum = 0;
    for (const TensorView& tensor : m_tensors) sum += tensor.bytes.size();
    return sum;
}

std::optional<MappedFile> Checkpoint::file(std::string_view name) const {
    if (!isPlainName(name) || !m_files.has(name)) return std::nullopt;
    return m_files.read(name);
}

}  // namespace headscope::core
