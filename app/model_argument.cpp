// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model_argument.h"

#include <filesystem>

#include "core/checkpoint/hub_cache.h"
#include "ui/examples.h"

namespace headscope::app {

std::string modelArgument(const std::string& argument) {
    std::error_code error;
    const bool isPath = std::filesystem::exists(std::filesystem::path(argument), error);
    if (argument.starts_with(ui::examplePrefix) || isPath) return argument;
    return core::findInHubCache(argument, core::processEnvironment).string();
}

}  // namespace headscope::app
