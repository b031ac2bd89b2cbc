// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/outputs.h"

#include <algorithm>
#include <optional>

#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

// Rows of an output projection that are floats at a time: a vocabulary of 250 000 is never converted as a
// whole.
constexpr Index projectionBlock = 8192;

enum class ClassSays { Nothing, HasHead, HasNot };

// What the class in config.json's "architectures" says about a head.
ClassSays classSays(const OutputHead& head, const Json& config) {
    const auto classes = config.find("architectures");
    if (head.classes.empty() || !classes || !classes->isArray() || classes->size() == 0)
        return ClassSays::Nothing;
    const Json first = (*classes)[0];
    const std::string_view name = first.asString();
    const bool named = std::any_of(head.classes.begin(), head.classes.end(),
                                   [&](std::string_view end) { return name.ends_with(end); });
    return named ? ClassSays::HasHead : ClassSays::HasNot;
}

std::string weightOf(std::string_view name) {
    return std::string(name) + ".weight";
}
std::string biasOf(std::string_view name) {
    return std::string(name) + ".bias";
}

/// Finds the tensors of one head and remembers what is wrong with them.
class HeadTensors {
public:
    explicit HeadTensors(TensorFinder& finder) : m_finder(finder) {}

    /// Null when absent or wrong.
    const TensorView* find(const std::string& name, const std::vector<Index>& shape) {
        TensorFinder::Found found = m_finder.look(name, shape);
        if (found.view) m_views.push_back(found.view);
        if (!found.problem) return found.view;
        refuse(*found.problem);
        return nullptr;
    }
    const TensorView* require(const std::string& name, const std::vector<Index>& shape) {
        if (!m_finder.has(name)) lack(name, shape);
        return find(name, shape);
    }
    void lack(const std::string& name, const std::vector<Index>& shape) {
        m_missing.push_back(wantedTensor(name, shape));
    }
    void refuse(const Error& error) {
        if (!m_wrong) m_wrong = error;
    }
    const std::vector<std::string>& missing() const noexcept { return m_missing; }

    /// Counts the tensors as used; or leaves them and answers why.
    std::optional<Error> finish() {
        if (!m_wrong && !m_missing.empty()) m_wrong = m_finder.lacking(m_missing);
        for (const TensorView* view : m_views) {
            if (m_wrong)
                m_finder.leave(*view);
            else
                m_finder.use(*view);
        }
        return m_wrong;
    }

private:
    TensorFinder& m_finder;
    std::vector<const TensorView*> m_views;
    std::vector<std::string> m_missing;
    std::optional<Error> m_wrong;
};

bool isTied(const OutputSearch& search, const OutputHead& head) {
    return head.projection.empty() || (head.vocabulary && search.tiedEmbeddings);
}

// A head exists when the class names it or, without its word, when the file has what tells it from others.
bool exists(const OutputSearch& search, const OutputHead& head) {
    if (!head.unless.empty() && search.finder.has(head.unless)) return false;
    switch (classSays(head, search.config)) {
        case ClassSays::HasHead:
            return true;
        case ClassSays::HasNot:
            return false;
        case ClassSays::Nothing:
            break;
    }
    const bool dense = !head.dense.empty();
    if (dense && !search.finder.has(weightOf(head.dense))) return false;
    if (head.vocabulary && (dense || isTied(search, head))) return true;
    return search.finder.has(weightOf(head.projection));
}

void bindBias(const OutputHead& head, Index columns, HeadTensors& tensors, OutputSlot& slot) {
    const std::vector<Index> shape = {columns};
    const TensorView* own = head.bias.empty() ? nullptr : tensors.find(std::string(head.bias), shape);
    // Files hold the same numbers under one of both names.
    const TensorView* twin = head.projection.empty() ? nullptr : tensors.find(biasOf(head.projection), shape);
    slot.bias = own ? own : twin;
    if (!head.bias.empty() && !slot.bias) tensors.lack(std::string(head.bias), shape);
}

void bindProjection(const OutputSearch& search, Index width, HeadTensors& tensors, OutputSlot& slot) {
    const OutputHead& head = *slot.head;
    if (!isTied(search, head)) {
        const bool inOut = head.layout == LinearLayout::InOut;
        slot.projection =
            tensors.require(weightOf(head.projection), {inOut ? width : anySize, inOut ? anySize : width});
    } else if (search.embedding->shape[1] == width) {
        slot.projection = search.embedding;
    } else {
        tensors.refuse(Error(ErrorCode::TensorShapeWrong,
                             {search.location, search.embedding->name, search.embedding->shapeText(),
                              "[any, " + std::to_string(width) + ']'}));
    }
    bindBias(head, slot.projection ? slot.columns() : anySize, tensors, slot);
}

