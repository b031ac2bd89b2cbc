// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/cases.h"
#include "core/model/model.h"

namespace headscope::core {

/// The run of a case, and where its words stand among the tokens.
struct CaseRun {
    TracePtr trace;
    std::vector<Index> from, to;                   ///< pieces; empty where the case names no word
    std::vector<std::vector<Index>> strongerThan;  ///< pieces of each
};

/// Runs cases one after the other; neighbours with the same text share their run.
class CaseRunner {
public:
    explicit CaseRunner(const Model& model) : m_model(model) {}

    /// Throws Error(BadArgument) naming file and case for a text or a word that the model cannot read or
    /// find, and what else running throws.
    CaseRun run(const Case& wanted, const Progress& progress = {});

private:
    const Model& m_model;
    TracePtr m_last;
};

}  // namespace headscope::core
