// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layer_weights.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "core/model/tensor_finder.h"

namespace headscope::core {
namespace {

std::size_t bytesOf(std::initializer_list<const PackedLinear*> linears) {
    std::size_t bytes = 0;
    for (const PackedLinear* linear : linears) bytes += linear->bytes();
    return bytes;
}

// The linear layers one below the other.
Linear stack(std::vector<Linear> parts) {
    if (parts.size() == 1) return std::move(parts[0]);
    Index rows = 0;
    bool biased = false;
    for (const Linear& part : parts) {
        rows += part.weight.rows();
        biased = biased || part.bias.size() > 0;
    }
    Linear stacked{Matrix(rows, parts[0].weight.cols()), biased ? Vector(Vector::Zero(rows)) : Vector()};
    Index row = 0;
    for (const Linear& part : parts) {
        stacked.weight.middleRows(row, part.weight.rows()) = part.weight;
        if (part.bias.size() > 0) stacked.bias.segment(row, part.bias.size()) = part.bias;
        row += part.weight.rows();
    }
    return stacked;
}

// Weights that the file has in sixteen bits stay so: half the memory, and half to read where memory is what a
// product waits for.
Stored storedOf(std::span<const LinearSlot> slots) {
    std::optional<Stored> common;
    for (const LinearSlot& slot : slots) {
        const Stored own = storedOf(*slot.weight);
        if (common && *common != own) return Stored::Float;
        common = own;
    }
    return common.value_or(Stored::Float);
}

Stored storedOf(const LinearSlot& slot) {
    return storedOf(*slot.weight);
}

std::vector<Linear> linearsOf(std::span<const LinearSlot> slots) {
    std::vector<Linear> linears;
    for (const LinearSlot& slot : slots) linears.push_back(linearWeights(slot));
    return linears;
}

// The linear layers side by side, and the sum of their biases: each reads its part of what comes in.
Linear sideBySide(std::vector<Linear> parts) {
    if (parts.empty()) return {};
    if (parts.size() == 1) return std::move(parts[0]);
    Index columns = 0;
    for (const Linear& part : parts) columns += part.weight.cols();
    Linear whole{Matrix(parts[0].weight.rows(), columns), Vector()};
    Index column = 0;
    for (const Linear& part : parts) {
        whole.weight.middleCols(column, part.weight.cols()) = part.weight;
        column += part.weight.cols();
        if (whole.bias.size() == 0)
            whole.bias = part.bias;
        else if (part.bias.size() > 0)
            whole.bias += part.bias;
    }
    return whole;
}

// Rows that are floats at a time on their way into a packed matrix.
constexpr Index rowBlock = 2 * panelWidth;

void setOutputs(const Compute& compute, PackedMatrix& packed, Index first, const LinearSlot& slot) {
    if (slot.layout == LinearLayout::InOut) {
        const Matrix rows = slot.weight->toMatrix().transpose();
        packed.setRows(first, view(rows));
        return;
    }
    const Index outputs = slot.weight->shape[0];
    compute.executor.forEach((outputs + rowBlock - 1) / rowBlock, [&](Index block) {
        const Index begin = block * rowBlock;
        const Matrix rows = rowsOf(*slot.weight, begin, std::min(rowBlock, outputs - begin));
        packed.setRows(first + begin, view(rows));
    });
}

Index outputsOf(const LinearSlot& slot) {
    const TensorView& weight = *slot.weight;
    return slot.layout == LinearLayout::OutIn ? weight.shape[0] : weight.elements() / weight.shape[0];
}

// The linear layers one below the other, so that one multiplication serves all.
PackedLinear packedStack(const Compute& compute, std::span<const LinearSlot> parts) {
    Index rows = 0;
    bool biased = false;
    for (const LinearSlot& part : parts) {
        rows += outputsOf(part);
        biased = biased || part.bias != nullptr;
    }
    const Index inner = parts[0].weight->elements() / outputsOf(parts[0]);
    PackedLinear stacked{PackedMatrix(rows, inner, storedOf(parts)),
                         biased ? Vector(Vector::Zero(rows)) : Vector()};
    Index row = 0;
    for (const LinearSlot& part : parts) {
        setOutputs(compute, stacked.weight, row, part);
        const Index count = outputsOf(part);
        if (part.bias) stacked.bias.segment(row, count) = vectorOf(part.bias);
        row += count;
    }
    return stacked;
}

PackedLinear packedSideBySide(const Compute& compute, std::span<const LinearSlot> parts) {
    if (parts.size() == 1) return packedWeights(compute, parts[0]);
    return packed(compute, sideBySide(linearsOf(parts)), storedOf(parts));
}

// Rows [from, from + count) of `linear` come to row `to` of `out`.
void moveRows(const Linear& linear, Index from, Linear& out, Index to, Index count) {
    out.weight.middleRows(to, count) = linear.weight.middleRows(from, count);
    if (linear.bias.size() > 0) out.bias.segment(to, count) = linear.bias.segment(from, count);
}

// From [kvHeads][queries of the group, key, value][headDim] to all queries, all keys, all values.
Linear ungrouped(const Linear& fused, const LayerPlan& plan, Index headDim) {
    const Index each = plan.heads / plan.kvHeads;
    const Index queries = each * headDim;
    const Index group = queries + 2 * headDim;
    const Index keys = plan.heads * headDim;
    const Index values = keys + plan.kvHeads * headDim;
    Linear out{Matrix(fused.weight.rows(), fused.weight.cols()), Vector(fused.bias.size())};
    for (Index g = 0; g < plan.kvHeads; ++g) {
        moveRows(fused, g * group, out, g * queries, queries);
        moveRows(fused, g * group + queries, out, keys + g * headDim, headDim);
        moveRows(fused, g * group + queries + headDim, out, values + g * headDim, headDim);
    }
    return out;
}

PackedLinear qkvWeights(const Compute& compute, const LayerSlots& slots, const LayerPlan& plan,
                        const Architecture& architecture, Index headDim) {
    const std::vector<LinearSlot> all = slots.everyQkv();
    if (architecture.qkv == QkvLayout::Groups)
        return packed(compute, ungrouped(stack(linearsOf(all)), plan, headDim), storedOf(all));
    return packedStack(compute, all);
}

// Gate and up out of one fused layer.
void splitGate(const Compute& compute, const Linear& fused, Stored stored, GateLayout layout,
               MlpWeights& out) {
    const Index half = fused.weight.rows() / 2;
    const bool alternating = layout == GateLayout::Alternating;
    const Index step = alternating ? 2 : 1;
    const Index offset = alternating ? 1 : half;
    const Index biases = fused.bias.size() > 0 ? half : 0;
    Linear gate{Matrix(half, fused.weight.cols()), Vector(biases)};
    Linear up = gate;
    for (Index i = 0; i < half; ++i) {
        moveRows(fused, i * step, gate, i, 1);
        moveRows(fused, offset + i * step, up, i, 1);
    }
    out.gate = packed(compute, std::move(gate), stored);
    out.up = packed(compute, std::move(up), stored);
}

MlpWeights mlpWeights(const Compute& compute, const MlpSlots& slots, const Architecture& architecture) {
    MlpWeights out;
    if (slots.gateUp.weight) {
        splitGate(compute, linearWeights(slots.gateUp), storedOf(slots.gateUp), architecture.gate, out);
    } else {
        out.up = packedWeights(compute, slots.up);
        out.gate = packedWeights(compute, slots.gate);
    }
    out.down = packedWeights(compute, slots.down);
    return out;
}

Linear expertLinear(const LinearSlot& slot, int expert) {
    Linear linear;
    linear.weight = Matrix(partOf(*slot.weight, expert).toMatrix().transpose());
    if (!slot.bias) return linear;
    const TensorView bias = partOf(*slot.bias, expert);
    linear.bias = vectorOf(&bias);
    return linear;
}

ConvolutionWeights convolutionWeights(const LayerSlots& slots, const Architecture& architecture) {
    const TensorView& weight = *slots.convolution.weight;
    const Index out = weight.shape[0];
    const Index in = weight.shape[1];
    const Index kernel = weight.shape[2];
    const std::vector<float> values = weight.toFloats();
    ConvolutionWeights convolution;
    for (Index tap = 0; tap < kernel; ++tap) {
        convolution.taps.emplace_back(Eigen::Map<const Matrix, 0, Eigen::InnerStride<>>(
            values.data() + tap, out, in, Eigen::InnerStride<>(kernel)));
    }
    convolution.bias = vectorOf(slots.convolution.bias);
    convolution.norm = normWeights(*slots.convolutionNorm, architecture);
    return convolution;
}

// Norms of single heads one after the other.
std::optional<NormWeights> headNorms(const std::vector<NormSlot>& slots, const Architecture& architecture) {
    if (slots.empty()) return std::nullopt;
    NormWeights all = normWeights(slots[0], architecture);
    for (std::size_t head = 1; head < slots.size(); ++head) {
        const NormWeights next = normWeights(slots[head], architecture);
        const auto append = [](Vector& to, const Vector& tail) {
            const Index old = to.size();
            to.conservativeResize(old + tail.size());
            to.tail(tail.size()) = tail;
        };
        append(all.weight, next.weight);
        append(all.bias, next.bias);
    }
    return all;
}

}  // namespace

std::size_t MlpWeights::bytes() const noexcept {
    return bytesOf({&up, &gate, &down});
}

std::size_t LayerWeights::bytes() const noexcept {
    std::size_t bytes =
        bytesOf({&qkv, &globalQkv, &attentionOut, &router, &distanceKey, &distanceQuery}) + mlp.bytes();
    if (shortConvolution) {
        bytes += bytesOf({&shortConvolution->in, &shortConvolution->out}) +
                 static_cast<std::size_t>(shortConvolution->kernel.size()) * sizeof(float);
    }
    if (convolution) {
        for (const Matrix& tap : convolution->taps)
            bytes += static_cast<std::size_t>(tap.size()) * sizeof(float);
    }
    return bytes;
}

std::size_t convertedBytes(const LayerSlots& slots) noexcept {
    std::size_t bytes = 0;
    const auto add = [&bytes](const auto&... views) {
        ((bytes += views != nullptr ? static_cast<std::size_t>(views->elements()) * sizeof(float) : 0), ...);
    };
    const auto addNorm = [&add](const auto& norm) { add(norm.weight, norm.bias); };
    // Those of one matrix, each as wide as the widest.
    const auto addLinears = [&](std::span<const LinearSlot> linears) {
        const std::size_t width = storedOf(linears) == Stored::Float ? sizeof(float) : sizeof(std::uint16_t);
        for (const LinearSlot& linear : linears) {
            add(linear.bias);
            bytes += static_cast<std::size_t>(linear.weight->elements()) * width;
        }
    };
    const auto addLinear = [&addLinears](const LinearSlot& linear) {
        if (linear.weight) addLinears(std::span(&linear, 1));
    };
    add(slots.sinks);
    addLinears(slots.everyQkv());
    if (slots.globalQkv[0].weight) addLinears(slots.globalQkv);
    addLinears(slots.out);
    for (const LinearSlot& linear : {slots.router, slots.distanceKey, slots.distanceQuery,
                                     slots.shortConvolution.in, slots.shortConvolution.out})
        addLinear(linear);
    for (const LinearSlot& linear : {slots.convolution, slots.shortConvolution.kernel})
        add(linear.weight, linear.bias);
    for (const NormSlot& norm : slots.qNorm) addNorm(norm);
    for (const NormSlot& norm : slots.kNorm) addNorm(norm);
    for (const auto& norm : {slots.attentionNorm, slots.attentionOutNorm, slots.mlpNorm, slots.mlpOutNorm,
                             slots.convolutionNorm}) {
        if (norm) addNorm(*norm);
    }
    for (const MlpSlots& mlp : slots.mlps) {
        for (const LinearSlot& linear : {mlp.up, mlp.gate, mlp.gateUp, mlp.down}) addLinear(linear);
    }
    return bytes;
}

NormWeights normWeights(const NormSlot& slot, const Architecture& architecture) {
    NormWeights weights{vectorOf(slot.weight), vectorOf(slot.bias)};
    weights.weight.array() += architecture.normWeightOffset;
    return weights;
}

Linear linearWeights(const LinearSlot& slot) {
    if (!slot.weight) return {};
    Matrix weight = slot.weight->toMatrix();
    if (slot.layout == LinearLayout::InOut) weight = Matrix(weight.transpose());
    return {std::move(weight), vectorOf(slot.bias)};
}

PackedLinear packedWeights(const Compute& compute, const LinearSlot& slot) {
    if (!slot.weight) return {};
    return packedStack(compute, std::span(&slot, 1));
}

LayerWeights normsAndSinks(const LayerSlots& slots, const Architecture& architecture) {
    const auto norm = [&](const std::optional<NormSlot>& slot) {
        return slot ? std::optional(normWeights(*slot, architecture)) : std::nullopt;
    };
    LayerWeights out;
    out.attentionNorm = norm(slots.attentionNorm);
    out.attentionOutNorm = norm(slots.attentionOutNorm);
    out.mlpNorm = norm(slots.mlpNorm);
    out.mlpOutNorm = norm(slots.mlpOutNorm);
    out.qNorm = headNorms(slots.qNorm, architecture);
    out.kNorm = headNorms(slots.kNorm, architecture);
    out.sinks = vectorOf(slots.sinks);
    return out;
}

LayerWeights layerWeights(const Compute& compute, const LayerSlots& slots, const LayerPlan& plan,
                          const Architecture& architecture, const ModelConfig& config) {
    LayerWeights out = normsAndSinks(slots, architecture);
    if (plan.attention) out.qkv = qkvWeights(compute, slots, plan, architecture, config.headDim);
    if (slots.globalQkv[0].weight) out.globalQkv = packedStack(compute, slots.globalQkv);
    out.distanceKey = packedWeights(compute, slots.distanceKey);
    out.distanceQuery = packedWeights(compute, slots.distanceQuery);
    if (slots.shortConvolution.in.weight) {
        const ShortConvolutionSlots& convolution = slots.shortConvolution;
        out.shortConvolution = ShortConvolutionWeights{
            packedWeights(compute, convolution.in), convolution.kernel.weight->toMatrix(),
            vectorOf(convolution.kernel.bias), packedWeights(compute, convolution.out)};
    }
    if (slots.convolution.weight) out.convolution = convolutionWeights(slots, architecture);
    out.attentionOut = packedSideBySide(compute, slots.out);
    out.router = packedWeights(compute, slots.router);
    if (plan.mlp && config.experts.count == 0) out.mlp = mlpWeights(compute, slots.mlps[0], architecture);
    return out;
}

MlpWeights expertWeights(const Compute& compute, const LayerSlots& slots, int expert,
                         const Architecture& architecture) {
    switch (architecture.expertLayout) {
        case ExpertLayout::Separate:
            return mlpWeights(compute, slots.mlps[static_cast<std::size_t>(expert)], architecture);
        case ExpertLayout::Stacked: {
            MlpWeights out;
            const MlpSlots& all = slots.mlps[0];
            splitGate(compute, expertLinear(all.gateUp, expert), storedOf(all.gateUp), architecture.gate,
                      out);
            out.down = packed(compute, expertLinear(all.down, expert), storedOf(all.down));
            return out;
        }
    }
    return {};
}

Matrix rowsOf(const TensorView& view, Index begin, Index count) {
    TensorView part = view;
    const std::size_t rowBytes = view.bytes.size() / static_cast<std::size_t>(view.shape[0]);
    part.shape[0] = count;
    part.bytes = view.bytes.subspan(static_cast<std::size_t>(begin) * rowBytes,
                                    static_cast<std::size_t>(count) * rowBytes);
    return part.toMatrix();
}

Vector vectorOf(const TensorView* view) {
    if (!view) return {};
    const std::vector<float> values = view->toFloats();
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace headscope::core
