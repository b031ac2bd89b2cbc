// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/tensor_view.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <thread>

#include "core/base/error.h"
#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

using test::expectError;

/// A tensor whose bytes begin `offset` bytes behind an aligned address.
template <typename Element>
TensorView tensorOf(DType dtype, std::vector<Index> shape, const std::vector<Element>& elements,
                    std::size_t offset = 0) {
    std::vector<std::byte> bytes(offset + elements.size() * sizeof(Element));
    if (!elements.empty())
        std::memcpy(bytes.data() + offset, elements.data(), elements.size() * sizeof(Element));
    TensorView tensor;
    tensor.name = "weight";
    tensor.dtype = dtype;
    tensor.dtypeName = "TYPE";
    tensor.shape = std::move(shape);
    tensor.file = MappedFile::fromBytes("file", std::move(bytes));
    tensor.bytes = tensor.file.bytes().subspan(offset);
    return tensor;
}

/// Half precision by its definition.
float halfByFormula(unsigned bits) {
    const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const int mantissa = static_cast<int>(bits & 1023);
    if (exponent == 31 && mantissa != 0) return std::numeric_limits<float>::quiet_NaN();
    if (exponent == 31) return static_cast<float>(sign * std::numeric_limits<double>::infinity());
    if (exponent == 0) return static_cast<float>(sign * std::ldexp(mantissa, -24));
    return static_cast<float>(sign * std::ldexp(1024 + mantissa, exponent - 25));
}

TEST(HalfToFloat, IsExactForEveryValue) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const float expected = halfByFormula(bits);
        const float actual = halfToFloat(static_cast<std::uint16_t>(bits));
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(actual)) << bits;
            ASSERT_EQ(std::signbit(actual), (bits & 0x8000u) != 0) << bits;
        } else {
            ASSERT_EQ(std::bit_cast<std::uint32_t>(actual), std::bit_cast<std::uint32_t>(expected)) << bits;
        }
    }
}

TEST(TensorView, DecodesEveryHalfInALoop) {
    std::vector<std::uint16_t> halves(65536);
    for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
    const std::vector<float> floats = tensorOf(DType::F16, {65536}, halves, 1).toFloats();
    for (std::size_t i = 0; i < halves.size(); ++i) {
        ASSERT_EQ(std::bit_cast<std::uint32_t>(floats[i]),
                  std::bit_cast<std::uint32_t>(halfToFloat(static_cast<std::uint16_t>(i))));
    }
}

TEST(TensorView, DecodesFloatsAtAnyAddress) {
    std::mt19937 random(1);
    std::vector<float> expected(1001);
    for (float& value : expected) value = std::ldexp(static_cast<float>(random()), -30);
    for (std::size_t offset = 0; offset < 9; ++offset) {
        EXPECT_EQ(tensorOf(DType::F32, {1001}, expected, offset).toFloats(), expected);
    }
}

TEST(TensorView, DecodesBrainFloats) {
    const std::vector<std::uint16_t> bits = {0x0000, 0x8000, 0x3F80, 0xC000, 0x7F80, 0x0001, 0x4049};
    const std::vector<float> floats = tensorOf(DType::BF16, {7}, bits, 1).toFloats();
    EXPECT_EQ(floats, (std::vector<float>{0.0f, -0.0f, 1.0f, -2.0f, std::numeric_limits<float>::infinity(),
                                          0x1p-133f, 3.140625f}));
    EXPECT_TRUE(std::signbit(floats[1]));
    EXPECT_TRUE(std::isnan(tensorOf(DType::BF16, {1}, std::vector<std::uint16_t>{0x7FC0}).toFloats()[0]));
}

TEST(TensorView, RoundsDoublesToFloats) {
    const std::vector<double> doubles = {0.1, -1e300, 1e-300, 3.0};
    EXPECT_EQ(tensorOf(DType::F64, {4}, doubles, 3).toFloats(),
              (std::vector<float>{0.1f, -std::numeric_limits<float>::infinity(), 0.0f, 3.0f}));
}

