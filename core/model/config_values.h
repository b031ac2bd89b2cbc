// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/model/architectures.h"

namespace headscope::core {

/// Sizes beyond this are no model but a damaged file. With it every size that a config writes is an int, and
/// the largest product of them, (heads + 2 · kvHeads) · headDim, an Index.
inline constexpr Index largestSize = Index{1} << 30;

/// Numbers beyond it overflow as floats, which is what they are computed as.
inline constexpr double largestNumber = 1e38;

/// Throws Error(ConfigInvalid): `key` of the config has a value that cannot be.
[[noreturn]] void refuseValue(const Json& config, std::string_view key, std::string value, std::string why);
/// Throws Error(FeatureUnsupported): the config asks for something that is not computed here.
[[noreturn]] void refuseFeature(const Json& config, std::string feature);

/// The first key that is there, else the fallback. Throws Error(ConfigInvalid) for what is no positive size.
std::optional<Index> sizeOf(const Json& config, const SizeKey& size);
/// The same; 0 where there is neither key nor fallback.
Index valueOf(const Json& config, const SizeKey& size);
/// The same; a 0 in the config counts.
Index zeroOrSizeOf(const Json& config, const SizeKey& size);
/// The first key that is there, else the fallback. Throws Error(ConfigInvalid) for what is not finite, as a
/// float.
double numberOf(const Json& config, const NumberKey& number);

/// Throws Error(FeatureUnsupported) for an activation of that name that is not computed here.
Activation knownActivation(const Json& config, const std::string& name);

/// What config.json says about a table of distances and a convolution, for families that have them; reads the
/// sizes that are already there.
void readDistances(const Json& config, ModelConfig& out);

/// What is particular about each layer (sharing, heads, windows, rotation), into `out.plans` and `out.ropes`;
/// reads the sizes that are already there.
void readLayerPlans(const Architecture& architecture, const Json& config, ModelConfig& out);

}  // namespace headscope::core
