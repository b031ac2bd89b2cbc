// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/state_dict.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace headscope::core {
namespace {

// How hand-written attention calls its q, k and v; with no k and v, all three are one tensor.
constexpr std::array<std::string_view, 3> projections[] = {
    {"in_proj"},
    {"qkv"},
    {"qkv_proj"},
    {"Wqkv"},
    {"W_qkv"},
    {"to_qkv"},
    {"c_attn"},
    {"W_Q", "W_K", "W_V"},
    {"W_q", "W_k", "W_v"},
    {"w_q", "w_k", "w_v"},
    {"WQ", "WK", "WV"},
    {"Wq", "Wk", "Wv"},
    {"wq", "wk", "wv"},
    {"W_query", "W_key", "W_value"},
    {"query", "key", "value"},
    {"queries", "keys", "values"},
    {"q_proj", "k_proj", "v_proj"},
    {"query_proj", "key_proj", "value_proj"},
    {"q_linear", "k_linear", "v_linear"},
    {"linear_q", "linear_k", "linear_v"},
    {"fc_q", "fc_k", "fc_v"},
    {"to_q", "to_k", "to_v"},
    {"w_qs", "w_ks", "w_vs"},
    {"q", "k", "v"},
};

std::string_view stemOf(std::string_view name) {
    for (const std::string_view end : {".weight", "_weight"}) {
        if (name.size() > end.size() && name.ends_with(end)) return name.substr(0, name.size() - end.size());
    }
    return name;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

bool isBias(std::string_view name) {
    return name.ends_with(".bias") || name.ends_with("_bias");
}

/// Causal masks that modules keep as buffers.
bool isMask(const TensorView& view) {
    const std::string name = lower(view.name);
    return holds(name, "mask") || holds(name, "tril");
}

/// Where attention lies: its module with {} in place of the layer's number, and the names in it.
struct Place {
    std::string module;  ///< "layers.{}.self_attn.", or empty
    std::array<std::string_view, 3> names{};
    int layers = 1;

    bool isNumbered() const { return module.find("{}") != module.npos; }
};

std::string withNumber(std::string_view pattern, int layer) {
    std::string name(pattern);
    if (const auto mark = name.find("{}"); mark != name.npos) name.replace(mark, 2, std::to_string(layer));
    return name;
}

/// `module` with {} in place of each of its numbers in turn; the numbers.
std::vector<std::pair<std::string, int>> numbered(const std::string& module) {
    std::vector<std::pair<std::string, int>> all;
    for (std::size_t begin = 0; begin < module.size();) {
        const std::size_t end = std::min(module.find('.', begin), module.size());
        const std::string part = module.substr(begin, end - begin);
        const bool number =
            !part.empty() && part.size() < 6 && part.find_first_not_of("0123456789") == part.npos;
        if (number) all.emplace_back(module.substr(0, begin) + "{}" + module.substr(end), std::stoi(part));
        begin = end + 1;
    }
    return all;
}

/// The block that a module is part of: what stands before its own name, up to the layer's number.
std::string blockOf(const std::string& module) {
    if (const auto mark = module.find("{}"); mark != module.npos) return module.substr(0, mark + 3);
    const auto dot = module.empty() ? module.npos : module.find_last_of('.', module.size() - 2);
    return dot == module.npos ? std::string() : module.substr(0, dot + 1);
}

class StateDictReader {
public:
    explicit StateDictReader(const Checkpoint& checkpoint) : m_checkpoint(checkpoint) {}

    std::optional<StateDict> read() {
        const auto place = findAttention();
        if (!place) return std::nullopt;
        m_found.layers = place->layers;
        readAttention(*place);
        readAround(*place);
        readNormKind();
        // Whoever leaves out what he does not understand computes something else.
        if (m_unclear) return std::nullopt;
        m_found.residual = !m_found.nameOf("attention_norm").empty() || !m_found.nameOf("mlp_up").empty() ||
                           place->layers > 1;
        return m_found;
    }

private:
    std::optional<Place> findAttention() const;
    const TensorView* weight(const std::string& stem) const;
    void readAttention(const Place& place);
    void readAttentionOut(const Place& place);
    void readAround(const Place& place);
    bool readMlp(std::vector<const TensorView*> matrices, const std::string& block, const std::string& own);
    bool readNorms(std::vector<const TensorView*> norms, const std::string& block, const std::string& own);
    void readNormKind();
    void readOutside(const std::vector<const TensorView*>& tensors);
    void add(std::string_view key, std::string name) { m_found.tensors.emplace_back(key, std::move(name)); }
    bool isLinear(const TensorView& view, Index out, Index in) const {
        return m_found.inOut ? view.shape[0] == in && view.shape[1] == out
                             : view.shape[0] == out && view.shape[1] == in;
    }

    const Checkpoint& m_checkpoint;
    StateDict m_found;
    std::set<const TensorView*> m_used;
    bool m_unclear = false;  // a layer has tensors whose part is not known
};

const TensorView* StateDictReader::weight(const std::string& stem) const {
    for (const char* end : {".weight", "_weight", ""}) {
        const TensorView* view = m_checkpoint.find(stem + end);
        if (view != nullptr && view->shape.size() == 2) return view;
    }
    return nullptr;
}

// The pattern with most layers, numbered from 0; never a block with two kinds of attention, which decoders
// of encoder-decoder models have.
std::optional<Place> StateDictReader::findAttention() const {
    std::map<std::string, std::pair<std::array<std::string_view, 3>, std::set<int>>> patterns;
    std::map<std::string, std::set<std::string>> modulesOfBlock;
    for (const TensorView& view : m_checkpoint.tensors()) {
        const std::string_view stem = stemOf(view.name);
        for (const auto& names : projections) {
            if (!stem.ends_with(names[0])) continue;
            const std::string module(stem.substr(0, stem.size() - names[0].size()));
            if (!module.empty() && module.back() != '.') continue;
            const bool whole = std::all_of(names.begin(), names.end(), [&](std::string_view name) {
                return name.empty() || weight(module + std::string(name)) != nullptr;
            });
            if (!whole) continue;
            auto places = numbered(module);
            if (places.empty()) places = {{module, 0}};
            for (const auto& [pattern, number] : places) {
                patterns[pattern].first = names;
                patterns[pattern].second.insert(number);
                modulesOfBlock[blockOf(pattern)].insert(pattern);
            }
        }
    }
    std::optional<Place> best;
    for (const auto& [pattern, place] : patterns) {
        const auto& [names, numbers] = place;
        const int layers = static_cast<int>(numbers.size());
        const bool gapless = *numbers.begin() == 0 && *numbers.rbegin() == layers - 1;
        if (!gapless || modulesOfBlock[blockOf(pattern)].size() > 1) continue;
        if (!best || layers > best->layers) best = Place{pattern, names, layers};
    }
    return best;
}

void StateDictReader::readAttention(const Place& place) {
    constexpr std::string_view separate[] = {"q", "k", "v"};
    const std::string module = withNumber(place.module, 0);
    const bool fused = place.names[1].empty();
    for (std::size_t i = 0; i < (fused ? 1 : 3); ++i) {
        const TensorView* view = weight(module + std::string(place.names[i]));
        m_used.insert(view);
        add(fused ? "qkv" : separate[i], place.module + view->name.substr(module.size()));
        // A parameter of its own is multiplied as x @ W.
        m_found.inOut = fused ? view->shape[1] == 3 * view->shape[0] : !view->name.ends_with("weight");
        const Index rows = view->shape[m_found.inOut ? 1 : 0];
        if (i == 0) {
            m_found.width = view->shape[m_found.inOut ? 0 : 1];
            m_found.queryRows = fused ? rows / 3 : rows;
        }
        m_found.keyRows = fused ? rows / 3 : rows;
    }
    readAttentionOut(place);
}

void StateDictReader::readAttentionOut(const Place& place) {
    const std::string module = withNumber(place.module, 0);
    std::vector<const TensorView*> fitting;
    for (const TensorView& view : m_checkpoint.tensors()) {
        const bool matrix = view.shape.size() == 2 && view.name.starts_with(module);
        if (!matrix || m_used.contains(&view) || isMask(view)) continue;
        if (isLinear(view, m_found.width, m_found.queryRows))
            fitting.push_back(&view);
        else if (place.module != blockOf(place.module))
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
    add("attention_out", place.module + fitting[0]->name.substr(module.size()));
}

// What else the block has, judged by shapes; what stands outside of blocks, by names.
void StateDictReader::readAround(const Place& place) {
    const std::string module = withNumber(place.module, 0);
    const std::string block = blockOf(place.module);
    const std::string own = withNumber(block, 0);
    const std::string allBlocks = block.substr(0, std::min(block.find("{}"), block.size()));
    std::vector<const TensorView*> matrices;
    std::vector<const TensorView*> norms;
    std::vector<const TensorView*> outside;
    for (const TensorView& view : m_checkpoint.tensors()) {
        const bool ofAttention = place.module != block && view.name.starts_with(module);
        if (ofAttention || m_used.contains(&view) || isBias(view.name) || isMask(view)) continue;
        const std::string rest = lower(view.name.substr(std::min(allBlocks.size(), view.name.size())));
        const bool inBlocks = view.name.starts_with(allBlocks) &&
                              (place.isNumbered() ? std::isdigit(static_cast<unsigned char>(rest[0])) != 0
                                                  : !holds(rest, "emb") && !holds(rest, "pos"));
        if (!inBlocks)
            outside.push_back(&view);
        else if (view.name.starts_with(own) && view.shape.size() == 2)
            matrices.push_back(&view);
        else if (view.name.starts_with(own))
            norms.push_back(&view);
    }
    const bool mlp = readMlp(matrices, block, own);
    const bool all = readNorms(norms, block, own) && mlp;
    // Around a single layer there may be anything; what belongs to one of many must be understood.
    m_unclear = m_unclear || (place.isNumbered() && !all);
    if (!mlp) outside.insert(outside.end(), matrices.begin(), matrices.end());
    readOutside(outside);
}

bool StateDictReader::readNorms(std::vector<const TensorView*> norms, const std::string& block,
                                const std::string& own) {
    const std::size_t most = m_found.nameOf("mlp_up").empty() ? 1 : 2;
    const bool fit = norms.size() <= most && std::all_of(norms.begin(), norms.end(), [&](const auto* view) {
                         return view->shape == std::vector<Index>{m_found.width};
                     });
    if (!fit) return false;
    // norm1, ln_1, input_layernorm come first by name; only what attention is called by can come later.
    const auto ofAttention = [](const TensorView* view) {
        const std::string name = lower(view->name);
        return holds(name, "att") && !holds(name, "post") && !holds(name, "after");
    };
    std::stable_partition(norms.begin(), norms.end(), ofAttention);
    const char* const keys[] = {"attention_norm", "mlp_norm"};
    for (std::size_t i = 0; i < norms.size(); ++i) add(keys[i], block + norms[i]->name.substr(own.size()));
    return true;
}

bool StateDictReader::readMlp(std::vector<const TensorView*> matrices, const std::string& block,
                              const std::string& own) {
    const auto place = [&](const TensorView* view) { return block + view->name.substr(own.size()); };
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
    const Index wide = matrices[0]->elements() / std::max<Index>(1, width);
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
    const std::string norm = withNumber(stemOf(m_found.nameOf("attention_norm")), 0);
    const bool biased = m_checkpoint.find(norm + ".bias") != nullptr;
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
        if (words > 0 && own && view->shape == std::vector<Index>{words, m_found.width})
            addOnce("output", view);
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
