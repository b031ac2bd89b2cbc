// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of metrics, apart from the metrics themselves.
#include "core/analysis/metrics.h"

namespace headscope::core {

void Accumulated::add(double value) noexcept {
    ++count;
    sum.add(value);
    squares.add(value * value);
}

void Accumulated::add(const Accumulated& other) noexcept {
    count += other.count;
    sum.add(other.sum);
    squares.add(other.squares);
}

std::optional<double> Accumulated::mean() const noexcept {
    if (count == 0) return std::nullopt;
    return sum.value() / static_cast<double>(count);
}

std::string_view unitName(Unit unit) noexcept {
    switch (unit) {
        case Unit::Nats:
            return "nats";
        case Unit::Share:
            return "share";
        case Unit::Tokens:
            return "tokens";
        case Unit::Ratio:
            return "ratio";
        case Unit::Norm:
            return "norm";
    }
    return {};
}

}  // namespace headscope::core
