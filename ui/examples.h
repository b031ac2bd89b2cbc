// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/head_labels.h"
#include "core/checkpoint/checkpoint.h"

namespace headscope::ui {

/// The prefix of names of built-in models: "example:pronouns".
inline constexpr std::string_view examplePrefix = "example:";

/// Names of the models built into the program, without the prefix.
std::vector<std::string> exampleNames();

/// The built-in model `name` (without prefix), from the program's resources. Throws Error(UnknownExample)
/// listing them.
core::Checkpoint openExample(std::string_view name);

/// The cases that come with the examples: "pronouns" for resources/cases/pronouns.json. Throws
/// Error(BadArgument) listing what there is.
core::CaseFile exampleCases(std::string_view name);
bool hasExampleCases(std::string_view name);
/// All built-in cases that are for this model ("example:pronouns"), those of one relation together.
std::vector<core::LabelCases> exampleLabelCases(std::string_view model);

/// What a checkpoint is shown with, from the example.json beside its weights: a text, the link that a head of
/// it should show, and a second text where the same word should look elsewhere. It names no head.
struct ExampleText {
    std::string language;  ///< of the text, as languages() names it; empty: not said
    std::string text;
    std::string from;  ///< word arguments as findWord() reads them
    std::string to;
    std::string contrastText;  ///< empty: none
    std::string contrastTo;
};

/// The built-in model whose text is in `language` (an id of languages()); the first of all when none is.
std::string exampleIn(std::string_view language);

/// Nothing when the checkpoint has no example.json. Throws Error(Json…) for one that is damaged.
std::optional<ExampleText> exampleText(const core::Checkpoint& checkpoint);

}  // namespace headscope::ui
