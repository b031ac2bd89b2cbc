// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <optional>

#include "core/base/executor.h"

namespace headscope::core {

/// How often something was right, and out of how many.
struct Share {
    Index right = 0;
    Index of = 0;
    std::optional<double> value() const {
        return of > 0 ? std::optional(static_cast<double>(right) / static_cast<double>(of)) : std::nullopt;
    }
    void count(bool wasRight) {
        right += wasRight ? 1 : 0;
        ++of;
    }
    bool operator==(const Share&) const = default;
};

/// Where the true share lies with 95 % confidence.
struct Interval {
    double low = 0;
    double high = 1;
};

/// Wilson's score interval (Wilson 1927) of a share found in `count` instances, which also holds for few and
/// for extreme counts; 0 … 1 for none. For a mean of numbers between 0 and 1 it is at least as wide as it has
/// to be.
inline Interval wilsonInterval(double share, Index count) {
    if (count == 0) return {};
    constexpr double z = 1.959963984540054;  // of the normal distribution, 97.5 %
    const auto n = static_cast<double>(count);
    const double p = std::fmin(1, std::fmax(0, share));  // a sum of floats may be a little above
    const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double reach = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return {std::fmax(0, centre - reach), std::fmin(1, centre + reach)};
}
inline Interval wilsonInterval(const Share& share) {
    return wilsonInterval(share.value().value_or(0), share.of);
}

}  // namespace headscope::core
