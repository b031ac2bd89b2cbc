// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/npz_reader.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/zip_bytes.h"

namespace headscope::core {
namespace {

const std::string sixFloats = [] {
    const float values[] = {0, 1, 2, 3, 4, 5};
    return std::string(reinterpret_cast<const char*>(values), sizeof values);
}();

std::string npy(const std::string& header, const std::string& data, char version = 1) {
    std::string bytes = "\x93NUMPY" + std::string(1, version) + std::string(1, '\0');
    test::appendNumber(bytes, header.size(), version > 1 ? 4 : 2);
    return bytes + header + data;
}

std::string headerOf(const std::string& type, const std::string& shape, const char* order = "False") {
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }      \n";
}

TensorView read(const std::string& bytes) {
    const MappedFile file = test::inMemory("a.npy", bytes);
    return readNpy("a", file, file.bytes());
}

void refused(const std::string& bytes) {
    test::expectError(ErrorCode::NpyInvalid, [&] { read(bytes); });
}

TEST(Npy, ReadsWhatNumpyWrites) {
    const TensorView array = read(npy(headerOf("<f4", "(2, 3)"), sixFloats));
    EXPECT_EQ(array.shape, (std::vector<Index>{2, 3}));
    EXPECT_EQ(array.toFloats(), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(read(npy(headerOf("<f4", "(6,)"), sixFloats, 2)).shape, std::vector<Index>{6});
    EXPECT_EQ(read(npy(headerOf("<f4", "()"), sixFloats.substr(4, 4))).toFloats(), std::vector<float>{1});
    EXPECT_EQ(read(npy(headerOf("|u1", "(0, 5)"), "")).elements(), 0);
    EXPECT_EQ(read(npy(headerOf("<i8", "(1L,)"), std::string(8, '\1'))).dtypeName, "I64");
    EXPECT_EQ(read(npy("{\"shape\":(1,),\"fortran_order\":False,\"descr\":\"|b1\"}", "\1")).dtype,
              DType::Bool);
}

TEST(Npy, TurnsColumnsIntoRows) {
    EXPECT_EQ(read(npy(headerOf("<f4", "(2, 3)", "True"), sixFloats)).toFloats(),
              (std::vector<float>{0, 2, 4, 1, 3, 5}));
}

TEST(Npy, RefusesTypesThatAreNoPlainNumbers) {
    for (const char* type : {">f4", "|O", "<U3", "|S3", "<V2", "<c8", "<f3", ""}) {
        refused(npy(headerOf(type, "(1,)"), std::string(4, '\0')));
    }
    refused(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "    "));
}

TEST(Npy, RefusesHeadersThatAreNone) {
    refused("");
    refused("\x93NUMPY");
    refused(npy("", ""));
    refused(npy("{}", ""));
    refused(npy(headerOf("<f4", "(1,)") + "x", std::string(4, '\0')));
    refused(npy("{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}", std::string(4, '\0')));
    refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': __import__('os')}", ""));
    refused(npy(headerOf("<f4", "(-1,)"), std::string(4, '\0')));
    refused(npy(headerOf("<f4", "(1,)"), std::string(4, '\0'), 4));
    refused(npy(std::string(20'000, ' '), ""));
}

TEST(Npy, RefusesDataThatDoNotFitTheShape) {
    refused(npy(headerOf("<f4", "(2, 3)"), sixFloats.substr(1)));
    refused(npy(headerOf("<f4", "(2, 3)"), sixFloats + "x"));
    refused(npy(headerOf("<f4", "(1152921504606846976,)"), sixFloats));
    refused(npy(headerOf("<f4", "(4294967296, 4294967296)"), ""));
    refused(npy(headerOf("<f4", "(0, 4294967296, 4294967296)"), ""));
}

TEST(Npz, HoldsArraysByName) {
    const auto arrays = readNpz(test::inMemory(
        "a.npz", test::zipBytes({{"ids.npy", npy(headerOf("<i8", "(1,)"), std::string(8, '\0'))},
                                 {"hidden_0.npy", npy(headerOf("<f4", "(2, 3)"), sixFloats)}})));
    ASSERT_EQ(arrays.size(), 2u);
    EXPECT_EQ(arrays[0].name, "hidden_0");
    EXPECT_EQ(arrays[1].toIntegers(), std::vector<std::int64_t>{0});
}

}  // namespace
}  // namespace headscope::core
