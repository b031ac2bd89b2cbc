// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model_argument.h"

#include <algorithm>
#include <filesystem>

#include "core/base/error.h"
#include "core/checkpoint/hub_cache.h"
#include "ui/examples.h"

namespace headscope::app {

std::string modelArgument(const std::string& argument) {
    std::error_code error;
    const bool isPath = std::filesystem::exists(std::filesystem::path(argument), error);
    if (argument.starts_with(ui::examplePrefix) || isPath) return argument;
    const std::vector<std::string> examples = ui::exampleNames();
    if (std::find(examples.begin(), examples.end(), argument) != examples.end())
        throw core::Error(core::ErrorCode::BadArgument,
                          {argument, "there is no such folder or file; the example is " +
                                         std::string(ui::examplePrefix) + argument});
    return core::findInHubCache(argument, core::processEnvironment).string();
}

}  // namespace headscope::app
