// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/norm_patterns.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

// Keys whose vectors of all heads are in memory at a time.
constexpr Index keysAtOnce = 64;
// Queries whose weights of all heads are.
constexpr Index rowsAtOnce = 32;

/// What shares the axes and the mask of a pattern.
class LikePattern : public PatternSource {
public:
    explicit LikePattern(PatternPtr weights) : m_weights(std::move(weights)) {}
    const std::vector<Token>& rowTokens() const override { return m_weights->rowTokens(); }
    const std::vector<Token>& columnTokens() const override { return m_weights->columnTokens(); }
    bool allowed(Index row, Index column) const override { return m_weights->allowed(row, column); }

protected:
    PatternPtr m_weights;
};

class NormPattern final : public LikePattern {
public:
    NormPattern(const TracePtr& trace, HeadId head, const Model& model)
        : LikePattern(headPattern(trace, head, model.kernels())),
          m_rules(trace->at(head).rules),
          m_norms(headNorms(model.kernels(), *model.layerWeights(head.layer), trace->at(head), head.head)) {}

    Matrix cells(CellRect rect) const override {
        Matrix out = m_weights->cells(rect);
        for (Index i = 0; i < rect.rows; ++i) {
            const Eigen::ArrayXf& keys = m_norms.seenBy(m_rules, rect.row + i).transformed;
            out.row(i).array() *= keys.segment(rect.column, rect.columns).transpose();
        }
        return out;
    }

private:
    ScoreRules m_rules;
    HeadNorms m_norms;
};

/// Per key the products of every two heads' f(x), [key, heads · heads]: ‖Σ a f‖² = aᵀ · products · a, so that
/// no vector is needed for each query and key.
Matrix headProducts(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer) {
    const Index heads = layer.heads;
    Matrix products(layer.keys(), heads * heads);
    for (Index first = 0; first < layer.keys(); first += keysAtOnce) {
        const Index keys = std::min(keysAtOnce, layer.keys() - first);
        std::vector<Matrix> vectors;
        for (int head = 0; head < layer.heads; ++head) {
            const MatrixView all = columns(layer.v, layer.kvHead(head) * layer.headDim, layer.headDim);
            const MatrixView some(all.data() + first * all.outerStride(), keys, layer.headDim,
                                  Eigen::OuterStride<>(all.outerStride()));
            vectors.push_back(layer.gate(head) * throughOutput(kernels, weights, layer, head, some));
        }
        for (Index key = 0; key < keys; ++key) {
            for (Index a = 0; a < heads; ++a) {
                for (Index b = 0; b <= a; ++b) {
                    const float product = vectors[static_cast<std::size_t>(a)].row(key).dot(
                        vectors[static_cast<std::size_t>(b)].row(key));
                    products(first + key, a * heads + b) = products(first + key, b * heads + a) = product;
                }
            }
        }
    }
    return products;
}

class LayerNormPattern final : public LikePattern {
public:
    LayerNormPattern(const TracePtr& trace, const LayerTrace& layer, const Model& model)
        : LikePattern(headPattern(trace, {layer.kind, layer.layer, 0}, model.kernels())),
          m_products(headProducts(model.kernels(), *model.layerWeights(layer.layer), layer)) {
        for (int head = 0; head < layer.heads; ++head)
            m_heads.push_back(headPattern(trace, {layer.kind, layer.layer, head}, model.kernels()));
    }

    Matrix cells(CellRect rect) const override {
        Matrix out(rect.rows, rect.columns);
        for (Index first = 0; first < rect.rows; first += rowsAtOnce) {
            const Index rows = std::min(rowsAtOnce, rect.rows - first);
            out.middleRows(first, rows) = block({rect.row + first, rect.column, rows, rect.columns});
        }
        return out;
    }

private:
    Matrix block(CellRect rect) const {
        const auto heads = static_cast<Index>(m_heads.size());
        std::vector<Matrix> weights;
        for (const PatternPtr& head : m_heads) weights.push_back(head->cells(rect));
        Matrix out(rect.rows, rect.columns);
        Vector each(heads);
        for (Index j = 0; j < rect.columns; ++j) {
            const Eigen::Map<const Matrix> products(&m_products(rect.column + j, 0), heads, heads);
            for (Index i = 0; i < rect.rows; ++i) {
                for (Index head = 0; head < heads; ++head)
                    each[head] = weights[static_cast<std::size_t>(head)](i, j);
                out(i, j) = std::sqrt(std::max(0.0F, each.dot(products * each)));
            }
        }
        return out;
    }

    std::vector<PatternPtr> m_heads;
    Matrix m_products;
};

}  // namespace

PatternPtr normPattern(TracePtr trace, HeadId head, const Model& model) {
    return std::make_shared<NormPattern>(trace, head, model);
}

PatternPtr layerNormPattern(TracePtr trace, int layer, const Model& model) {
    AttentionKind kind = AttentionKind::Self;
    if (layer >= 0 && layer < trace->layerCount() && trace->layers[static_cast<std::size_t>(layer)])
        kind = trace->layers[static_cast<std::size_t>(layer)]->kind;
    const LayerTrace& found = trace->at({kind, layer, 0});
    if (found.tables.globalValues.size() > 0)
        throw Error(ErrorCode::BadArgument,
                    {"Norm-based attention of a layer",
                     "rows of global tokens have values of their own here; look at single heads"});
    return std::make_shared<LayerNormPattern>(trace, found, model);
}

}  // namespace headscope::core