TEST(TensorView, DecodesIntegers) {
    using Integers = std::vector<std::int64_t>;
    EXPECT_EQ(
        tensorOf(DType::I64, {2}, std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(), 7}, 5)
            .toIntegers(),
        (Integers{std::numeric_limits<std::int64_t>::min(), 7}));
    EXPECT_EQ(tensorOf(DType::I32, {2}, std::vector<std::int32_t>{-5, 70000}, 1).toIntegers(),
              (Integers{-5, 70000}));
    EXPECT_EQ(tensorOf(DType::I16, {2}, std::vector<std::int16_t>{-5, 300}).toIntegers(),
              (Integers{-5, 300}));
    EXPECT_EQ(tensorOf(DType::I8, {2}, std::vector<std::int8_t>{-5, 100}).toIntegers(), (Integers{-5, 100}));
    EXPECT_EQ(tensorOf(DType::U32, {1}, std::vector<std::uint32_t>{4294967295u}).toIntegers(),
              (Integers{4294967295}));
    EXPECT_EQ(tensorOf(DType::U16, {1}, std::vector<std::uint16_t>{65535}).toIntegers(), (Integers{65535}));
    EXPECT_EQ(tensorOf(DType::U8, {2}, std::vector<std::uint8_t>{0, 255}).toIntegers(), (Integers{0, 255}));
    EXPECT_EQ(tensorOf(DType::Bool, {3}, std::vector<std::uint8_t>{0, 1, 2}).toIntegers(),
              (Integers{0, 1, 1}));
}

TEST(TensorView, KnowsItsShape) {
    EXPECT_EQ(tensorOf<float>(DType::F32, {}, {1}).elements(), 1);
    EXPECT_EQ(tensorOf<float>(DType::F32, {}, {1}).shapeText(), "[]");
    EXPECT_EQ(tensorOf<float>(DType::F32, {2, 3, 4}, {}).elements(), 24);
    EXPECT_EQ(tensorOf<float>(DType::F32, {2, 0}, {}).elements(), 0);
    EXPECT_EQ(tensorOf<float>(DType::F32, {30522, 768}, {}).shapeText(), "[30522, 768]");
}

TEST(TensorView, BecomesAMatrix) {
    const std::vector<float> six = {1, 2, 3, 4, 5, 6};
    const Matrix matrix = tensorOf(DType::F32, {2, 3}, six).toMatrix();
    ASSERT_EQ(matrix.rows(), 2);
    ASSERT_EQ(matrix.cols(), 3);
    EXPECT_EQ(matrix(1, 0), 4.0f);
    const Matrix vector = tensorOf(DType::F32, {6}, six).toMatrix();
    EXPECT_EQ(vector.rows(), 1);
    EXPECT_EQ(vector.cols(), 6);
    const Matrix folded = tensorOf(DType::F32, {3, 1, 2}, six).toMatrix();
    EXPECT_EQ(folded.rows(), 3);
    EXPECT_EQ(folded(2, 1), 6.0f);
    EXPECT_EQ(tensorOf<float>(DType::F32, {}, {7}).toMatrix()(0, 0), 7.0f);
    EXPECT_EQ(tensorOf<float>(DType::F32, {5, 0}, {}).toMatrix().rows(), 5);
}

TEST(TensorView, RefusesTypesItCannotDecode) {
    const TensorView integers = tensorOf(DType::I32, {2}, std::vector<std::int32_t>{1, 2});
    EXPECT_STREQ(
        expectError(ErrorCode::TensorTypeUnsupported, [&] { integers.toFloats(); }).what(),
        "file: tensor weight is stored as TYPE, which Headscope does not compute. Save the model in F32, F16 "
        "or BF16.");
    expectError(ErrorCode::TensorTypeUnsupported, [&] { integers.toMatrix(); });
    const TensorView floats = tensorOf<float>(DType::F32, {1}, {1});
    expectError(ErrorCode::TensorTypeUnsupported, [&] { floats.toIntegers(); });
}

TEST(TensorView, RefusesUnknownTypesBeforeAskingForMemory) {
    const TensorView tensor = tensorOf<float>(DType::Other, {Index{1} << 60}, {1});
    expectError(ErrorCode::TensorTypeUnsupported, [&] { tensor.toFloats(); });
    expectError(ErrorCode::TensorTypeUnsupported, [&] { tensor.toMatrix(); });
    expectError(ErrorCode::TensorTypeUnsupported, [&] { tensor.toIntegers(); });
}

