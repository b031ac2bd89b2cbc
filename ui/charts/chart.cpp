// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <cmath>

namespace headscope::ui {

ChartRange rangeAround(double smallest, double largest) {
    if (!(largest > smallest)) {
        if (!std::isfinite(largest) || largest == 0) return {};
        return largest > 0 ? rangeAround(0, largest) : rangeAround(largest, 0);
    }
    const double rough = (largest - smallest) / 4;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    ChartRange range;
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
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
