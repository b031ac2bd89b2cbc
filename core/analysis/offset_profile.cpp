// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/offset_profile.h"

#include <algorithm>

namespace headscope::core {
namespace {

void addRow(const MeasuredRow& row, OffsetProfile& profile) {
    if (row.counted == 0) return;
    const Index begin = std::max<Index>(0, row.query - profile.reach);
    const Index end = std::min<Index>(row.weights.size(), row.query + profile.reach + 1);
    for (Index key = begin; key < end; ++key) {
        if (!row.layer.sees(row.query, key)) continue;
        profile.values[static_cast<std::size_t>(profile.reach + key - row.query)].add(
            static_cast<double>(row.weights[key]));
    }
}

}  // namespace

std::vector<Accumulated> offsetProfile(const PatternSource& pattern, Index reach) {
    std::vector<Accumulated> values(static_cast<std::size_t>(2 * reach + 1));
    for (Index query = 0; query < pattern.rows(); ++query) {
        const Index begin = std::max<Index>(0, query - reach);
        const Index end = std::min<Index>(pattern.columns(), query + reach + 1);
        const Matrix weights = pattern.cells({query, begin, 1, end - begin});
        for (Index key = begin; key < end; ++key) {
            // What is not 0 needs no question to the mask.
            const float weight = weights(0, key - begin);
            if (weight == 0 && !pattern.allowed(query, key)) continue;
            values[static_cast<std::size_t>(reach + key - query)].add(static_cast<double>(weight));
        }
    }
    return values;
}

std::vector<OffsetProfile> offsetProfiles(const Compute& compute, const Trace& trace, Index reach,
                                          const MeasureOptions& options) {
    const MeasuredText text(trace.tokens, options.specials);
    std::vector<OffsetProfile> all;
    for (const auto& layer : trace.layers) {
        if (!layer) continue;
        const MeasuredLayer measured(*layer, text);
        const std::size_t first = all.size();
        all.resize(first + static_cast<std::size_t>(layer->heads));
        compute.executor.forEach(layer->heads, [&](Index head) {
            OffsetProfile& profile = all[first + static_cast<std::size_t>(head)];
            profile.head = {layer->kind, layer->layer, static_cast<int>(head)};
            profile.reach = reach;
            profile.values.resize(static_cast<std::size_t>(2 * reach + 1));
            forEachRow(compute.kernels, {measured, static_cast<int>(head)}, options.queries,
                       [&](const MeasuredRow& row) { addRow(row, profile); });
        });
    }
    return all;
}

}  // namespace headscope::core
