// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/input_vectors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "core/base/error.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

/// An .npy file of version 1.
std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    std::string bytes("\x93NUMPY\1\0", 8);
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    return bytes + header + data;
}

template <typename Number>
std::string bytesOf(const std::vector<Number>& numbers) {
    std::string bytes(numbers.size() * sizeof(Number), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

class InputVectors : public ::testing::Test {
protected:
    std::shared_ptr<const Matrix> read(const std::string& content, const char* name = "x.npy") {
        return readInputVectors(folder.write(name, content));
    }
    std::string refused(const std::string& content, const char* name = "x.npy") {
        const Error error = test::expectError(ErrorCode::VectorsInvalid, [&] { read(content, name); });
        return error.arguments().size() == 2 ? error.arguments()[1] : std::string();
    }

    test::TemporaryFolder folder;
};

TEST_F(InputVectors, AreRowsOfEveryTypeWithAFraction) {
    Matrix want(2, 3);
    want << 0, 1, -2, 0.5, 4, 8;
    EXPECT_EQ(*read(npy("<f4", "(2, 3)", bytesOf<float>({0, 1, -2, 0.5F, 4, 8}))), want);
    EXPECT_EQ(*read(npy("<f8", "(2, 3)", bytesOf<double>({0, 1, -2, 0.5, 4, 8}))), want);
    EXPECT_EQ(
        *read(npy("<f2", "(2, 3)", bytesOf<std::uint16_t>({0, 0x3C00, 0xC000, 0x3800, 0x4400, 0x4800}))),
        want);
}

TEST_F(InputVectors, AreRefusedWithWhatIsWrong) {
    EXPECT_EQ(refused(npy("<f4", "(3,)", bytesOf<float>({1, 2, 3}))), "its shape is [3]");
    EXPECT_EQ(refused(npy("<f4", "(1, 1, 3)", bytesOf<float>({1, 2, 3}))), "its shape is [1, 1, 3]");
    EXPECT_EQ(refused(npy("<i4", "(1, 1)", bytesOf<std::int32_t>({1}))), "its elements are I32");
    EXPECT_EQ(refused(npy("<f4", "(1, 1)", bytesOf<float>({std::numeric_limits<float>::infinity()}))),
              "it holds numbers that are not finite");
    EXPECT_EQ(refused("x", "x.npz"), "it is no .npy file");
    test::expectError(ErrorCode::NpyInvalid, [&] { read("\x93NUMPY"); });
    test::expectError(ErrorCode::FileNotFound, [&] { readInputVectors(folder.path() / "none.npy"); });
}

}  // namespace
}  // namespace headscope::core
