// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace headscope::core {
namespace {

struct NamedScaling {
    std::string_view name;
    RopeScaling scaling;
};

constexpr std::array<NamedScaling, 9> scalings = {{
    {"default", RopeScaling::None},
    // Pairs of text positions and image positions: for text alone it is the default.
    {"mrope", RopeScaling::None},
    {"linear", RopeScaling::Linear},
    {"dynamic", RopeScaling::Dynamic},
    {"dynamic_ntk", RopeScaling::Dynamic},
    {"llama3", RopeScaling::Llama3},
    {"yarn", RopeScaling::Yarn},
    {"longrope", RopeScaling::LongRope},
    {"su", RopeScaling::LongRope},
}};

[[noreturn]] void refuse(const RopeSource& source, const std::string& key, const std::string& value,
                         const std::string& why) {
    throw Error(ErrorCode::ConfigInvalid, {source.config->name(), key, value, why});
}

RopeScaling scalingNamed(const RopeSource& source, const std::string& name) {
    const auto* row = std::find_if(scalings.begin(), scalings.end(),
                                   [&](const NamedScaling& scaling) { return scaling.name == name; });
    if (row == scalings.end()) {
        throw Error(ErrorCode::FeatureUnsupported,
                    {source.config->name(), "the rotary scaling \"" + name + "\""});
    }
    return row->scaling;
}

// Of a size that neither overflows nor vanishes as a float.
double positive(const RopeSource& source, const std::string& key, double value) {
    if (!(value >= 1e-37 && value <= 1e38))
        refuse(source, key, shortestText(value), "it must lie between 1e-37 and 1e38");
    return value;
}

double needed(const RopeSource& source, const std::string& key) {
    return positive(source, key, source.settings.at(key).asDouble());
}

std::vector<double> factorsOf(const RopeSource& source, const std::string& key) {
    std::vector<double> factors;
    const Json list = source.settings.at(key);
    for (std::size_t i = 0; i < list.size(); ++i)
        factors.push_back(positive(source, key, list[i].asDouble()));
    if (static_cast<Index>(factors.size()) != source.dim / 2) {
        refuse(source, key, std::to_string(factors.size()) + " numbers",
               "there must be one for each of the " + std::to_string(source.dim / 2) + " rotating pairs");
    }
    return factors;
}

// Length of the first training: beside the settings (Phi-3), in them, or what the config allows.
double originalOf(const RopeSource& source) {
    if (source.original > 0) return source.original;
    const char* key = "original_max_position_embeddings";
    return positive(source, key, source.settings.doubleOr(key, source.positions));
}

void readYarn(const RopeSource& source, RopeSettings& rope) {
    const Json& settings = source.settings;
    rope.original = originalOf(source);
    rope.factor = positive(source, "factor", settings.doubleOr("factor", source.positions / rope.original));
    rope.betaFast = positive(source, "beta_fast", settings.doubleOr("beta_fast", 32));
    rope.betaSlow = positive(source, "beta_slow", settings.doubleOr("beta_slow", 1));
    rope.truncate = settings.boolOr("truncate", true);
    const auto magnitude = [&](double scale) {
        return rope.factor <= 1 ? 1.0 : 0.1 * scale * std::log(rope.factor) + 1.0;
    };
    const double scale = settings.doubleOr("mscale", 0);
    const double scaleOfAll = settings.doubleOr("mscale_all_dim", 0);
    const bool both = scale != 0 && scaleOfAll != 0;
    rope.attentionFactor =
        settings.doubleOr("attention_factor", both ? magnitude(scale) / magnitude(scaleOfAll) : magnitude(1));
}

void readLongRope(const RopeSource& source, RopeSettings& rope) {
    rope.original = originalOf(source);
    rope.shortFactors = factorsOf(source, "short_factor");
    rope.longFactors = factorsOf(source, "long_factor");
    const double factor =
        positive(source, "factor", source.settings.doubleOr("factor", source.positions / rope.original));
    const double attention = factor <= 1 ? 1.0 : std::sqrt(1 + std::log(factor) / std::log(rope.original));
    rope.attentionFactor = source.settings.doubleOr("attention_factor", attention);
}

// Rounded to float. The reference computes frequencies in float step by step, and at long positions a
// rounding of them is visible.
double asFloat(double value) {
    return static_cast<double>(static_cast<float>(value));
}

// theta^(2j / dim)
double powerOf(const RopeSettings& rope, double theta, Index pair) {
    const double exponent = asFloat(static_cast<double>(2 * pair) / static_cast<double>(rope.dim));
    return asFloat(std::pow(asFloat(theta), exponent));
}

// Long wavelengths are stretched by the factor, short ones kept, those between blended.
double llama3Frequency(const RopeSettings& rope, double frequency) {
    const double wavelength = asFloat(2 * std::numbers::pi / frequency);
    if (wavelength > rope.original / rope.lowFrequency) return asFloat(frequency / rope.factor);
    if (wavelength < rope.original / rope.highFrequency) return frequency;
    const double turns = asFloat(rope.original / wavelength);
    const double blend =
        asFloat(asFloat(turns - rope.lowFrequency) / (rope.highFrequency - rope.lowFrequency));
    const double stretched = asFloat(asFloat(asFloat(1 - blend) * frequency) / rope.factor);
    return asFloat(stretched + asFloat(blend * frequency));
}

// Share of pair j that is stretched (Peng et al. 2023, section 3.2): 0 below the pair that turns betaFast
// times over the original length, 1 above the one that turns betaSlow times.
double yarnStretch(const RopeSettings& rope, Index pair) {
    const auto border = [&](double turns) {
        return static_cast<double>(rope.dim) * std::log(rope.original / (turns * 2 * std::numbers::pi)) /
               (2 * std::log(rope.theta));
    };
    double low = border(rope.betaFast);
    double high = border(rope.betaSlow);
    if (rope.truncate) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, static_cast<double>(rope.dim - 1));
    if (low == high) high += 0.001;
    return std::clamp((static_cast<double>(pair) - low) / (high - low), 0.0, 1.0);
}

