// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace headscope::fuzz {
namespace {

using Random = std::mt19937_64;

/// 0 … count-1, and 0 for nothing to choose from. Not std::uniform_int_distribution: its numbers differ
/// between libraries, and inputs must be the same everywhere.
std::size_t below(Random& random, std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(random() % count);
}

struct Range {
    std::size_t begin = 0;
    std::size_t size = 0;
};

/// Mostly short, because a single byte often is what matters.
Range anyRange(std::string_view text, Random& random) {
    const std::size_t begin = below(random, text.size());
    const std::size_t longest =
        std::min<std::size_t>(text.size() - begin, std::size_t{1} << below(random, 10));
    return {begin, below(random, longest + 1)};
}

/// The scalar of a JSON text (a number, a text in quotes, a word) that stands next after a random place.
Range anyScalar(std::string_view text, Random& random) {
    const auto partOfWord = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.';
    };
    std::size_t begin = below(random, text.size());
    while (begin < text.size() && text[begin] != '"' && !partOfWord(text[begin])) ++begin;
    if (begin == text.size()) return {begin, 0};
    std::size_t end = begin + 1;
    if (text[begin] == '"') {
        while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
        ++end;
    } else {
        while (end < text.size() && partOfWord(text[end])) ++end;
    }
    return {begin, std::min(end, text.size()) - begin};
}

std::string_view at(std::string_view text, Range range) {
    return text.substr(range.begin, range.size);
}

using Change = void (*)(std::string& input, const Material& material, Random& random);

void flipBit(std::string& input, const Material&, Random& random) {
    if (input.empty()) return;
    char& byte = input[below(random, input.size())];
    byte = static_cast<char>(byte ^ (1 << below(random, 8)));
}

void setByte(std::string& input, const Material&, Random& random) {
    if (input.empty()) return;
    const std::size_t place = below(random, input.size());
    input[place] = static_cast<char>(below(random, 256));
}

void insertByte(std::string& input, const Material&, Random& random) {
    const std::size_t place = below(random, input.size() + 1);
    input.insert(place, 1, static_cast<char>(below(random, 256)));
}

void eraseRange(std::string& input, const Material&, Random& random) {
    const Range range = anyRange(input, random);
    input.erase(range.begin, range.size);
}

void repeatRange(std::string& input, const Material&, Random& random) {
    const std::string copy(at(input, anyRange(input, random)));
    const std::size_t place = below(random, input.size() + 1);
    const std::size_t times = std::size_t{1} << below(random, 6);
    for (std::size_t i = 0; i < times; ++i) input.insert(place, copy);
}

void insertWord(std::string& input, const Material& material, Random& random) {
    if (material.dictionary.empty()) return;
    const std::size_t place = below(random, input.size() + 1);
    input.insert(place, material.dictionary[below(random, material.dictionary.size())]);
}

void crossWithSeed(std::string& input, const Material& material, Random& random) {
    if (material.seeds.empty()) return;
    const std::string& other = material.seeds[below(random, material.seeds.size())];
    const Range here = anyRange(input, random);
    input.replace(here.begin, here.size, std::string(at(other, anyRange(other, random))));
}

void replaceScalarByWord(std::string& input, const Material& material, Random& random) {
    if (material.dictionary.empty()) return;
    const Range range = anyScalar(input, random);
    input.replace(range.begin, range.size, material.dictionary[below(random, material.dictionary.size())]);
}

void replaceScalarByAnother(std::string& input, const Material&, Random& random) {
    const std::string other(at(input, anyScalar(input, random)));
    const Range range = anyScalar(input, random);
    input.replace(range.begin, range.size, other);
}

void replaceScalarByNumber(std::string& input, const Material&, Random& random) {
    const Range range = anyScalar(input, random);
    std::uint64_t edge = std::uint64_t{1} << below(random, 64);
    edge += below(random, 3) - 1;
    const std::string sign = below(random, 4) == 0 ? "-" : "";
    input.replace(range.begin, range.size, sign + std::to_string(edge));
}

constexpr Change changes[] = {flipBit,
                              setByte,
                              insertByte,
                              eraseRange,
                              repeatRange,
                              insertWord,
                              insertWord,
                              crossWithSeed,
                              replaceScalarByWord,
                              replaceScalarByWord,
                              replaceScalarByAnother,
                              replaceScalarByAnother,
                              replaceScalarByNumber};

}  // namespace

std::string mutate(std::string input, const Material& material, Random& random, std::size_t limit) {
    const std::size_t count = 1 + below(random, 8);
    for (std::size_t i = 0; i < count; ++i) {
        changes[below(random, std::size(changes))](input, material, random);
        if (input.size() > limit) input.resize(limit);
    }
    return input;
}

}  // namespace headscope::fuzz
