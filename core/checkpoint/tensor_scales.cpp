// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/tensor_scales.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace headscope::core {
namespace {

struct Block {
    Index rows = 0;
    Index columns = 0;
};

bool isEightBits(DType dtype) {
    return dtype == DType::I8 || dtype == DType::F8E4M3 || dtype == DType::F8E5M2 ||
           dtype == DType::F8E4M3Fnuz || dtype == DType::F8E5M2Fnuz;
}

const TensorView* findTensor(const std::vector<TensorView>& tensors, const std::string& name) {
    const auto found = std::lower_bound(
        tensors.begin(), tensors.end(), name,
        [](const TensorView& tensor, const std::string& wanted) { return tensor.name < wanted; });
    return found != tensors.end() && found->name == name ? &*found : nullptr;
}

const TensorView* factorsOf(const std::vector<TensorView>& tensors, const TensorView& tensor) {
    for (const char* end : {"_scale_inv", "_scale"}) {
        if (const TensorView* const factors = findTensor(tensors, tensor.name + end)) return factors;
    }
    return nullptr;
}

/// The block size that the configuration names; DeepSeek's, which everybody took over, where it names none.
Block configuredBlock(const Json& config) {
    constexpr Index usual = 128;
    const auto quantisation = config.find("quantization_config");
    const auto size = quantisation ? quantisation->find("weight_block_size") : std::nullopt;
    if (!size || !size->isArray() || size->size() != 2) return {usual, usual};
    const Block block{static_cast<Index>((*size)[0].asInt()), static_cast<Index>((*size)[1].asInt())};
    if (block.rows < 1 || block.columns < 1)
        throw Error(ErrorCode::ConfigInvalid, {config.name(), "weight_block_size", size->text(),
                                               "blocks have at least one row and column"});
    return block;
}

Index blocks(Index length, Index block) {
    return length / block + (length % block != 0 ? 1 : 0);
}

/// How many rows and columns share a factor, from the shapes.
Block blockOf(const TensorView& tensor, const TensorView& factors, const Block& configured, Index rows,
              Index columns) {
    const std::vector<Index>& shape = factors.shape;
    if (factors.elements() == 1) return {rows, columns};
    const bool perRow = shape == std::vector{rows} || shape == std::vector<Index>{rows, 1};
    if (perRow) return {1, columns};
    if (shape.size() == 2 && blocks(rows, configured.rows) == shape[0] &&
        blocks(columns, configured.columns) == shape[1])
        return configured;
    throw Error(ErrorCode::TensorShapeWrong,
                {factors.file.name(), factors.name, factors.shapeText(),
                 "one factor, one per row or one per block of " + tensor.name + ' ' + tensor.shapeText()});
}

std::shared_ptr<const TensorScale> scaleOf(const TensorView& tensor, const TensorView& factors,
                                           const Block& configured) {
    const Index rows = tensor.shape.size() > 1 ? tensor.shape[0] : 1;
    const Index columns = rows > 0 ? tensor.elements() / rows : 0;
    if (rows == 0 || columns == 0) return nullptr;
    const bool matrix = tensor.shape.size() <= 2;
    const Block block = matrix || factors.elements() == 1
                            ? blockOf(tensor, factors, configured, rows, columns)
                            : throw Error(ErrorCode::TensorTypeUnsupported,
                                          {tensor.file.name(), tensor.name,
                                           tensor.dtypeName + " with scales in more than two dimensions"});
    return std::make_shared<TensorScale>(
        TensorScale{factors.toFloats(), block.rows, block.columns, columns, tensor.bytes.data()});
}

}  // namespace

void attachScales(std::vector<TensorView>& tensors, const Json& config) {
    std::set<std::string> attached;
    for (TensorView& tensor : tensors) {
        if (!isEightBits(tensor.dtype)) continue;
        if (const TensorView* const factors = factorsOf(tensors, tensor)) {
            tensor.scale = scaleOf(tensor, *factors, configuredBlock(config));
            attached.insert(factors->name);
        } else if (tensor.shape.size() > 1 && config.find("quantization_config")) {
            throw Error(ErrorCode::Quantised,
                        {tensor.file.name(), tensor.dtypeName + ", but " + tensor.name + " has no scale"});
        }
    }
    std::erase_if(tensors, [&](const TensorView& tensor) { return attached.contains(tensor.name); });
}

}  // namespace headscope::core
