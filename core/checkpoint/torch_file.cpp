// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_file.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/checkpoint/lfs_pointer.h"
#include "core/checkpoint/torch_names.h"
#include "core/checkpoint/torch_tensors.h"
#include "core/checkpoint/torch_views.h"
#include "core/checkpoint/zip_archive.h"

namespace headscope::core {
namespace {

constexpr std::size_t longestPickle = std::size_t{256} << 20;

[[noreturn]] void fail(const MappedFile& file, const std::string& reason) {
    throw Error(ErrorCode::PickleInvalid, {file.name(), reason});
}

bool startsWith(const MappedFile& file, std::size_t place, std::string_view text) {
    return file.size() >= place + text.size() && file.copy(place, text.size()) == text;
}

void sortByName(std::vector<TorchTensor>& tensors, const MappedFile& file) {
    const auto byName = [](const TorchTensor& a, const TorchTensor& b) { return a.name < b.name; };
    std::sort(tensors.begin(), tensors.end(), byName);
    const auto twice =
        std::adjacent_find(tensors.begin(), tensors.end(),
                           [](const TorchTensor& a, const TorchTensor& b) { return a.name == b.name; });
    if (twice != tensors.end()) throw Error(ErrorCode::TensorDuplicate, {file.name(), twice->name});
}

// ----- zip archives -----

/// The folder inside the archive that all its members lie in, with a slash.
std::string topFolder(const ZipArchive& archive) {
    constexpr std::string_view pickle = "data.pkl";
    const ZipMember* found = nullptr;
    for (const ZipMember& member : archive.members()) {
        const std::string_view name = member.name;
        const std::size_t slash = name.find('/');
        if (name.substr(slash == name.npos ? 0 : slash + 1) != pickle) continue;
        if (found != nullptr) fail(archive.file(), "it holds two pickles");
        found = &member;
    }
    if (found == nullptr) fail(archive.file(), "it is a zip archive without data.pkl");
    return found->name.substr(0, found->name.size() - pickle.size());
}

void refuseArchive(const ZipArchive& archive, const std::string& folder) {
    // What torch.jit.save() writes: its data.pkl holds the program's objects, not a state_dict.
    const bool script =
        std::any_of(archive.members().begin(), archive.members().end(), [&](const auto& member) {
            return member.name.starts_with(folder + "code/") || member.name == folder + "constants.pkl";
        });
    if (script) throw Error(ErrorCode::PickleForbidden, {archive.file().name(), "a TorchScript program"});
    const ZipMember* const order = archive.find(folder + "byteorder");
    if (order == nullptr) return;
    constexpr std::size_t longest = 16;
    if (order->bytes > longest || archive.read(*order) != "little")
        fail(archive.file(),
             "it was saved on a computer with the other byte order; save it again on this one");
}

std::vector<TensorView> readZipForm(const MappedFile& file) {
    const ZipArchive archive(file);
    const std::string folder = topFolder(archive);
    refuseArchive(archive, folder);
    const ZipMember* const member = archive.find(folder + "data.pkl");
    if (member->bytes > longestPickle) fail(file, "its pickle is too large");
    const std::string bytes = archive.read(*member);
    const auto asBytes = std::as_bytes(std::span(bytes));
    const MappedFile pickleFile = MappedFile::fromBytes(file.name(), {asBytes.begin(), asBytes.end()});
    const Pickle pickle = readPickle(pickleFile, 0, pickleFile.size(), torchNameRule);

    std::vector<TorchTensor> tensors = torchTensors(pickle, file.name());
    sortByName(tensors, file);
    std::map<std::string, ZipArchive::Content> storages;
    TorchViews views(file.size());
    std::vector<TensorView> result;
    for (const TorchTensor& tensor : tensors) {
        auto storage = storages.find(tensor.storage.key);
        if (storage == storages.end()) {
            const ZipMember* const data = archive.find(folder + "data/" + tensor.storage.key);
            if (data == nullptr) fail(file, "the data of tensor " + tensor.name + " are missing");
            storage = storages.emplace(tensor.storage.key, archive.open(*data)).first;
        }
        result.push_back(views.view(tensor, storage->second.file, storage->second.bytes));
    }
    return result;
}

// ----- the legacy stream -----

using Kind = PickleNode::Kind;

/// 0x1950a86a20f9469cfc6c, the number before everything else.
constexpr std::string_view magic("\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19", 10);

struct Stored {
    std::size_t begin = 0;
    std::size_t bytes = 0;
};

/// Whether the computer that wrote the file has our byte order.
bool isLittleEndian(const Pickle& system) {
    const PickleNode& dictionary = system.top();
    for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
        if (system[dictionary.items[i]].text == "little_endian")
            return system[dictionary.items[i + 1]].integer != 0;
    }
    return true;
}

/// Bytes of one element of each storage, by key.
std::map<std::string, std::size_t> elementSizes(const Pickle& object, const MappedFile& file) {
    std::map<std::string, std::size_t> sizes;
    for (const TorchStorage& storage : torchStorages(object, file.name())) {
        const std::size_t size = storage.type != nullptr ? storage.type->bits / 8 : 1;
        const auto [known, added] = sizes.emplace(storage.key, size);
        if (!added && known->second != size) fail(file, "a storage has two types");
    }
    return sizes;
}

/// Where the data of each key lie: one after the other, each behind its number of elements.
std::map<std::string, Stored> findStorages(const MappedFile& file, const Pickle& keys,
                                           const std::map<std::string, std::size_t>& sizes) {
    constexpr std::size_t countBytes = 8;
    std::map<std::string, Stored> storages;
    std::size_t place = keys.end;
    if (keys.top().kind != Kind::List) fail(file, "its list of storages is missing");
    for (const std::uint32_t item : keys.top().items) {
        const std::string& key = keys[item].text;
        const auto size = sizes.find(key);
        if (keys[item].kind != Kind::Text || size == sizes.end())
            fail(file, "it has data that belong to nothing");
        if (file.size() - place < countBytes) fail(file, "it is incomplete");
        std::int64_t count = 0;
        std::memcpy(&count, file.copy(place, countBytes).data(), countBytes);
        place += countBytes;
        if (count < 0 || static_cast<std::uint64_t>(count) > (file.size() - place) / size->second)
            fail(file, "it is incomplete");
        const std::size_t bytes = static_cast<std::size_t>(count) * size->second;
        if (!storages.emplace(key, Stored{place, bytes}).second) fail(file, "it lists a storage twice");
        place += bytes;
    }
    return storages;
}

std::vector<TensorView> readLegacyForm(const MappedFile& file) {
    const auto next = [&](std::size_t begin) {
        return readPickle(file, begin, begin + std::min(longestPickle, file.size() - begin), torchNameRule);
    };
    constexpr std::int64_t knownProtocol = 1001;
    const Pickle number = next(0);
    if (number.top().kind != Kind::LongInteger || number.top().text != magic)
        fail(file, "it is a pickle, but torch.save() did not write it");
    const Pickle protocol = next(number.end);
    if (protocol.top().integer != knownProtocol) fail(file, "it is of an unknown version");
    const Pickle system = next(protocol.end);
    if (!isLittleEndian(system))
        fail(file, "it was saved on a computer with the other byte order; save it again on this one");
    const Pickle object = next(system.end);
    const Pickle keys = next(object.end);
    const auto storages = findStorages(file, keys, elementSizes(object, file));

    std::vector<TorchTensor> tensors = torchTensors(object, file.name());
    sortByName(tensors, file);
    TorchViews views(file.size());
    std::vector<TensorView> result;
    for (const TorchTensor& tensor : tensors) {
        const auto storage = storages.find(tensor.storage.key);
        if (storage == storages.end()) fail(file, "the data of tensor " + tensor.name + " are missing");
        const Stored& stored = storage->second;
        result.push_back(views.view(tensor, file, file.bytes().subspan(stored.begin, stored.bytes)));
    }
    return result;
}

/// The form before 2017, a tar archive of pickles.
bool isTar(const MappedFile& file) {
    constexpr std::size_t magicPlace = 257;
    return startsWith(file, magicPlace, "ustar");
}

}  // namespace

std::vector<TensorView> readTorchFile(const MappedFile& file) {
    refuseLfsPointer(file);
    if (startsWith(file, 0, "PK\x03\x04")) return readZipForm(file);
    if (startsWith(file, 0, "\x80")) return readLegacyForm(file);
    if (isTar(file)) fail(file, "it is a tar archive of the time before PyTorch 0.4; save it again");
    fail(file, "it is neither a zip archive nor a pickle");
}

}  // namespace headscope::core
