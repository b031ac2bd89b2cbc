// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace headscope::bench {

/// The folder of a checkpoint of BERT-base's sizes (12 layers of 12 heads, width 768, 30 522 tokens; F32, 436
/// MB) inside `folder`, written there unless an earlier call has. All weights are random and the same every
/// time; their scale makes attention neither flat nor one-hot. Throws core::Error(WriteFailed).
std::filesystem::path bertBaseCheckpoint(const std::filesystem::path& folder);

}  // namespace headscope::bench
