// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <vector>

namespace headscope::fuzz {

/// What inputs are made of.
struct Material {
    std::vector<std::string> seeds;
    std::vector<std::string> dictionary;
};

/// `input` with one to eight random changes, some of which know what JSON looks like. At most `limit` bytes.
std::string mutate(std::string input, const Material& material, std::mt19937_64& random, std::size_t limit);

}  // namespace headscope::fuzz
