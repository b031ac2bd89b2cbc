// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/checkpoint/checkpoint.h"

namespace headscope::core {

/// What the tensors of a state dict look like that nothing describes.
struct StateDict {
    int layers = 1;
    Index width = 0;       ///< of what attention reads
    Index queryRows = 0;   ///< width of all heads together
    Index keyRows = 0;     ///< fewer where heads share them
    bool residual = true;  ///< false: attention and nothing around it
    Index heads = 0;       ///< per layer; 0: a matrix of all heads does not tell
    bool inOut = false;    ///< matrices are [in, out]
    bool causal = false;   ///< attention keeps a mask
    bool rms = false;      ///< norms are RMS norms
    /// Keys of headscope.json's "tensors", in the order of its table, and the names with {} in place of the
    /// layer's number and {h} of a head's.
    std::vector<std::pair<std::string_view, std::string>> tensors;

    std::string_view nameOf(std::string_view key) const noexcept;  ///< empty: not found
    /// "2 layers of attention, 36 wide: q, k and v in one tensor, …", for people.
    std::string summary() const;
};

/// Finds attention and what stands around it, by the names that hand-written models use and by the shapes of
/// the other tensors. Nothing when there is no attention that Headscope knows.
std::optional<StateDict> findStateDict(const Checkpoint& checkpoint);

/// The text of a headscope.json for `found`. Fields that tensors cannot tell are written with their defaults,
/// so that a person sees what is assumed. Throws Error(ConfigInvalid) when `heads` cannot be.
std::string descriptionText(const StateDict& found, int heads);

/// A description that was written, and what it is of.
struct WrittenDescription {
    std::filesystem::path file;
    StateDict found;
};

/// Describes the folder or file `model` in `out`, or in the headscope.json of its folder when `out` is empty;
/// the latter is never replaced. Throws Error(BadArgument, ConfigInvalid, WriteFailed), what opening the
/// weights throws, and what undescribed() answers.
WrittenDescription describeModel(const std::filesystem::path& model, int heads,
                                 const std::filesystem::path& out = {});

/// Why a checkpoint without any configuration does not open: NotDescribed when its tensors are those of
/// attention, else NoConfig.
Error undescribed(const Checkpoint& checkpoint);

}  // namespace headscope::core
