// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/safetensors.h"
#include "tests/support/expect_error.h"

// Files as torch.save() writes them, made by tests/reference/make_torch_files.py.

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using test::expectError;

const fs::path folder = fs::path(HEADSCOPE_TEST_DATA) / "torch";

MappedFile fixture(const std::string& name) {
    return MappedFile::open(folder / name);
}

const TensorView& named(const std::vector<TensorView>& tensors, const std::string& name) {
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const TensorView& tensor) { return tensor.name == name; });
    if (found == tensors.end()) throw std::runtime_error("no tensor " + name);
    return *found;
}

void expectEqual(const TensorView& tensor, const TensorView& expected) {
    EXPECT_EQ(tensor.shape, expected.shape) << tensor.name;
    if (!tensor.isComputable()) {
        EXPECT_EQ(tensor.dtype, expected.dtype) << tensor.name;
        EXPECT_EQ(tensor.toIntegers(), expected.toIntegers()) << tensor.name;
        return;
    }
    const std::vector<float> floats = tensor.toFloats();
    const std::vector<float> wanted = expected.toFloats();
    ASSERT_EQ(floats.size(), wanted.size()) << tensor.name;
    for (std::size_t i = 0; i < floats.size(); ++i) {
        if (std::isnan(wanted[i])) {
            EXPECT_TRUE(std::isnan(floats[i])) << tensor.name << ' ' << i;
        } else {
            EXPECT_EQ(floats[i], wanted[i]) << tensor.name << ' ' << i;
        }
    }
}

void expectAll(const std::string& file, const std::string& expectedFile) {
    SCOPED_TRACE(file);
    const auto tensors = readTorchFile(fixture(file));
    const auto expected = readSafetensors(fixture(expectedFile));
    ASSERT_EQ(tensors.size(), expected.size());
    for (const TensorView& tensor : tensors) expectEqual(tensor, named(expected, tensor.name));
}

TEST(TorchFile, HasTheValuesThatPyTorchReads) {
    for (const char* file :
         {"zip.pt", "legacy.pt", "protocol4.pt", "deflated.pt", "trainer.pt", "parallel.pt", "nested.pt"})
        expectAll(file, "expected.safetensors");
}

TEST(TorchFile, HasEveryValueOfEveryEightBitType) {
    expectAll("eights.pt", "expected_eights.safetensors");
    expectAll("eights_legacy.pt", "expected_eights.safetensors");
}

TEST(TorchFile, KeepsTypesUnderTheNamesOfSafetensors) {
    const auto tensors = readTorchFile(fixture("zip.pt"));
    EXPECT_EQ(named(tensors, "bf16").dtypeName, "BF16");
    EXPECT_EQ(named(tensors, "bool").dtype, DType::Bool);
    EXPECT_EQ(named(readTorchFile(fixture("eights.pt")), "e4m3").dtypeName, "F8_E4M3");
}

TEST(TorchFile, CopiesOnlyWhatIsNotContiguous) {
    for (const char* name : {"zip.pt", "legacy.pt"}) {
        const MappedFile file = fixture(name);
        const auto tensors = readTorchFile(file);
        const auto inFile = [&](const char* tensor) {
            const std::byte* const begin = named(tensors, tensor).bytes.data();
            const std::byte* const own = named(tensors, tensor).file.bytes().data();
            return begin >= own && named(tensors, tensor).file.size() == file.size();
        };
        for (const char* tensor : {"f32", "whole", "rows", "tied", "parameter", "one_long", "scalar"})
            EXPECT_TRUE(inFile(tensor)) << tensor;
        for (const char* tensor : {"columns", "transposed", "stepped", "expanded", "permuted"})
            EXPECT_FALSE(inFile(tensor)) << tensor;
    }
}

TEST(TorchFile, KeepsSharedStoragesShared) {
    const auto tensors = readTorchFile(fixture("zip.pt"));
    EXPECT_EQ(named(tensors, "tied").bytes.data(), named(tensors, "whole").bytes.data());
    EXPECT_EQ(named(tensors, "rows").bytes.data(),
              named(tensors, "whole").bytes.data() + 2 * 8 * sizeof(float));
}

TEST(TorchFile, OpensShardsThroughTheirIndex) {
    const auto expected = readSafetensors(fixture("expected.safetensors"));
    for (const char* path : {"sharded", "sharded/pytorch_model-00002-of-00002.bin"}) {
        const Checkpoint checkpoint = Checkpoint::open(folder / path);
        ASSERT_EQ(checkpoint.tensors().size(), 4u);
        for (const TensorView& tensor : checkpoint.tensors())
            expectEqual(tensor, named(expected, tensor.name));
    }
}

TEST(TorchFile, RefusesWholeModulesAndPrograms) {
    EXPECT_EQ(expectError(ErrorCode::PickleForbidden, [] { readTorchFile(fixture("module.pt")); })
                  .arguments()
                  .at(1),
              "home.Home");
    EXPECT_EQ(expectError(ErrorCode::PickleForbidden, [] { readTorchFile(fixture("script.pt")); })
                  .arguments()
                  .at(1),
              "a TorchScript program");
    expectError(ErrorCode::PickleInvalid, [] { readTorchFile(fixture("list.pt")); });
}

TEST(TorchFile, IsRefusedWhenCutAnywhere) {
    for (const char* name : {"zip.pt", "legacy.pt", "deflated.pt"}) {
        const MappedFile whole = fixture(name);
        for (std::size_t size = 0; size < whole.size(); size += 7) {
            const auto part = whole.bytes().first(size);
            const MappedFile cut = MappedFile::fromBytes("cut", {part.begin(), part.end()});
            EXPECT_THROW(readTorchFile(cut), Error) << name << ' ' << size;
        }
    }
}

}  // namespace
}  // namespace headscope::core
