// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/parity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "core/trace/pattern_source.h"

namespace headscope::core {
namespace {

// What TransformerLens's numerical guide calls agreement in float32; above 1e-4 it speaks of a fault.
constexpr double bar = 5e-5;

struct ArrayName {
    std::string full;
    std::string quantity;  ///< "attention"
    std::string kind;      ///< "self"; empty when the name says none
    int layer = -1;        ///< −1: none
};

ArrayName parsed(const std::string& name) {
    ArrayName result{name, name, {}, -1};
    const std::size_t last = name.rfind('_');
    if (last == name.npos) return result;
    int layer = -1;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + last + 1, end, layer);
    if (error != std::errc() || stop != end || layer < 0) return result;
    result.quantity = name.substr(0, last);
    result.layer = layer;
    if (const std::size_t kind = result.quantity.find('_'); kind != name.npos) {
        result.kind = result.quantity.substr(kind + 1);
        result.quantity.resize(kind);
    }
    return result;
}

/// [heads, position, width] from columns that belong to one head after the other.
Matrix headsBelowEachOther(const Matrix& x, Index headDim) {
    const Index heads = headDim > 0 ? x.cols() / headDim : 0;
    Matrix out(heads * x.rows(), headDim);
    for (Index head = 0; head < heads; ++head)
        out.middleRows(head * x.rows(), x.rows()) = x.middleCols(head * headDim, headDim);
    return out;
}

Matrix patternsOf(const TracePtr& trace, const LayerTrace& layer, const Kernels& kernels) {
    Matrix patterns(layer.heads * layer.queries(), layer.keys());
    for (int head = 0; head < layer.heads; ++head) {
        const PatternPtr pattern = headPattern(trace, {layer.kind, layer.layer, head}, kernels);
        patterns.middleRows(head * layer.queries(), layer.queries()) = pattern->all();
    }
    return patterns;
}

std::optional<Matrix> computedInLayer(const Model& model, const TracePtr& trace, const ArrayName& name) {
    const auto& found = trace->layers[static_cast<std::size_t>(name.layer)];
    if (!found) return std::nullopt;
    const LayerTrace& layer = *found;
    if (name.quantity == "global" && !layer.rules.globalTokens.empty()) {
        if (name.kind == "k") return headsBelowEachOther(layer.tables.globalKeys, layer.headDim);
        if (name.kind == "v") return headsBelowEachOther(layer.tables.globalValues, layer.headDim);
    }
    if (!name.kind.empty() && name.kind != kindName(layer.kind)) return std::nullopt;
    if (name.quantity == "attention") return patternsOf(trace, layer, model.kernels());
    if (name.quantity == "q") return headsBelowEachOther(layer.q, layer.headDim);
    if (name.quantity == "k") return headsBelowEachOther(layer.k, layer.headDim);
    if (name.quantity == "v") return headsBelowEachOther(layer.v, layer.headDim);
    return std::nullopt;
}

/// `logits` are those of the first output, `logits_<id>` those of another; null for other names.
const OutputInfo* outputNamed(const Model& model, const std::string& name) {
    for (const OutputInfo& output : model.outputs()) {
        const bool first = &output == &model.outputs().front();
        if ((first && name == "logits") || name == "logits_" + output.id) return &output;
    }
    return nullptr;
}

/// What we have under the name of a reference array; nothing when we know none of that name.
std::optional<Matrix> computed(const Model& model, const TracePtr& trace, const ArrayName& name) {
    if (const OutputInfo* const output = outputNamed(model, name.full)) {
        std::vector<Index> positions(static_cast<std::size_t>(trace->length()));
        std::iota(positions.begin(), positions.end(), Index{0});
        return model.logits(*trace, output->id, positions);
    }
    const auto layer = static_cast<std::size_t>(name.layer);
    if (name.quantity == "hidden" && name.layer >= 0 && layer < trace->hidden.size())
        return *trace->hidden[layer];
    if (name.layer < 0 || name.layer >= trace->layerCount()) return std::nullopt;
    return computedInLayer(model, trace, name);
}

CheckResult compared(const TensorView& reference, const Matrix& ours, bool relative,
                     const std::string& file) {
    CheckResult result{reference.name, false, std::nullopt, bar, {"%1", {file}}};
    if (reference.elements() != ours.size()) {
        result.detail = {HEADSCOPE_TEXT("Check", "%1: it has the shape %2, ours has %3 values"),
                         {file, reference.shapeText(), std::to_string(ours.size())}};
        return result;
    }
    const std::vector<float> values = reference.toFloats();
    double largest = 0;
    double difference = 0;
    for (Index i = 0; i < ours.size(); ++i) {
        const auto truth = static_cast<double>(values[static_cast<std::size_t>(i)]);
        const double off = std::abs(truth - static_cast<double>(ours.data()[i]));
        // A comparison with NaN is false, and so would pass.
        difference = std::isfinite(off) ? std::max(difference, off) : std::numeric_limits<double>::max();
        largest = std::max(largest, std::abs(truth));
    }
    result.value = difference;
    result.limit = relative ? bar * std::max(1.0, largest) : bar;
    result.passed = difference <= result.limit;
    return result;
}

bool isInput(std::string_view name) {
    constexpr std::array<std::string_view, 5> inputs = {"ids", "type_ids", "global_tokens", "vectors",
                                                        "gates"};
    return std::find(inputs.begin(), inputs.end(), name) != inputs.end();
}

std::vector<std::int32_t> idsOf(const TensorView* array) {
    std::vector<std::int32_t> ids;
    if (array == nullptr) return ids;
    for (const std::int64_t id : array->toIntegers()) ids.push_back(static_cast<std::int32_t>(id));
    return ids;
}

/// Rows of layer, head and gate. Throws Error(NpyInvalid).
std::vector<Edit> gatesOf(const TensorView& array, const std::string& file) {
    const bool fits = array.shape.size() == 2 && array.shape[1] == 3;
    if (!fits)
        throw Error(ErrorCode::NpyInvalid, {file, array.name, "each gate is a layer, a head and a factor"});
    const Matrix rows = array.toMatrix();
    std::vector<Edit> edits;
    const auto isNumber = [](float value) {
        constexpr float most = 1e6F;  // of layers and heads
        return value >= 0 && value <= most && std::floor(value) == value;
    };
    for (Index i = 0; i < rows.rows(); ++i) {
        if (!isNumber(rows(i, 0)) || !isNumber(rows(i, 1)))
            throw Error(ErrorCode::NpyInvalid, {file, array.name, "layers and heads count from 0"});
        const HeadId head{AttentionKind::Self, static_cast<int>(rows(i, 0)), static_cast<int>(rows(i, 1))};
        edits.emplace_back(HeadGate{head, rows(i, 2)});
    }
    return edits;
}

}  // namespace

std::vector<CheckResult> parity(const Model& model, const ReferenceValues& values, const Progress& progress) {
    RunSpec spec;
    spec.input.ids = idsOf(values.find("ids"));
    spec.input.typeIds = idsOf(values.find("type_ids"));
    if (const TensorView* global = values.find("global_tokens")) spec.input.globalTokens = idsOf(global);
    if (const TensorView* vectors = values.find("vectors"))
        spec.input.vectors = std::make_shared<const Matrix>(vectors->toMatrix());
    if (const TensorView* gates = values.find("gates")) spec.edits = gatesOf(*gates, values.file);
    const TracePtr trace = model.run(spec, {.values = true, .hidden = true}, progress);
    std::vector<CheckResult> results;
    for (const TensorView& array : values.arrays) {
        if (isInput(array.name)) continue;
        const ArrayName name = parsed(array.name);
        if (const auto ours = computed(model, trace, name)) {
            results.push_back(compared(array, *ours, name.quantity != "attention", values.file));
        } else {
            results.push_back(
                {array.name,
                 false,
                 std::nullopt,
                 bar,
                 {HEADSCOPE_TEXT("Check", "%1: this model has no such values"), {values.file}}});
        }
    }
    return results;
}

}  // namespace headscope::core
