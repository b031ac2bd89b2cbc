// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_window.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "app/command_line_help.h"
#include "app/command_line_mistakes.h"
#include "core/base/output_file.h"
#include "ui/language.h"
#include "ui/views/view.h"
#include "ui/window_state.h"

namespace headscope::app {
namespace {

template <class Table>
std::vector<std::string> idsOf(const Table& table) {
    std::vector<std::string> ids;
    for (const auto& row : table) ids.emplace_back(row.id);
    return ids;
}

std::string choices(const std::vector<std::string>& ids) {
    std::string text;
    for (std::size_t i = 0; i < ids.size(); ++i)
        text += (i == 0 ? "" : i + 1 < ids.size() ? ", " : " or ") + ids[i];
    return text;
}

/// A slip of the pen shall not cost a run.
void checkPicture(const std::filesystem::path& path) {
    if (path.extension() != ".png")
        throw core::Error(core::ErrorCode::UnknownFormat, {path.string(), ".png"});
    core::checkWritable(path);
}

/// The parser, which fills `window` and `size`.
struct Parser {
    WindowOptions window;
    std::string size;
    CLI::App app{"Headscope", "headscope"};

    Parser() {
        app.set_help_flag();
        const auto add = [this](const char* name, std::string& value, const char* unit, const char* help) {
            return app.add_option(name, value, help)->type_name(unit);
        };
        add("MODEL", window.options.model, "",
            "A folder, a weights file, a session (.headscope), org/name in the local Hugging Face cache, or "
            "example:NAME");
        addInputOptions(app, window.options);
        const auto addChoice = [&](const char* name, std::string& value, const char* unit, const char* help,
                                   const std::vector<std::string>& ids) {
            add(name, value, unit, (help + choices(ids)).c_str())->check(oneOf(ids));
        };
        addChoice("--language", window.language, "L", "Language: ", idsOf(ui::languages()));
        addChoice("--theme", window.theme, "T", "Colours: ", {"light", "dark"});
        addChoice("--view", window.view, "V", "The large view: ", idsOf(ui::views()));
        add("--size", size, "WxH", "Size of the window, 1440x900");
        add("--screenshot", window.screenshot, "F",
            "Write a picture of the window (.png) as soon as the run is shown, and end; needs no display")
            ->check(filled());
    }
};

}  // namespace

WindowOptions readWindowOptions(std::vector<std::string> arguments) {
    Parser parser;
    std::reverse(arguments.begin(), arguments.end());  // the order in which CLI11 takes them
    try {
        parser.app.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
        throw mistakeOf(parser.app, error);
    }
    if (!parser.size.empty()) {
        const auto [width, height] = sizeNamed(parser.size);
        parser.window.size = {width, height};
    }
    if (!parser.window.screenshot.empty()) checkPicture(parser.window.screenshot);
    const Options& given = parser.window.options;
    if (ui::isSessionFile(given.model) && hasInput(given))
        refuse(given.model, "a session has a text of its own; open it without one");
    if (hasInput(given))
        checkTextOptions(given);
    else if (given.global || given.literalSpecials)
        refuse(given.global ? "--global" : "--literal-specials",
               "it belongs to a text or ids, so give them too");
    return parser.window;
}

std::string windowHelp() {
    const Parser parser;
    return HelpFormatter().make_groups(&parser.app, CLI::AppFormatMode::Normal);
}

}  // namespace headscope::app
