// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/quantisation.h"

#include <algorithm>
#include <string_view>

#include "core/base/error.h"

namespace headscope::core {
namespace {

struct Mark {
    std::string_view end;     ///< of a tensor's name
    std::string_view method;  ///< what such a tensor means
};

// Parts of packed weights, by the names that the usual tools give them.
constexpr Mark marks[] = {
    {".qweight", "GPTQ or AWQ"},
    {".qzeros", "GPTQ or AWQ"},
    {".SCB", "bitsandbytes, 8 bits"},
    {".weight_format", "bitsandbytes, 8 bits"},
    {".absmax", "bitsandbytes, 4 bits"},
    {".quant_map", "bitsandbytes, 4 bits"},
    {".weight_packed", "compressed-tensors, packed"},
    {".weight_zero_point", "compressed-tensors with zero points"},
    {".weight_scale_2", "NVFP4"},
    {"_proj_blocks", "MXFP4"},
};

/// compressed-tensors has many formats; in these a weight is its stored number times a scale.
bool isPlainlyScaled(const Json& quantisation) {
    const std::string format = quantisation.stringOr("format", "");
    return format == "float-quantized" || format == "naive-quantized" || format == "int-quantized";
}

bool isDecoded(const std::string& method, const Json& quantisation) {
    if (method == "compressed-tensors") return isPlainlyScaled(quantisation);
    return method == "fp8" || method == "fbgemm_fp8";
}

}  // namespace

void refuseQuantisedConfig(const Json& config, const std::string& location) {
    for (const char* key : {"quantization_config", "compression_config"}) {
        const auto quantisation = config.find(key);
        if (!quantisation) continue;
        const auto method = quantisation->find("quant_method");
        const std::string name =
            method && method->isString() ? std::string(method->asString()) : "unknown method";
        if (!isDecoded(name, *quantisation)) throw Error(ErrorCode::Quantised, {location, name});
    }
}

void refuseQuantisedTensors(const std::vector<TensorView>& tensors, const std::string& location) {
    for (const TensorView& tensor : tensors) {
        for (const Mark& mark : marks) {
            if (tensor.name.ends_with(mark.end))
                throw Error(ErrorCode::Quantised,
                            {location, std::string(mark.method) + ": tensor " + tensor.name});
        }
    }
    const bool adapter = std::all_of(tensors.begin(), tensors.end(), [](const TensorView& tensor) {
        return tensor.name.find(".lora_") != tensor.name.npos;
    });
    if (adapter && !tensors.empty()) throw Error(ErrorCode::AdapterOnly, {location});
}

}  // namespace headscope::core
