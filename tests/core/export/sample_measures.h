// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics.h"

namespace headscope::test {

/// Two heads with some numbers that depend on `seed`.
inline core::Measures sampleMeasures(int seed) {
    core::Measures measures{core::allMetrics(), core::Specials::Raw, {}};
    for (int head = 0; head < 2; ++head) {
        core::HeadMeasures& one = measures.heads.emplace_back();
        one.head = {core::AttentionKind::Self, 1, head};
        one.values.resize(measures.metrics.size());
        for (std::size_t i = 0; i < one.values.size(); ++i) {
            if (i == 1) continue;
            one.values[i].add(0.5);
            one.values[i].add(static_cast<double>(seed + head) / 3 + static_cast<double>(i));
        }
    }
    return measures;
}

}  // namespace headscope::test
