// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/safetensors.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::core {
namespace {

using test::expectError;
using test::inMemory;
using test::safetensorsBytes;

std::vector<TensorView> read(std::string_view header, std::size_t dataBytes) {
    return readSafetensors(inMemory("file", safetensorsBytes(header, std::string(dataBytes, '\1'))));
}

Error refused(ErrorCode code, std::string_view header, std::size_t dataBytes) {
    SCOPED_TRACE(std::string(header.substr(0, 200)));
    return expectError(code, [&] { read(header, dataBytes); });
}

/// A header with one tensor "t".
std::string tensor(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return R"({"t":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

TEST(Safetensors, ListsTensorsInTheOrderOfTheirBytes) {
    const auto tensors = read(R"({"__metadata__":{"format":"pt"},
        "second":{"dtype":"F16","shape":[2,2],"data_offsets":[12,20]},
        "first":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}}  )",
                              20);
    ASSERT_EQ(tensors.size(), 2u);
    EXPECT_EQ(tensors[0].name, "first");
    EXPECT_EQ(tensors[0].dtype, DType::F32);
    EXPECT_EQ(tensors[0].shape, std::vector<Index>{3});
    EXPECT_EQ(tensors[0].bytes.size(), 12u);
    EXPECT_EQ(tensors[1].name, "second");
    EXPECT_EQ(tensors[1].dtypeName, "F16");
    EXPECT_EQ(tensors[1].shapeText(), "[2, 2]");
    EXPECT_EQ(tensors[1].file.name(), "file");
}

TEST(Safetensors, AcceptsScalarsAndTensorsWithoutElements) {
    const auto tensors = read(R"({"a":{"dtype":"F32","shape":[0,5],"data_offsets":[0,0]},
        "b":{"dtype":"F32","shape":[],"data_offsets":[0,4]},
        "c":{"dtype":"F32","shape":[7,0],"data_offsets":[4,4]}})",
                              4);
    ASSERT_EQ(tensors.size(), 3u);
    EXPECT_EQ(tensors[0].name, "a");
    EXPECT_EQ(tensors[1].toFloats().size(), 1u);
    EXPECT_TRUE(tensors[2].toFloats().empty());
}

TEST(Safetensors, AcceptsAFileWithoutTensors) {
    EXPECT_TRUE(read("{}", 0).empty());
}

TEST(Safetensors, AcceptsEveryTypeOfTheFormat) {
    const std::pair<const char*, int> types[] = {
        {"F64", 64},    {"F32", 32},    {"F16", 16},        {"BF16", 16},       {"I64", 64},
        {"I32", 32},    {"I16", 16},    {"I8", 8},          {"U8", 8},          {"BOOL", 8},
        {"U16", 16},    {"U32", 32},    {"U64", 64},        {"C64", 64},        {"F8_E4M3", 8},
        {"F8_E5M2", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"F6_E2M3", 6},
        {"F6_E3M2", 6}, {"F4", 4}};
    for (const auto& [name, bits] : types) {
        const auto bytes = static_cast<std::size_t>(bits);  // eight elements
        EXPECT_EQ(read(tensor(name, "[8]", "[0," + std::to_string(bytes) + "]"), bytes)[0].dtypeName, name);
        refused(ErrorCode::TensorSize, tensor(name, "[16]", "[0," + std::to_string(bytes) + "]"), bytes);
    }
}

TEST(Safetensors, ListsUnknownTypesWithoutReadingThem) {
    const auto tensors = read(tensor("F2_E1M0", "[1000]", "[0,3]"), 3);
    EXPECT_EQ(tensors[0].dtype, DType::Other);
    EXPECT_EQ(tensors[0].dtypeName, "F2_E1M0");
    EXPECT_EQ(tensors[0].bytes.size(), 3u);
    expectError(ErrorCode::TensorTypeUnsupported, [&] { tensors[0].toFloats(); });
}

TEST(Safetensors, IgnoresWhatLaterVersionsMayAdd) {
    EXPECT_EQ(
        read(R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"checksum":{"sha":"x"}}})", 1).size(),
        1u);
}

TEST(SafetensorsHeader, RefusesFilesThatAreTooSmall) {
    for (std::size_t size = 0; size < 8; ++size) {
        expectError(ErrorCode::HeaderTooSmall,
                    [&] { readSafetensors(inMemory("file", std::string(size, '\0'))); });
    }
}

