// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/checkpoint/file_set.h"
#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// The file that describes a model which no config.json describes; see core/model/description.h.
inline constexpr std::string_view descriptionFile = "headscope.json";

/// A saved model as it lies on disk: named tensors, the configuration, and the small text files beside them.
/// Opening maps the weights without reading them.
class Checkpoint {
public:
    /// A folder (also one of the Hugging Face cache or of sentence-transformers), a file of weights
    /// (.safetensors, .bin, .pt, .pth; its folder then gives config and tokenizer), the index of shards,
    /// config.json or headscope.json. Throws Error with the file, what is wrong with it and the remedy.
    static Checkpoint open(const std::filesystem::path& path);
    /// The same from files in memory, by plain file name ("config.json", "model.safetensors", …).
    static Checkpoint fromFiles(std::string name, std::map<std::string, MappedFile, std::less<>> files);

    /// What to call this checkpoint in titles: the folder's name, or the given one.
    const std::string& name() const noexcept { return m_name; }
    /// The folder or file it was opened from, for messages; the name for files in memory.
    const std::string& location() const noexcept { return m_location; }

    /// headscope.json where there is one, else config.json: an object; null when there is neither.
    const Json& config() const noexcept { return m_config; }
    /// Whether that is headscope.json.
    bool isDescribed() const noexcept { return m_files.has(descriptionFile); }

    /// All tensors, sorted by name. Scales of 8-bit tensors are part of the tensors they scale.
    const std::vector<TensorView>& tensors() const noexcept { return m_tensors; }
    /// Null when there is no such tensor.
    const TensorView* find(std::string_view name) const noexcept;
    /// Bytes of all tensors.
    std::size_t tensorBytes() const noexcept;

    /// A small file of the folder ("tokenizer.json"); nothing when it is absent or `name` is not a plain file
    /// name. Throws Error when it is there but cannot be read, or is a Git LFS pointer.
    std::optional<MappedFile> file(std::string_view name) const;

private:
    void read(std::string_view weights);

    std::string m_name;
    std::string m_location;
    FileSet m_files;
    Json m_config;
    std::vector<TensorView> m_tensors;
};

}  // namespace headscope::core
