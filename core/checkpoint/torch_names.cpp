// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_names.h"

namespace headscope::core {
namespace {

struct Row {
    std::string_view name;
    TorchName meaning;
};

constexpr Row table[] = {
    {"collections OrderedDict", TorchName::OrderedDictionary},
    {"collections defaultdict", TorchName::OrderedDictionary},
    {"collections Counter", TorchName::OrderedDictionary},
    {"torch._utils _rebuild_tensor", TorchName::RebuildTensor},
    {"torch._utils _rebuild_tensor_v2", TorchName::RebuildTensor},
    {"torch._utils _rebuild_tensor_v3", TorchName::RebuildTyped},
    {"torch._utils _rebuild_parameter", TorchName::RebuildParameter},
    {"torch._utils _rebuild_parameter_with_state", TorchName::RebuildParameter},
    {"torch._tensor _rebuild_from_type_v2", TorchName::RebuildFromType},
    {"torch.nn.parameter Parameter", TorchName::RebuildParameter},
    {"torch.nn.parameter Buffer", TorchName::RebuildParameter},
    {"torch Size", TorchName::Size},
    {"torch.storage UntypedStorage", TorchName::Storage},
    {"torch UntypedStorage", TorchName::Storage},
    {"torch Tensor", TorchName::Plain},
    {"torch device", TorchName::Plain},
    {"torch.serialization _get_layout", TorchName::Plain},
    {"argparse Namespace", TorchName::Plain},
    {"numpy dtype", TorchName::Plain},
    {"numpy ndarray", TorchName::Plain},
    {"numpy.core.multiarray scalar", TorchName::Plain},
    {"numpy.core.multiarray _reconstruct", TorchName::Plain},
    {"numpy._core.multiarray scalar", TorchName::Plain},
    {"numpy._core.multiarray _reconstruct", TorchName::Plain},
    {"_codecs encode", TorchName::Plain},
    {"pathlib PosixPath", TorchName::Plain},
};

constexpr std::string_view storageEnd = "Storage";

/// "Float" of "torch FloatStorage" and of "torch.cuda FloatStorage"; empty for other names.
std::string_view storageType(std::string_view name) noexcept {
    for (const std::string_view module : {"torch ", "torch.cuda "}) {
        if (name.starts_with(module) && name.ends_with(storageEnd) &&
            name.size() > module.size() + storageEnd.size())
            return name.substr(module.size(), name.size() - module.size() - storageEnd.size());
    }
    return {};
}

const StoredType* storageOf(std::string_view name) noexcept {
    const std::string_view wanted = storageType(name);
    if (wanted.empty()) return nullptr;
    for (const StoredType& type : storedTypes()) {
        if (type.storage == wanted) return &type;
    }
    return nullptr;
}

const StoredType* dataTypeOf(std::string_view name) noexcept {
    constexpr std::string_view module = "torch ";
    if (!name.starts_with(module) || name.size() == module.size()) return nullptr;
    for (const StoredType& type : storedTypes()) {
        if (type.torch == name.substr(module.size())) return &type;
    }
    return nullptr;
}

}  // namespace

TorchName meaningOf(std::string_view name) noexcept {
    for (const Row& row : table) {
        if (row.name == name) return row.meaning;
    }
    if (storageOf(name) != nullptr) return TorchName::Storage;
    return dataTypeOf(name) != nullptr ? TorchName::DataType : TorchName::Unknown;
}

const StoredType* torchType(std::string_view name) noexcept {
    const StoredType* const storage = storageOf(name);
    return storage != nullptr ? storage : dataTypeOf(name);
}

PickleName torchNameRule(std::string_view name) noexcept {
    switch (meaningOf(name)) {
        case TorchName::Unknown:
            return PickleName::Refused;
        case TorchName::OrderedDictionary:
            return PickleName::Dictionary;
        case TorchName::Plain:
        case TorchName::Storage:
        case TorchName::DataType:
        case TorchName::Size:
        case TorchName::RebuildTensor:
        case TorchName::RebuildTyped:
        case TorchName::RebuildParameter:
        case TorchName::RebuildFromType:
            break;
    }
    return PickleName::Known;
}

}  // namespace headscope::core
