// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/checkpoint/file_set.h"
#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// Whether `name` is that of a file that names shards: model.safetensors.index.json, or that of a variant.
bool isSafetensorsIndex(std::string_view name) noexcept;

/// Whether there are weights of a model, in whatever format; an adapter's do not count.
bool hasModelWeights(const FileSet& files);

/// Throws Error(UnsupportedContainer) when there are weights, but only in formats that we do not read.
void refuseForeignWeights(const FileSet& files);

/// The tensors of one model, sorted by name: of the file `chosen` (with its fellow shards, when it is one),
/// or when that is empty of model.safetensors, else of the shards of model.safetensors.index.json, else of
/// the one other
/// *.safetensors. Throws Error(NoWeights, UnsupportedContainer, ShardNameInvalid, ShardMissing,
/// TensorDuplicate; BadArgument when several files could be meant), and as Json::parse() and
/// readSafetensors().
std::vector<TensorView> readWeights(const FileSet& files, std::string_view chosen);

}  // namespace headscope::core
