// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/json.h"

namespace headscope::core {

/// What tokenizer_config.json says differently from tokenizer.json, for the outermost stages.
struct StageOverrides {
    std::optional<bool> lowercase;
    /// Null in the file means "as lowercase"; that is the inner nothing.
    std::optional<std::optional<bool>> stripAccents;
    std::optional<bool> handleIdeographs;
    std::optional<bool> addPrefixSpace;
};

/// A row of a stage's table: the "type" of tokenizer.json and the function that makes the stage from its
/// definition.
template <typename Stage>
struct StageRow {
    std::string_view type;
    Stage (*make)(const Json& definition, const StageOverrides& overrides);
};

/// Error(TokenizerInvalid) about the file that `definition` was read from.
inline Error invalidTokenizer(const Json& definition, std::string reason) {
    return Error(ErrorCode::TokenizerInvalid, {definition.name(), std::move(reason)});
}

/// Looks up the row of definition's "type". Throws Error(TokenizerUnsupported) with `kind` when there is
/// none.
template <typename Stage, std::size_t N>
Stage makeStage(const StageRow<Stage> (&rows)[N], std::string_view kind, const Json& definition,
                const StageOverrides& overrides) {
    const std::string type(definition.at("type").asString());
    for (const StageRow<Stage>& row : rows)
        if (row.type == type) return row.make(definition, overrides);
    throw Error(ErrorCode::TokenizerUnsupported, {definition.name(), std::string(kind), type});
}

/// Sequences may hold so many stages in all; more is no real tokenizer.
inline constexpr std::size_t mostStagesInSequence = 64;

}  // namespace headscope::core
