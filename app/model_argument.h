// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace headscope::app {

/// What to open for the argument MODEL: a path or example:NAME stays as it is; `org/name` (or `name`) that is
/// no path becomes its folder in the local Hugging Face cache ($HF_HUB_CACHE, $HUGGINGFACE_HUB_CACHE,
/// $HF_HOME/hub, $XDG_CACHE_HOME/huggingface/hub, ~/.cache/huggingface/hub: the first that is set, as the
/// reference library does). Nothing is ever downloaded. Throws Error(FileNotFound, BadArgument) for what is
/// neither.
std::string modelArgument(const std::string& argument);

}  // namespace headscope::app