TEST(SafetensorsHeader, RefusesLengthsThatAreTooLarge) {
    for (const std::uint64_t length :
         {std::uint64_t{100'000'001}, std::uint64_t{1} << 63, ~std::uint64_t{0}, ~std::uint64_t{0} - 7}) {
        std::string bytes(100, '{');
        std::memcpy(bytes.data(), &length, sizeof length);
        const Error error =
            expectError(ErrorCode::HeaderTooLarge, [&] { readSafetensors(inMemory("file", bytes)); });
        EXPECT_EQ(error.arguments().at(1), std::to_string(length));
    }
    // A web page saved under the name of a model.
    expectError(ErrorCode::HeaderTooLarge,
                [] { readSafetensors(inMemory("file", "<!DOCTYPE html><html></html>")); });
}

TEST(SafetensorsHeader, RefusesHeadersThatEndAfterTheFile) {
    for (const std::uint64_t length : {3, 1000, 100'000'000}) {
        std::string bytes(10, '{');
        std::memcpy(bytes.data(), &length, sizeof length);
        expectError(ErrorCode::HeaderTruncated, [&] { readSafetensors(inMemory("file", bytes)); });
    }
}

TEST(SafetensorsHeader, RefusesBytesThatAreNotUtf8) {
    refused(ErrorCode::HeaderNotUtf8, "{\"\xFF\":1}", 0);
}

TEST(SafetensorsHeader, RefusesWhatIsNotJson) {
    refused(ErrorCode::HeaderInvalid, "", 0);
    refused(ErrorCode::HeaderInvalid, std::string_view("\0\0\0", 3), 0);
    refused(ErrorCode::HeaderInvalid, "{\"t\":", 0);
    refused(ErrorCode::HeaderInvalid, "{} {}", 0);
    EXPECT_NE(std::string(refused(ErrorCode::HeaderInvalid, "{]", 0).what()).find("at byte 9"),
              std::string::npos);
}

TEST(SafetensorsHeader, RefusesWhatIsNoObject) {
    for (const char* header : {"[]", "1", "null", "\"t\""}) refused(ErrorCode::HeaderInvalid, header, 0);
}

TEST(SafetensorsHeader, RefusesDeepNesting) {
    refused(ErrorCode::HeaderInvalid, "{\"t\":" + std::string(1'000'000, '['), 0);
}

TEST(SafetensorsHeader, RefusesTensorsWithoutTheirFields) {
    refused(ErrorCode::HeaderInvalid, R"({"t":1})", 0);
    refused(ErrorCode::HeaderInvalid, R"({"t":{}})", 0);
    refused(ErrorCode::HeaderInvalid, R"({"t":{"shape":[1],"data_offsets":[0,4]}})", 4);
    refused(ErrorCode::HeaderInvalid, R"({"t":{"dtype":"F32","data_offsets":[0,4]}})", 4);
    refused(ErrorCode::HeaderInvalid, R"({"t":{"dtype":"F32","shape":[1]}})", 4);
    refused(ErrorCode::HeaderInvalid, R"({"t":{"dtype":32,"shape":[1],"data_offsets":[0,4]}})", 4);
}

TEST(SafetensorsHeader, RefusesFieldsOfTheWrongKind) {
    for (const char* shape :
         {"1", "null", "\"1\"", "{}", "[\"1\"]", "[-1]", "[1.5]", "[[1]]", "[1e30]", "[NaN]", "[null]"}) {
        refused(ErrorCode::HeaderInvalid, tensor("F32", shape, "[0,4]"), 4);
    }
    for (const char* offsets : {"4", "[4]", "[]", "[0,4,8]", "[0,-4]", "[0,\"4\"]", "[-4,0]", "[0,4.5]",
                                "[0,18446744073709551616]"}) {
        refused(ErrorCode::HeaderInvalid, tensor("F32", "[1]", offsets), 4);
    }
}

TEST(SafetensorsHeader, ChecksMetadata) {
    EXPECT_TRUE(read(R"({"__metadata__":null})", 0).empty());
    EXPECT_TRUE(read(R"({"__metadata__":{}})", 0).empty());
    refused(ErrorCode::HeaderInvalid, R"({"__metadata__":{"n":1}})", 0);
    refused(ErrorCode::HeaderInvalid, R"({"__metadata__":["pt"]})", 0);
}

