// SPDX-License-Identifier: GPL-3.0-or-later
// What stands between q · k and the weights, layer by layer and head by head.
#include <cmath>

#include "core/model/distances.h"
#include "core/model/forward.h"

namespace headscope::core {
namespace {

// Press et al. 2022, section 3: a geometric sequence that starts at 2^(−8/n) and has that ratio, for n a
// power of two; other counts take every second one of the next power's sequence for the heads that are left.
std::vector<double> alibiSlopes(int heads) {
    const int power = 1 << static_cast<int>(std::floor(std::log2(heads)));
    std::vector<double> slopes;
    for (int i = 1; i <= power; ++i) slopes.push_back(std::pow(2.0, -8.0 * i / power));
    for (int i = 1; static_cast<int>(slopes.size()) < heads; i += 2)
        slopes.push_back(std::pow(2.0, -4.0 * i / power));
    return slopes;
}

// By offset key − query. A row's scores may all be shifted alike, so slope · offset does what slope · key
// does in the reference.
std::vector<float> alibi(double slope, Index length) {
    std::vector<float> bias;
    for (Index offset = 1 - length; offset < length; ++offset)
        bias.push_back(static_cast<float>(slope * static_cast<double>(offset)));
    return bias;
}

float toBfloat16(double value) {
    return static_cast<float>(Eigen::bfloat16(static_cast<float>(value)));
}

// The reference makes this bias in bfloat16 whatever the model's type, so the model has learned its steps:
// they depend on the key and not on the distance.
std::vector<float> roundedAlibi(double slope, float scale, Index length) {
    std::vector<float> bias;
    for (Index key = 0; key < length; ++key)
        bias.push_back(scale * toBfloat16(static_cast<double>(toBfloat16(slope)) *
                                          static_cast<double>(toBfloat16(static_cast<double>(key)))));
    return bias;
}

// By offset key − query: the learned number of its bucket.
std::vector<float> bucketBias(const ModelConfig& config, const Vector& ofBuckets, Index length) {
    std::vector<float> bias;
    for (Index offset = 1 - length; offset < length; ++offset)
        bias.push_back(ofBuckets[offsetBucket(offset, config.biasBuckets, config.biasFarthest)]);
    return bias;
}

}  // namespace

void addScoreRules(const ModelConfig& config, const LayerWeights& weights, const Matrix& positionBias,
                   LayerInputs& inputs) {
    const LayerPlan& plan = config.plan(inputs.layer);
    const Index length = inputs.q.rows();
    inputs.rules.scale =
        config.scaleByInverseLayer ? config.scale / static_cast<float>(inputs.layer + 1) : config.scale;
    inputs.rules.mask = plan.mask;
    inputs.rules.softCap = config.softCap;
    const bool differ = config.design.positionBias != PositionBias::None || weights.sinks.size() > 0;
    if (!differ) return;

    inputs.headRules.assign(static_cast<std::size_t>(plan.heads), inputs.rules);
    const std::vector<double> slopes = alibiSlopes(config.heads);
    for (int head = 0; head < plan.heads; ++head) {
        ScoreRules& own = inputs.headRules[static_cast<std::size_t>(head)];
        const int original = plan.originalHead(head);
        switch (config.design.positionBias) {
            case PositionBias::None:
                break;
            case PositionBias::Alibi:
                own.offsetBias = alibi(slopes[static_cast<std::size_t>(original)], length);
                break;
            case PositionBias::AlibiHalfPrecision:
                own.keyBias = roundedAlibi(slopes[static_cast<std::size_t>(original)], own.scale, length);
                break;
            case PositionBias::Buckets:
                own.offsetBias = bucketBias(config, positionBias.col(original), length);
                break;
        }
        if (weights.sinks.size() > 0) own.sink = weights.sinks[head];
    }
}

}  // namespace headscope::core
