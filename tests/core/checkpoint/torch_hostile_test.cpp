// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/checkpoint/torch_file.h"
#include "tests/support/expect_error.h"
#include "tests/support/pickle_bytes.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/zip_bytes.h"

// Files made to harm their reader, and public failures of others rebuilt.

namespace headscope::core {
namespace {

using test::expectError;
using test::inMemory;
using test::zipBytes;
namespace p = test::pickle;

const std::string fourFloats(16, '\0');

std::string zipOf(const std::string& value, const std::vector<test::ZipPart>& more = {}) {
    std::vector<test::ZipPart> parts = {{"archive/data.pkl", p::whole(value)},
                                        {"archive/data/0", fourFloats}};
    parts.insert(parts.end(), more.begin(), more.end());
    return zipBytes(parts);
}

std::string zipWith(const p::Tensor& tensor) {
    return zipOf(p::dictionary({p::text("w"), p::tensor(tensor)}));
}

std::string legacyOf(const p::Tensor& tensor, std::int64_t count, const std::string& data) {
    std::string number(8, '\0');
    std::memcpy(number.data(), &count, 8);
    return "\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19." + p::whole("M\xE9\x03") +
           p::whole("}") + p::whole(p::dictionary({p::text("w"), p::tensor(tensor)})) +
           p::whole("](" + p::text("0") + "e") + number + data;
}

std::vector<TensorView> read(const std::string& bytes) {
    return readTorchFile(inMemory("file", bytes));
}

std::string refused(const std::string& bytes) {
    return expectError(ErrorCode::PickleInvalid, [&] { read(bytes); }).arguments().at(1);
}

std::string forbidden(const std::string& bytes) {
    return expectError(ErrorCode::PickleForbidden, [&] { read(bytes); }).arguments().at(1);
}

TEST(TorchHostile, TheFilesOfTheseTestsAreReadWhenNothingIsWrong) {
    EXPECT_EQ(read(zipWith({})).at(0).toFloats(), std::vector<float>(4));
    EXPECT_EQ(read(legacyOf({.extra = "N"}, 4, fourFloats)).at(0).toFloats(), std::vector<float>(4));
    const std::string part = p::tuple({p::text("1"), p::integer(1), p::integer(2)});
    EXPECT_EQ(read(legacyOf({.shape = {2}, .extra = part}, 4, fourFloats)).at(0).toFloats().size(), 2u);
}

TEST(TorchHostile, RunsNothing) {
    for (const auto& [module, name] : std::vector<std::pair<std::string, std::string>>{
             {"os", "system"},
             {"posix", "system"},
             {"builtins", "eval"},
             {"__builtin__", "getattr"},
             {"subprocess", "Popen"},
             {"torch.hub", "load"},
             {"torch", "load"},
             {"torch.serialization", "load"},
             {"torch.storage", "_load_from_bytes"},
             {"torch._utils", "_rebuild_qtensor"},
             {"torch.jit", "load"},
             {"functools", "partial"},
             {"operator", "attrgetter"},
             {"transformers.models.bert.modeling_bert", "BertModel"}}) {
        EXPECT_EQ(forbidden(zipOf(p::call(p::global(module, name), {p::text("true")}))), module + '.' + name);
    }
}

// Scanners that look at the pickle called data.pkl miss the one that others load.
TEST(TorchHostile, RefusesArchivesWithTwoPickles) {
    refused(zipOf(p::dictionary({p::text("w"), p::tensor({})}), {{"data.pkl", p::whole("}")}}));
}

// CVE-2025-32434: the restricted loader took the path of old tar archives, which was not restricted.
TEST(TorchHostile, RefusesTarArchives) {
    std::string tar(1024, '\0');
    tar.replace(0, 8, "sys_info");
    tar.replace(257, 5, "ustar");
    EXPECT_NE(refused(tar).find("tar"), std::string::npos);
}

TEST(TorchHostile, RefusesPicklesThatAreNoCheckpoints) {
    refused(p::whole("}"));
    refused(p::whole("N"));
    refused("\x80\x02\x8A\x0A" + std::string(10, 'x') + ".");
    refused("<html>");
    refused("");
    EXPECT_NE(refused(zipBytes({{"x", "y"}})).find("data.pkl"), std::string::npos);
}

// CVE-2026-24747: storages shorter than their pickle claims.
TEST(TorchHostile, DoesNotTrustTheSizeOfAStorage) {
    refused(zipWith({.elements = 5, .shape = {5}}));
    refused(zipWith({.elements = 1'000'000'000, .shape = {1'000'000'000}}));
    refused(zipWith({.storage = "DoubleStorage"}));
    refused(legacyOf({.elements = 5, .shape = {5}, .extra = "N"}, 4, fourFloats));
    refused(legacyOf({.extra = "N"}, 5, fourFloats));
    refused(legacyOf({.extra = "N"}, -1, fourFloats));
    refused(legacyOf({.extra = "N"}, std::int64_t{1} << 62, fourFloats));
}

TEST(TorchHostile, RefusesTensorsThatReachBeyondTheirStorage) {
    constexpr std::int64_t huge = std::int64_t{1} << 62;
    refused(zipWith({.shape = {5}}));
    refused(zipWith({.offset = 1}));
    refused(zipWith({.offset = -1}));
    refused(zipWith({.strides = {2}}));
    refused(zipWith({.strides = {-1}}));
    refused(zipWith({.shape = {-4}}));
    refused(zipWith({.offset = huge, .shape = {0}}));
    refused(zipWith({.shape = {2, 2}}));
    refused(zipWith({.shape = {2, 3}, .strides = {huge, huge}}));
    refused(zipWith({.shape = {huge, huge}, .strides = {0, 0}}));
    refused(zipWith({.shape = {3, huge}, .strides = {huge, 0}}));
    refused(zipWith({.shape = {0, huge, huge}, .strides = {1, 1, 1}}));
    refused(zipWith({.elements = -4}));
}

// One element that claims to be terabytes.
TEST(TorchHostile, BoundsExpandedTensors) {
    EXPECT_EQ(read(zipWith({.elements = 1, .shape = {1000, 1000}, .strides = {0, 0}})).at(0).elements(),
              1'000'000);
    const std::string reason =
        refused(zipWith({.elements = 1, .shape = {std::int64_t{1} << 40}, .strides = {0}}));
    EXPECT_NE(reason.find("repeats its values"), std::string::npos);
}

TEST(TorchHostile, BoundsManyExpandedTensorsTogether) {
    std::vector<std::string> items;
    for (int i = 0; i < 40; ++i) {
        items.push_back(p::text("w" + std::to_string(i)));
        items.push_back(p::tensor({.elements = 1, .shape = {1 << 20}, .strides = {0}}));
    }
    refused(zipOf(p::dictionary(items)));
}

TEST(TorchHostile, RefusesNamesThatMeanTwoTensors) {
    const auto two = [](const std::string& second) {
        return zipOf(
            p::dictionary({p::text("w") + std::string("q\0", 2), p::tensor({}), second, p::tensor({})}));
    };
    expectError(ErrorCode::TensorDuplicate, [&] { read(two(p::text("w"))); });
    refused(two(std::string("h\0", 2)));
}

TEST(TorchHostile, RefusesDescriptionsOfTheWrongKind) {
    for (const std::string& value :
         {p::call(p::global("torch._utils", "_rebuild_tensor_v2"), {}),
          p::call(p::global("torch._utils", "_rebuild_tensor_v2"), {"N", "K\x01", ")", ")", "\x89", "}"}),
          p::call(p::global("torch._utils", "_rebuild_tensor_v2"), {"NQ", "K\x01", ")", ")", "\x89", "}"}),
          p::call(p::global("torch._utils", "_rebuild_tensor_v2"), {")Q", "K\x01", ")", ")", "\x89", "}"}),
          p::call(p::global("torch._utils", "_rebuild_parameter"), {"N"}),
          p::call(p::global("torch._tensor", "_rebuild_from_type_v2"), {"N", "N", ")", "N"}),
          p::call(p::global("torch._utils", "_rebuild_tensor_v3"),
                  {"N", "K\x01", ")", ")", "\x89", "}", "N"}),
          p::tensor({.storage = "device"})}) {
        refused(zipOf(p::dictionary({p::text("w"), value})));
    }
}

TEST(TorchHostile, RefusesTensorsInCircles) {
    // A parameter whose value is another, deeper than any real one.
    std::string value = p::tensor({});
    for (int i = 0; i < 100; ++i) value = p::call(p::global("torch._utils", "_rebuild_parameter"), {value});
    EXPECT_NE(refused(zipOf(p::dictionary({p::text("w"), value}))).find("circles"), std::string::npos);
}

TEST(TorchHostile, RefusesTheOtherByteOrder) {
    const std::string value = p::dictionary({p::text("w"), p::tensor({})});
    EXPECT_NE(refused(zipOf(value, {{"archive/byteorder", "big"}})).find("byte order"), std::string::npos);
    EXPECT_EQ(read(zipOf(value, {{"archive/byteorder", "little"}})).size(), 1u);
}

TEST(TorchHostile, SaysWhatADictionaryHoldsInstead) {
    const std::string reason = refused(zipOf(p::dictionary({p::text("epoch"), "K\x01", p::text("lr"), "N"})));
    EXPECT_NE(reason.find("epoch, lr"), std::string::npos);
    refused(zipOf(p::dictionary({})));
}

TEST(TorchHostile, FollowsNoPathInKeys) {
    EXPECT_NE(refused(zipWith({.key = "../../etc/passwd"})).find("missing"), std::string::npos);
}

TEST(TorchHostile, StopsAtDictionariesInsideThemselves) {
    refused(zipOf(std::string("}q\0", 3) + p::text("model") + std::string("h\0s", 3)));
}

}  // namespace
}  // namespace headscope::core
