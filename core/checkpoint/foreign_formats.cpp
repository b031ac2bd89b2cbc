// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/foreign_formats.h"

#include <algorithm>
#include <array>

namespace headscope::core {
namespace {

struct Format {
    std::string_view suffix;
    std::string_view name;
};

constexpr Format formats[] = {
    {".h5", "TensorFlow"}, {".msgpack", "Flax"}, {".gguf", "GGUF"},
    {".onnx", "ONNX"},     {".ot", "rust-bert"}, {".npz", "NumPy"},
};

constexpr std::array<std::string_view, 5> trainersLeftovers = {"training_args", "optimizer", "scheduler",
                                                               "rng_state", "scaler"};

}  // namespace

bool isTrainersLeftover(std::string_view fileName) noexcept {
    return std::any_of(trainersLeftovers.begin(), trainersLeftovers.end(),
                       [&](std::string_view start) { return fileName.starts_with(start); });
}

std::string_view foreignFormat(std::string_view fileName) noexcept {
    if (isTrainersLeftover(fileName)) return {};
    for (const Format& format : formats) {
        if (fileName.ends_with(format.suffix)) return format.name;
    }
    return {};
}

}  // namespace headscope::core
