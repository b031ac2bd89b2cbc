// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/forward.h"

namespace headscope::core {
namespace {

Matrix oneMlp(const Compute& compute, const ModelConfig& config, const MlpWeights& weights, const Matrix& x,
              const Progress& progress) {
    const bool plain = config.design.mlp == MlpKind::Plain;
    Matrix up = apply(compute, weights.up, x, plain ? config.activation : Activation::Identity);
    report(progress, 0.3);
    switch (config.design.mlp) {
        case MlpKind::Plain:
            break;
        case MlpKind::Gated: {
            Matrix gate = apply(compute, weights.gate, x);
            if (config.gateLimit > 0) {
                gate = gate.array().min(config.gateLimit);
                up = up.array().max(-config.gateLimit).min(config.gateLimit);
            }
            activate(compute, config.activation, gate);
            up.array() = (up.array() + config.upOffset) * gate.array();
            break;
        }
    }
    report(progress, 0.7);
    return apply(compute, weights.down, up);
}

struct Route {
    Index token = 0;
    float share = 0;
};

// Per expert the tokens that go to it, each with its share: softmax over the logits of the picked ones.
std::vector<std::vector<Route>> routes(const Matrix& logits, const Experts& experts) {
    std::vector<std::vector<Route>> picked(static_cast<std::size_t>(experts.count));
    std::vector<Index> order(static_cast<std::size_t>(experts.count));
    for (Index token = 0; token < logits.rows(); ++token) {
        std::iota(order.begin(), order.end(), Index{0});
        const auto row = logits.row(token);
        const auto end = order.begin() + experts.perToken;
        std::partial_sort(order.begin(), end, order.end(),
                          [&](Index a, Index b) { return row[a] > row[b] || (row[a] == row[b] && a < b); });
        double sum = 0;
        for (auto expert = order.begin(); expert != end; ++expert)
            sum += std::exp(static_cast<double>(row[*expert] - row[order.front()]));
        for (auto expert = order.begin(); expert != end; ++expert) {
            const double share = std::exp(static_cast<double>(row[*expert] - row[order.front()])) / sum;
            picked[static_cast<std::size_t>(*expert)].push_back({token, static_cast<float>(share)});
        }
    }
    return picked;
}

}  // namespace

Matrix Forward::mlp(int index, const LayerWeights& layer, const Matrix& x, const Progress& progress) const {
    const Experts& experts = m_config.experts;
    if (experts.count == 0) return oneMlp(m_compute, m_config, layer.mlp, x, progress);
    const auto picked = routes(apply(m_compute, layer.router, x), experts);
    Matrix out = Matrix::Zero(x.rows(), x.cols());
    for (int expert = 0; expert < experts.count; ++expert) {
        const std::vector<Route>& tokens = picked[static_cast<std::size_t>(expert)];
        if (tokens.empty()) continue;
        Matrix chosen(static_cast<Index>(tokens.size()), x.cols());
        for (std::size_t i = 0; i < tokens.size(); ++i)
            chosen.row(static_cast<Index>(i)) = x.row(tokens[i].token);
        const double all = experts.count;
        const Matrix result = oneMlp(m_compute, m_config, *m_weights.expertToMultiply(index, expert), chosen,
                                     part(progress, expert / all, (expert + 1) / all));
        for (std::size_t i = 0; i < tokens.size(); ++i)
            out.row(tokens[i].token) += tokens[i].share * result.row(static_cast<Index>(i));
    }
    return out;
}

}  // namespace headscope::core
