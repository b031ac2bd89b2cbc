// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/input_vectors.h"

#include "core/base/error.h"
#include "core/checkpoint/npz_reader.h"

namespace headscope::core {

std::shared_ptr<const Matrix> readInputVectors(const std::filesystem::path& path) {
    const MappedFile file = MappedFile::open(path);
    const auto refuse = [&](const std::string& why) {
        throw Error(ErrorCode::VectorsInvalid, {path.string(), why});
    };
    if (path.extension() != ".npy") refuse("it is no .npy file");
    const TensorView view = readNpy(path.filename().string(), file, file.bytes());
    if (view.shape.size() != 2) refuse("its shape is " + view.shapeText());
    if (view.dtype != DType::F64 && view.dtype != DType::F32 && view.dtype != DType::F16)
        refuse("its elements are " + view.dtypeName);
    auto vectors = std::make_shared<Matrix>(view.toMatrix());
    if (!vectors->allFinite()) refuse("it holds numbers that are not finite");
    return vectors;
}

}  // namespace headscope::core
