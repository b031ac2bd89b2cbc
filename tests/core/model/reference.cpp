// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/reference.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include "core/checkpoint/safetensors.h"
#include "core/trace/pattern_source.h"

namespace headscope::test {
namespace {

namespace fs = std::filesystem;
using namespace core;

constexpr double bar = 5e-5;
constexpr double infinitely = std::numeric_limits<double>::infinity();

std::vector<std::int32_t> integers(const TensorView* view) {
    std::vector<std::int32_t> out;
    if (!view) return out;
    for (const std::int64_t value : view->toIntegers()) out.push_back(static_cast<std::int32_t>(value));
    return out;
}

// Heads below each other: [heads · rows, width], as the dumps have them.
Matrix headsBelowEachOther(const Matrix& x, Index headDim) {
    const Index heads = x.cols() / headDim;
    Matrix out(heads * x.rows(), headDim);
    for (Index head = 0; head < heads; ++head)
        out.middleRows(head * x.rows(), x.rows()) = x.middleCols(head * headDim, headDim);
    return out;
}

Matrix patternsOf(const TracePtr& trace, int layer, const Kernels& kernels) {
    const LayerTrace& traced = *trace->layers[static_cast<std::size_t>(layer)];
    Matrix patterns(traced.heads * traced.queries(), traced.keys());
    for (int head = 0; head < traced.heads; ++head) {
        const PatternPtr pattern = headPattern(trace, {AttentionKind::Self, layer, head}, kernels);
        patterns.middleRows(head * traced.queries(), traced.queries()) = pattern->all();
    }
    return patterns;
}

// Cells that are shown as allowed although the reference gives them no weight, or the other way round.
Difference wrongMarks(const TensorView* truth, const TracePtr& trace, int layer, const Kernels& kernels) {
    const LayerTrace& traced = *trace->layers[static_cast<std::size_t>(layer)];
    const Index cells = traced.queries() * traced.keys();
    if (!truth || truth->elements() != traced.heads * cells) return {infinitely, 0};
    const std::vector<float> weights = truth->toFloats();
    Index wrong = 0;
    for (int head = 0; head < traced.heads; ++head) {
        const PatternPtr pattern = headPattern(trace, {AttentionKind::Self, layer, head}, kernels);
        for (Index cell = 0; cell < cells; ++cell) {
            const bool allowed = pattern->allowed(cell / traced.keys(), cell % traced.keys());
            const bool used = weights[static_cast<std::size_t>(head * cells + cell)] > 0;
            if (allowed != used) ++wrong;
        }
    }
    return {static_cast<double>(wrong), 0};
}

}  // namespace

fs::path fixtureFolder() {
    return fs::path(HEADSCOPE_TEST_DATA) / "models";
}

std::vector<std::string> fixtureNames() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(fixtureFolder())) {
        if (fs::exists(entry.path() / "expected.safetensors"))
            names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Expected::Expected(const std::string& fixture) {
    for (TensorView& view :
         readSafetensors(MappedFile::open(fixtureFolder() / fixture / "expected.safetensors"))) {
        m_views.emplace(view.name, view);
    }
}

RunSpec Expected::spec() {
    RunSpec spec;
    spec.input.ids = integers(find("ids"));
    spec.input.typeIds = integers(find("type_ids"));
    if (m_views.contains("global_tokens")) spec.input.globalTokens = integers(find("global_tokens"));
    // Models of tests/data/described without embeddings.
    if (const TensorView* vectors = find("vectors"))
        spec.input.vectors = std::make_shared<const Matrix>(vectors->toMatrix());
    return spec;
}

std::map<std::string, Difference> Expected::compare(const Model& model, const TracePtr& trace) {
    std::map<std::string, Difference> all;
    const auto add = [&](const std::string& name, const Matrix& ours, bool relative) {
        all[name] = differenceOf(name, ours, relative);
    };
    for (int layer = 0; layer < trace->layerCount(); ++layer) {
        if (!trace->layers[static_cast<std::size_t>(layer)]) continue;  // without attention
        const LayerTrace& traced = *trace->layers[static_cast<std::size_t>(layer)];
        const std::string suffix = '_' + std::to_string(layer);
        add("attention" + suffix, patternsOf(trace, layer, model.kernels()), false);
        all["marks" + suffix] = wrongMarks(find("attention" + suffix), trace, layer, model.kernels());
        const auto addGlobal = [&](const char* name, const Matrix& ours) {
            if (ours.size() > 0) add(name + suffix, headsBelowEachOther(ours, traced.headDim), true);
        };
        addGlobal("global_k", traced.tables.globalKeys);
        addGlobal("global_v", traced.tables.globalValues);
        // A few families of transformers have no place where q, k and v can be seen.
        if (!m_views.contains("q" + suffix)) continue;
        add("q" + suffix, headsBelowEachOther(traced.q, traced.headDim), true);
        add("k" + suffix, headsBelowEachOther(traced.k, traced.headDim), true);
        add("v" + suffix, headsBelowEachOther(traced.v, traced.headDim), true);
    }
    for (std::size_t i = 0; i < trace->hidden.size(); ++i)
        add("hidden_" + std::to_string(i), *trace->hidden[i], true);
    if (!model.outputs().empty()) {
        std::vector<Index> positions(static_cast<std::size_t>(trace->length()));
        std::iota(positions.begin(), positions.end(), Index{0});
        add("logits", model.logits(*trace, model.outputs().front().id, positions), true);
    }
    return all;
}

std::vector<std::string> Expected::neverAsked() const {
    std::vector<std::string> names;
    for (const auto& [name, view] : m_views) {
        if (!m_asked.contains(name)) names.push_back(name);
    }
    return names;
}

const TensorView* Expected::find(const std::string& name) {
    m_asked.insert(name);
    const auto found = m_views.find(name);
    return found == m_views.end() ? nullptr : &found->second;
}

Difference Expected::differenceOf(const std::string& name, const Matrix& ours, bool relative) {
    const TensorView* truth = find(name);
    if (!truth || truth->elements() != ours.size() || !ours.allFinite()) return {infinitely};
    const std::vector<float> values = truth->toFloats();
    const Eigen::Map<const Eigen::ArrayXf> reference(values.data(), ours.size());
    const Eigen::Map<const Eigen::ArrayXf> mine(ours.data(), ours.size());
    const double largest = static_cast<double>(reference.abs().maxCoeff());
    return {static_cast<double>((mine - reference).abs().maxCoeff()),
            relative ? bar * std::max(1.0, largest) : bar};
}

}  // namespace headscope::test
