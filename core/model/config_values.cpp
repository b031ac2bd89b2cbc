// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config_values.h"

#include <cmath>
#include <limits>

namespace headscope::core {
namespace {

static_assert(largestSize <= std::numeric_limits<int>::max());
static_assert(largestSize <= std::numeric_limits<Index>::max() / (3 * largestSize));

}  // namespace

void refuseValue(const Json& config, std::string_view key, std::string value, std::string why) {
    throw Error(ErrorCode::ConfigInvalid,
                {config.name(), std::string(key), std::move(value), std::move(why)});
}

void refuseFeature(const Json& config, std::string feature) {
    throw Error(ErrorCode::FeatureUnsupported, {config.name(), std::move(feature)});
}

Activation knownActivation(const Json& config, const std::string& name) {
    const auto activation = activationNamed(name);
    if (!activation) refuseFeature(config, "the activation \"" + name + "\"");
    return *activation;
}

std::optional<Index> sizeOf(const Json& config, const SizeKey& size) {
    for (const std::string_view key : size.keys) {
        const auto value = config.find(key);
        if (!value) continue;
        const std::int64_t number = value->asInt();
        if (number < 1 || number > largestSize)
            refuseValue(config, key, value->text(),
                        "it must be a size between 1 and " + std::to_string(largestSize));
        return number;
    }
    return size.fallback;
}

Index valueOf(const Json& config, const SizeKey& size) {
    return sizeOf(config, size).value_or(0);
}

Index zeroOrSizeOf(const Json& config, const SizeKey& size) {
    for (const std::string_view key : size.keys) {
        if (config.find(key) && config.intOr(key, 0) == 0) return 0;
    }
    return valueOf(config, size);
}

double numberOf(const Json& config, const NumberKey& number) {
    for (const std::string_view key : number.keys) {
        const auto value = config.find(key);
        if (!value) continue;
        const double read = value->asDouble();
        if (!(std::abs(read) <= largestNumber))
            refuseValue(config, key, value->text(), "it must lie between -1e38 and 1e38");
        return read;
    }
    return number.fallback;
}

}  // namespace headscope::core
