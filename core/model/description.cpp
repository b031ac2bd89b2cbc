// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/description.h"

#include <algorithm>
#include <string>

#include "core/base/nearest.h"
#include "core/model/binder.h"
#include "core/model/config_values.h"
#include "core/model/tensor_finder.h"

namespace headscope::core {
namespace {

constexpr int mostParts = 10000;  // layers, or heads of a layer

template <typename Row>
void refuseUnknown(const Json& object, std::span<const Row> known) {
    std::string list;
    for (const Row& row : known) list += (list.empty() ? "" : ", ") + std::string(row.key);
    for (const auto& [key, value] : object.members()) {
        const bool found =
            std::any_of(known.begin(), known.end(), [name = key](const Row& row) { return row.key == name; });
        if (!found) throw Error(ErrorCode::FieldUnknown, {object.name(), std::string(key), list});
    }
}

// What every description starts from: the defaults of PyTorch, and the keys of what readConfig() reads.
Architecture plainRow() {
    Architecture row;
    row.name = "described";
    row.prefixes = {""};
    row.heads = {{"heads"}, {}};
    row.epsilonKeys = {"epsilon"};
    row.epsilon = 1e-5;
    row.activationKeys = {"activation"};
    row.activation = "relu";
    row.tied = false;
    row.window.key = "window";
    row.scaleKey = {{"scale"}, 1};
    row.rope.theta = {{"rotary_theta"}, 10000};
    row.rope.part = {{"rotary_share"}, 1};
    row.ignored = {".tril", ".mask", ".IGNORE"};  // of causal attention
    row.qkvBias = row.outBias = row.mlpBias = row.normBias = row.headNormBias = {false, {}, true};
    return row;
}

/// Turns the description of one checkpoint into a row.
class DescriptionReader {
public:
    explicit DescriptionReader(const Checkpoint& checkpoint)
        : m_file(checkpoint.config()), m_checkpoint(checkpoint), m_finder(checkpoint, {""}, {}) {}

    Architecture read() {
        refuseUnknown(m_file, descriptionFields());
        for (const DescriptionField& field : descriptionFields()) {
            const auto value = m_file.find(field.key);
            if (value && field.apply != nullptr) field.apply(m_row, *value);
        }
        readNames();
        checkNames();
        checkThere();
        checkFields();
        checkTensors();
        readSizes();
        readDesign();
        return m_row;
    }

private:
    [[noreturn]] void refuse(std::string_view key, const std::string& why) const {
        const auto value = m_file.find(key);
        refuseValue(m_file, key, value ? value->text() : "not there", why);
    }
    [[noreturn]] void refuseName(std::string_view key, std::string_view name, const std::string& why) const {
        refuseValue(m_file, "tensors." + std::string(key), name.empty() ? "not there" : std::string(name),
                    why);
    }
    bool gives(std::string_view key) const { return m_file.find(key).has_value(); }

    void readNames();
    void checkNames() const;
    void checkThere() const;
    void checkFields() const;
    void checkTensors() const;
    void readSizes();
    int count(std::string_view pattern, std::string_view mark, int layer = 0) const;
    Index countHeads(std::string_view key, std::string_view pattern) const;
    const TensorView& matrix(const std::string& name) const;
    /// Outputs and inputs of a linear layer, of one head where each has a tensor of its own.
    struct Sizes {
        Index out = 0;
        Index in = 0;
    };
    Sizes sizes(std::string_view pattern) const;
    Index readHeads();
    void readSeparateHeads(Index heads);
    void readFusedHeads(Index heads);
    void checkNumbers() const;
    void checkHeads(const DescriptionTensor& tensor, std::string_view name) const;
    void readDesign();
    void addOutput();

