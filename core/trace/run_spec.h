// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/tensor/matrix.h"
#include "core/tokenizer/token.h"
#include "core/trace/head_id.h"

namespace headscope::core {

/// Multiplies a head's output: 0 removes the head, 1 changes nothing.
struct HeadGate {
    static constexpr float most = 2;
    HeadId head;
    float gate = 0;  ///< 0 … most
    bool operator==(const HeadGate&) const = default;
};

/// A change that makes a run B out of a run A. More kinds join the list; each is applied at one place of the
/// forward pass.
using Edit = std::variant<HeadGate>;

/// "4.11=0"
std::string editText(const Edit& edit);
/// "4.11=0,5.2=0.5"; nothing without edits.
std::string editsText(const std::vector<Edit>& edits);
/// Reads "4.11=0"; nothing when `text` is not of that form. The gate may be any number.
std::optional<HeadGate> gateNamed(std::string_view text, AttentionKind kind = AttentionKind::Self);

/// What a run reads: a text, two texts, ids given by hand, or vectors.
struct Input {
    std::string text;
    std::optional<std::string> pair;
    std::vector<std::int32_t>
        ids;  ///< when not empty, text and pair are ignored and no special tokens are added
    std::vector<std::int32_t> typeIds;  ///< segments of `ids`; empty: all 0
    bool literalSpecials = false;       ///< special tokens that stand in the text ("[SEP]") are text
    /// Positions of the tokens that see every token and are seen by every token in spite of a window, for
    /// models that have such (Longformer); nothing: as the model's class has it.
    std::optional<std::vector<std::int32_t>> globalTokens;
    /// [position, width], for models without embeddings; when not null, nothing else is read
    std::shared_ptr<const Matrix> vectors;
    /// Vectors by their numbers, not by where they lie.
    bool operator==(const Input& other) const;
};

/// Everything a Trace is a function of. The window, sessions, cases and the command line all write these.
struct RunSpec {
    std::string model;  ///< what the model was opened as; its name, not the model itself
    Input input;
    bool cutToFit = false;  ///< drop tokens at the end of a text that is too long, instead of refusing it
    std::vector<Edit> edits;
    /// Further texts, shaped as the first: patterns and statistics are then the mean over all of them.
    std::vector<Input> meanOver;
    bool operator==(const RunSpec&) const = default;
};

/// What a run keeps besides q, k and statistics.
struct KeepOptions {
    bool values = false;   ///< v of every layer
    bool hidden = false;   ///< hidden states of every layer
    bool outputs = false;  ///< z of every layer

    bool operator==(const KeepOptions&) const = default;
};

}  // namespace headscope::core
