// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary tables at positions up to 8 191 against those of transformers (tests/reference/make_rope.py).
#include "core/model/rope.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "core/checkpoint/safetensors.h"

namespace headscope::core {
namespace {

constexpr Index length = 8192;

constexpr double closest = 3e-7;

/// Largest difference of each pair over all positions. The power that a frequency comes from is at times one
/// unit in the last place off in the reference, and the angle with it: then the difference over that of one
/// such unit, so that it is below `closest` as well, and the pair is counted.
struct Differences {
    Eigen::ArrayXd ofPairs;
    int shifted = 0;
};

Differences compare(const Matrix& ours, const Matrix& theirs, const std::vector<std::int64_t>& positions,
                    const Eigen::VectorXd& frequencies) {
    Differences found{Eigen::ArrayXd::Zero(frequencies.size()), 0};
    for (Index pair = 0; pair < frequencies.size(); ++pair) {
        double plain = 0;
        double beyondUnit = 0;
        for (std::size_t row = 0; row < positions.size(); ++row) {
            const auto difference = std::abs(
                static_cast<double>(ours(positions[row], pair) - theirs(static_cast<Index>(row), pair)));
            const double unit = std::numeric_limits<float>::epsilon() * frequencies[pair];
            plain = std::max(plain, difference);
            beyondUnit = std::max(beyondUnit, difference - 2 * unit * static_cast<double>(positions[row]));
        }
        found.ofPairs[pair] = plain > closest ? beyondUnit : plain;
        found.shifted += plain > closest ? 1 : 0;
    }
    return found;
}

TEST(RopeTable, EqualsTransformersAtLongPositions) {
    const auto folder = std::filesystem::path(HEADSCOPE_TEST_DATA) / "rope";
    const Json cases = Json::parse(MappedFile::open(folder / "cases.json").text(), "cases.json").at("cases");
    std::map<std::string, TensorView> expected;
    for (const TensorView& view : readSafetensors(MappedFile::open(folder / "expected.safetensors")))
        expected.emplace(view.name, view);
    const std::vector<std::int64_t> positions = expected.at("positions").toIntegers();
    ASSERT_EQ(positions.back(), length - 1);
    ASSERT_EQ(cases.size(), 7U);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Json one = cases[i];
        const std::string name(one.at("name").asString());
        SCOPED_TRACE(name);
        RopeSource source;
        source.settings = one.at("settings");
        source.theta = one.at("theta").asDouble();
        source.dim = one.at("columns").asInt();
        source.positions = one.at("positions").asDouble();
        source.config = &one;
        const RopeSettings settings = readRope(source);
        const RotaryTable table = ropeTable(settings, length);
        const Eigen::VectorXd frequencies = inverseFrequencies(settings, length);
        const Matrix cosines = expected.at("cos_" + name).toMatrix();
        const Matrix sines = expected.at("sin_" + name).toMatrix();
        for (const Differences& found : {compare(table.cosines, cosines, positions, frequencies),
                                         compare(table.sines, sines, positions, frequencies)}) {
            EXPECT_LE(found.ofPairs.maxCoeff(), closest);
            EXPECT_LE(found.shifted, 1);
        }
    }
}

}  // namespace
}  // namespace headscope::core
