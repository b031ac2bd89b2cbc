// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace headscope::core {

/// Whether trainers leave a file of this name beside the weights (training_args.bin, optimizer.pt).
bool isTrainersLeftover(std::string_view fileName) noexcept;

/// The name of the format of weights that we do not read, judged by the end of a file's name ("GGUF"); empty
/// for everything else, also for what trainers leave beside weights (training_args.bin, optimizer.pt).
std::string_view foreignFormat(std::string_view fileName) noexcept;

}  // namespace headscope::core
