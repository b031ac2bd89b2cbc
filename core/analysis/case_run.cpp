// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/case_run.h"

#include <algorithm>
#include <array>

#include "core/analysis/links.h"
#include "core/base/error.h"

namespace headscope::core {
namespace {

// What is wrong with the case and not with the model, the machine or the wish of somebody who cancelled.
constexpr std::array ofTheCase = {ErrorCode::TextEmpty,    ErrorCode::TextTooLong,   ErrorCode::TextNotUtf8,
                                  ErrorCode::WordNotFound, ErrorCode::WordAmbiguous, ErrorCode::NoSuchHead};

}  // namespace

CaseRun CaseRunner::run(const Case& wanted, const Progress& progress) {
    try {
        if (!m_last || m_last->spec.input != wanted.input) {
            RunSpec spec;
            spec.input = wanted.input;
            m_last = m_model.run(spec, {}, progress);
        }
        if (wanted.head) m_last->at(*wanted.head);
        CaseRun run{m_last, {}, {}, {}};
        if (wanted.from) run.from = findWord(*m_last, *wanted.from);
        for (const std::string& word : wanted.to) {
            const std::vector<Index> pieces = findWord(*m_last, word);
            // "cat" and "cat#1" may be the same word.
            for (const Index piece : pieces)
                if (std::find(run.to.begin(), run.to.end(), piece) == run.to.end()) run.to.push_back(piece);
        }
        for (const std::string& word : wanted.strongerThan)
            run.strongerThan.push_back(findWord(*m_last, word));
        return run;
    } catch (const Error& error) {
        if (wanted.file.empty() ||
            std::find(ofTheCase.begin(), ofTheCase.end(), error.code()) == ofTheCase.end())
            throw;
        std::string reason = error.what();
        if (error.code() == ErrorCode::TextTooLong)
            reason = "its text has " + error.arguments().at(0) + " tokens, but the model reads at most " +
                     error.arguments().at(1);
        if (reason.ends_with('.')) reason.pop_back();
        throw Error(ErrorCode::BadArgument, {wanted.file, "the case \"" + wanted.name + "\": " + reason});
    }
}

}  // namespace headscope::core
