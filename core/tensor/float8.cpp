// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/float8.h"

#include <cmath>
#include <limits>

namespace headscope::core {
namespace {

using Values = std::array<float, 256>;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Sign, exponent and fraction as IEEE 754 puts them together, before any byte gets a special meaning.
Values valuesOf(int fractionBits, int bias) {
    Values values{};
    for (unsigned bits = 0; bits < values.size(); ++bits) {
        const int fraction = static_cast<int>(bits & ((1u << fractionBits) - 1u));
        const int exponent = static_cast<int>((bits & 0x7Fu) >> fractionBits);
        const int implicit = exponent > 0 ? 1 << fractionBits : 0;
        const auto digits = static_cast<float>(implicit + fraction);
        const float magnitude = std::ldexp(digits, (exponent > 0 ? exponent : 1) - bias - fractionBits);
        values[bits] = (bits & 0x80u) != 0 ? -magnitude : magnitude;
    }
    return values;
}

Values e4m3() {
    Values values = valuesOf(3, 7);
    values[0x7F] = values[0xFF] = nan;
    return values;
}

Values e5m2() {
    Values values = valuesOf(2, 15);
    for (const unsigned sign : {0x00u, 0x80u}) {
        values[sign | 0x7Cu] = sign != 0 ? -infinity : infinity;
        for (unsigned fraction = 1; fraction < 4; ++fraction) values[sign | 0x7Cu | fraction] = nan;
    }
    return values;
}

/// The byte that would be −0 is the only NaN.
Values unsignedZero(Values values) {
    values[0x80] = nan;
    return values;
}

Values e8m0() {
    Values values{};
    for (int exponent = 0; exponent < 255; ++exponent)
        values[static_cast<std::size_t>(exponent)] = std::ldexp(1.0f, exponent - 127);
    values[0xFF] = nan;
    return values;
}

}  // namespace

const Values& float8Values(Float8 type) noexcept {
    static const Values tables[] = {e4m3(), e5m2(), unsignedZero(valuesOf(3, 8)),
                                    unsignedZero(valuesOf(2, 16)), e8m0()};
    return tables[static_cast<std::size_t>(type)];
}

}  // namespace headscope::core
