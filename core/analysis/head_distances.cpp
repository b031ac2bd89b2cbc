// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_distances.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/asked_run.h"
#include "core/analysis/gold_lines.h"
#include "core/analysis/word_links.h"
#include "core/base/error.h"

namespace headscope::core {
namespace {

constexpr Index blockRows = 32;     // bounds what is in memory at a time
constexpr double blockCells = 1e8;  // and how long it takes until somebody who wants it stopped is heard
// What sums of weights × values vary by in floats, of their size.
constexpr double roundingNoise = 64.0 * std::numeric_limits<float>::epsilon();
constexpr Index fewestRows = 4;  // the estimator of HSIC divides by n − 3

double entropyOf(const Eigen::ArrayXd& p) {
    return -(p > 0).select(p * p.log(), 0.0).sum();
}

/// Rows of a head as distributions and their entropies; a row without weight stays empty.
struct Rows {
    Matrix weights;  // [row, key]
    std::vector<double> entropies;

    bool has(Index row) const { return weights.row(row).maxCoeff() > 0; }
};

/// Rows [begin, end) of the pattern of `head`, or those of these words.
Rows rowsOf(const ComparedRun& run, HeadId head, Index begin, Index end, const Kernels& kernels) {
    const PatternPtr pattern = headPattern(run.trace, head, kernels);
    Rows rows;
    if (run.words.empty())
        rows.weights = pattern->cells({begin, 0, end - begin, pattern->columns()});
    else
        rows.weights = wordWeights(*pattern, run.words, begin, end).cast<float>();
    for (Index row = 0; row < rows.weights.rows(); ++row) {
        auto weights = rows.weights.row(row);
        const double sum = weights.cast<double>().sum();
        if (sum > 0) weights /= static_cast<float>(sum);
        rows.entropies.push_back(kernels.mixtureEntropy(weights.data(), weights.data(), weights.size()));
    }
    return rows;
}

/// Outputs of a head: pattern × v, per token, or the mean over the pieces of each word; centred. All 0
/// where they are constant but for rounding.
Eigen::MatrixXd outputsOf(const ComparedRun& run, HeadId head, const Kernels& kernels) {
    const LayerTrace& layer = run.trace->at(head);
    const PatternPtr pattern = headPattern(run.trace, head, kernels);
    const MatrixView v = columns(layer.v, layer.kvHead(head.head) * layer.headDim, layer.headDim);
    Matrix z(pattern->rows(), layer.headDim);
    for (Index begin = 0; begin < z.rows(); begin += blockRows) {
        const Index rows = std::min(blockRows, z.rows() - begin);
        z.middleRows(begin, rows) = pattern->cells({begin, 0, rows, pattern->columns()}) * v;
    }
    if (layer.tables.globalValues.rows() > 0) {
        const Matrix values = columns(layer.tables.globalValues, head.head * layer.headDim, layer.headDim);
        for (const Index global : layer.rulesOf(head.head).globalTokens)
            z.row(global) = pattern->row(global).transpose() * values;
    }
    Eigen::MatrixXd outputs = z.cast<double>();
    if (!run.words.empty()) {
        outputs = Eigen::MatrixXd::Zero(static_cast<Index>(run.words.size()), layer.headDim);
        for (std::size_t word = 0; word < run.words.size(); ++word) {
            for (const Index piece : run.words[word])
                outputs.row(static_cast<Index>(word)) += z.row(piece).cast<double>();
            outputs.row(static_cast<Index>(word)) /= static_cast<double>(run.words[word].size());
        }
    }
    const double size = outputs.squaredNorm();
    outputs.rowwise() -= outputs.colwise().mean();
    if (outputs.squaredNorm() <= roundingNoise * roundingNoise * size) outputs.setZero();
    return outputs;
}

/// What the estimator needs of K = X Xᵀ with an empty diagonal.
struct Kernel {
    Eigen::MatrixXd features;
    Eigen::VectorXd diagonal;
    Eigen::VectorXd sums;  // of rows
};

Kernel kernelOf(Eigen::MatrixXd features) {
    Kernel kernel{std::move(features), {}, {}};
    kernel.diagonal = kernel.features.rowwise().squaredNorm();
    kernel.sums = kernel.features * kernel.features.colwise().sum().transpose() - kernel.diagonal;
    return kernel;
}

/// HSIC₁ (Song et al. 2012, equation 5).
double unbiasedHsic(const Kernel& a, const Kernel& b) {
    const auto n = static_cast<double>(a.sums.size());
    const double trace = (a.features.transpose() * b.features).squaredNorm() - a.diagonal.dot(b.diagonal);
    const double means = a.sums.sum() * b.sums.sum() / ((n - 1) * (n - 2));
    return (trace + means - 2 / (n - 2) * a.sums.dot(b.sums)) / (n * (n - 3));
}

Index rowCount(const ComparedRun& run) {
    return run.words.empty() ? run.trace->length() : static_cast<Index>(run.words.size());
}

/// How many rows to compare at once, where one takes so many cells.
Index blockOf(double cells) {
    return static_cast<Index>(std::clamp(blockCells / cells, 1.0, static_cast<double>(blockRows)));
}

bool hasValues(const ComparedRun& run) {
    return std::all_of(run.trace->layers.begin(), run.trace->layers.end(),
                       [](const auto& layer) { return !layer || layer->v.rows() > 0; });
}

std::vector<HeadId> headsOf(const ComparedRun& run) {
    std::vector<HeadId> heads = run.trace->headIds();
    if (heads.empty())
        throw Error(ErrorCode::BadArgument, {run.trace->modelName, "no layer of it has attention"});
    return heads;
}

}  // namespace

double jensenShannon(const Eigen::ArrayXd& p, const Eigen::ArrayXd& q) {
    return entropyOf((p + q) / 2) - (entropyOf(p) + entropyOf(q)) / 2;
}

void HeadComparer::add(const ComparedRun& run, const Progress& progress) {
    addRows(run, run, true, progress);
    addOutputs(run, run, true);
}

void HeadComparer::add(const ComparedRun& a, const ComparedRun& b, const Progress& progress) {
    addRows(a, b, false, progress);
    addOutputs(a, b, false);
}

void HeadComparer::addRows(const ComparedRun& a, const ComparedRun& b, bool same, const Progress& progress) {
    const std::vector<HeadId> rowHeads = headsOf(a);
    const std::vector<HeadId> columnHeads = headsOf(b);
    if (m_sums.texts++ == 0) {
        m_sums.rows = rowHeads;
        m_sums.columns = columnHeads;
        const auto rows = static_cast<Index>(rowHeads.size());
        const auto columns = static_cast<Index>(columnHeads.size());
        m_sums.divergence = m_crossed = Eigen::MatrixXd::Zero(rows, columns);
        m_ownRows = Eigen::VectorXd::Zero(rows);
        m_ownColumns = Eigen::VectorXd::Zero(columns);
    }
    const Index length = rowCount(a);
    const Index rowsAtOnce = blockOf(static_cast<double>(rowHeads.size()) *
                                     static_cast<double>(columnHeads.size()) * static_cast<double>(length));
    for (Index begin = 0; begin < length; begin += rowsAtOnce) {
        report(progress, static_cast<double>(begin) / static_cast<double>(length));
        const Index end = std::min(length, begin + rowsAtOnce);
        const auto rowsOfAll = [&](const ComparedRun& run, const std::vector<HeadId>& heads) {
            std::vector<Rows> all(heads.size());
            m_compute.executor.forEach(static_cast<Index>(heads.size()), [&](Index head) {
                const auto slot = static_cast<std::size_t>(head);
                all[slot] = rowsOf(run, heads[slot], begin, end, m_compute.kernels);
            });
            return all;
        };
        const std::vector<Rows> left = rowsOfAll(a, rowHeads);
        const std::vector<Rows> others = same ? std::vector<Rows>() : rowsOfAll(b, columnHeads);
        const std::vector<Rows>& right = same ? left : others;
        std::vector<Index> counted;
        for (Index row = 0; row < end - begin; ++row) {
            const auto seen = [&](const Rows& rows) { return rows.has(row); };
            if (std::all_of(left.begin(), left.end(), seen) && std::all_of(right.begin(), right.end(), seen))
                counted.push_back(row);
        }
        m_sums.rowsCompared += static_cast<Index>(counted.size());
        m_compute.executor.forEach(static_cast<Index>(left.size()), [&](Index i) {
            const Rows& p = left[static_cast<std::size_t>(i)];
            for (Index j = same ? i + 1 : 0; j < static_cast<Index>(right.size()); ++j) {
                const Rows& q = right[static_cast<std::size_t>(j)];
                double sum = 0;
                for (const Index row : counted) {
                    const auto slot = static_cast<std::size_t>(row);
                    const double mixture = m_compute.kernels.mixtureEntropy(
                        p.weights.row(row).data(), q.weights.row(row).data(), p.weights.cols());
                    sum += mixture - (p.entropies[slot] + q.entropies[slot]) / 2;
                }
                m_sums.divergence(i, j) += sum;
                if (same) m_sums.divergence(j, i) += sum;
            }
        });
    }
    report(progress, 1);
}

void HeadComparer::addOutputs(const ComparedRun& a, const ComparedRun& b, bool same) {
    if (rowCount(a) < fewestRows || !hasValues(a) || !hasValues(b)) return;
    const auto kernelsOf = [&](const ComparedRun& run, const std::vector<HeadId>& heads) {
        std::vector<Kernel> all(heads.size());
        m_compute.executor.forEach(static_cast<Index>(heads.size()), [&](Index head) {
            const auto slot = static_cast<std::size_t>(head);
            all[slot] = kernelOf(outputsOf(run, heads[slot], m_compute.kernels));
        });
        return all;
    };
    const std::vector<Kernel> left = kernelsOf(a, m_sums.rows);
    const std::vector<Kernel> others = same ? std::vector<Kernel>() : kernelsOf(b, m_sums.columns);
    const std::vector<Kernel>& right = same ? left : others;
    m_compute.executor.forEach(static_cast<Index>(left.size()), [&](Index i) {
        const Kernel& kernel = left[static_cast<std::size_t>(i)];
        m_ownRows[i] += unbiasedHsic(kernel, kernel);
        for (Index j = same ? i : 0; j < static_cast<Index>(right.size()); ++j) {
            const double crossed = unbiasedHsic(kernel, right[static_cast<std::size_t>(j)]);
            m_crossed(i, j) += crossed;
            if (same && j > i) m_crossed(j, i) += crossed;
        }
    });
    for (Index j = 0; j < static_cast<Index>(right.size()); ++j)
        m_ownColumns[j] +=
            unbiasedHsic(right[static_cast<std::size_t>(j)], right[static_cast<std::size_t>(j)]);
}

HeadDistances HeadComparer::distances() const {
    if (m_sums.rowsCompared == 0)
        throw Error(ErrorCode::BadArgument,
                    {"The texts", "they have no row that heads could be compared by"});
    HeadDistances all = m_sums;
    all.divergence /= static_cast<double>(m_sums.rowsCompared);
    all.cka.resize(m_crossed.rows(), m_crossed.cols());
    for (Index i = 0; i < m_crossed.rows(); ++i) {
        for (Index j = 0; j < m_crossed.cols(); ++j) {
            const double size = m_ownRows[i] > 0 && m_ownColumns[j] > 0 ? m_ownRows[i] * m_ownColumns[j] : 0;
            all.cka(i, j) =
                size > 0 ? m_crossed(i, j) / std::sqrt(size) : std::numeric_limits<double>::quiet_NaN();
        }
    }
    return all;
}

std::vector<GoldWord> plainWords(const Input& input) {
    std::vector<GoldWord> words;
    for (const Span& span : TextPlaces(input.text).words({})) words.push_back({span, 0});
    for (const Span& span : TextPlaces(input.pair.value_or("")).words({})) words.push_back({span, 1});
    return words;
}

void compareByWords(const Input& input, const std::vector<ComparedRun*>& runs) {
    const std::vector<GoldWord> words = plainWords(input);
    std::vector<std::vector<std::vector<Index>>> pieces;
    for (ComparedRun* run : runs) {
        run->words.clear();
        pieces.push_back(piecesOf(words, run->trace->tokens));
    }
    for (std::size_t word = 0; word < words.size(); ++word) {
        const bool everywhere =
            std::all_of(pieces.begin(), pieces.end(), [&](const auto& each) { return !each[word].empty(); });
        if (!everywhere) continue;
        for (std::size_t i = 0; i < runs.size(); ++i) runs[i]->words.push_back(pieces[i][word]);
    }
}

}  // namespace headscope::core
