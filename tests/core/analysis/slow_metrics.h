// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/metrics.h"
#include "core/trace/pattern_source.h"
#include "core/trace/trace_layer.h"
#include "tests/support/slow_attention.h"

namespace headscope::test::metrics {

using namespace core;

inline Token token(std::int32_t id, const char* label, bool special = false, int sequence = 0) {
    Token t;
    t.id = id;
    t.piece = t.label = label;
    t.special = special;
    t.sequence = sequence;
    return t;
}

// [CLS] the dog , the dog . [SEP] the dog ran . [SEP]
inline std::vector<Token> twoTexts() {
    return {token(1, "[CLS]", true),
            token(5, "the"),
            token(6, "dog"),
            token(7, ","),
            token(5, "the"),
            token(6, "dog"),
            token(8, "."),
            token(2, "[SEP]", true),
            token(5, "the", false, 1),
            token(6, "dog", false, 1),
            token(9, "ran", false, 1),
            token(8, ".", false, 1),
            token(2, "[SEP]", true, 1)};
}

inline std::vector<Token> manyTokens(Index n) {
    std::vector<Token> tokens;
    for (Index i = 0; i < n; ++i) tokens.push_back(token(static_cast<std::int32_t>(i * i % 17), "x", i == 0));
    return tokens;
}

inline TracePtr traceOf(std::vector<Token> tokens, int heads, int kvHeads, const ScoreRules& rules,
                        double sharpness) {
    Executor executor(1);
    const auto n = static_cast<Index>(tokens.size());
    LayerInputs inputs;
    inputs.heads = heads;
    inputs.kvHeads = kvHeads;
    inputs.headDim = 5;
    inputs.q = test::randomMatrix(n, heads * 5, 1, sharpness);
    inputs.k = test::randomMatrix(n, kvHeads * 5, 2);
    inputs.v = test::randomMatrix(n, kvHeads * 5, 3);
    inputs.rules = rules;
    if (!rules.globalTokens.empty()) {
        inputs.tables.globalKeys = test::randomMatrix(n, heads * 5, 4);
        inputs.tables.globalValues = test::randomMatrix(n, heads * 5, 5);
    }
    for (const Token& t : tokens) inputs.specialKeys.push_back(t.special ? 1 : 0);
    auto trace = std::make_shared<Trace>();
    trace->tokens = std::move(tokens);
    trace->layers = {traceLayer({executor, baseKernels()}, inputs).trace};
    return trace;
}

using Values = std::map<std::string, std::vector<double>>;  // per metric, one entry per row that counts

/// The definitions, one row at a time.
class Slow {
public:
    Slow(const Trace& trace, const Matrix& pattern, Specials specials)
        : m_trace(trace), m_pattern(pattern), m_specials(specials), m_n(trace.length()) {}

    Values all() {
        for (Index i = 0; i < m_n; ++i) row(i);
        vertical();
        return m_values;
    }

private:
    const Token& at(Index i) const { return m_trace.tokens[static_cast<std::size_t>(i)]; }
    bool sees(Index i, Index j) const {
        const bool kept = m_specials == Specials::Raw || !at(j).special;
        return kept && m_trace.layers[0]->rules.allowed(i, j, m_n);
    }
    bool comma(Index j) const { return at(j).label == "," || at(j).label == "."; }
    void put(const char* id, double value) { m_values[id].push_back(value); }

    template <typename Which>
    bool present(Which&& which) const {
        for (Index j = 0; j < m_n; ++j) {
            if (which(j)) return true;
        }
        return false;
    }
    /// Sum of counts(j) · weight over the keys of the row.
    template <typename Counts>
    double over(Counts&& counts) const {
        double total = 0;
        for (const Index j : m_keys)
            total += static_cast<double>(counts(j)) * m_w[static_cast<std::size_t>(j)];
        return total;
    }

