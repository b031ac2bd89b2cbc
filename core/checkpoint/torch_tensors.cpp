// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_tensors.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/checkpoint/torch_names.h"

namespace headscope::core {
namespace {

using Kind = PickleNode::Kind;
using Id = std::uint32_t;

constexpr auto mostElements = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
constexpr std::uint64_t mostDimensions = 64;

/// Reads tensors off the nodes of one pickle.
class TensorReader {
public:
    TensorReader(const Pickle& pickle, const std::string& fileName)
        : m_pickle(pickle), m_fileName(fileName) {}

    [[noreturn]] void fail(const std::string& reason) const {
        throw Error(ErrorCode::PickleInvalid, {m_fileName, reason});
    }

    /// The tensor that `node` describes, without its name; nothing when it is something else.
    std::optional<TorchTensor> tensor(Id node) const {
        // A parameter around a subclass around a tensor is as deep as it gets.
        constexpr int deepest = 4;
        const PickleNode& call = m_pickle[node];
        if (call.kind != Kind::Call) return std::nullopt;
        return tensor(m_pickle[call.items[0]].text, m_pickle[call.items[1]], deepest);
    }

    TorchStorage storage(const PickleNode& node) const;

private:
    std::optional<TorchTensor> tensor(const std::string& function, const PickleNode& arguments,
                                      int depth) const;
    TorchTensor rebuilt(const PickleNode& arguments, const StoredType* type) const;
    void checkReach(TorchTensor& tensor) const;

    const PickleNode& argument(const PickleNode& tuple, std::size_t place, Kind kind,
                               const char* what) const {
        if (tuple.kind != Kind::Tuple || place >= tuple.items.size() ||
            m_pickle[tuple.items[place]].kind != kind)
            fail(std::string("a tensor has no ") + what);
        return m_pickle[tuple.items[place]];
    }
    std::uint64_t natural(const PickleNode& node, const char* what) const {
        if (node.kind != Kind::Integer || node.integer < 0) fail(std::string(what) + " is no size");
        return static_cast<std::uint64_t>(node.integer);
    }
    std::vector<Index> naturals(const PickleNode& node, const char* what) const;

