// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include "core/base/error.h"
#include "core/checkpoint/safetensors.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/safetensors_input.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::fuzz {
namespace {

using core::TensorView;

void decode(const TensorView& tensor) {
    try {
        const auto floats = tensor.toFloats();
        require(static_cast<core::Index>(floats.size()) == tensor.elements(), "every element is decoded");
        require(tensor.toMatrix().size() == tensor.elements(), "a matrix has the same elements");
    } catch (const core::Error& error) {
        require(error.code() == core::ErrorCode::TensorTypeUnsupported, "only types are refused");
    }
    try {
        tensor.toIntegers();
    } catch (const core::Error& error) {
        require(error.code() == core::ErrorCode::TensorTypeUnsupported, "only types are refused");
    }
}

void check(const core::MappedFile& file) {
    const std::vector<TensorView> tensors = core::readSafetensors(file);
    std::set<std::string> names;
    const std::byte* end = tensors.empty() ? file.bytes().data() + file.size() : tensors.front().bytes.data();
    for (const TensorView& tensor : tensors) {
        require(tensor.bytes.data() == end, "tensors follow each other");
        end += tensor.bytes.size();
        require(names.insert(tensor.name).second, "names differ");
        decode(tensor);
    }
    require(end == file.bytes().data() + file.size(), "tensors fill the file");
}

}  // namespace

// The first byte chooses: zero to six describe a file, seven is followed by the bytes of one.
std::vector<std::string> seeds() {
    const std::string file = test::safetensorsBytes(
        R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F16","shape":[1,3],"data_offsets":[8,14]}})",
        std::string(14, 'x'));
    std::vector<std::string> seeds = {std::string(300, '\0'), "\x07" + file,
                                      "\x07version https://git-lfs.github.com/spec/v1\n"};
    for (unsigned i = 0; i < 24; ++i) {
        std::string seed = randomDecisions(300, 1 + i / 4, i);
        seed.front() = 0;
        seeds.push_back(seed);
    }
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"\"dtype\"",
            "\"shape\"",
            "\"data_offsets\"",
            "\"__metadata__\"",
            "\"F32\"",
            "\"F4\"",
            "\"BF16\"",
            "[0]",
            "[]",
            "{}",
            "18446744073709551615",
            "9223372036854775808",
            "4294967296",
            "-1",
            "1e30",
            "NaN",
            std::string(8, '\xFF')};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const bool raw = source.byte() % 8 == 7;
    const std::string file = raw ? std::string(source.rest()) : fuzz::safetensorsFrom(source, "t");
    try {
        fuzz::check(test::inMemory("input", file));
    } catch (const core::Error&) {
    }
    return 0;
}
