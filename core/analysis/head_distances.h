// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/gold.h"
#include "core/model/model.h"

namespace headscope::core {

/// Divergence of two distributions, ½ KL(p‖m) + ½ KL(q‖m) with m = (p + q) / 2, in nats: 0 … ln 2 (Lin 1991).
double jensenShannon(const Eigen::ArrayXd& p, const Eigen::ArrayXd& q);

/// What of a run heads are compared by, row by row.
struct ComparedRun {
    TracePtr trace;
    /// Per word the positions of its pieces, where heads are compared by words: weights between words,
    /// special tokens left out and rows scaled to sum 1. Empty: by tokens, all of them.
    std::vector<std::vector<Index>> words;
};

/// How far heads are from each other.
struct HeadDistances {
    std::vector<HeadId> rows;
    std::vector<HeadId> columns;
    Eigen::MatrixXd divergence;  ///< mean over rows of jensenShannon(), in nats
    /// Linear CKA of head outputs (Kornblith et al. 2019) by the unbiased estimator of HSIC (Song et al.
    /// 2012; Nguyen et al. 2021, which adds it up over texts): 1 where they are the same but for rotation and
    /// scale, about 0 where unrelated, slightly below 0 by chance; NaN where there are fewer than four rows
    /// in every text, an output is constant but for rounding, or no run kept its values.
    Eigen::MatrixXd cka;
    Index texts = 0;
    Index rowsCompared = 0;
    /// √ of the divergences, which obeys the triangle inequality (Endres and Schindelin 2003).
    Eigen::MatrixXd distances() const { return divergence.array().max(0).sqrt(); }
    double distance(Index row, Index column) const {
        return std::sqrt(std::max(0.0, divergence(row, column)));
    }
};

/// Adds up texts.
class HeadComparer {
public:
    explicit HeadComparer(const Compute& compute) : m_compute(compute) {}

    /// All heads of `run` with each other. Throws Error(Cancelled).
    void add(const ComparedRun& run, const Progress& progress = {});
    /// All heads of `a` with those of `b`, by the same words. Throws Error(Cancelled).
    void add(const ComparedRun& a, const ComparedRun& b, const Progress& progress = {});
    /// Throws Error(BadArgument) where no row of no text could be compared.
    HeadDistances distances() const;

private:
    void addRows(const ComparedRun& a, const ComparedRun& b, bool same, const Progress& progress);
    void addOutputs(const ComparedRun& a, const ComparedRun& b, bool same);

    const Compute& m_compute;
    HeadDistances m_sums;
    Eigen::MatrixXd m_crossed;                ///< HSIC of each with each
    Eigen::VectorXd m_ownRows, m_ownColumns;  ///< HSIC of each with itself
};

/// Words of a text that do not depend on a tokenizer: runs of letters, other characters by themselves; of
/// both texts where there are two.
std::vector<GoldWord> plainWords(const Input& input);

/// Has runs of one input compared by its words: those that every one of them has pieces of. None where there
/// is no such word.
void compareByWords(const Input& input, const std::vector<ComparedRun*>& runs);

}  // namespace headscope::core