    const Pickle& m_pickle;
    const std::string& m_fileName;
};

/// ("storage", class, key, place, count), and in legacy files (key of the part, begin, count) or None.
TorchStorage TensorReader::storage(const PickleNode& node) const {
    const PickleNode& tuple = m_pickle[node.items[0]];
    if (argument(tuple, 0, Kind::Text, "storage").text != "storage") fail("a tensor has no storage");
    const PickleNode& name = argument(tuple, 1, Kind::Global, "storage class");
    if (meaningOf(name.text) != TorchName::Storage) fail("a storage is of no known class");
    TorchStorage storage;
    storage.type = torchType(name.text);
    storage.key = argument(tuple, 2, Kind::Text, "storage key").text;
    storage.elements = natural(argument(tuple, 4, Kind::Integer, "storage size"), "the size of a storage");
    if (tuple.items.size() < 6 || m_pickle[tuple.items[5]].kind == Kind::None) return storage;
    const PickleNode& part = argument(tuple, 5, Kind::Tuple, "storage");
    storage.begin = natural(argument(part, 1, Kind::Integer, "storage"), "the place of a storage");
    const std::uint64_t count = natural(argument(part, 2, Kind::Integer, "storage"), "the size of a storage");
    if (storage.begin > storage.elements || count > storage.elements - storage.begin)
        fail("a part of a storage lies outside it");
    storage.elements = count;
    return storage;
}

std::optional<TorchTensor> TensorReader::tensor(const std::string& function, const PickleNode& arguments,
                                                int depth) const {
    if (depth == 0) fail("a tensor is described in circles");
    switch (meaningOf(function)) {
        case TorchName::RebuildTensor:
            return rebuilt(arguments, nullptr);
        case TorchName::RebuildTyped:
            return rebuilt(arguments, torchType(argument(arguments, 6, Kind::Global, "data type").text));
        case TorchName::RebuildParameter: {
            const PickleNode& inner = argument(arguments, 0, Kind::Call, "values");
            return tensor(m_pickle[inner.items[0]].text, m_pickle[inner.items[1]], depth - 1);
        }
        case TorchName::RebuildFromType:
            return tensor(argument(arguments, 0, Kind::Global, "function").text,
                          argument(arguments, 2, Kind::Tuple, "arguments"), depth - 1);
        case TorchName::Unknown:
        case TorchName::Plain:
        case TorchName::OrderedDictionary:
        case TorchName::Storage:
        case TorchName::DataType:
        case TorchName::Size:
            break;
    }
    return std::nullopt;
}

TorchTensor TensorReader::rebuilt(const PickleNode& arguments, const StoredType* type) const {
    TorchTensor tensor;
    tensor.storage = storage(argument(arguments, 0, Kind::PersistentId, "storage"));
    tensor.type = type != nullptr ? type : tensor.storage.type;
    if (tensor.type == nullptr) fail("a tensor has no data type");
    tensor.offset = natural(argument(arguments, 1, Kind::Integer, "offset"), "the offset of a tensor");
    tensor.shape = naturals(argument(arguments, 2, Kind::Tuple, "shape"), "a length of a tensor");
    tensor.strides = naturals(argument(arguments, 3, Kind::Tuple, "strides"), "a stride of a tensor");
    checkReach(tensor);
    return tensor;
}

std::vector<Index> TensorReader::naturals(const PickleNode& node, const char* what) const {
    if (node.items.size() > mostDimensions) fail("a tensor has too many dimensions");
    std::vector<Index> numbers;
    for (const Id item : node.items) numbers.push_back(static_cast<Index>(natural(m_pickle[item], what)));
    return numbers;
}

/// Throws unless every element lies in the storage and the shape's product fits into Index, even without its
/// zeros.
void TensorReader::checkReach(TorchTensor& tensor) const {
    if (tensor.shape.size() != tensor.strides.size()) fail("a tensor has not one stride for each length");
    std::uint64_t product = 1;
    std::uint64_t last = tensor.offset;
    bool empty = false;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        const auto length = static_cast<std::uint64_t>(tensor.shape[i]);
        const auto stride = static_cast<std::uint64_t>(tensor.strides[i]);
        empty = empty || length == 0;
        const std::uint64_t steps = length > 0 ? length - 1 : 0;
        if (length > 1 && length > mostElements / product) fail("a tensor is impossibly large");
        product *= std::max<std::uint64_t>(length, 1);
        if (stride > 0 && steps > (mostElements - std::min(last, mostElements)) / stride)
            fail("a tensor reaches beyond its storage");
        last += steps * stride;
    }
    tensor.end = empty ? tensor.offset : last + 1;
    // Untyped storages count bytes.
    const std::uint64_t bytes = tensor.type->bits / 8;
    const std::uint64_t room =
        tensor.storage.type != nullptr ? tensor.storage.elements : tensor.storage.elements / bytes;
    if (tensor.end > room) fail("a tensor reaches beyond its storage");
    if (tensor.storage.type != nullptr && tensor.storage.type->bits != tensor.type->bits)
        fail("a tensor and its storage are of different types");
}

/// The tensors of one dictionary, those with names.
std::vector<TorchTensor> tensorsIn(const TensorReader& reader, const Pickle& pickle,
                                   const PickleNode& dictionary) {
    std::vector<TorchTensor> tensors;
    std::set<Id> keys;
    for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
        const Id id = dictionary.items[i];
        if (pickle[id].kind != Kind::Text) continue;
        auto tensor = reader.tensor(dictionary.items[i + 1]);
        if (!tensor) continue;
        // One text cannot name two, or a short file could hold an endless list of long names.
        if (!keys.insert(id).second) reader.fail("it names two tensors " + pickle[id].text);
        tensor->name = pickle[id].text;
        tensors.push_back(std::move(*tensor));
    }
    return tensors;
}

