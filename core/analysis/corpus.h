// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/metrics.h"
#include "core/model/model.h"

namespace headscope::core {

/// Which texts of a corpus are measured: every `count`-th, from the `index`-th on, counted from 1.
struct CorpusPart {
    Index index = 1;
    Index count = 1;
    bool isWhole() const noexcept { return count == 1; }
    bool operator==(const CorpusPart&) const = default;
};
/// "2/4"
std::string partName(const CorpusPart& part);
/// Reads "2/4"; nothing when `text` is not of that form or names no part.
std::optional<CorpusPart> partNamed(std::string_view text);

/// What of a corpus has been measured, and where to go on.
struct CorpusState {
    std::string modelPrint;   ///< tells models apart
    std::string corpusPrint;  ///< tells corpora apart
    CorpusPart part;
    Index texts = 0;
    Index tokens = 0;
    Index tokensDropped = 0;
    std::uint64_t place = 0;  ///< byte of the corpus at which reading goes on
    Index lines = 0;          ///< before that byte
    Index skipped = 0;        ///< texts before that byte that belong to other parts
    Measures measures;

    /// Texts before `place`, of all parts.
    Index seen() const noexcept { return texts + skipped; }
};

/// A corpus and what to do with its texts.
struct CorpusRequest {
    ModelPtr model;
    Compute compute;
    std::filesystem::path file;
    CorpusPart part;
    MeasureOptions options;
    RunSpec spec;  ///< of every text: edits, cutToFit, literalSpecials; its text is replaced
};

/// Nothing measured yet. Throws what opening the corpus throws.
CorpusState newCorpusState(const CorpusRequest& request);

/// Measures what is left of the corpus into `state`: a text per line, a tab before a second one; in files
/// called .jsonl, .ndjson or .json objects with `text` and `pair`. Lines of nothing but blanks are no texts.
/// Texts are run at the same time, one on a thread. `save` is called with a state to go on from, now and then
/// and when this is cancelled. Throws Error(LineInvalid) with the line, BadArgument where there are no texts,
/// and what opening and reading the corpus and running a text throw.
void measureCorpus(const CorpusRequest& request, CorpusState& state,
                   const std::function<void(const CorpusState&)>& save, const Progress& progress = {});

}  // namespace headscope::core
