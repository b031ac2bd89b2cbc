// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_map.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope::core {
namespace {

constexpr int mostSteps = 1000;
constexpr double smallestGain = 1e-10;  // of stress, in a step
constexpr double infinite = std::numeric_limits<double>::infinity();

Eigen::MatrixXd distancesOn(const Eigen::MatrixXd& places) {
    const Index count = places.rows();
    Eigen::MatrixXd distances = Eigen::MatrixXd::Zero(count, count);
    for (Index a = 0; a < count; ++a) {
        for (Index b = a + 1; b < count; ++b)
            distances(a, b) = distances(b, a) = (places.row(a) - places.row(b)).norm();
    }
    return distances;
}

double stressOf(const Eigen::MatrixXd& onPlane, const Eigen::MatrixXd& wanted) {
    const double size = onPlane.squaredNorm();
    return size > 0 ? std::sqrt((onPlane - wanted).squaredNorm() / size) : 0;
}

/// Torgerson: the two largest eigenvectors of the doubly centred squared distances.
Eigen::MatrixXd classicalPlaces(const Eigen::MatrixXd& distances) {
    const Index count = distances.rows();
    const Eigen::MatrixXd squares = distances.array().square();
    Eigen::MatrixXd centred = squares;
    centred.colwise() -= squares.rowwise().mean();
    centred.rowwise() -= squares.colwise().mean();
    centred.array() += squares.mean();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(-0.5 * centred);
    Eigen::MatrixXd places = Eigen::MatrixXd::Zero(count, 2);
    for (Index axis = 0; axis < std::min<Index>(2, count); ++axis) {
        const Index which = count - 1 - axis;  // values ascend
        const double value = std::max(0.0, solver.eigenvalues()[which]);
        places.col(axis) = std::sqrt(value) * solver.eigenvectors().col(which);
    }
    return places;
}

/// Guttman's transform: the places that the bound on stress at `places` is least for.
Eigen::MatrixXd majorised(const Eigen::MatrixXd& places, const Eigen::MatrixXd& onPlane,
                          const Eigen::MatrixXd& wanted) {
    Eigen::MatrixXd pull = -(onPlane.array() > 0).select(wanted.array() / onPlane.array(), 0.0);
    pull.diagonal() = -pull.rowwise().sum();
    return pull * places / static_cast<double>(places.rows());
}

void turnPositive(Eigen::MatrixXd& places) {
    for (Index axis = 0; axis < places.cols(); ++axis) {
        Index farthest = 0;
        places.col(axis).cwiseAbs().maxCoeff(&farthest);
        if (places(farthest, axis) < 0) places.col(axis) *= -1;
    }
}

}  // namespace

std::vector<Merge> averageLinkage(const Eigen::MatrixXd& distances) {
    const Index count = distances.rows();
    Eigen::MatrixXd between = distances;
    std::vector<Index> name;  // of the group at a row
    std::vector<Index> size(static_cast<std::size_t>(count), 1);
    std::vector<Index> rows;  // that stand for a group
    for (Index i = 0; i < count; ++i) {
        name.push_back(i);
        rows.push_back(i);
    }
    std::vector<Merge> merges;
    while (rows.size() > 1) {
        std::pair<std::size_t, std::size_t> best{0, 1};
        for (std::size_t a = 0; a < rows.size(); ++a) {
            for (std::size_t b = a + 1; b < rows.size(); ++b) {
                if (between(rows[a], rows[b]) < between(rows[best.first], rows[best.second])) best = {a, b};
            }
        }
        const Index a = rows[best.first];
        const Index b = rows[best.second];
        const auto sizeOf = [&](Index row) {
            return static_cast<double>(size[static_cast<std::size_t>(row)]);
        };
        auto& nameA = name[static_cast<std::size_t>(a)];
        const Index nameB = name[static_cast<std::size_t>(b)];
        merges.push_back({std::min(nameA, nameB), std::max(nameA, nameB), between(a, b),
                          static_cast<Index>(sizeOf(a) + sizeOf(b))});
        for (const Index other : rows) {
            if (other == a || other == b) continue;
            const double mean =
                (sizeOf(a) * between(a, other) + sizeOf(b) * between(b, other)) / (sizeOf(a) + sizeOf(b));
            between(a, other) = between(other, a) = mean;
        }
        nameA = count + static_cast<Index>(merges.size()) - 1;
        size[static_cast<std::size_t>(a)] = merges.back().size;
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(best.second));
    }
    return merges;
}

