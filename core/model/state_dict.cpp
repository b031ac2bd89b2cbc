// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/state_dict.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "core/model/binder.h"
#include "core/model/state_dict_names.h"

namespace headscope::core {
namespace {

/// Where attention lies: its module with {} in place of the layer's number and {h} of the head's, where a
/// head is a module, and the names in it.
struct Place {
    std::string module;  ///< "layers.{}.self_attn.", "blocks.{}.sa.heads.{h}.", or empty
    ProjectionNames names{};
    int layers = 1;

    bool isNumbered() const { return holds(module, "{}"); }
};

/// A tensor as one layer has it.
struct Part {
    std::string name;  ///< ends with "[{}]" where the tensor holds all layers
    std::vector<Index> shape;
};

class StateDictReader {
public:
    explicit StateDictReader(const Checkpoint& checkpoint) : m_checkpoint(checkpoint) {}

    std::optional<StateDict> read() {
        const auto place = findAttention();
        if (!place) return std::nullopt;
        m_found.layers = place->layers;
        readAttention(*place);
        if (!m_unclear) readAttentionOut(*place);
        if (!m_unclear) readAround(*place);
        // Whoever leaves out what he does not understand computes something else.
        if (m_unclear) return std::nullopt;
        readNormKind();
        m_found.residual = !m_found.nameOf("attention_norm").empty() || !m_found.nameOf("mlp_up").empty() ||
                           m_found.layers > 1;
        return m_found;
    }

private:
    std::optional<Place> findAttention() const;
    const TensorView* weight(const std::string& stem) const;
    void readAttention(const Place& place);
    void readAxes(const Place& place, const TensorView& first);
    void readAttentionOut(const Place& place);
    void readAround(const Place& place);
    bool readMlp(std::vector<const TensorView*> matrices, const std::string& block, const std::string& own);
    bool readNorms(std::vector<const TensorView*> norms, const std::string& block, const std::string& own);
    void readNormKind();
    void readOutside(const std::vector<const TensorView*>& tensors);
    void add(std::string_view key, std::string name) { m_found.tensors.emplace_back(key, std::move(name)); }

    bool holdsAllLayers(const TensorView& view) const {
        return m_layerAxis && view.shape.size() > 1 && view.shape[0] == m_found.layers;
    }
    Part inLayer(const TensorView& view) const {
        if (!holdsAllLayers(view)) return {view.name, view.shape};
        return {view.name + "[{}]", {view.shape.begin() + 1, view.shape.end()}};
    }
    /// Parameters of the model's own lie as q does; weights of modules beside them, transposed.
    bool isInOut(const TensorView& view) const {
        return isParameter(view.name) == m_parameters ? m_found.inOut : !m_found.inOut;
    }
    std::string linearNameOf(const TensorView& view) const {
        return inLayer(view).name + (isInOut(view) == m_found.inOut ? "" : ".T");
    }
    bool isLinear(const TensorView& view, Index out, Index in) const {
        const std::vector<Index> shape = inLayer(view).shape;
        return shape == (isInOut(view) ? std::vector<Index>{in, out} : std::vector<Index>{out, in});
    }
    /// Whether it is the part of every head, in one tensor, of what follows the heads.
    bool isLinearOfHeads(const TensorView& view) const {
        std::vector<Index> shape = inLayer(view).shape;
        if (!m_headAxis || shape.size() != 3 || shape[0] != m_found.heads) return false;
        if (!isInOut(view)) std::swap(shape[1], shape[2]);
        return shape[1] * m_found.heads == m_found.queryRows && shape[2] == m_found.width;
    }

