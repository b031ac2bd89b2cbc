// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/run_mean.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/trace/mean_trace.h"

namespace headscope::core {

std::vector<Input> textsShapedAs(const Model& model, const RunSpec& spec, std::span<const Input> texts,
                                 std::size_t mostBytes, const Progress& progress) {
    if (spec.cutToFit) throw Error(ErrorCode::MeanOfCutText);
    const std::vector<Token> wanted = model.tokens(spec.input);
    const std::size_t most =
        std::max<std::size_t>(1, mostBytes / model.runMemory(static_cast<Index>(wanted.size())));
    std::vector<Input> found;
    for (std::size_t i = 0; i < texts.size() && found.size() < most; ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(texts.size()));
        Input input = texts[i];
        input.literalSpecials = spec.input.literalSpecials;
        input.globalTokens = spec.input.globalTokens;
        if (input == spec.input) continue;
        try {
            if (sameShape(wanted, model.tokens(input))) found.push_back(std::move(input));
        } catch (const Error&) {
            // Too long, or empty: of another shape.
        }
    }
    return found;
}

TracePtr runMean(const Model& model, const RunSpec& spec, KeepOptions keep, const Progress& progress) {
    constexpr double runsEnd = 0.9;  // of the progress; the rest is for the mean
    keep.hidden = false;             // no run goes on from one of these
    RunSpec one = spec;
    one.meanOver.clear();
    std::vector<TracePtr> runs;
    const auto texts = static_cast<double>(spec.meanOver.size() + 1);
    for (std::size_t i = 0; i <= spec.meanOver.size(); ++i) {
        if (i > 0) one.input = spec.meanOver[i - 1];
        const auto done = static_cast<double>(i);
        const Progress share = part(progress, runsEnd * done / texts, runsEnd * (done + 1) / texts);
        runs.push_back(model.run(one, keep, share));
        if (!sameShape(runs.front()->tokens, runs.back()->tokens))
            throw Error(ErrorCode::MeanOfOtherShape, {std::to_string(i + 1)});
    }
    return meanTrace(model.compute(), std::move(runs), spec, part(progress, runsEnd, 1));
}

}  // namespace headscope::core