std::vector<Index> clustersOf(const std::vector<Merge>& merges, Index count) {
    const auto things = static_cast<Index>(merges.size()) + 1;
    const Index kept = std::max<Index>(0, things - std::clamp<Index>(count, 1, things));
    // What every group became by the merges that are kept.
    std::vector<Index> parent(static_cast<std::size_t>(2 * things));
    for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = static_cast<Index>(i);
    for (Index i = 0; i < kept; ++i) {
        const Merge& merge = merges[static_cast<std::size_t>(i)];
        parent[static_cast<std::size_t>(merge.a)] = parent[static_cast<std::size_t>(merge.b)] = things + i;
    }
    std::vector<Index> clusters;
    std::vector<Index> seen;
    for (Index thing = 0; thing < things; ++thing) {
        Index group = thing;
        while (parent[static_cast<std::size_t>(group)] != group)
            group = parent[static_cast<std::size_t>(group)];
        const auto known = std::find(seen.begin(), seen.end(), group);
        clusters.push_back(static_cast<Index>(known - seen.begin()));
        if (known == seen.end()) seen.push_back(group);
    }
    return clusters;
}

PlaneMap planeMap(const Eigen::MatrixXd& distances, const Progress& progress) {
    PlaneMap map;
    map.places = classicalPlaces(distances);
    Eigen::MatrixXd onPlane = distancesOn(map.places);
    // What majorisation lowers is the sum of squares, whatever the size of the map.
    double error = (onPlane - distances).squaredNorm();
    const double size = distances.squaredNorm();
    for (int step = 0; step < mostSteps; ++step) {
        report(progress, static_cast<double>(step) / mostSteps);
        const Eigen::MatrixXd next = majorised(map.places, onPlane, distances);
        const Eigen::MatrixXd nextOnPlane = distancesOn(next);
        const double nextError = (nextOnPlane - distances).squaredNorm();
        if (!(error - nextError > smallestGain * size)) break;
        map.places = next;
        onPlane = nextOnPlane;
        error = nextError;
    }
    turnPositive(map.places);
    map.stress = stressOf(onPlane, distances);
    report(progress, 1);
    return map;
}

std::vector<Index> cheapestMatching(const Eigen::MatrixXd& costs) {
    if (costs.rows() > costs.cols()) {
        const std::vector<Index> turned = cheapestMatching(costs.transpose());
        std::vector<Index> rows(static_cast<std::size_t>(costs.rows()), -1);
        for (std::size_t column = 0; column < turned.size(); ++column)
            rows[static_cast<std::size_t>(turned[column])] = static_cast<Index>(column);
        return rows;
    }
    const Index rows = costs.rows();
    const Index columns = costs.cols();
    // Potentials, and per column its row; column and row 0 are beginnings of paths.
    Eigen::VectorXd u = Eigen::VectorXd::Zero(rows + 1);
    Eigen::VectorXd v = Eigen::VectorXd::Zero(columns + 1);
    std::vector<Index> rowOf(static_cast<std::size_t>(columns) + 1, 0);
    std::vector<Index> before(static_cast<std::size_t>(columns) + 1, 0);
    const auto at = [](std::vector<Index>& list, Index i) -> Index& {
        return list[static_cast<std::size_t>(i)];
    };
    for (Index row = 1; row <= rows; ++row) {
        at(rowOf, 0) = row;
        Index column = 0;
        Eigen::VectorXd least = Eigen::VectorXd::Constant(columns + 1, infinite);
        std::vector<bool> used(static_cast<std::size_t>(columns) + 1, false);
        while (at(rowOf, column) != 0) {
            used[static_cast<std::size_t>(column)] = true;
            const Index here = at(rowOf, column);
            double step = infinite;
            Index next = 0;
            for (Index j = 1; j <= columns; ++j) {
                if (used[static_cast<std::size_t>(j)]) continue;
                const double reduced = costs(here - 1, j - 1) - u[here] - v[j];
                if (reduced < least[j]) {
                    least[j] = reduced;
                    at(before, j) = column;
                }
                if (least[j] < step) {
                    step = least[j];
                    next = j;
                }
            }
            for (Index j = 0; j <= columns; ++j) {
                if (used[static_cast<std::size_t>(j)]) {
                    u[at(rowOf, j)] += step;
                    v[j] -= step;
                } else {
                    least[j] -= step;
                }
            }
            column = next;
        }
        for (; column != 0; column = at(before, column)) at(rowOf, column) = at(rowOf, at(before, column));
    }
    std::vector<Index> matched(static_cast<std::size_t>(rows), -1);
    for (Index column = 1; column <= columns; ++column) {
        if (at(rowOf, column) > 0) at(matched, at(rowOf, column) - 1) = column - 1;
    }
    return matched;
}

}  // namespace headscope::core
