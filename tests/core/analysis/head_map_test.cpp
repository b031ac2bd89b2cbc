// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "core/analysis/head_distances.h"

namespace headscope::core {
namespace {

Eigen::MatrixXd randomPlaces(Index count, Index axes, unsigned seed) {
    std::mt19937 generator(seed);
    Eigen::MatrixXd places(count, axes);
    for (Index i = 0; i < places.size(); ++i)
        places.data()[i] = static_cast<double>(generator()) / 4294967296.0 - 0.5;
    return places;
}

Eigen::MatrixXd distancesOf(const Eigen::MatrixXd& places) {
    Eigen::MatrixXd distances(places.rows(), places.rows());
    for (Index a = 0; a < places.rows(); ++a)
        for (Index b = 0; b < places.rows(); ++b) distances(a, b) = (places.row(a) - places.row(b)).norm();
    return distances;
}

TEST(JensenShannon, IsThatOfMethods) {
    const Eigen::ArrayXd first = Eigen::VectorXd::Unit(12, 0).array();
    const Eigen::ArrayXd other = Eigen::VectorXd::Unit(12, 7).array();
    const Eigen::ArrayXd even = Eigen::ArrayXd::Constant(12, 1.0 / 12);
    EXPECT_NEAR(jensenShannon(first, other), 0.693147, 1e-6);
    EXPECT_NEAR(jensenShannon(first, even), 0.546253, 1e-6);
    EXPECT_EQ(jensenShannon(even, even), 0);
}

TEST(PlaneMap, RecoversPlacesOnAPlane) {
    const Eigen::MatrixXd distances = distancesOf(randomPlaces(30, 2, 1));
    const PlaneMap map = planeMap(distances);
    EXPECT_LT(map.stress, 1e-6);
    EXPECT_LT((distancesOf(map.places) - distances).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT(map.places.colwise().mean().norm(), 1e-12);
    for (Index axis = 0; axis < 2; ++axis)
        EXPECT_EQ(map.places.col(axis).maxCoeff(), map.places.col(axis).cwiseAbs().maxCoeff());
}

TEST(PlaneMap, HasLessStressThanClassicalScalingAndIsTheSameAgain) {
    const Eigen::MatrixXd distances = distancesOf(randomPlaces(40, 8, 2));
    const PlaneMap map = planeMap(distances);
    const Eigen::MatrixXd onPlane = distancesOf(map.places);
    EXPECT_NEAR(map.stress, std::sqrt((onPlane - distances).squaredNorm() / onPlane.squaredNorm()), 1e-12);
    EXPECT_GT(map.stress, 0.05) << "eight axes do not fit on two";
    EXPECT_LT(map.stress, 0.40);
    const PlaneMap again = planeMap(distances);
    EXPECT_EQ(map.places, again.places);
    EXPECT_EQ(planeMap(Eigen::MatrixXd::Zero(5, 5)).stress, 0);
    EXPECT_EQ(planeMap(Eigen::MatrixXd::Zero(1, 1)).places.rows(), 1);
}

TEST(AverageLinkage, JoinsNearestGroupsByTheirMeanDistance) {
    // On a line: 0, 1, 5, 7, 20.
    Eigen::MatrixXd places(5, 1);
    places << 0, 1, 5, 7, 20;
    const std::vector<Merge> merges = averageLinkage(distancesOf(places));
    ASSERT_EQ(merges.size(), 4U);
    const auto expect = [&](std::size_t i, Index a, Index b, double distance, Index size) {
        EXPECT_EQ(merges[i].a, a);
        EXPECT_EQ(merges[i].b, b);
        EXPECT_DOUBLE_EQ(merges[i].distance, distance);
        EXPECT_EQ(merges[i].size, size);
    };
    expect(0, 0, 1, 1, 2);
    expect(1, 2, 3, 2, 2);
    expect(2, 5, 6, (5 + 7 + 4 + 6) / 4.0, 4);
    expect(3, 4, 7, (20 + 19 + 15 + 13) / 4.0, 5);
    EXPECT_EQ(clustersOf(merges, 3), (std::vector<Index>{0, 0, 1, 1, 2}));
    EXPECT_EQ(clustersOf(merges, 2), (std::vector<Index>{0, 0, 0, 0, 1}));
    EXPECT_EQ(clustersOf(merges, 99), (std::vector<Index>{0, 1, 2, 3, 4}));
    EXPECT_EQ(clustersOf({}, 3), std::vector<Index>{0});
}

TEST(CheapestMatching, CostsAsLittleAsTheBestOfAllPermutations) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Index rows = 1 + static_cast<Index>(seed % 6);
        const Index columns = 1 + static_cast<Index>((seed / 6) % 6);
        Eigen::MatrixXd costs = randomPlaces(rows, columns, seed);
        if (seed % 2 == 0) costs = (costs * 4).array().round();  // with equals
        const std::vector<Index> matched = cheapestMatching(costs);
        double cost = 0;
        std::vector<bool> taken(static_cast<std::size_t>(columns), false);
        Index count = 0;
        for (std::size_t row = 0; row < matched.size(); ++row) {
            if (matched[row] < 0) continue;
            EXPECT_FALSE(taken[static_cast<std::size_t>(matched[row])]);
            taken[static_cast<std::size_t>(matched[row])] = true;
            cost += costs(static_cast<Index>(row), matched[row]);
            ++count;
        }
        EXPECT_EQ(count, std::min(rows, columns));
        const bool wide = columns >= rows;
        const Eigen::MatrixXd turned = wide ? costs : Eigen::MatrixXd(costs.transpose());
        std::vector<Index> order(static_cast<std::size_t>(turned.cols()));
        std::iota(order.begin(), order.end(), 0);
        double least = std::numeric_limits<double>::infinity();
        do {
            double sum = 0;
            for (Index row = 0; row < turned.rows(); ++row)
                sum += turned(row, order[static_cast<std::size_t>(row)]);
            least = std::min(least, sum);
        } while (std::next_permutation(order.begin(), order.end()));
        EXPECT_NEAR(cost, least, 1e-12) << rows << " × " << columns;
    }
}

}  // namespace
}  // namespace headscope::core