    void row(Index i) {
        m_w.assign(static_cast<std::size_t>(m_n), 0.0);
        m_keys.clear();
        double sum = 0;
        for (Index j = 0; j < m_n; ++j) {
            if (!sees(i, j)) continue;
            m_keys.push_back(j);
            sum += m_w[static_cast<std::size_t>(j)] = static_cast<double>(m_pattern(i, j));
        }
        if (sum <= 0) return;
        if (m_specials == Specials::Renormalised) {
            for (double& weight : m_w) weight /= sum;
        }
        spread(i);
        sinks(i);
        places(i);
        m_rows.push_back(m_w);
    }

    void spread(Index i) {
        const auto keys = static_cast<double>(m_keys.size());
        const auto away = [&](Index j) { return std::abs(static_cast<double>(i - j)); };
        const double entropy = slowEntropy(m_w);
        put("entropy", entropy);
        if (keys > 1) put("relative_entropy", entropy / std::log(keys));
        if (keys > 1) put("max", *std::max_element(m_w.begin(), m_w.end()));
        if (keys > 1) put("even", 1 / keys);
        put("distance", over(away));
        double even = 0;
        for (const Index j : m_keys) even += away(j) / keys;
        if (even > 0) put("relative_distance", over(away) / even);
        put("row_sum", over([](Index) { return true; }));
        put("local", over([&](Index j) { return away(j) <= 2; }));
    }

    void sinks(Index i) {
        const bool plain = present([&](Index j) { return !at(j).special; });
        const auto opens = [&](Index j) { return at(j).special && j == 0 && plain; };
        const auto separates = [&](Index j) { return at(j).special && !opens(j); };
        const auto marks = [&](Index j) { return comma(j); };
        if (m_specials == Specials::Raw) {
            put("sink", over([&](Index j) { return at(j).special; }));
            const auto specials =
                std::count_if(m_keys.begin(), m_keys.end(), [&](Index j) { return at(j).special; });
            if (m_keys.size() > 1)
                put("even_sink", static_cast<double>(specials) / static_cast<double>(m_keys.size()));
            if (present(opens)) put("sink_opening", over(opens));
            if (present(separates)) put("sink_separator", over(separates));
        }
        if (present(marks)) put("sink_punctuation", over(marks));
        if (sees(i, 0) && m_keys.size() > 1) put("sink_first", m_w[0]);
    }

    void places(Index i) {
        for (const auto& [id, key] : {std::pair{"previous", i - 1}, {"same", i}, {"next", i + 1}}) {
            if (key >= 0 && key < m_n && sees(i, key)) put(id, m_w[static_cast<std::size_t>(key)]);
        }
        const auto earlier = [&](Index j) {
            return j < i && at(j).id == at(i).id && !at(i).special && !at(j).special && !comma(i);
        };
        if (std::any_of(m_keys.begin(), m_keys.end(), earlier)) put("duplicate", over(earlier));
        if (present([&](Index j) { return at(j).sequence != at(0).sequence; }))
            put("block", over([&](Index j) { return at(j).sequence == at(i).sequence; }));
    }

    void vertical() {
        std::vector<double> mean(static_cast<std::size_t>(m_n), 0.0);
        for (const auto& row : m_rows) {
            for (std::size_t j = 0; j < mean.size(); ++j)
                mean[j] += row[j] / static_cast<double>(m_rows.size());
        }
        double keys = 0;
        for (Index j = 0; j < m_n; ++j) keys += m_specials == Specials::Raw || !at(j).special ? 1 : 0;
        if (!m_rows.empty() && keys > 1) put("verticality", 1 - slowEntropy(mean) / std::log(keys));
    }

    const Trace& m_trace;
    const Matrix& m_pattern;
    Specials m_specials;
    Index m_n;
    std::vector<double> m_w;    // of the row at hand
    std::vector<Index> m_keys;  // that it sees
    std::vector<std::vector<double>> m_rows;
    Values m_values;
};

}  // namespace headscope::test::metrics
