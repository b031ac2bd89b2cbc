// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace headscope::app {

/// Help without the dots of CLI11 behind lists, which look as if blanks could separate what commas do.
class HelpFormatter : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option* option) const override {
        std::string text = CLI::Formatter::make_option_opts(option);
        if (const std::size_t dots = text.find(" ..."); dots != text.npos) text.erase(dots, 4);
        return text;
    }
};

}  // namespace headscope::app