bool holdsTensors(const TensorReader& reader, const PickleNode& dictionary) {
    for (std::size_t i = 1; i < dictionary.items.size(); i += 2) {
        if (reader.tensor(dictionary.items[i])) return true;
    }
    return false;
}

std::string keysOf(const Pickle& pickle, const PickleNode& dictionary) {
    constexpr std::size_t mostListed = 8;
    constexpr std::size_t longestKey = 60;
    std::string list;
    std::size_t listed = 0;
    for (std::size_t i = 0; i < dictionary.items.size() && listed < mostListed; i += 2, ++listed)
        list += (list.empty() ? "" : ", ") + pickle[dictionary.items[i]].text.substr(0, longestKey);
    return list;
}

/// The dictionary inside `outer` that is meant: under the first of the usual names, else the only one with
/// tensors; null when there is none, or more than one.
const PickleNode* innerDictionary(const TensorReader& reader, const Pickle& pickle, const PickleNode& outer) {
    constexpr std::string_view usual[] = {
        "state_dict", "model_state_dict", "model", "module", "network", "net", "ema", "weights"};
    const PickleNode* only = nullptr;
    int count = 0;
    const PickleNode* named = nullptr;
    std::size_t rank = std::size(usual);
    std::set<Id> seen;
    for (std::size_t i = 0; i + 1 < outer.items.size(); i += 2) {
        const PickleNode& value = pickle[outer.items[i + 1]];
        if (value.kind != Kind::Dictionary) continue;
        const bool again = !seen.insert(outer.items[i + 1]).second;
        const auto place = static_cast<std::size_t>(
            std::find(std::begin(usual), std::end(usual), pickle[outer.items[i]].text) - std::begin(usual));
        if (place < rank) {
            rank = place;
            named = &value;
        }
        if (again || !holdsTensors(reader, value)) continue;
        only = &value;
        ++count;
    }
    if (named != nullptr) return named;
    return count == 1 ? only : nullptr;
}

void removePrefix(std::vector<TorchTensor>& tensors, std::string_view prefix) {
    const bool everywhere = std::all_of(tensors.begin(), tensors.end(), [&](const TorchTensor& tensor) {
        return tensor.name.size() > prefix.size() && tensor.name.starts_with(prefix);
    });
    if (!everywhere) return;
    for (TorchTensor& tensor : tensors) tensor.name.erase(0, prefix.size());
}

}  // namespace

std::vector<TorchTensor> torchTensors(const Pickle& pickle, const std::string& fileName) {
    // Trainers nest once or twice: {"model": {"state_dict": …}}.
    constexpr int deepest = 3;
    const TensorReader reader(pickle, fileName);
    const PickleNode* dictionary = &pickle.top();
    if (dictionary->kind != Kind::Dictionary) reader.fail("it holds no state_dict but something else");
    for (int depth = 0; depth < deepest; ++depth) {
        std::vector<TorchTensor> tensors = tensorsIn(reader, pickle, *dictionary);
        if (!tensors.empty()) {
            for (const std::string_view prefix : {"module.", "_orig_mod.", "module."})
                removePrefix(tensors, prefix);
            return tensors;
        }
        const PickleNode* const inner = innerDictionary(reader, pickle, *dictionary);
        if (inner == nullptr) break;
        dictionary = inner;
    }
    reader.fail("it holds no state_dict, only: " + keysOf(pickle, *dictionary));
}

std::vector<TorchStorage> torchStorages(const Pickle& pickle, const std::string& fileName) {
    const TensorReader reader(pickle, fileName);
    std::vector<TorchStorage> storages;
    for (const PickleNode& node : pickle.nodes) {
        if (node.kind == Kind::PersistentId) storages.push_back(reader.storage(node));
    }
    return storages;
}

}  // namespace headscope::core