    const Checkpoint& m_checkpoint;
    StateDict m_found;
    std::set<const TensorView*> m_used;
    bool m_layerAxis = false;   // tensors hold all layers along their first axis
    bool m_headAxis = false;    // those of q, k and v hold all heads along the next one
    bool m_parameters = false;  // q is no weight of a module
    bool m_unclear = false;     // a layer has tensors whose part is not known
};

/// One matrix with as many rows as columns, as the mask of causal attention is; masks of windows are many.
bool isSquare(const TensorView& view) {
    const std::vector<Index>& shape = view.shape;
    return shape.size() >= 2 && shape.back() == shape[shape.size() - 2] &&
           view.elements() == shape.back() * shape.back();
}

const TensorView* StateDictReader::weight(const std::string& stem) const {
    for (const char* end : {".weight", "_weight", ""}) {
        const TensorView* view = m_checkpoint.find(stem + end);
        const bool matrix = view != nullptr && view->shape.size() >= 2 && view->shape.size() <= 4;
        if (matrix && view->elements() > 0) return view;
    }
    return nullptr;
}

// The pattern with most layers, numbered from 0; never a block with two kinds of attention, which decoders
// of encoder-decoder models have.
std::optional<Place> StateDictReader::findAttention() const {
    std::map<std::string, std::pair<ProjectionNames, std::set<int>>> patterns;
    std::map<std::string, std::set<std::string>> modulesOfBlock;
    const auto block = [](const std::string& pattern) { return blockOf(moduleOfHeads(pattern)); };
    for (const TensorView& view : m_checkpoint.tensors()) {
        const std::string_view stem = stemOf(view.name);
        for (const ProjectionNames& names : projectionNames()) {
            if (!stem.ends_with(names[0])) continue;
            const std::string module(stem.substr(0, stem.size() - names[0].size()));
            if (!module.empty() && module.back() != '.') continue;
            const bool whole = std::all_of(names.begin(), names.end(), [&](std::string_view name) {
                return name.empty() || weight(module + std::string(name)) != nullptr;
            });
            if (!whole) continue;
            const std::string marked = withHeadMark(module);
            auto places = numberedLayers(marked);
            if (places.empty()) places = {{marked, 0}};
            for (const auto& [pattern, number] : places) {
                patterns[pattern].first = names;
                patterns[pattern].second.insert(number);
                modulesOfBlock[block(pattern)].insert(pattern);
            }
        }
    }
    std::optional<Place> best;
    for (const auto& [pattern, place] : patterns) {
        const auto& [names, numbers] = place;
        const int layers = static_cast<int>(numbers.size());
        const bool gapless = *numbers.begin() == 0 && *numbers.rbegin() == layers - 1;
        if (!gapless || modulesOfBlock[block(pattern)].size() > 1) continue;
        if (!best || layers > best->layers) best = Place{pattern, names, layers};
    }
    return best;
}

// More than two axes: [head, in, out] as in einsum, or [layer, …] of a model that has no numbers in its
// names. Of three axes there the first is the layer's where the others are square, as q of all heads is.
void StateDictReader::readAxes(const Place& place, const TensorView& first) {
    const std::vector<Index>& shape = first.shape;
    const bool fused = place.names[1].empty();
    const bool modules = isPerHead(place.module);
    const std::size_t more = shape.size() - 2;
    const bool square = shape[more] == shape[more + 1];
    m_layerAxis = !place.isNumbered() && !modules && (more == 2 || (more == 1 && (fused || square)));
    m_headAxis = more > (m_layerAxis ? 1 : 0);
    m_unclear = (m_headAxis && (modules || fused)) || more > 2 || (place.isNumbered() && more > 1);
    if (m_layerAxis) m_found.layers = static_cast<int>(shape[0]);
    if (m_headAxis) m_found.heads = shape[m_layerAxis ? 1 : 0];
    const std::string name(place.names[0]);
    while (modules && weight(withNumbers(place.module, 0, static_cast<int>(m_found.heads)) + name) != nullptr)
        ++m_found.heads;
    // A parameter of its own is multiplied as x @ W; what a head reads is wider than the head.
    m_parameters = isParameter(first.name);
    m_found.inOut = fused                   ? shape[more + 1] == 3 * shape[more]
                    : m_headAxis && !square ? shape[more] > shape[more + 1]
                                            : m_parameters;
}

void StateDictReader::readAttention(const Place& place) {
    constexpr std::string_view separate[] = {"q", "k", "v"};
    const std::string module = withNumbers(place.module, 0);
    const bool fused = place.names[1].empty();
    readAxes(place, *weight(module + std::string(place.names[0])));
    for (std::size_t i = 0; i < (fused ? 1 : 3) && !m_unclear; ++i) {
        const TensorView* view = weight(module + std::string(place.names[i]));
        m_used.insert(view);
        add(fused ? "qkv" : separate[i],
            place.module + inLayer(*view).name.substr(module.size()) + (m_headAxis ? "[{h}]" : ""));
        const std::vector<Index> shape = inLayer(*view).shape;
        m_unclear = shape.size() != (m_headAxis ? 3 : 2) || isParameter(view->name) != m_parameters;
        if (m_unclear) return;
        const std::size_t first = m_headAxis ? 1 : 0;
        const Index heads = m_headAxis ? shape[0] : std::max<Index>(1, m_found.heads);
        const Index rows = shape[first + (m_found.inOut ? 1 : 0)] * heads;
        if (i == 0) {
            m_found.width = shape[first + (m_found.inOut ? 0 : 1)];
            m_found.queryRows = fused ? rows / 3 : rows;
        }
        m_found.keyRows = fused ? rows / 3 : rows;
    }
}

void StateDictReader::readAttentionOut(const Place& place) {
    const std::string attention = moduleOfHeads(place.module);
    const std::string module = withNumbers(attention, 0);
    const std::string list = withNumbers(place.module.substr(0, place.module.find("{h}")), 0);
    std::vector<const TensorView*> fitting;
    for (const TensorView& view : m_checkpoint.tensors()) {
        const bool ofHeads = isPerHead(place.module) && view.name.starts_with(list);
        if (!view.name.starts_with(module) || m_used.contains(&view)) continue;
        const bool mask = isMask(view) || (view.shape.size() == 4 && isBias(view.name));
        m_found.causal = m_found.causal || (mask && isSquare(view));
        if (mask || ofHeads || isBias(view.name) || inLayer(view).shape.size() < 2) continue;
        if (isLinear(view, m_found.width, m_found.queryRows) || isLinearOfHeads(view))
            fitting.push_back(&view);
        else if (attention != blockOf(attention))
            m_unclear = true;
    }
    if (fitting.size() > 1) {
        std::erase_if(fitting, [&](const TensorView* view) {
            const std::string name = lower(stemOf(view->name).substr(module.size()));
            return !holds(name, "out") && !name.ends_with("proj") && !name.ends_with('o');
        });
        m_unclear = m_unclear || fitting.size() != 1;
    }
    if (fitting.size() != 1) return;
    m_used.insert(fitting[0]);
    const std::string index = isLinearOfHeads(*fitting[0]) ? "[{h}]" : "";
    const std::string transposed = isInOut(*fitting[0]) == m_found.inOut ? "" : ".T";
    add("attention_out", attention + inLayer(*fitting[0]).name.substr(module.size()) + index + transposed);
}

// What else the block has, judged by shapes; what stands outside of blocks, by names.
void StateDictReader::readAround(const Place& place) {
    const std::string attention = moduleOfHeads(place.module);
    const std::string module = withNumbers(attention, 0);
    const std::string list = withNumbers(place.module.substr(0, place.module.find("{h}")), 0);
    const std::string block = blockOf(attention);
    const std::string own = withNumbers(block, 0);
    const std::string allBlocks = block.substr(0, std::min(block.find("{}"), block.size()));
    const bool numbered = place.isNumbered();
    std::vector<const TensorView*> matrices;
    std::vector<const TensorView*> norms;
    std::vector<const TensorView*> outside;
    for (const TensorView& view : m_checkpoint.tensors()) {
        const bool ofAttention = (attention != block && view.name.starts_with(module)) ||
                                 (isPerHead(place.module) && view.name.starts_with(list));
        if (ofAttention || m_used.contains(&view) || isBias(view.name) || isMask(view)) continue;
        const std::string rest = lower(view.name.substr(std::min(allBlocks.size(), view.name.size())));
        const bool inBlocks =
            view.name.starts_with(allBlocks) &&
            (numbered ? std::isdigit(static_cast<unsigned char>(rest[0])) != 0
                      : !holds(rest, "emb") && !holds(rest, "pos") && m_layerAxis == holdsAllLayers(view));
        if (!inBlocks)
            outside.push_back(&view);
        else if (view.name.starts_with(own) && inLayer(view).shape.size() == 2)
            matrices.push_back(&view);
        else if (view.name.starts_with(own))
            norms.push_back(&view);
    }
    const bool mlp = readMlp(matrices, block, own);
    const bool all = readNorms(norms, block, own) && mlp;
    // Around a single layer there may be anything; what belongs to one of many must be understood.
    m_unclear = m_unclear || ((numbered || m_layerAxis) && !all);
    if (!mlp) outside.insert(outside.end(), matrices.begin(), matrices.end());
    readOutside(outside);
}

bool StateDictReader::readNorms(std::vector<const TensorView*> norms, const std::string& block,
                                const std::string& own) {
    const std::size_t most = m_found.nameOf("mlp_up").empty() ? 1 : 2;
    const bool fit = norms.size() <= most && std::all_of(norms.begin(), norms.end(), [&](const auto* view) {
                         return inLayer(*view).shape == std::vector<Index>{m_found.width};
                     });
    if (!fit) return false;
    // norm1, ln_1, input_layernorm come first by name; only what attention is called by can come later.
    const auto ofAttention = [](const TensorView* view) {
        const std::string name = lower(view->name);
        return holds(name, "att") && !holds(name, "post") && !holds(name, "after");
    };
    std::stable_partition(norms.begin(), norms.end(), ofAttention);
    const char* const keys[] = {"attention_norm", "mlp_norm"};
    for (std::size_t i = 0; i < norms.size(); ++i)
        add(keys[i], block + inLayer(*norms[i]).name.substr(own.size()));
    return true;
}

bool StateDictReader::readMlp(std::vector<const TensorView*> matrices, const std::string& block,
                              const std::string& own) {
    const auto place = [&](const TensorView* view) { return block + linearNameOf(*view).substr(own.size()); };
    const auto isGate = [](const TensorView* view) {
        return holds(view->name, "gate") || stemOf(view->name).ends_with("w1");
    };
    if (matrices.empty()) return true;
    const TensorView* gate = nullptr;
    const auto found = std::find_if(matrices.begin(), matrices.end(), isGate);
    if (matrices.size() == 3 && found != matrices.end()) {
        gate = *found;
        matrices.erase(found);
    }
    const Index width = m_found.width;
    const std::vector<Index> shape = inLayer(*matrices[0]).shape;
    const Index wide = shape[0] * shape[1] / std::max<Index>(1, width);
    const auto inOrder = [&] {
        return isLinear(*matrices[0], wide, width) && isLinear(*matrices[1], width, wide);
    };
    if (matrices.size() == 2 && !inOrder()) std::swap(matrices[0], matrices[1]);
    if (matrices.size() != 2 || !inOrder()) return false;
    add("mlp_up", place(matrices[0]));
    if (gate != nullptr) add("mlp_gate", place(gate));
    add("mlp_down", place(matrices[1]));
    return true;
}

// Layer norms may lack their bias too; those beside a gated MLP hardly ever are layer norms.
void StateDictReader::readNormKind() {
    const std::string norm = withNumbers(stemOf(m_found.nameOf("attention_norm")), 0);
    const TensorFinder finder(m_checkpoint, {""}, {});
    const bool biased = finder.has(norm + ".bias");
    const bool gated = !m_found.nameOf("mlp_gate").empty();
    m_found.rms = !norm.empty() && !biased && (gated || holds(lower(norm), "rms"));
}

void StateDictReader::readOutside(const std::vector<const TensorView*>& tensors) {
    Index words = 0;
    const auto addOnce = [&](std::string_view key, const TensorView* view) {
        if (m_found.nameOf(key).empty()) add(key, view->name);
    };
    for (const TensorView* view : tensors) {
        const std::string name = lower(stemOf(view->name));
        const bool table = view->shape.size() == 2 && view->shape[1] == m_found.width;
        const bool batch = view->shape.size() == 3 && view->shape[2] == m_found.width &&
                           (view->shape[0] == 1 || view->shape[1] == 1);
        const bool position =
            holds(name, "pos") || holds(name, "wpe") || name == "pe" || name.ends_with(".pe");
        if ((table || batch) && position)
            addOnce("position_embedding", view);
        else if (table && (holds(name, "seg") || holds(name, "type")))
            addOnce("type_embedding", view);
        else if (table && (holds(name, "emb") || holds(name, "wte"))) {
            addOnce("token_embedding", view);
            words = view->shape[0];
        } else if (view->shape == std::vector<Index>{m_found.width})
            addOnce(holds(name, "emb") ? "embedding_norm" : "final_norm", view);
    }
    for (const TensorView* view : tensors) {
        const bool own = view->name != m_found.nameOf("token_embedding");
        const bool either = view->shape == std::vector<Index>{words, m_found.width} ||
                            view->shape == std::vector<Index>{m_found.width, words};
        if (words > 0 && own && either) addOnce("output", view);
    }
}

}  // namespace

std::string_view StateDict::nameOf(std::string_view key) const noexcept {
    for (const auto& [known, name] : tensors) {
        if (known == key) return name;
    }
    return {};
}

std::optional<StateDict> findStateDict(const Checkpoint& checkpoint) {
    return StateDictReader(checkpoint).read();
}

}  // namespace headscope::core
