// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/analysis/corpus.h"
#include "core/export/table.h"

namespace headscope::core {

/// What a corpus gave: the facts texts, tokens, tokens_dropped, model_print, corpus_print, of a part also
/// part, and where to go on as long as it is `unfinished`; then the three tables.
Report corpusReport(Origin origin, const CorpusState& state, bool unfinished = false);

/// A report as a JSON file holds it.
struct StoredCorpus {
    std::string file;
    Origin origin;
    CorpusState state;
};
/// Throws Error(JsonWrongType, JsonMissingKey, BadArgument where the file is no corpus report), and what
/// reading throws.
StoredCorpus readCorpusReport(const std::filesystem::path& path);

/// What is different where a measurement that begins like this cannot go on from `stored`; else nothing.
std::string whyOther(const StoredCorpus& stored, const Origin& origin, const CorpusState& fresh);

/// The report of all `parts` together: the same to the bit as that of one process that measured the whole
/// corpus. Throws Error(PartsDiffer) where they are of different models, corpora or settings, or twice the
/// same, BadArgument where one is missing.
StoredCorpus mergedCorpus(std::vector<StoredCorpus> parts);

}  // namespace headscope::core
