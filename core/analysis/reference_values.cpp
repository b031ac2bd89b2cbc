// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reference_values.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/checkpoint/file_set.h"
#include "core/checkpoint/npz_reader.h"
#include "core/checkpoint/safetensors.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> filesIn(const fs::path& place) {
    std::error_code error;
    if (fs::is_regular_file(place, error)) return {place};
    std::vector<fs::path> files;
    const FileSet folder = FileSet::folder(place);
    for (const std::string& name : folder.names()) {
        if (name.ends_with(".npz") || name.ends_with(".safetensors")) files.push_back(place / name);
    }
    return files;
}

}  // namespace

const TensorView* ReferenceValues::find(const std::string& name) const noexcept {
    const auto found = std::find_if(arrays.begin(), arrays.end(),
                                    [&](const TensorView& array) { return array.name == name; });
    return found == arrays.end() ? nullptr : &*found;
}

std::vector<ReferenceValues> readReferenceValues(const fs::path& place) {
    std::vector<ReferenceValues> all;
    for (const fs::path& path : filesIn(place)) {
        const MappedFile file = MappedFile::open(path);
        ReferenceValues values{path.filename().string(),
                               path.extension() == ".npz" ? readNpz(file) : readSafetensors(file)};
        // A folder may hold the model itself beside them.
        if (values.find("ids") != nullptr || values.find("vectors") != nullptr)
            all.push_back(std::move(values));
    }
    if (all.empty())
        throw Error(ErrorCode::BadArgument,
                    {place.string(),
                     "it has no reference values: a .npz or .safetensors file with ids or vectors, and "
                     "attention_0, hidden_0, logits …, as `headscope attention` writes them"});
    return all;
}

}  // namespace headscope::core
