// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/colour_scale.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace headscope::ui {

namespace {

constexpr double logDecades = 4;

double linearLuminance(QRgb colour) {
    const auto channel = [](int value) {
        const double share = value / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(qRed(colour)) + 0.7152 * channel(qGreen(colour)) +
           0.0722 * channel(qBlue(colour));
}

}  // namespace

QColor readableOn(QRgb background) {
    // WCAG contrast (L1 + 0.05) / (L2 + 0.05) against both inks.
    constexpr QRgb darkInk = 0xFF15181D;
    constexpr QRgb lightInk = 0xFFFFFFFF;
    const double luminance = linearLuminance(background) + 0.05;
    const double withDark = luminance / (linearLuminance(darkInk) + 0.05);
    const double withLight = (linearLuminance(lightInk) + 0.05) / luminance;
    return QColor::fromRgb(withDark >= withLight ? darkInk : lightInk);
}

double tonePosition(double weight, double maximum, ToneScale scale) {
    if (!(weight > 0) || !(maximum > 0)) return 0;
    const double share = std::min(weight / maximum, 1.0);
    switch (scale) {
        case ToneScale::Linear:
            return share;
        case ToneScale::SquareRoot:
            return std::sqrt(share);
        case ToneScale::Log:
            return std::max(0.0, 1 + std::log10(share) / logDecades);
    }
    return share;
}

double weightAtPosition(double position, double maximum, ToneScale scale) {
    const double at = std::clamp(position, 0.0, 1.0);
    switch (scale) {
        case ToneScale::Linear:
            return maximum * at;
        case ToneScale::SquareRoot:
            return maximum * at * at;
        case ToneScale::Log:
            return maximum * std::pow(10.0, (at - 1) * logDecades);
    }
    return maximum * at;
}

double differencePosition(double difference, double maximum, ToneScale scale) {
    return std::copysign(tonePosition(std::abs(difference), maximum, scale), difference);
}

std::size_t differenceIndex(double position) {
    return static_cast<std::size_t>(std::lround(127.5 + 127.5 * std::clamp(position, -1.0, 1.0)));
}

std::uint8_t toneIndex(double weight, double maximum, ToneScale scale) {
    return static_cast<std::uint8_t>(std::lround(255 * tonePosition(weight, maximum, scale)));
}

std::array<std::uint8_t, 256> thumbnailTones(ToneScale scale) {
    std::array<std::uint8_t, 256> tones{};
    for (std::size_t i = 0; i < tones.size(); ++i) {
        const double root = static_cast<double>(i) / 255.0;
        tones[i] = toneIndex(root * root, 1, scale);
    }
    return tones;
}

QString scaleName(ToneScale scale) {
    switch (scale) {
        case ToneScale::Linear:
            return QCoreApplication::translate("Figure", "linear");
        case ToneScale::SquareRoot:
            return QCoreApplication::translate("Figure", "√");
        case ToneScale::Log:
            return QCoreApplication::translate("Figure", "log");
    }
    return {};
}

QString rangeName(ToneRange range) {
    switch (range) {
        case ToneRange::WholeMap:
            return QCoreApplication::translate("Figure", "whole map");
        case ToneRange::PerRow:
            return QCoreApplication::translate("Figure", "per row");
        case ToneRange::Fixed:
            return QCoreApplication::translate("Figure", "0 to 1");
        case ToneRange::WithoutSinks:
            return QCoreApplication::translate("Figure", "map without sinks");
    }
    return {};
}

QString colourMapName(ColourMap map) {
    switch (map) {
        case ColourMap::Ink:
            return QCoreApplication::translate("Figure", "Ink");
        case ColourMap::Viridis:
            return QStringLiteral("Viridis");
        case ColourMap::Magma:
            return QStringLiteral("Magma");
        case ColourMap::Cividis:
            return QStringLiteral("Cividis");
    }
    return {};
}

}  // namespace headscope::ui
