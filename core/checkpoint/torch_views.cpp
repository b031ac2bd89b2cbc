// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_views.h"

#include <cstring>
#include <utility>

#include "core/base/error.h"

namespace headscope::core {
namespace {

constexpr std::size_t allowance = std::size_t{64} << 20;
constexpr std::size_t mostReadings = 8;  // of the whole file, for views that share a storage

bool isContiguous(const TorchTensor& tensor) {
    Index expected = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] == 0) return true;
        if (tensor.shape[i] > 1 && tensor.strides[i] != expected) return false;
        expected *= tensor.shape[i];
    }
    return true;
}

/// The elements of `tensor` in row-major order; `source` begins at its first element.
std::vector<std::byte> gather(const TorchTensor& tensor, const std::string& source, std::size_t elementBytes,
                              std::size_t elements) {
    std::vector<std::byte> out(elements * elementBytes);
    std::vector<Index> place(tensor.shape.size(), 0);
    std::size_t from = 0;
    for (std::size_t i = 0; i < elements; ++i) {
        std::memcpy(out.data() + i * elementBytes, source.data() + from * elementBytes, elementBytes);
        for (std::size_t d = place.size(); d-- > 0;) {
            const auto stride = static_cast<std::size_t>(tensor.strides[d]);
            from += stride;
            if (++place[d] < tensor.shape[d]) break;
            from -= stride * static_cast<std::size_t>(tensor.shape[d]);
            place[d] = 0;
        }
    }
    return out;
}

}  // namespace

TorchViews::TorchViews(std::size_t fileBytes)
    : m_copyLeft(fileBytes + allowance), m_readLeft(mostReadings * fileBytes + allowance) {}

TensorView TorchViews::view(const TorchTensor& tensor, const MappedFile& file,
                            std::span<const std::byte> storage) {
    const auto fail = [&](const char* reason) {
        throw Error(ErrorCode::PickleInvalid, {file.name(), "the tensor " + tensor.name + reason});
    };
    TensorView view;
    view.name = tensor.name;
    view.dtype = tensor.type->dtype;
    view.dtypeName = tensor.type->name;
    view.shape = tensor.shape;
    view.file = file;
    const std::size_t elementBytes = tensor.type->bits / 8;
    const std::uint64_t begin = tensor.storage.begin + tensor.offset;
    const std::uint64_t end = tensor.storage.begin + tensor.end;
    // The place of a part inside its storage counts elements, so untyped storages have none.
    if (end < begin || end > storage.size() / elementBytes)
        fail(" is longer than the data that belong to it");
    const auto span = storage.subspan(static_cast<std::size_t>(begin) * elementBytes,
                                      static_cast<std::size_t>(end - begin) * elementBytes);
    if (isContiguous(tensor)) {
        view.bytes = span;
        return view;
    }
    const auto elements = static_cast<std::size_t>(view.elements());
    if (elements > m_copyLeft / elementBytes || span.size() > m_readLeft)
        fail(" repeats its values more often than real models do");
    m_copyLeft -= elements * elementBytes;
    m_readLeft -= span.size();
    const auto offset = static_cast<std::size_t>(span.data() - file.bytes().data());
    const std::string source = file.copy(offset, span.size());
    view.file = MappedFile::fromBytes(file.name(), gather(tensor, source, elementBytes, elements));
    view.bytes = view.file.bytes();
    return view;
}

}  // namespace headscope::core
