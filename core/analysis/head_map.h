// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/progress.h"
#include "core/tensor/matrix.h"

namespace headscope::core {

/// Two groups that became one.
struct Merge {
    Index a = 0;  ///< 0 … n − 1 are the things themselves, n + i is what merge i made; a < b
    Index b = 0;
    double distance = 0;  ///< mean over all pairs between the two
    Index size = 0;
};

/// Average linkage (Sokal and Michener 1958): n − 1 merges, nearest groups first, of equals the first ones.
/// `distances` is symmetric. [n, n]
std::vector<Merge> averageLinkage(const Eigen::MatrixXd& distances);

/// Which of `count` groups each thing is in, when the last merges are undone; groups are numbered by their
/// first member. `count` is cut to what there is.
std::vector<Index> clustersOf(const std::vector<Merge>& merges, Index count);

/// Things on a plane so that their distances are as close to the given ones as can be.
struct PlaneMap {
    Eigen::MatrixXd places;  ///< [n, 2], centred
    /// √(Σ (d − δ)² / Σ d²) over pairs, d on the plane and δ as given (Kruskal 1964, stress formula one); 0
    /// where all places are the same.
    double stress = 0;
};

/// Classical scaling (Torgerson 1952), then majorisation of stress (SMACOF, de Leeuw 1977) from there until
/// it gains nothing. No chance in it: the same distances give the same map, with the farthest place of each
/// axis on its positive side. Throws Error(Cancelled).
PlaneMap planeMap(const Eigen::MatrixXd& distances, const Progress& progress = {});

/// The assignment of rows to columns that costs least in all (Kuhn 1955, by shortest augmenting paths): per
/// row its column, −1 where there are more rows than columns and it got none.
std::vector<Index> cheapestMatching(const Eigen::MatrixXd& costs);

}  // namespace headscope::core