    const Json& m_file;
    const Checkpoint& m_checkpoint;
    TensorFinder m_finder;
    Architecture m_row = plainRow();
    std::string_view m_output;
};

// The table's names have neither .weight nor .bias; here they may be those of the state dict.
void DescriptionReader::readNames() {
    const Json names = m_file.at("tensors");
    if (!names.isObject()) throw Error(ErrorCode::JsonWrongType, {m_file.name(), "tensors", "an object"});
    refuseUnknown(names, descriptionTensors());
    for (const DescriptionTensor& tensor : descriptionTensors()) {
        const auto value = names.find(tensor.key);
        if (!value) continue;
        const std::string_view name = stemOf(value->asString());
        if (name.empty()) refuseName(tensor.key, "\"\"", "leave it out where the model has none");
        const bool numbered = name.find("{}") != name.npos;
        if (numbered && !tensor.perLayer) refuseName(tensor.key, name, "it belongs to no layer, so no {}");
        (tensor.name != nullptr ? m_row.names.*tensor.name : m_output) = name;
    }
}

// Parts that are of no use without each other.
void DescriptionReader::checkNames() const {
    const TensorNames& names = m_row.names;
    const auto need = [&](std::string_view key, std::string_view name, std::string_view of) {
        if (name.empty()) refuseName(key, name, std::string(of) + " needs it");
    };
    if (names.qkv.empty()) {
        for (const auto& [key, name] : {std::pair{"q", names.q}, {"k", names.k}, {"v", names.v}})
            need(key, name, "attention without a tensor \"qkv\"");
    } else if (!names.q.empty() || !names.k.empty() || !names.v.empty()) {
        refuseName("qkv", names.qkv, "q, k and v cannot have tensors of their own as well");
    }
    if (!names.mlpUp.empty() || !names.mlpGate.empty()) need("mlp_down", names.mlpDown, "the MLP");
    if (!names.mlpDown.empty()) need("mlp_up", names.mlpUp, "the MLP");
    if (!names.mlpNorm.empty()) need("mlp_down", names.mlpDown, "mlp_norm");
    if (m_row.design.qkNorm != QkNorm::None) {
        need("q_norm", names.qNorm, "qk_norm");
        need("k_norm", names.kNorm, "qk_norm");
    } else if (!names.qNorm.empty() || !names.kNorm.empty()) {
        refuse("qk_norm", "tensors names norms of q and k");
    }
}

// A slip of the pen, with what was meant.
void DescriptionReader::checkThere() const {
    for (const DescriptionTensor& tensor : descriptionTensors()) {
        const std::string_view name = tensor.name != nullptr ? m_row.names.*tensor.name : m_output;
        if (name.empty()) continue;
        const bool turns = !tensor.key.ends_with("norm") && !tensor.key.ends_with("embedding");
        const std::string first = tensorName(name, {});
        const std::string stem = turns ? linearName(first, m_row.linear).stem : first;
        if (m_finder.has(stem + ".weight")) continue;
        std::vector<std::string> stored;
        for (const TensorView& view : m_checkpoint.tensors()) stored.emplace_back(stemOf(view.name));
        const auto meant = nearest(stem, stored);
        refuseName(tensor.key, name,
                   "the weights hold no " + stem + (meant ? "; the nearest is " + stored[*meant] : ""));
    }
}

// Fields that have nothing to work on.
void DescriptionReader::checkFields() const {
    const TensorNames& names = m_row.names;
    const bool norms = !names.attentionNorm.empty() || !names.mlpNorm.empty();
    const bool anyNorm = norms || !names.embeddingNorm.empty() || !names.finalNorm.empty() ||
                         !names.qNorm.empty() || !names.attentionOutNorm.empty() || !names.mlpOutNorm.empty();
    const auto idle = [&](std::string_view key, bool working, const std::string& why) {
        if (gives(key) && !working) refuse(key, why);
    };
    idle("placement", norms, "tensors names no norm of a layer");
    idle("norm", anyNorm, "tensors names no norm");
    idle("epsilon", anyNorm, "tensors names no norm");
    idle("activation", !names.mlpDown.empty(), "tensors names no MLP");
    idle("qkv_order", !names.qkv.empty(), "tensors names no \"qkv\"");
    idle("rotary_theta", m_row.rope.used, "\"rotary\" is not set, so nothing rotates");
    idle("rotary_share", m_row.rope.used, "\"rotary\" is not set, so nothing rotates");
    idle("embedding_times_root", !m_row.embeddingTimesRoot || !names.tokenEmbedding.empty(),
         "tensors names no token_embedding");
    idle("tied", !m_row.tied || !names.tokenEmbedding.empty(), "tensors names no token_embedding");
    idle("tied", !m_row.tied || m_output.empty(), "tensors names an output of its own");
}

// What would make the numbers wrong if it were left unread.
void DescriptionReader::checkTensors() const {
    for (const TensorView& view : m_checkpoint.tensors()) {
        if (view.name.ends_with("bias_k") || view.name.ends_with("bias_v"))
            refuseFeature(m_file, "a learned key and value beside those of the input (" + view.name + ")");
    }
    if (m_row.design.norm != NormKind::Rms) return;
    for (const std::string_view norm :
         {m_row.names.attentionNorm, m_row.names.mlpNorm, m_row.names.finalNorm}) {
        const std::string bias = tensorName(norm, {}) + ".bias";
        if (!norm.empty() && m_finder.has(bias))
            refuse("norm", "the weights hold " + bias + ", which only layer norms have");
    }
}

// How many numbers `mark` stands for in a pattern: from 0 without gaps, the other mark being the first head
// or `layer`.
int DescriptionReader::count(std::string_view pattern, std::string_view mark, int layer) const {
    std::string name = linearName(pattern, m_row.linear).stem;
    const auto put = [&name](std::string_view what, int number) {
        if (const std::size_t at = name.find(what); at != name.npos)
            name.replace(at, what.size(), std::to_string(number));
    };
    mark == "{}" ? put("{h}", 0) : put("{}", layer);
    const std::size_t place = name.find(mark);
    if (place == name.npos) return 1;
    const std::string begin = name.substr(0, place);
    const std::string end = name.substr(place + mark.size());
    int found = 0;
    while (found < mostParts && m_finder.has(begin + std::to_string(found) + end + ".weight")) ++found;
    if (found == mostParts)
        refuseValue(m_file, "tensors", std::string(pattern),
                    "there are " + std::to_string(mostParts) + " or more of them");
    for (const TensorView& view : m_checkpoint.tensors()) {
        if (!view.name.starts_with(begin)) continue;
        const std::string rest = view.name.substr(begin.size());
        const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
        if (digits == 0 || digits > 6 || stemOf(std::string_view(rest).substr(digits)) != end) continue;
        if (std::stoi(rest.substr(0, digits)) > found)
            refuseValue(m_file, "tensors", std::string(pattern),
                        "the weights hold " + view.name + ", but no " + (mark == "{}" ? "layer " : "head ") +
                            std::to_string(found));
    }
    return found;
}

Index DescriptionReader::countHeads(std::string_view key, std::string_view pattern) const {
    const int heads = count(pattern, "{h}");
    for (int layer = 1; layer < *m_row.layers.fallback; ++layer) {
        if (const int other = count(pattern, "{h}", layer); other != heads)
            refuseName(key, pattern,
                       "the number of heads is " + std::to_string(heads) + " in layer 0 and " +
                           std::to_string(other) + " in layer " + std::to_string(layer));
    }
    return heads;
}

DescriptionReader::Sizes DescriptionReader::sizes(std::string_view pattern) const {
    const LinearName name = linearName(tensorName(pattern, {}), m_row.linear);
    const std::vector<Index>& shape = matrix(name.stem).shape;
    return name.layout == LinearLayout::InOut ? Sizes{shape[1], shape[0]} : Sizes{shape[0], shape[1]};
}

const TensorView& DescriptionReader::matrix(const std::string& stem) const {
    const std::string name = stem + ".weight";
    const TensorFinder::Found found = m_finder.look(name, {anySize, anySize});
    if (found.problem) throw Error(*found.problem);
    if (!found.view) throw Error(m_finder.lacking({wantedTensor(name, {anySize, anySize})}));
    return *found.view;
}

void DescriptionReader::readSizes() {
    const TensorNames& names = m_row.names;
    const std::string_view anchor = names.qkv.empty() ? names.q : names.qkv;
    m_row.layers = {{}, std::max(count(anchor, "{}"), 1)};
    m_row.modelDim = {{}, sizes(anchor).in};
    const Index heads = readHeads();
    if (names.qkv.empty())
        readSeparateHeads(heads);
    else
        readFusedHeads(heads);
    checkNumbers();
    const Index together = heads * *m_row.headDim.fallback;
    if (names.attentionOut.empty() && together != *m_row.modelDim.fallback)
        refuseName("attention_out", {},
                   "the heads are " + std::to_string(together) + " wide together, but the model is " +
                       std::to_string(*m_row.modelDim.fallback));
}

// Where q has a tensor for each head, the tensors tell their number.
Index DescriptionReader::readHeads() {
    if (isPerHead(m_row.names.q)) m_row.heads.fallback = countHeads("q", m_row.names.q);
    const auto heads = sizeOf(m_file, m_row.heads);
    if (!heads) throw Error(ErrorCode::JsonMissingKey, {m_file.name(), "heads"});
    if (isPerHead(m_row.names.q) && heads != m_row.heads.fallback)
        refuse("heads", "the weights hold a tensor of q for each of " +
                            std::to_string(*m_row.heads.fallback) + " heads");
    return *heads;
}

// Parts of tensors beyond the layers and heads of q, k and v would be left unread.
void DescriptionReader::checkNumbers() const {
    for (const DescriptionTensor& tensor : descriptionTensors()) {
        const std::string_view name = tensor.name != nullptr ? m_row.names.*tensor.name : m_output;
        if (name.empty()) continue;
        checkHeads(tensor, name);
        if (!tensor.perLayer) continue;
        const Index layers = *m_row.layers.fallback;
        if (layers > 1 && name.find("{}") == name.npos)
            refuseName(tensor.key, name, "it lacks {} for the number of the layer");
        if (name.find("[{}]") == name.npos) continue;
        if (const int stored = count(name, "{}"); stored != layers)
            refuseName(tensor.key, name,
                       "its number of layers is " + std::to_string(stored) + ", that of attention " +
                           std::to_string(layers));
    }
}

void DescriptionReader::checkHeads(const DescriptionTensor& tensor, std::string_view name) const {
    if (!isPerHead(name)) return;
    if (tensor.heads == OfHeads::No) refuseName(tensor.key, name, "it belongs to no head, so no {h}");
    const bool queries = tensor.heads == OfHeads::Queries;
    const Index wanted = queries ? *sizeOf(m_file, m_row.heads) : *m_row.kvHeads.fallback;
    if (const Index stored = countHeads(tensor.key, name); stored != wanted)
        refuseName(tensor.key, name,
                   "its number of heads is " + std::to_string(stored) + ", that of the " +
                       (queries ? "model " : "model's keys and values ") + std::to_string(wanted));
}

void DescriptionReader::readSeparateHeads(Index heads) {
    const auto rowsOf = [&](std::string_view key, std::string_view pattern) {
        return sizes(pattern).out * (isPerHead(pattern) ? countHeads(key, pattern) : 1);
    };
    const Index queryRows = rowsOf("q", m_row.names.q);
    const Index keyRows = rowsOf("k", m_row.names.k);
    if (queryRows % heads != 0)
        refuse("heads", "q has " + std::to_string(queryRows) + " rows, which it does not divide");
    const Index width = queryRows / heads;
    const std::string rows = "k has " + std::to_string(keyRows) + " rows and a head " + std::to_string(width);
    if (keyRows % width != 0) refuse("heads", rows);
    const Index kvHeads = keyRows / width;
    if (sizeOf(m_file, {{"kv_heads"}, kvHeads}) != kvHeads) refuse("kv_heads", rows);
    if (heads % kvHeads != 0) refuse("heads", rows);
    m_row.headDim = {{}, width};
    m_row.kvHeads = {{}, kvHeads};
}

void DescriptionReader::readFusedHeads(Index heads) {
    const std::string_view name = m_row.names.qkv;
    const Index stored = isPerHead(name) ? countHeads("qkv", name) : 1;
    const Index kvHeads = *sizeOf(m_file, {{"kv_heads"}, isPerHead(name) ? stored : heads});
    const Index rows = sizes(name).out * stored;
    const Index parts = heads + 2 * kvHeads;
    if (heads % kvHeads != 0)
        refuse("kv_heads", "it does not divide the " + std::to_string(heads) + " heads");
    if (rows % parts != 0)
        refuse("heads", "qkv has " + std::to_string(rows) + " rows, which " + std::to_string(heads) +
                            " queries and " + std::to_string(kvHeads) + " keys and values cannot share");
    m_row.headDim = {{}, rows / parts};
    m_row.kvHeads = {{}, kvHeads};
}

// What the named tensors say about the design.
void DescriptionReader::readDesign() {
    const TensorNames& names = m_row.names;
    const bool groups = m_row.qkv == QkvLayout::Groups || isPerHead(names.qkv);
    m_row.qkv = names.qkv.empty() ? QkvLayout::Separate : groups ? QkvLayout::Groups : QkvLayout::Blocks;
    const bool ownNorms =
        m_row.design.qkNorm == QkNorm::PerHead && (isPerHead(names.qNorm) || isPerHead(names.kNorm));
    if (ownNorms) m_row.design.qkNorm = QkNorm::PerHeadOwnWeights;
    m_row.design.mlp = names.mlpGate.empty() ? MlpKind::Plain : MlpKind::Gated;
    m_row.design.position = names.positionEmbedding.empty() ? PositionKind::None : PositionKind::Learned;
    // Corrected by the tensors.
    if (!names.typeEmbedding.empty()) m_row.types = {{}, 1};
    if (names.mlpDown.empty()) m_row.mlpDim = {{}, 0};
    if (!m_output.empty() || m_row.tied) addOutput();
}

void DescriptionReader::addOutput() {
    OutputHead head;
    // Its shape tells how it lies.
    if (m_output.ends_with(".T")) m_output = stemOf(m_output.substr(0, m_output.size() - 2));
    head.projection = m_output;
    if (!m_output.empty()) {
        const std::vector<Index>& shape = matrix(std::string(m_output)).shape;
        const Index width = *m_row.modelDim.fallback;
        if (shape[1] != width && shape[0] == width) head.layout = LinearLayout::InOut;
        const Index columns = shape[head.layout == LinearLayout::InOut ? 1 : 0];
        const std::string words(m_row.names.tokenEmbedding);
        head.vocabulary = !words.empty() && matrix(words).shape[0] == columns;
    } else {
        head.vocabulary = true;
    }
    head.id = !head.vocabulary ? "token-classification" : m_row.design.causal ? "causal-lm" : "masked-lm";
    m_row.outputs = {head};
}

}  // namespace

Architecture describedRow(const Checkpoint& checkpoint) {
    return DescriptionReader(checkpoint).read();
}

}  // namespace headscope::core
