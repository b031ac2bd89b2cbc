// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/safetensors.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/json.h"
#include "core/base/utf8.h"
#include "core/checkpoint/lfs_pointer.h"
#include "core/checkpoint/stored_types.h"

namespace headscope::core {
namespace {

constexpr std::size_t lengthBytes = 8;  // the header's length stands before it as one 64-bit number
constexpr std::uint64_t largestHeader = 100'000'000;
constexpr std::size_t mostTensors = 1'000'000;

/// A tensor of the header with its place in the data that follows the header.
struct Entry {
    TensorView tensor;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

[[noreturn]] void throwInvalid(const MappedFile& file, const std::string& reason) {
    throw Error(ErrorCode::HeaderInvalid, {file.name(), reason});
}

/// Copied out of the file: what is checked must be what is used, even when the file changes meanwhile.
std::string headerText(const MappedFile& file) {
    if (file.size() < lengthBytes) {
        throw Error(ErrorCode::HeaderTooSmall, {file.name(), std::to_string(file.size())});
    }
    std::uint64_t length = 0;
    std::memcpy(&length, file.copy(0, lengthBytes).data(), lengthBytes);
    if (length > largestHeader) {
        throw Error(ErrorCode::HeaderTooLarge,
                    {file.name(), std::to_string(length), std::to_string(largestHeader)});
    }
    if (length > file.size() - lengthBytes) throw Error(ErrorCode::HeaderTruncated, {file.name()});
    std::string text = file.copy(lengthBytes, static_cast<std::size_t>(length));
    if (findInvalidUtf8(text)) throw Error(ErrorCode::HeaderNotUtf8, {file.name()});
    return text;
}

Json parseHeader(const MappedFile& file, std::string_view text) {
    auto result = Json::tryParse(text, file.name());
    if (const auto* fault = std::get_if<JsonFault>(&result)) {
        const bool duplicate = fault->code == ErrorCode::JsonDuplicateKey;
        if (duplicate && fault->depth == 1)
            throw Error(ErrorCode::TensorDuplicate, {file.name(), fault->detail});
        if (duplicate) throwInvalid(file, "it has the key \"" + fault->detail + "\" twice");
        throwInvalid(file, fault->detail + " at byte " + std::to_string(lengthBytes + fault->byte));
    }
    Json header = std::get<Json>(std::move(result));
    if (!header.isObject()) throwInvalid(file, "it is not an object");
    if (header.size() > mostTensors + 1) {
        throw Error(ErrorCode::TooManyTensors, {file.name(), std::to_string(mostTensors)});
    }
    return header;
}

/// Free text about the file, of which we use nothing; null stands in files of some writers.
void checkMetadata(const MappedFile& file, const Json& metadata) {
    if (metadata.isNull()) return;
    if (!metadata.isObject()) throwInvalid(file, "its __metadata__ is not an object");
    for (const auto& [key, value] : metadata.members()) {
        if (!value.isString()) throwInvalid(file, "its __metadata__ holds something that is not a text");
    }
}

/// The array `key` of a tensor as whole numbers that are not negative.
std::vector<std::uint64_t> numbers(const MappedFile& file, const std::string& tensor, const Json& info,
                                   const char* key) {
    const auto array = info.find(key);
    if (!array || !array->isArray()) throwInvalid(file, "tensor " + tensor + " has no list " + key);
    std::vector<std::uint64_t> numbers;
    numbers.reserve(array->size());
    for (std::size_t i = 0; i < array->size(); ++i) {
        const auto number = (*array)[i].toUnsigned();
        if (!number) throwInvalid(file, key + (" of tensor " + tensor) + " holds something that is no size");
        numbers.push_back(*number);
    }
    return numbers;
}

/// Throws unless the product of `lengths` fits into Index even without its zeros, so that nobody after us has
/// to watch the order in which he multiplies.
void setShape(const MappedFile& file, TensorView& tensor, const std::vector<std::uint64_t>& lengths) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    std::uint64_t product = 1;
    tensor.shape.reserve(lengths.size());
    for (const std::uint64_t length : lengths) {
        const std::uint64_t factor = std::max<std::uint64_t>(length, 1);
        if (factor > most / product) throw Error(ErrorCode::TensorShapeOverflow, {file.name(), tensor.name});
        product *= factor;
        tensor.shape.push_back(static_cast<Index>(length));
    }
}

Entry readEntry(const MappedFile& file, std::string_view name, const Json& info) {
    Entry entry;
    entry.tensor.name = name;
    entry.tensor.file = file;
    const auto dtype = info.find("dtype");
    if (!dtype || !dtype->isString()) throwInvalid(file, "tensor " + entry.tensor.name + " has no dtype");
    entry.tensor.dtypeName = dtype->asString();
    if (const auto* type = findStoredType(entry.tensor.dtypeName)) entry.tensor.dtype = type->dtype;

    setShape(file, entry.tensor, numbers(file, entry.tensor.name, info, "shape"));
    const auto offsets = numbers(file, entry.tensor.name, info, "data_offsets");
    if (offsets.size() != 2) throwInvalid(file, "tensor " + entry.tensor.name + " needs two data_offsets");
    entry.begin = offsets[0];
    entry.end = offsets[1];
    return entry;
}

/// Types of later versions of the format have sizes that we cannot know; they are listed all the same.
void checkSize(const MappedFile& file, const Entry& entry) {
    const StoredType* const type = findStoredType(entry.tensor.dtypeName);
    if (type == nullptr) return;
    const auto elements = static_cast<std::uint64_t>(entry.tensor.elements());
    if (elements > std::numeric_limits<std::uint64_t>::max() / type->bits) {
        throw Error(ErrorCode::TensorShapeOverflow, {file.name(), entry.tensor.name});
    }
    const std::uint64_t bits = elements * type->bits;
    if (bits % 8 != 0) throw Error(ErrorCode::TensorBitsMisaligned, {file.name(), entry.tensor.name});
    if (entry.end - entry.begin != bits / 8) {
        throw Error(ErrorCode::TensorSize,
                    {file.name(), entry.tensor.name, std::to_string(entry.end - entry.begin),
                     std::to_string(bits / 8)});
    }
}

std::vector<Entry> readEntries(const MappedFile& file, const Json& header) {
    std::vector<Entry> entries;
    entries.reserve(header.size());
    for (const auto& [name, info] : header.members()) {
        if (name == "__metadata__") {
            checkMetadata(file, info);
        } else {
            entries.push_back(readEntry(file, name, info));
        }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    return entries;
}

/// Every byte of the data must belong to exactly one tensor: overlaps would let a small file describe a huge
/// model, and holes could hide anything.
void checkLayout(const MappedFile& file, const std::vector<Entry>& entries, std::size_t headerEnd) {
    std::uint64_t position = 0;
    for (const Entry& entry : entries) {
        if (entry.begin != position || entry.end < entry.begin) {
            throw Error(ErrorCode::TensorOffsets, {file.name(), entry.tensor.name});
        }
        checkSize(file, entry);
        position = entry.end;
    }
    if (position == file.size() - headerEnd) return;
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t described = position > most - headerEnd ? most : headerEnd + position;
    throw Error(ErrorCode::DataIncomplete,
                {file.name(), std::to_string(file.size()), std::to_string(described)});
}

}  // namespace

std::vector<TensorView> readSafetensors(const MappedFile& file) {
    refuseLfsPointer(file);
    const std::string header = headerText(file);
    std::vector<Entry> entries = readEntries(file, parseHeader(file, header));
    const std::size_t headerEnd = lengthBytes + header.size();
    checkLayout(file, entries, headerEnd);

    std::vector<TensorView> tensors;
    tensors.reserve(entries.size());
    for (Entry& entry : entries) {
        const auto size = static_cast<std::size_t>(entry.end - entry.begin);
        entry.tensor.bytes = file.bytes().subspan(headerEnd + static_cast<std::size_t>(entry.begin), size);
        tensors.push_back(std::move(entry.tensor));
    }
    return tensors;
}

}  // namespace headscope::core
