// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/repeated_lists.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string_view>

#include "core/trace/pattern_source.h"

namespace headscope::core {
namespace {

constexpr int lists = 8;
constexpr Index longest = 25;    // tokens of one copy (Olsson et al. 2022)
constexpr Index shortest = 6;    // below this a list says little
constexpr Index difference = 8;  // between the lengths of lists
constexpr unsigned seed = 1;

/// The special tokens that stand around a text, and how many of them open it.
struct Frame {
    std::vector<std::int32_t> ids;
    std::size_t opening = 0;
};

Frame frameOf(const Model& model) {
    Frame frame;
    if (model.tokenizer() == nullptr) return frame;
    for (const Token& token : model.tokenizer()->encode("", std::nullopt, {true, true}))
        frame.ids.push_back(token.id);
    // A single special token opens; of several the last one closes.
    frame.opening = frame.ids.size() > 1 ? frame.ids.size() - 1 : frame.ids.size();
    return frame;
}

/// Plain tokens from the middle half of the vocabulary, in random order.
std::vector<std::int32_t> plainIds(const Model& model, std::mt19937& random) {
    const Index size = model.config().vocabSize;
    std::vector<std::int32_t> ids;
    for (Index id = size / 4; id < size * 3 / 4; ++id) ids.push_back(static_cast<std::int32_t>(id));
    // Not std::shuffle, which differs between libraries.
    for (std::size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[random() % i]);
    if (model.tokenizer() == nullptr) return ids;
    std::erase_if(ids, [&](std::int32_t id) {
        const std::vector<Token> tokens = model.tokenizer()->fromIds({id});
        return tokens.empty() || tokens.front().special;
    });
    return ids;
}

constexpr std::string_view nextToken = "causal-lm";

/// Per row of the second copy but the last: the logit of what came next in the first one, less the mean over
/// the rest of the list.
Eigen::ArrayXd repeating(const Model& model, const RepeatedList& list, const Trace& trace) {
    std::vector<Index> positions(static_cast<std::size_t>(list.count - 1));
    std::iota(positions.begin(), positions.end(), list.begin + list.count);
    const Matrix logits = model.logits(trace, nextToken, positions);
    Eigen::ArrayXd margins(logits.rows());
    for (Index row = 0; row < logits.rows(); ++row) {
        const auto logitOf = [&](Index place) {
            return static_cast<double>(
                logits(row, list.input.ids[static_cast<std::size_t>(list.begin + place)]));
        };
        double all = 0;
        for (Index place = 0; place < list.count; ++place) all += logitOf(place);
        const double next = logitOf(row + 1);
        margins[row] = next - (all - next) / static_cast<double>(list.count - 1);
    }
    return margins;
}

}  // namespace

std::vector<RepeatedList> repeatedLists(const Model& model) {
    std::vector<RepeatedList> all;
    if (model.config().vocabSize == 0) return all;
    const Frame frame = frameOf(model);
    const auto around = static_cast<Index>(frame.ids.size());
    const Index limit = model.config().maxTokens;
    std::mt19937 random(seed);
    const std::vector<std::int32_t> ids = plainIds(model, random);
    const Index most =
        std::min({longest, static_cast<Index>(ids.size()) / 2, limit > 0 ? (limit - around) / 2 : longest});
    if (most < shortest) return all;
    std::size_t next = 0;
    for (int i = 0; i < lists; ++i) {
        RepeatedList list;
        list.count = std::max(shortest, most - static_cast<Index>(random() % difference));
        list.begin = static_cast<Index>(frame.opening);
        std::vector<std::int32_t> copy;
        for (Index k = 0; k < list.count; ++k) copy.push_back(ids[next++ % ids.size()]);
        std::vector<std::int32_t>& out = list.input.ids;
        out.assign(frame.ids.begin(), frame.ids.begin() + list.begin);
        for (int twice = 0; twice < 2; ++twice) out.insert(out.end(), copy.begin(), copy.end());
        out.insert(out.end(), frame.ids.begin() + list.begin, frame.ids.end());
        all.push_back(std::move(list));
    }
    return all;
}

void addCopyScores(const TracePtr& trace, const RepeatedList& list, const Compute& compute,
                   std::vector<CopyScore>& scores) {
    const std::vector<HeadId> heads = trace->headIds();
    if (scores.empty()) {
        for (const HeadId head : heads) scores.push_back({head, {}, {}, {}});
    }
    const Index second = list.begin + list.count;
    compute.executor.forEach(static_cast<Index>(heads.size()), [&](Index i) {
        CopyScore& score = scores[static_cast<std::size_t>(i)];
        const LayerTrace& layer = trace->at(score.head);
        const PatternPtr pattern = headPattern(trace, score.head, compute.kernels);
        const Matrix weights = pattern->cells({second, 0, list.count, pattern->columns()});
        for (Index row = 0; row < list.count; ++row) {
            const std::int32_t visible = layer.visible[static_cast<std::size_t>(second + row)];
            if (visible < 2) continue;
            score.duplicate.add(static_cast<double>(weights(row, list.begin + row)));
            score.induction.add(static_cast<double>(weights(row, list.begin + row + 1)));
            score.even.add(1.0 / visible);
        }
    });
}

bool predictsNextTokens(const Model& model) {
    const std::vector<OutputInfo>& outputs = model.outputs();
    return std::any_of(outputs.begin(), outputs.end(),
                       [](const OutputInfo& output) { return output.id == nextToken; });
}

void addCopying(const Model& model, const RepeatedList& list, std::vector<Copying>& heads,
                const Progress& progress) {
    RunSpec spec;
    spec.input = list.input;
    const TracePtr whole = model.run(spec, {.hidden = true});
    const Eigen::ArrayXd with = repeating(model, list, *whole);
    for (std::size_t i = 0; i < heads.size(); ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(heads.size()));
        spec.edits = {HeadGate{heads[i].head, 0}};
        const Eigen::ArrayXd without = repeating(model, list, *model.run(spec, {}, {}, whole));
        for (const double gain : with - without) heads[i].logits.add(gain);
    }
}

}  // namespace headscope::core
