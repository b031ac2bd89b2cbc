// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/mean_trace.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/trace/mean_pattern.h"
#include "core/trace/word_groups.h"

namespace headscope::core {
namespace {

/// What the texts have at one place, each once, in their order.
std::vector<std::string> labelsAt(const std::vector<TracePtr>& runs, std::size_t place) {
    std::vector<std::string> labels;
    for (const TracePtr& run : runs) {
        const std::string& label = run->tokens[place].label;
        if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
    }
    return labels;
}

std::vector<Token> meanTokens(const std::vector<TracePtr>& runs) {
    std::vector<Token> tokens = runs.front()->tokens;
    for (const std::vector<Index>& word : wordPositions(tokens)) {
        bool same = true;
        for (const Index position : word) {
            const auto place = static_cast<std::size_t>(position);
            const std::vector<std::string> labels = labelsAt(runs, place);
            if (labels.size() < 2) continue;
            same = false;
            tokens[place].label = labels[0] + " / " + labels[1] + (labels.size() > 2 ? " / …" : "");
            tokens[place].bytes.clear();
        }
        // No place of one text spells it.
        if (!same)
            for (const Index position : word) tokens[static_cast<std::size_t>(position)].span.reset();
    }
    return tokens;
}

/// The mean of one number per row over the runs, into the first of them.
void addRows(std::vector<float>& sum, const std::vector<float>& more) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

void divide(std::vector<float>& values, double count) {
    for (float& value : values) value = static_cast<float>(static_cast<double>(value) / count);
}

double weightOf(std::uint8_t tone) {
    const double root = tone / 255.0;
    return root * root;
}

Thumbnail meanThumbnail(const std::vector<const HeadStatistics*>& heads) {
    Thumbnail mean = heads.front()->thumbnail;
    for (std::size_t i = 0; i < mean.tones.size(); ++i) {
        double weight = 0;
        for (const HeadStatistics* head : heads) weight += weightOf(head->thumbnail.tones[i]);
        mean.tones[i] = static_cast<std::uint8_t>(
            std::lround(255 * std::sqrt(weight / static_cast<double>(heads.size()))));
    }
    return mean;
}

/// All but what only the mean pattern can tell.
HeadStatistics meanStatistics(const std::vector<const HeadStatistics*>& heads) {
    HeadStatistics mean = *heads.front();
    const auto count = static_cast<double>(heads.size());
    for (std::size_t i = 1; i < heads.size(); ++i) {
        addRows(mean.entropy, heads[i]->entropy);
        addRows(mean.distance, heads[i]->distance);
        addRows(mean.special, heads[i]->special);
        addRows(mean.received, heads[i]->received);
        for (std::size_t offset = 0; offset < mean.offsetMean.size(); ++offset)
            mean.offsetMean[offset] += heads[i]->offsetMean[offset];
        mean.nearMean += heads[i]->nearMean;
    }
    for (std::vector<float>* values : {&mean.entropy, &mean.distance, &mean.special, &mean.received})
        divide(*values, count);
    for (double& value : mean.offsetMean) value /= count;
    mean.nearMean /= count;
    mean.thumbnail = meanThumbnail(heads);
    return mean;
}

void findLargest(const PatternSource& pattern, HeadStatistics& statistics) {
    constexpr Index blockRows = 32;
    for (Index begin = 0; begin < pattern.rows(); begin += blockRows) {
        const Index count = std::min(blockRows, pattern.rows() - begin);
        const Matrix block = pattern.cells({begin, 0, count, pattern.columns()});
        for (Index i = 0; i < count; ++i) {
            const auto place = static_cast<std::size_t>(begin + i);
            if (statistics.largestKey[place] < 0) continue;  // it may see no key
            Index key = 0;
            statistics.largest[place] = block.row(i).maxCoeff(&key);
            statistics.largestKey[place] = static_cast<std::int32_t>(key);
        }
    }
}

}  // namespace

bool sameShape(const std::vector<Token>& a, const std::vector<Token>& b) {
    const auto alike = [](const Token& one, const Token& other) {
        return one.special == other.special && one.sequence == other.sequence && one.typeId == other.typeId &&
               (!one.special || one.id == other.id);
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), alike) && wordPositions(a) == wordPositions(b);
}

TracePtr meanTrace(const Compute& compute, std::vector<TracePtr> runs, RunSpec spec,
                   const Progress& progress) {
    const Trace& first = *runs.front();
    auto mean = std::make_shared<Trace>();
    mean->spec = std::move(spec);
    mean->modelName = first.modelName;
    mean->tokens = meanTokens(runs);
    for (int layer = 0; layer < first.layerCount(); ++layer) {
        report(progress, static_cast<double>(layer) / first.layerCount());
        const auto place = static_cast<std::size_t>(layer);
        if (!first.layers[place]) {
            mean->layers.push_back(nullptr);
            continue;
        }
        auto made = std::make_shared<LayerTrace>(*first.layers[place]);
        compute.executor.forEach(made->heads, [&](Index head) {
            const HeadId id{made->kind, layer, static_cast<int>(head)};
            std::vector<const HeadStatistics*> heads;
            std::vector<PatternPtr> patterns;
            for (const TracePtr& run : runs) {
                heads.push_back(&run->layers[place]->statistics[static_cast<std::size_t>(head)]);
                patterns.push_back(headPattern(run, id, compute.kernels));
            }
            HeadStatistics& statistics = made->statistics[static_cast<std::size_t>(head)];
            statistics = meanStatistics(heads);
            findLargest(*meanPattern(std::move(patterns), mean->tokens), statistics);
        });
        mean->layers.push_back(std::move(made));
    }
    mean->meanOf = std::move(runs);
    return mean;
}

}  // namespace headscope::core
