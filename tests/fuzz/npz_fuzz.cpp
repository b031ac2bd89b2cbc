// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/checkpoint/npz_reader.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/torch_input.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::fuzz {
namespace {

std::string npyFrom(ByteSource& source) {
    std::string shape;
    const std::size_t dimensions = source.below(4);
    std::uint64_t elements = 1;
    for (std::size_t i = 0; i < dimensions; ++i) {
        const std::uint64_t length =
            source.rarely(20) ? source.edge() : source.oneOf<std::uint64_t>({2, 1, 3, 0});
        shape += std::to_string(length) + (source.rarely(30) ? "L, " : ", ");
        elements *= length;
    }
    const std::string type =
        source.oneOf<const char*>({"<f4", "<f2", "<f8", "<i8", "|b1", "|u1", ">f4", "|O", "<V2"});
    std::string header = "{'descr': '" + type + "', ";
    header += source.rarely(3) ? "'fortran_order': True, " : "'fortran_order': False, ";
    header += "'shape': (" + shape + "), }";
    header.append(source.below(9), ' ');
    header += "\n";
    if (source.rarely(12)) header[source.edge() % header.size()] = static_cast<char>(source.byte());
    const int version = source.rarely(6) ? source.oneOf<int>({2, 3, 0, 4}) : 1;
    std::string file = "\x93NUMPY";
    test::appendNumber(file, static_cast<unsigned>(version), 2);
    test::appendNumber(file, source.rarely(30) ? source.edge() : header.size(), version > 1 ? 4 : 2);
    const auto bytes = source.oneOf<std::uint64_t>({4, 2, 8, 1});
    return file + header + std::string(static_cast<std::size_t>(elements * bytes % 4096), '\x3C');
}

void check(const core::TensorView& array) {
    require(array.dtypeName.empty() || core::elementBytes(array.dtype) == 0 ||
                array.bytes.size() ==
                    static_cast<std::size_t>(array.elements()) * core::elementBytes(array.dtype),
            "arrays have all their bytes");
    if (array.isComputable()) array.toFloats();
}

}  // namespace

// The first byte chooses: below six one array is described, six an archive of one, seven takes the bytes as
// they are.
std::vector<std::string> seeds() {
    std::vector<std::string> seeds = {std::string(200, '\0')};
    for (unsigned i = 0; i < 24; ++i) {
        seeds.push_back(randomDecisions(200, 1 + i / 4, i));
        seeds.back().front() = static_cast<char>(i % 7);
    }
    ByteSource zeros({});
    seeds.push_back('\x07' + npyFrom(zeros));
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"'descr'", "'fortran_order'", "'shape'",          "True", "False", "(", ")", ",",
            "L",       "'<f4'",           "99999999999999999"};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const unsigned mode = source.byte() % 8;
    try {
        if (mode == 6) {
            const std::string archive = fuzz::zipFrom(source, {{"a.npy", fuzz::npyFrom(source)}, {"b", "x"}});
            for (const core::TensorView& array : core::readNpz(test::inMemory("input", archive)))
                fuzz::check(array);
        } else {
            const auto file =
                test::inMemory("input", mode == 7 ? std::string(source.rest()) : fuzz::npyFrom(source));
            fuzz::check(core::readNpy("input", file, file.bytes()));
        }
    } catch (const core::Error&) {
    }
    return 0;
}