TEST(TensorView, RefusesSizesThatDoNotFitItsShape) {
    const TensorView tensor = tensorOf<float>(DType::F32, {Index{1} << 40}, {1, 2});
    expectError(ErrorCode::TensorSize, [&] { tensor.toFloats(); });
    expectError(ErrorCode::TensorSize, [&] { tensor.toMatrix(); });
    const TensorView integers = tensorOf<std::int32_t>(DType::I64, {2}, {1, 2});
    expectError(ErrorCode::TensorSize, [&] { integers.toIntegers(); });
}

TEST(TensorView, NoticesThatItsFileShrank) {
    const test::TemporaryFolder folder;
    const auto path = folder.write("weights", std::string(100'000, '\0'));
    TensorView tensor;
    tensor.dtype = DType::F32;
    tensor.shape = {25'000};
    tensor.file = MappedFile::open(path);
    tensor.bytes = tensor.file.bytes();
    EXPECT_EQ(tensor.toFloats().size(), 25'000u);
    std::filesystem::resize_file(path, 10);
    expectError(ErrorCode::FileChanged, [&] { tensor.toFloats(); });
}

TEST(TensorView, NeverCrashesWhileItsFileShrinksAndGrows) {
    const test::TemporaryFolder folder;
    constexpr std::size_t size = std::size_t{4} << 20;
    const auto path = folder.write("weights", std::string(size, '\1'));
    const std::string answer = test::inChild([&] {
        TensorView tensor;
        tensor.dtype = DType::F32;
        tensor.shape = {static_cast<Index>(size / sizeof(float))};
        tensor.file = MappedFile::open(path);
        tensor.bytes = tensor.file.bytes();
        std::atomic<bool> done = false;
        std::thread other([&] {
            while (!done) {
                std::filesystem::resize_file(path, 5000);
                std::filesystem::resize_file(path, size);
            }
        });
        int refused = 0;
        for (int i = 0; i < 300; ++i) {
            try {
                tensor.toFloats();
            } catch (const Error& error) {
                if (error.code() == ErrorCode::FileChanged) ++refused;
            }
        }
        done = true;
        other.join();
        return std::string(refused > 0 ? "refused" : "never shrank");
    });
    EXPECT_EQ(answer, "refused");
}

/// A matrix of bytes with factors.
TensorView scaled(DType dtype, Index rows, Index columns, TensorScale scale) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(rows * columns), 0x38);  // 1 as E4M3
    TensorView tensor = tensorOf(dtype, {rows, columns}, bytes, 3);
    scale.columns = columns;
    scale.begin = tensor.bytes.data();
    tensor.scale = std::make_shared<TensorScale>(std::move(scale));
    return tensor;
}

TEST(TensorView, MultipliesByTheFactorsOfItsBlocks) {
    const TensorView tensor = scaled(DType::F8E4M3, 3, 5, {{1, 2, 3, 4, 5, 6}, 2, 2, 0, nullptr});
    Matrix expected(3, 5);
    expected << 1, 1, 2, 2, 3, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6;
    EXPECT_EQ(tensor.toMatrix(), expected);
    // As somebody does who wants some rows only.
    TensorView part = tensor;
    part.shape[0] = 2;
    part.bytes = tensor.bytes.subspan(5, 10);
    EXPECT_EQ(part.toMatrix(), expected.bottomRows(2));
    EXPECT_EQ(part.toFloats()[9], 6.0f);
}

TEST(TensorView, ComputesWithEightBitIntegersOnlyWhereTheyHaveAScale) {
    TensorView tensor = scaled(DType::I8, 2, 2, {{0.5f, 2}, 1, 2, 0, nullptr});
    Matrix expected(2, 2);
    expected << 28, 28, 112, 112;
    EXPECT_TRUE(tensor.isComputable());
    EXPECT_EQ(tensor.toMatrix(), expected);
    tensor.scale = nullptr;
    EXPECT_FALSE(tensor.isComputable());
    expectError(ErrorCode::TensorTypeUnsupported, [&] { tensor.toMatrix(); });
}

}  // namespace
}  // namespace headscope::core
