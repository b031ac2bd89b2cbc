// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/difference_pattern.h"
#include "ui/figures/state.h"

namespace headscope::ui {

/// A pattern whose cells are given, for pictures that must not depend on a model.
class FixedPattern : public core::PatternSource {
public:
    FixedPattern(std::vector<core::Token> tokens, core::Matrix weights, bool causal = false)
        : m_tokens(std::move(tokens)), m_weights(std::move(weights)), m_causal(causal) {}

    const std::vector<core::Token>& rowTokens() const override { return m_tokens; }
    const std::vector<core::Token>& columnTokens() const override { return m_tokens; }
    /// In a causal pattern nobody sees what comes later; a row of which every weight is negative sees nothing
    /// at all.
    bool allowed(core::Index row, core::Index column) const override {
        return m_weights(row, column) >= 0 && (!m_causal || column <= row);
    }
    core::Matrix cells(core::CellRect rect) const override {
        core::Matrix part = m_weights.block(rect.row, rect.column, rect.rows, rect.columns).cwiseMax(0.0F);
        return part;
    }

private:
    std::vector<core::Token> m_tokens;
    core::Matrix m_weights;
    bool m_causal;
};

inline core::Token sampleToken(const std::string& label, bool special = false) {
    core::Token token;
    token.piece = token.label = label;
    token.special = special;
    return token;
}

/// [CLS] the animal was too tired [SEP]
inline std::vector<core::Token> sampleTokens() {
    std::vector<core::Token> tokens{sampleToken("[CLS]", true)};
    for (const char* word : {"the", "animal", "was", "too", "tired"}) tokens.push_back(sampleToken(word));
    tokens.push_back(sampleToken("[SEP]", true));
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (!tokens[i].special) tokens[i].word = static_cast<core::Index>(i) - 1;
    return tokens;
}

/// Rows that sum to 1, different in every cell, the same on every machine: softmax of a sine.
inline core::Matrix sampleWeights(core::Index size, bool causal = false, double sharpness = 2.5) {
    core::Matrix weights = core::Matrix::Zero(size, size);
    for (core::Index row = 0; row < size; ++row) {
        const core::Index visible = causal ? row + 1 : size;
        double sum = 0;
        for (core::Index column = 0; column < visible; ++column) {
            const double score =
                sharpness * std::sin(1.7 * static_cast<double>(row) + 2.3 * static_cast<double>(column));
            weights(row, column) = static_cast<float>(std::exp(score));
            sum += std::exp(score);
        }
        for (core::Index column = 0; column < visible; ++column)
            weights(row, column) /= static_cast<float>(sum);
    }
    return weights;
}

inline core::PatternPtr samplePattern(bool causal = false) {
    return std::make_shared<FixedPattern>(sampleTokens(), sampleWeights(7, causal), causal);
}

/// B − A of the sample pattern with another one, where "tired" became "wide".
inline std::shared_ptr<const core::DifferencePattern> sampleDifference(double sharpness = 1.2) {
    std::vector<core::Token> tokens = sampleTokens();
    tokens[5].label = tokens[5].piece = "wide";
    auto b = std::make_shared<FixedPattern>(tokens, sampleWeights(7, false, sharpness));
    auto alignment = std::make_shared<core::TokenAlignment>(core::alignTokens(sampleTokens(), tokens));
    return std::make_shared<core::DifferencePattern>(samplePattern(), b, alignment);
}

/// Queries and keys whose patterns are sampleWeights(7): the sine of a sum is a product of two numbers each.
inline void addSampleScores(core::LayerTrace& layer, const std::vector<double>& sharpness) {
    constexpr core::Index length = 7;
    layer.headDim = 2;
    layer.rules.scale = 1;
    layer.q.resize(length, 2 * layer.heads);
    layer.k.resize(length, 2 * layer.heads);
    for (int head = 0; head < layer.heads; ++head) {
        core::HeadStatistics& statistics = layer.statistics[static_cast<std::size_t>(head)];
        for (core::Index row = 0; row < length; ++row) {
            const double query = 1.7 * static_cast<double>(row);
            const double key = 2.3 * static_cast<double>(row);
            const double size = sharpness[static_cast<std::size_t>(head)];
            layer.q.row(row).segment(2 * head, 2) << static_cast<float>(size * std::sin(query)),
                static_cast<float>(size * std::cos(query));
            layer.k.row(row).segment(2 * head, 2) << static_cast<float>(std::cos(key)),
                static_cast<float>(std::sin(key));
            double sum = 0;
            for (core::Index column = 0; column < length; ++column)
                sum += std::exp(size * std::sin(query + 2.3 * static_cast<double>(column)));
            statistics.normalisers.push_back({0, static_cast<float>(sum)});
        }
    }
}

/// A run without model: layers of `heads` heads each (0: a layer without attention), with thumbnails and
/// measures.
inline RunPtr sampleRun(const std::vector<int>& heads) {
    auto trace = std::make_shared<core::Trace>();
    trace->modelName = "sample";
    trace->tokens = sampleTokens();
    trace->spec.input.text = "the animal was too tired";
    auto run = std::make_shared<Run>();
    for (std::size_t l = 0; l < heads.size(); ++l) {
        if (heads[l] == 0) {
            trace->layers.push_back(nullptr);
            continue;
        }
        auto layer = std::make_shared<core::LayerTrace>();
        layer->layer = static_cast<int>(l);
        layer->heads = layer->kvHeads = heads[l];
        std::vector<double> sharpness;
        for (int h = 0; h < heads[l]; ++h) {
            sharpness.push_back(1.0 + static_cast<double>(l) + 0.7 * h);
            const core::Matrix weights = sampleWeights(7, false, sharpness.back());
            core::HeadStatistics statistics;
            statistics.thumbnail.rows = statistics.thumbnail.columns = 7;
            for (core::Index row = 0; row < 7; ++row) {
                double entropy = 0;
                for (core::Index column = 0; column < 7; ++column) {
                    const auto weight = static_cast<double>(weights(row, column));
                    entropy -= weight * std::log(weight);
                }
                statistics.entropy.push_back(static_cast<float>(entropy));
            }
            for (core::Index i = 0; i < weights.size(); ++i)
                statistics.thumbnail.tones.push_back(static_cast<std::uint8_t>(
                    std::lround(255 * std::sqrt(static_cast<double>(weights.data()[i])))));
            layer->statistics.push_back(std::move(statistics));
            core::HeadMeasures measures{{core::AttentionKind::Self, static_cast<int>(l), h}, {}, {}};
            measures.values.resize(core::metrics().size());
            measures.values.front().add(0.4 + 0.3 * static_cast<double>(l) + 0.21 * h);
            run->measures.push_back(std::move(measures));
            run->types.push_back({static_cast<core::HeadType>((l + static_cast<std::size_t>(h)) % 7), 0.5});
        }
        addSampleScores(*layer, sharpness);
        trace->layers.push_back(std::move(layer));
    }
    run->trace = std::move(trace);
    return run;
}

}  // namespace headscope::ui
