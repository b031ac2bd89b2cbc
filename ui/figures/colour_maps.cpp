// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "ui/figures/colour_scale.h"

namespace headscope::ui {

namespace {

/// Oklab (Björn Ottosson, "A perceptual color space for image processing", 2020): straight lines in it keep
/// hue, and lightness rises evenly between control points.
struct Oklab {
    double lightness = 0;
    double a = 0;
    double b = 0;
};

double toLinear(int channel) {
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

int fromLinear(double value) {
    const double encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
    return std::clamp(static_cast<int>(std::lround(255 * encoded)), 0, 255);
}

Oklab toOklab(QRgb colour) {
    const double red = toLinear(qRed(colour));
    const double green = toLinear(qGreen(colour));
    const double blue = toLinear(qBlue(colour));
    const double l = std::cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const double m = std::cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const double s = std::cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb fromOklab(const Oklab& colour) {
    const double l = std::pow(colour.lightness + 0.3963377774 * colour.a + 0.2158037573 * colour.b, 3);
    const double m = std::pow(colour.lightness - 0.1055613458 * colour.a - 0.0638541728 * colour.b, 3);
    const double s = std::pow(colour.lightness - 0.0894841775 * colour.a - 1.2914855480 * colour.b, 3);
    return qRgb(fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

ColourTable through(std::initializer_list<QRgb> points) {
    std::vector<Oklab> stops;
    for (const QRgb point : points) stops.push_back(toOklab(point));
    ColourTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double at = static_cast<double>(i) * static_cast<double>(stops.size() - 1) / 255.0;
        const auto left = std::min(static_cast<std::size_t>(at), stops.size() - 2);
        const double t = at - static_cast<double>(left);
        const Oklab& from = stops[left];
        const Oklab& to = stops[left + 1];
        table[i] = fromOklab({std::lerp(from.lightness, to.lightness, t), std::lerp(from.a, to.a, t),
                              std::lerp(from.b, to.b, t)});
    }
    // Exactly the panel's colour at one end, whatever rounding does.
    table.front() = *points.begin() | 0xFF000000U;
    table.back() = *(points.end() - 1) | 0xFF000000U;
    return table;
}

/// From `less` over the paper, which the two entries in the middle are, to `more`.
ColourTable around(std::initializer_list<QRgb> less, std::initializer_list<QRgb> more) {
    const ColourTable down = through(less);
    const ColourTable up = through(more);
    ColourTable table{};
    for (std::size_t i = 0; i < 128; ++i) {
        const auto at = static_cast<std::size_t>(std::lround(static_cast<double>(i) * 255 / 127.0));
        table[127 - i] = down[at];
        table[128 + i] = up[at];
    }
    return table;
}

}  // namespace

const ColourTable& differenceTable(bool dark) {
    static const ColourTable light =
        around({0xFFFFFF, 0xD9C2EB, 0xA97BCB, 0x6E2E9E}, {0xFFFFFF, 0xB4E0C8, 0x4FB487, 0x00653F});
    static const ColourTable darkTable =
        around({0x181B1F, 0x4B3263, 0x9260C0, 0xDDB4FF}, {0x181B1F, 0x17482F, 0x249061, 0x7DEBB4});
    return dark ? darkTable : light;
}

const ColourTable& colourTable(ColourMap map, bool dark) {
    static const ColourTable inkLight =
        through({0xFFFFFF, 0xD6E8FD, 0xA6CAF9, 0x6D9BEC, 0x4A70D6, 0x3A46B4, 0x2B2685, 0x17104A});
    static const ColourTable inkDark =
        through({0x181B1F, 0x232C4E, 0x2D4489, 0x3565C4, 0x3F93E4, 0x5CC1F0, 0x9FE7F5, 0xEEFEFC});
    // Control points of Viridis and Magma (Smith and van der Walt, 2015) and Cividis (Nuñez, Anderton and
    // Renslow, 2018).
    static const ColourTable viridis = through(
        {0x440154, 0x482878, 0x3E4A89, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725});
    static const ColourTable magma = through(
        {0x000004, 0x180F3D, 0x440F76, 0x721F81, 0x9E2F7F, 0xCD4071, 0xF1605D, 0xFD9668, 0xFECA8D, 0xFCFDBF});
    static const ColourTable cividis = through(
        {0x00204D, 0x00336F, 0x39486B, 0x575C6D, 0x707173, 0x8A8779, 0xA69D75, 0xC4B56C, 0xE4CF5B, 0xFFEA46});
    switch (map) {
        case ColourMap::Ink:
            return dark ? inkDark : inkLight;
        case ColourMap::Viridis:
            return viridis;
        case ColourMap::Magma:
            return magma;
        case ColourMap::Cividis:
            return cividis;
    }
    return inkLight;
}

}  // namespace headscope::ui
