// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/export/table.h"
#include "core/model/model.h"
#include "core/trace/pattern_source.h"

namespace headscope::core {

/// An array of a file, made part by part so that only one part is in memory at a time.
struct NamedArray {
    std::string name;  ///< "attention_self_4"
    std::vector<Index> shape;
    /// Row-major, the parts after each other are the whole array. `part` is called with 0 … parts − 1 in
    /// order.
    Index parts = 1;
    std::function<Matrix(Index part)> part;
    std::vector<std::int32_t> integers;  ///< instead of parts, for arrays of ids

    Index elements() const noexcept;
    bool isInteger() const noexcept { return !part; }
};

/// One head's pattern, for formats that name queries and keys.
struct NamedPattern {
    HeadId head;
    PatternPtr pattern;
};

/// The numbers of a run as files hold them. Keeps alive what it needs.
struct Numbers {
    Origin origin;
    std::vector<Token> tokens;
    std::vector<NamedPattern> patterns;
    /// Whose weights the patterns hold where pieces are merged into words; without words they are of tokens.
    std::optional<WordGroups> words;
    /// `ids`, or `vectors` [position, width] where the input was that, and with words `word_positions`, the
    /// position of the first piece of each; `gates` [gate, 3] (layer, head, gate) where heads have any; per
    /// layer `attention_<kind>_<l>` [head, query, key]; and what was asked for besides.
    std::vector<NamedArray> arrays;
    bool patternsOnly = true;  ///< whether `arrays` holds nothing but the input and patterns
};

/// Which numbers of a run.
struct NumbersRequest {
    ModelPtr model;
    TracePtr trace;
    /// Whose patterns, q, k and v, layer by layer and without gaps inside a layer (Trace::headIds() are all).
    /// The head axis of an array is as long as a layer has heads here. Hidden states are always those of all
    /// layers.
    std::vector<HeadId> heads;
    bool logits = false;  ///< `logits` of the model's first output, `logits_<id>` of further ones
    bool hidden = false;  ///< `hidden_0` …; the trace must have kept them
    bool q = false;       ///< `q_<kind>_<l>` [head, position, width]
    bool k = false;       ///< `k_<kind>_<l>` [kv head, position, width], after rotary, before the scale
    bool v = false;       ///< `v_<kind>_<l>` likewise; the trace must have kept them
    /// `norms_<kind>_<l>` [head, query, key] (normPattern()) and, of layers with all their heads here,
    /// `layer_norms_<kind>_<l>` [query, key] (layerNormPattern()); the trace must have kept v and z
    bool norms = false;
    /// `effective_<kind>_<l>` [head, query, key], of layers that have it (effectivePattern()); needs v
    bool effective = false;
    bool words = false;  ///< patterns between words (wordPattern()) instead of tokens; the rest stays
};

/// Throws Error(NoSuchHead, NoSuchOutput), or why the only output is unavailable.
Numbers numbersOf(const NumbersRequest& request, Origin origin);

}  // namespace headscope::core
