// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <algorithm>
#include <cmath>

namespace headscope::ui {

ChartRange rangeAround(double smallest, double largest, AxisOf what) {
    const bool whole = what == AxisOf::Positions;
    if (!(largest > smallest)) {
        if (!std::isfinite(largest) || largest == 0) return whole ? ChartRange{0, 1, 1} : ChartRange{};
        return largest > 0 ? rangeAround(0, largest, what) : rangeAround(largest, 0, what);
    }
    const double rough = (largest - smallest) / 4;
    double power = std::pow(10.0, std::floor(std::log10(rough)));
    if (whole) power = std::max(1.0, power);
    ChartRange range;
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        if (whole && factor * power != std::round(factor * power)) continue;
        range.step = factor * power;
        if (range.step * 4.999 >= largest - smallest) break;
    }
    range.high = std::ceil(largest / range.step - 1e-9) * range.step;
    range.low = std::floor(smallest / range.step + 1e-9) * range.step;
    return range;
}

QColor groupColour(const Theme& theme, std::size_t group) {
    using core::HeadType;
    constexpr std::array palette = {HeadType::Content, HeadType::Previous, HeadType::Broad,
                                    HeadType::Local,   HeadType::Self,     HeadType::Sink};
    return theme.headColour(palette[group % palette.size()]);
}

}  // namespace headscope::ui
