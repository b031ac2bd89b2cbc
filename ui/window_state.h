// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/figures/state.h"

namespace headscope::ui {

/// Texts to step through; cheap to copy.
class TextList {
public:
    static constexpr std::size_t most = 10'000;

    TextList() = default;
    explicit TextList(std::vector<core::Input> texts)
        : m_texts(std::make_shared<const std::vector<core::Input>>(std::move(texts))) {}

    std::size_t size() const { return m_texts ? m_texts->size() : 0; }
    std::span<const core::Input> all() const {
        return m_texts ? std::span<const core::Input>(*m_texts) : std::span<const core::Input>();
    }
    const core::Input& operator[](std::size_t index) const { return (*m_texts)[index]; }
    /// Where a text and its pair stand; nothing when they are not in the list.
    std::optional<std::size_t> find(const core::Input& input) const;
    /// With `input` at the end, unless the list is full; without it where it is in the list.
    TextList toggled(const core::Input& input) const;
    bool operator==(const TextList& other) const;

private:
    std::shared_ptr<const std::vector<core::Input>> m_texts;
};

/// Everything that decides what the window shows, as a value: what is undone and redone, and what a session
/// file holds. Colours, language and the places of panels belong to the person, not to what is shown.
struct WindowState {
    std::optional<core::RunSpec> a;  ///< nothing: no model is open
    std::optional<core::RunSpec> b;
    Side side = Side::A;
    Selection selection;
    ViewSettings settings;
    std::string view;  ///< id of the large view
    TextList texts;
    GoldPtr gold;  ///< null: none
    bool operator==(const WindowState&) const = default;
};

/// ".headscope", the suffix of session files.
inline constexpr std::string_view sessionSuffix = ".headscope";
bool isSessionFile(const std::filesystem::path& path);

/// Writes a state with a model as a session file, whole or not at all. Models that lie in the folder of the
/// file, or below it, are named from there, so that the folder can move; others by their absolute path.
/// Throws Error(WriteFailed), and BadArgument for more input vectors than a session can hold.
void writeSession(const std::filesystem::path& path, const WindowState& state);

/// Throws Error: what reading files and JSON throws, and BadArgument for what is no session.
WindowState readSession(const std::filesystem::path& path);

}  // namespace headscope::ui
