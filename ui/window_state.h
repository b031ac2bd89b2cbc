// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "ui/figures/state.h"

namespace headscope::ui {

/// Everything that decides what the window shows, as a value: what is undone and redone, and what a session
/// file holds. Colours, language and the places of panels belong to the person, not to what is shown.
struct WindowState {
    std::optional<core::RunSpec> a;  ///< nothing: no model is open
    std::optional<core::RunSpec> b;
    Side side = Side::A;
    Selection selection;
    ViewSettings settings;
    std::string view;  ///< id of the large view
    bool operator==(const WindowState&) const = default;
};

/// ".headscope", the suffix of session files.
inline constexpr std::string_view sessionSuffix = ".headscope";
bool isSessionFile(const std::filesystem::path& path);

/// Writes a state with a model as a session file, whole or not at all. Models that lie in the folder of the
/// file, or below it, are named from there, so that the folder can move; others by their absolute path.
/// Throws Error(WriteFailed).
void writeSession(const std::filesystem::path& path, const WindowState& state);

/// Throws Error: what reading files and JSON throws, and BadArgument for what is no session.
WindowState readSession(const std::filesystem::path& path);

}  // namespace headscope::ui
