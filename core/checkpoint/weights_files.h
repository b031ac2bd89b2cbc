// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/checkpoint/file_set.h"
#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// Whether `name` is that of a file that names shards: model.safetensors.index.json,
/// pytorch_model.bin.index.json, or that of a variant.
bool isWeightsIndex(std::string_view name) noexcept;

/// Whether `name` is that of weights that we read, or of an index of them; an adapter's and what trainers
/// leave do not count.
bool isWeightsFile(std::string_view name) noexcept;

/// Whether there are weights of a model, in whatever format; an adapter's do not count.
bool hasModelWeights(const FileSet& files);

/// Throws Error(UnsupportedContainer; GgufFile with the name of the original) when there are weights, but
/// only in formats that we do not read.
void refuseForeignWeights(const FileSet& files);

/// The tensors of one model, sorted by name: of the file `chosen` (with its fellow shards, when it is one),
/// or when that is empty of model.safetensors, else of the shards of model.safetensors.index.json, else the
/// same of pytorch_model.bin, else of the one other index, *.safetensors, or PyTorch file. Throws
/// Error(NoWeights, UnsupportedContainer, GgufFile, ShardNameInvalid, ShardMissing, TensorDuplicate;
/// BadArgument when several files could be meant), and as Json::parse(), readSafetensors() and
/// readTorchFile().
std::vector<TensorView> readWeights(const FileSet& files, std::string_view chosen);

}  // namespace headscope::core
