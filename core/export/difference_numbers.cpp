// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/difference_numbers.h"

#include <limits>
#include <utility>

namespace headscope::core {
namespace {

NamedArray integerArray(std::string name, std::vector<std::int32_t> values) {
    NamedArray array;
    array.name = std::move(name);
    array.shape = {static_cast<Index>(values.size())};
    array.integers = std::move(values);
    return array;
}

NamedArray idArray(const std::vector<Token>& tokens) {
    std::vector<std::int32_t> ids;
    for (const Token& token : tokens) ids.push_back(token.id);
    return integerArray("ids_a", std::move(ids));
}

NamedArray placeArray(const TokenAlignment& alignment) {
    std::vector<std::int32_t> places;
    for (const Index place : alignment.inA) places.push_back(static_cast<std::int32_t>(place));
    return integerArray("in_a", std::move(places));
}

/// What one head of a layer gives, with what cannot be compared as no number.
Matrix part(const DifferencePattern& pattern, bool ofA) {
    const CellRect everything{0, 0, pattern.rows(), pattern.columns()};
    Matrix values = ofA ? pattern.sides(everything).a : pattern.cells(everything);
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    for (Index place = 0; place < pattern.rows(); ++place) {
        if (pattern.alignment().isMatched(place)) continue;
        values.row(place).setConstant(none);
        values.col(place).setConstant(none);
    }
    return values;
}

/// The heads from `begin` to before `end`, all of one layer.
NamedArray layerArray(const std::vector<NamedPattern>& patterns, std::size_t begin, std::size_t end,
                      bool ofA) {
    const NamedPattern& first = patterns[begin];
    NamedArray array;
    array.name = std::string(ofA ? "attention_a_" : "difference_") + std::string(kindName(first.head.kind)) +
                 '_' + std::to_string(first.head.layer);
    array.parts = static_cast<Index>(end - begin);
    array.shape = {array.parts, first.pattern->rows(), first.pattern->columns()};
    std::vector<PatternPtr> heads;
    for (std::size_t i = begin; i < end; ++i) heads.push_back(patterns[i].pattern);
    array.part = [heads, ofA](Index head) {
        return part(*heads[static_cast<std::size_t>(head)]->difference(), ofA);
    };
    return array;
}

}  // namespace

Numbers differenceNumbers(const NumbersRequest& ofB, const Comparison& runs, Origin origin) {
    Numbers numbers = numbersOf(ofB, std::move(origin));
    numbers.arrays.push_back(idArray(runs.a->tokens));
    numbers.arrays.push_back(placeArray(*runs.alignment(ofB.words)));
    for (NamedPattern& named : numbers.patterns)
        named.pattern = differencePattern(runs, named.head, ofB.words, ofB.model->kernels());
    for (std::size_t begin = 0; begin < numbers.patterns.size();) {
        std::size_t end = begin;
        while (end < numbers.patterns.size() &&
               numbers.patterns[end].head.layer == numbers.patterns[begin].head.layer)
            ++end;
        for (const bool ofA : {true, false})
            numbers.arrays.push_back(layerArray(numbers.patterns, begin, end, ofA));
        begin = end;
    }
    return numbers;
}

}  // namespace headscope::core
