// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/checkpoint/torch_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/torch_input.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::fuzz {
namespace {

void check(const core::MappedFile& file) {
    std::size_t copied = 0;
    for (const core::TensorView& tensor : core::readTorchFile(file)) {
        const auto bytes = static_cast<std::size_t>(tensor.elements()) * core::elementBytes(tensor.dtype);
        require(core::elementBytes(tensor.dtype) == 0 || tensor.bytes.size() == bytes,
                "tensors have all their bytes");
        require(tensor.bytes.empty() || (tensor.bytes.data() >= tensor.file.bytes().data() &&
                                         tensor.bytes.data() + tensor.bytes.size() <=
                                             tensor.file.bytes().data() + tensor.file.size()),
                "tensors lie in their file");
        if (tensor.file.bytes().data() != file.bytes().data()) copied += tensor.bytes.size();
        if (tensor.isComputable()) {
            require(tensor.toFloats().size() == static_cast<std::size_t>(tensor.elements()),
                    "all are decoded");
        }
    }
    constexpr std::size_t allowance = std::size_t{65} << 20;
    // Deflate grows a thousandfold at most, copies at most double that.
    require(copied <= 2 * 1032 * file.size() + allowance, "copies are bounded");
}

}  // namespace

// The first byte chooses: below seven a file is described, seven is followed by the bytes of one.
std::vector<std::string> seeds() {
    std::vector<std::string> seeds = {std::string(300, '\0')};
    for (const std::string& file : savedTorchFiles()) seeds.push_back('\x07' + file);
    for (unsigned i = 0; i < 32; ++i) {
        seeds.push_back(randomDecisions(500, 1 + i / 4, i));
        seeds.back().front() = 0;
    }
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"PK\x01\x02",
            "PK\x05\x06",
            "data.pkl",
            "FloatStorage",
            "ctorch._utils\n_rebuild_tensor_v2\n",
            std::string(8, '\xFF'),
            std::string(8, '\0'),
            "(",
            "t",
            "Q",
            "R",
            "u"};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const bool raw = source.byte() % 8 == 7;
    try {
        fuzz::check(
            test::inMemory("input", raw ? std::string(source.rest()) : fuzz::torchFileFrom(source, "t")));
    } catch (const core::Error&) {
    }
    return 0;
}