double yarnFrequency(const RopeSettings& rope, Index pair, double power) {
    const double kept = asFloat(1 - asFloat(yarnStretch(rope, pair)));
    const double stretched = asFloat(1 / asFloat(rope.factor * power));
    return asFloat(asFloat(stretched * asFloat(1 - kept)) + asFloat(asFloat(1 / power) * kept));
}

void readScaling(const RopeSource& source, RopeSettings& rope) {
    switch (rope.scaling) {
        case RopeScaling::None:
            break;
        case RopeScaling::Dynamic:
            rope.original = positive(source, "max_position_embeddings", source.positions);
            rope.factor = needed(source, "factor");
            break;
        case RopeScaling::Linear:
            rope.factor = needed(source, "factor");
            break;
        case RopeScaling::Llama3:
            rope.factor = needed(source, "factor");
            rope.lowFrequency = needed(source, "low_freq_factor");
            rope.highFrequency = needed(source, "high_freq_factor");
            rope.original = originalOf(source);
            break;
        case RopeScaling::Yarn:
            readYarn(source, rope);
            break;
        case RopeScaling::LongRope:
            readLongRope(source, rope);
            break;
    }
}

// Settings that are possible one by one can leave the range of floats together.
void checkAngles(const RopeSource& source, const RopeSettings& rope) {
    const auto faulty = [&](double positions) {
        return !inverseFrequencies(rope, static_cast<Index>(positions)).allFinite();
    };
    if (faulty(1) || faulty(source.positions))
        refuse(source, "rope_theta", shortestText(rope.theta),
               "with the other settings of rotation its angles are no numbers");
    if (!(std::abs(rope.attentionFactor) <= 1e38))
        refuse(source, "attention_factor", shortestText(rope.attentionFactor),
               "it must lie between -1e38 and 1e38");
}

}  // namespace

RopeSettings readRope(const RopeSource& source) {
    const Json& settings = source.settings;
    RopeSettings rope;
    rope.dim = source.dim;
    if (rope.dim < 2 || rope.dim % 2 != 0)
        refuse(source, "head_dim", std::to_string(rope.dim), "rotation needs an even number of columns");
    rope.theta = positive(source, "rope_theta", settings.doubleOr("rope_theta", source.theta));
    rope.scaling = scalingNamed(source, settings.stringOr("rope_type", settings.stringOr("type", "default")));
    readScaling(source, rope);
    checkAngles(source, rope);
    return rope;
}

Eigen::VectorXd inverseFrequencies(const RopeSettings& rope, Index length) {
    double theta = rope.theta;
    const auto positions = static_cast<double>(length);
    if (rope.scaling == RopeScaling::Dynamic && positions > rope.original) {
        const auto dim = static_cast<double>(rope.dim);
        const double ratio = asFloat(asFloat(rope.factor * positions) / rope.original);
        const double growth = std::pow(asFloat(ratio - (rope.factor - 1)), asFloat(dim / (dim - 2)));
        theta *= asFloat(growth);
    }
    const bool isLong = positions > rope.original;
    Eigen::VectorXd frequencies(rope.dim / 2);
    for (Index j = 0; j < frequencies.size(); ++j) {
        const double power = powerOf(rope, theta, j);
        const double plain = asFloat(1 / power);
        double& frequency = frequencies[j];
        switch (rope.scaling) {
            case RopeScaling::None:
            case RopeScaling::Dynamic:
                frequency = plain;
                break;
            case RopeScaling::Linear:
                frequency = asFloat(plain / rope.factor);
                break;
            case RopeScaling::Llama3:
                frequency = llama3Frequency(rope, plain);
                break;
            case RopeScaling::Yarn:
                frequency = yarnFrequency(rope, j, power);
                break;
            case RopeScaling::LongRope: {
                const auto& factors = isLong ? rope.longFactors : rope.shortFactors;
                frequency = asFloat(1 / asFloat(asFloat(factors[static_cast<std::size_t>(j)]) * power));
                break;
            }
        }
    }
    return frequencies;
}

RotaryTable ropeTable(const RopeSettings& rope, Index length) {
    RotaryTable table = rotaryTable(inverseFrequencies(rope, length), length);
    if (rope.attentionFactor != 1) {
        table.cosines *= static_cast<float>(rope.attentionFactor);
        table.sines *= static_cast<float>(rope.attentionFactor);
    }
    return table;
}

}  // namespace headscope::core