// A copy of the embedding that the file holds as well is not read, whatever it is like.
void noteTie(const OutputSearch& search, const OutputHead& head) {
    const std::string weight = weightOf(head.projection);
    const TensorView* copy = search.finder.look(weight, {}).view;
    const bool kept = copy == search.embedding;  // and the embedding is the name that the file left out
    search.report.tied.push_back((kept ? search.embeddingName : weight) + " = " + search.embedding->name);
    if (copy && !kept) search.finder.leave(*copy);
}

OutputSlot bindOutput(const OutputSearch& search, const OutputHead& head) {
    HeadTensors tensors(search.finder);
    OutputSlot slot;
    slot.head = &head;
    Index width = search.width;
    if (!head.dense.empty()) {
        slot.dense = tensors.require(weightOf(head.dense), {anySize, width});
        if (slot.dense) width = slot.dense->shape[0];
        slot.denseBias = tensors.find(biasOf(head.dense), {width});
    }
    if (!head.norm.empty()) {
        slot.norm = tensors.require(weightOf(head.norm), {width});
        slot.normBias = tensors.find(biasOf(head.norm), {width});
    }
    bindProjection(search, width, tensors, slot);
    if (isTied(search, head) && !head.projection.empty()) noteTie(search, head);
    slot.problem = tensors.finish();
    if (!slot.problem) return slot;
    search.report.unavailable.push_back({std::string(head.id), *slot.problem});
    search.report.missing.insert(search.report.missing.end(), tensors.missing().begin(),
                                 tensors.missing().end());
    return slot;
}

}  // namespace

Index OutputSlot::columns() const {
    return projection->shape[head->layout == LinearLayout::InOut ? 1 : 0];
}

std::vector<OutputSlot> bindOutputs(const Architecture& architecture, const OutputSearch& search) {
    std::vector<OutputSlot> slots;
    for (const OutputHead& head : architecture.outputs) {
        // Of heads that do the same in different layouts a file has one.
        const bool bound = std::any_of(slots.begin(), slots.end(),
                                       [&](const OutputSlot& slot) { return slot.head->id == head.id; });
        if (!bound && exists(search, head)) slots.push_back(bindOutput(search, head));
    }
    return slots;
}

namespace {

// Some rows of the matrix at a time: outputs of their own, or what some of the inputs add to every output.
Matrix project(const Compute& compute, const OutputSlot& slot, const Matrix& h, const Progress& progress) {
    const bool inOut = slot.head->layout == LinearLayout::InOut;
    const Index rows = slot.projection->shape[0];
    const Index block = inOut ? std::max<Index>(1, projectionBlock * rows / slot.columns()) : projectionBlock;
    Matrix logits = Matrix::Zero(h.rows(), slot.columns());
    for (Index begin = 0; begin < rows; begin += block) {
        report(progress, static_cast<double>(begin) / static_cast<double>(rows));
        const Index count = std::min(block, rows - begin);
        Matrix part = rowsOf(*slot.projection, begin, count);
        if (inOut)
            logits += apply(compute, packed(compute, {Matrix(part.transpose()), Vector()}),
                            h.middleCols(begin, count));
        else
            logits.middleCols(begin, count) = apply(compute, packed(compute, {std::move(part), Vector()}), h);
    }
    return logits;
}

}  // namespace

Matrix outputLogits(const Compute& compute, const OutputSlot& slot, const ModelConfig& config, Matrix h,
                    const Progress& progress) {
    if (slot.dense) {
        h = apply(compute, packed(compute, {slot.dense->toMatrix(), vectorOf(slot.denseBias)}), h,
                  slot.head->activation.value_or(config.activation));
    }
    if (slot.norm) layerNorm(compute, h, {vectorOf(slot.norm), vectorOf(slot.normBias)}, config.normEpsilon);
    Matrix logits = project(compute, slot, h, progress);
    if (slot.bias) logits.rowwise() += vectorOf(slot.bias).transpose();
    if (!slot.head->vocabulary) return logits;
    logits *= config.logitScale;
    if (config.logitCap > 0) logits = config.logitCap * (logits.array() / config.logitCap).tanh();
    return logits;
}

}  // namespace headscope::core