TEST(SafetensorsHeader, RefusesDuplicateNames) {
    const std::string one = R"("t":{"dtype":"U8","shape":[1],"data_offsets":[0,1]})";
    const Error error = refused(ErrorCode::TensorDuplicate, "{" + one + "," + one + "}", 1);
    EXPECT_EQ(error.arguments().at(1), "t");
    refused(ErrorCode::HeaderInvalid, R"({"t":{"dtype":"U8","dtype":"I8","shape":[1],"data_offsets":[0,1]}})",
            1);
}

TEST(SafetensorsHeader, RefusesMoreTensorsThanAnyModelHas) {
    std::string header = "{\"x\":0";
    for (int i = 0; i < 1'000'001; ++i) header += ",\"" + std::to_string(i) + "\":0";
    refused(ErrorCode::TooManyTensors, header + "}", 0);
}

TEST(SafetensorsLayout, RefusesHoles) {
    refused(ErrorCode::TensorOffsets, tensor("F32", "[1]", "[4,8]"), 8);
    refused(ErrorCode::TensorOffsets, R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},
        "b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})",
            3);
}

TEST(SafetensorsLayout, RefusesOverlaps) {
    const Error error =
        refused(ErrorCode::TensorOffsets, R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},
        "b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})",
                6);
    EXPECT_EQ(error.arguments().at(1), "b");
    refused(ErrorCode::TensorOffsets, R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},
        "b":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})",
            4);
}

TEST(SafetensorsLayout, RefusesEndsBeforeBeginnings) {
    refused(ErrorCode::TensorOffsets, R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},
        "b":{"dtype":"U8","shape":[1],"data_offsets":[4,3]}})",
            4);
}

TEST(SafetensorsLayout, RefusesSizesThatDoNotFitShapes) {
    const Error error = refused(ErrorCode::TensorSize, tensor("F32", "[2]", "[0,4]"), 4);
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{"file", "t", "4", "8"}));
    refused(ErrorCode::TensorSize, tensor("F32", "[]", "[0,8]"), 8);
    refused(ErrorCode::TensorSize, tensor("F32", "[0]", "[0,4]"), 4);
    refused(ErrorCode::TensorSize, tensor("F32", "[1000000000]", "[0,4]"), 4);
}

TEST(SafetensorsLayout, RefusesShapesThatOverflow) {
    refused(ErrorCode::TensorShapeOverflow, tensor("U8", "[4294967296,4294967296]", "[0,0]"), 0);
    refused(ErrorCode::TensorShapeOverflow, tensor("U8", "[18446744073709551615]", "[0,0]"), 0);
    refused(ErrorCode::TensorShapeOverflow, tensor("F64", "[4611686018427387904]", "[0,0]"), 0);
    // Nobody may be tempted to multiply these in another order.
    refused(ErrorCode::TensorShapeOverflow, tensor("U8", "[0,4294967296,4294967296]", "[0,0]"), 0);
}

TEST(SafetensorsLayout, RefusesElementsThatDoNotFillBytes) {
    refused(ErrorCode::TensorBitsMisaligned, tensor("F4", "[3]", "[0,2]"), 2);
    refused(ErrorCode::TensorBitsMisaligned, tensor("F6_E2M3", "[2]", "[0,2]"), 2);
}

TEST(SafetensorsLayout, RefusesDataThatIsIncomplete) {
    const Error error = refused(ErrorCode::DataIncomplete, tensor("U8", "[8]", "[0,8]"), 7);
    EXPECT_NE(error.arguments().at(1), error.arguments().at(2));
    refused(ErrorCode::DataIncomplete, tensor("U8", "[8]", "[0,8]"), 0);
    refused(ErrorCode::DataIncomplete, tensor("U8", "[1152921504606846976]", "[0,1152921504606846976]"), 8);
    refused(ErrorCode::DataIncomplete, tensor("?", "[1]", "[0,18446744073709551615]"), 8);
}

TEST(SafetensorsLayout, RefusesTrailingBytes) {
    refused(ErrorCode::DataIncomplete, tensor("U8", "[8]", "[0,8]"), 9);
    refused(ErrorCode::DataIncomplete, "{}", 1);
}

TEST(Safetensors, RecognisesGitLfsPointers) {
    const Error error = expectError(ErrorCode::LfsPointer, [] {
        readSafetensors(inMemory(
            "model.safetensors",
            "version https://git-lfs.github.com/spec/v1\n"
            "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"));
    });
    EXPECT_NE(std::string(error.what()).find("git lfs pull"), std::string::npos);
}

}  // namespace
}  // namespace headscope::core
