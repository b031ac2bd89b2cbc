// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/numbers.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/effective_attention.h"
#include "core/analysis/norm_patterns.h"

namespace headscope::core {
namespace {

/// Positions per part of an array that has one row per position: keeps a part of logits at a few megabytes.
constexpr Index positionsPerPart = 32;

/// Neighbouring heads of a layer, counted among its heads or its key/value heads.
struct Heads {
    int first = 0;
    int count = 0;
};

Heads kvHeadsOf(const LayerTrace& layer, Heads heads) {
    const int first = layer.kvHead(heads.first);
    return {first, layer.kvHead(heads.first + heads.count - 1) - first + 1};
}

std::string arrayName(std::string_view what, const LayerTrace& layer) {
    return std::string(what) + '_' + std::string(kindName(layer.kind)) + '_' + std::to_string(layer.layer);
}

NamedArray idArray(const std::vector<Token>& tokens) {
    NamedArray array;
    array.name = "ids";
    array.shape = {static_cast<Index>(tokens.size())};
    for (const Token& token : tokens) array.integers.push_back(token.id);
    return array;
}

NamedArray wordPositionArray(const WordGroups& groups) {
    NamedArray array;
    array.name = "word_positions";
    array.shape = {static_cast<Index>(groups.positions.size())};
    for (const std::vector<Index>& pieces : groups.positions)
        array.integers.push_back(static_cast<std::int32_t>(pieces.front()));
    return array;
}

/// As the request has patterns: between tokens or words.
PatternPtr merged(const NumbersRequest& request, PatternPtr pattern) {
    return request.words ? wordPattern(std::move(pattern), request.trace->spec.input) : pattern;
}

using MakePattern = PatternPtr (*)(const NumbersRequest& request, HeadId head);

PatternPtr patternOf(const NumbersRequest& request, HeadId head) {
    return merged(request, headPattern(request.trace, head, request.model->kernels()));
}

PatternPtr normsOf(const NumbersRequest& request, HeadId head) {
    return merged(request, normPattern(request.trace, head, *request.model));
}

PatternPtr layerNormsOf(const NumbersRequest& request, HeadId head) {
    return merged(request, layerNormPattern(request.trace, head.layer, *request.model));
}

PatternPtr effectiveOf(const NumbersRequest& request, HeadId head) {
    return merged(request, effectivePattern(request.trace, head, request.model->kernels()));
}

/// The positions that were named as global: without them the run cannot be repeated.
void addGlobalTokens(Numbers& numbers, const Input& input) {
    if (!input.globalTokens || input.globalTokens->empty()) return;
    NamedArray array;
    array.name = "global_tokens";
    array.shape = {static_cast<Index>(input.globalTokens->size())};
    array.integers.assign(input.globalTokens->begin(), input.globalTokens->end());
    numbers.arrays.push_back(std::move(array));
}

/// Heads with their gates: like global tokens they belong to the run.
void addGates(Numbers& numbers, const std::vector<Edit>& edits) {
    if (edits.empty()) return;
    Matrix gates(static_cast<Index>(edits.size()), 3);
    for (Index i = 0; i < gates.rows(); ++i) {
        const HeadGate& one = std::get<HeadGate>(edits[static_cast<std::size_t>(i)]);
        gates.row(i) << static_cast<float>(one.head.layer), static_cast<float>(one.head.head), one.gate;
    }
    NamedArray array;
    array.name = "gates";
    array.shape = {gates.rows(), gates.cols()};
    array.part = [gates](Index) { return gates; };
    numbers.arrays.push_back(std::move(array));
}

/// The ids of all texts of a mean, a row each.
NamedArray idsOfMean(const Trace& trace) {
    NamedArray array;
    array.name = "ids";
    array.shape = {static_cast<Index>(trace.meanOf.size()), trace.length()};
    for (const TracePtr& run : trace.meanOf)
        for (const Token& token : run->tokens) array.integers.push_back(token.id);
    return array;
}

/// What the model read: ids, or the vectors of an input without.
NamedArray inputArray(const TracePtr& trace) {
    if (!trace->meanOf.empty()) return idsOfMean(*trace);
    const auto& vectors = trace->spec.input.vectors;
    if (!vectors) return idArray(trace->tokens);
    NamedArray array;
    array.name = "vectors";
    array.shape = {trace->length(), vectors->cols()};
    array.part = [vectors, length = trace->length()](Index) { return Matrix(vectors->topRows(length)); };
    return array;
}

NamedArray patternArray(std::string_view name, const NumbersRequest& request, const LayerTrace& layer,
                        Heads heads, MakePattern make) {
    NamedArray array;
    array.name = arrayName(name, layer);
    const HeadId first{layer.kind, layer.layer, heads.first};
    const PatternPtr pattern = patternOf(request, first);
    array.shape = {heads.count, pattern->rows(), pattern->columns()};
    array.parts = heads.count;
    array.part = [request, first, make](Index part) {
        return make(request, {first.kind, first.layer, first.head + static_cast<int>(part)})->all();
    };
    return array;
}

NamedArray layerNormArray(const NumbersRequest& request, const LayerTrace& layer) {
    NamedArray array = patternArray("layer_norms", request, layer, {0, 1}, layerNormsOf);
    array.shape.erase(array.shape.begin());
    return array;
}

/// The columns of each head in one of the trace's [position, heads × headDim] matrices.
NamedArray headColumns(std::string name, std::shared_ptr<const LayerTrace> layer, Matrix LayerTrace::*matrix,
                       Heads heads) {
    NamedArray array;
    array.name = std::move(name);
    array.shape = {heads.count, ((*layer).*matrix).rows(), layer->headDim};
    array.parts = heads.count;
    array.part = [layer, matrix, first = heads.first](Index part) {
        return Matrix(columns((*layer).*matrix, (first + part) * layer->headDim, layer->headDim));
    };
    return array;
}

void addLayer(Numbers& numbers, const NumbersRequest& request, const std::shared_ptr<const LayerTrace>& layer,
              Heads heads) {
    const Heads kvHeads = kvHeadsOf(*layer, heads);
    const auto addPatterns = [&](std::string_view name, MakePattern make) {
        numbers.arrays.push_back(patternArray(name, request, *layer, heads, make));
    };
    addPatterns("attention", patternOf);
    if (request.norms) addPatterns("norms", normsOf);
    const bool ownValues = layer->tables.globalValues.size() > 0;
    if (request.norms && heads.count == layer->heads && !ownValues)
        numbers.arrays.push_back(layerNormArray(request, *layer));
    if (request.effective && EffectiveAttention::isDefined(*layer)) addPatterns("effective", effectiveOf);
    if (request.q)
        numbers.arrays.push_back(headColumns(arrayName("q", *layer), layer, &LayerTrace::q, heads));
    if (request.k)
        numbers.arrays.push_back(headColumns(arrayName("k", *layer), layer, &LayerTrace::k, kvHeads));
    if (request.v)
        numbers.arrays.push_back(headColumns(arrayName("v", *layer), layer, &LayerTrace::v, kvHeads));
}

void addHeads(Numbers& numbers, const NumbersRequest& request) {
    for (const HeadId head : request.heads) {
        request.trace->at(head);
        numbers.patterns.push_back({head, patternOf(request, head)});
    }
    for (std::size_t begin = 0; begin < request.heads.size();) {
        const HeadId first = request.heads[begin];
        std::size_t end = begin;
        while (end < request.heads.size() && request.heads[end].layer == first.layer) ++end;
        addLayer(numbers, request, request.trace->layers[static_cast<std::size_t>(first.layer)],
                 {first.head, static_cast<int>(end - begin)});
        begin = end;
    }
}

void addHidden(Numbers& numbers, const TracePtr& trace) {
    for (std::size_t i = 0; i < trace->hidden.size(); ++i) {
        NamedArray array;
        array.name = "hidden_" + std::to_string(i);
        array.shape = {trace->hidden[i]->rows(), trace->hidden[i]->cols()};
        array.part = [trace, i](Index) { return *trace->hidden[i]; };
        numbers.arrays.push_back(std::move(array));
    }
}

NamedArray logitArray(const NumbersRequest& request, const OutputInfo& output, std::string name) {
    // One row tells the width: the number of labels, or of the vocabulary as the output head has it.
    const Index first = 0;
    const Matrix sample = request.model->logits(*request.trace, output.id, {&first, 1});
    NamedArray array;
    array.name = std::move(name);
    if (!output.perToken) {
        array.shape = {sample.cols()};
        array.part = [sample](Index) { return Matrix(sample); };
        return array;
    }
    const Index length = request.trace->length();
    array.shape = {length, sample.cols()};
    array.parts = (length + positionsPerPart - 1) / positionsPerPart;
    array.part = [model = request.model, trace = request.trace, id = output.id, length](Index part) {
        const Index begin = part * positionsPerPart;
        std::vector<Index> positions(static_cast<std::size_t>(std::min(positionsPerPart, length - begin)));
        std::iota(positions.begin(), positions.end(), begin);
        return model->logits(*trace, id, positions);
    };
    return array;
}

void addLogits(Numbers& numbers, const NumbersRequest& request) {
    const std::vector<OutputInfo>& outputs = request.model->outputs();
    const std::vector<UnavailableOutput>& unavailable = request.model->tensorReport().unavailable;
    if (outputs.empty() && !unavailable.empty()) throw Error(unavailable.front().reason);
    if (outputs.empty())
        throw Error(ErrorCode::NoSuchOutput, {request.model->name(), "output head for logits"});
    for (const OutputInfo& output : outputs) {
        const bool first = &output == &outputs.front();
        numbers.arrays.push_back(logitArray(request, output, first ? "logits" : "logits_" + output.id));
    }
}

}  // namespace

Index NamedArray::elements() const noexcept {
    return std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>());
}

Numbers numbersOf(const NumbersRequest& request, Origin origin) {
    Numbers numbers;
    numbers.origin = std::move(origin);
    numbers.tokens = request.trace->tokens;
    numbers.arrays.push_back(inputArray(request.trace));
    if (request.words) {
        numbers.words = wordGroups(numbers.tokens, request.trace->spec.input);
        numbers.arrays.push_back(wordPositionArray(*numbers.words));
    }
    addGlobalTokens(numbers, request.trace->spec.input);
    addGates(numbers, request.trace->spec.edits);
    addHeads(numbers, request);
    if (request.hidden) addHidden(numbers, request.trace);
    if (request.logits) addLogits(numbers, request);
    numbers.patternsOnly = !(request.logits || request.hidden || request.q || request.k || request.v ||
                             request.norms || request.effective);
    return numbers;
}

}  // namespace headscope::core
