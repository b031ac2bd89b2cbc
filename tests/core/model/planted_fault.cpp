// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/planted_fault.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "tests/core/model/reference.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::test::faults {
namespace {

using namespace core;
using Files = std::map<std::string, MappedFile, std::less<>>;

struct Stored {
    std::span<char> bytes;
    std::size_t rows = 0;
};

// A tensor inside the file, to be changed in place.
Stored stored(std::string& weights, const std::string& tensor) {
    const MappedFile file = inMemory("w", weights);
    const Checkpoint checkpoint =
        Checkpoint::fromFiles("m", {{"config.json", inMemory("c", "{}")}, {"model.safetensors", file}});
    const TensorView& view = *checkpoint.find(tensor);
    return {{weights.data() + (view.bytes.data() - file.bytes().data()), view.bytes.size()},
            static_cast<std::size_t>(view.shape[0])};
}

}  // namespace

void replaceIn(std::string& text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), with);
}

void zero(std::string& weights, const std::string& tensor) {
    const auto bytes = stored(weights, tensor).bytes;
    std::memset(bytes.data(), 0, bytes.size());
}

void multiply(std::string& weights, const std::string& tensor, float factor) {
    const auto bytes = stored(weights, tensor).bytes;
    for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
        float value = 0;
        std::memcpy(&value, bytes.data() + i, sizeof(float));
        value *= factor;
        std::memcpy(bytes.data() + i, &value, sizeof(float));
    }
}

void swapHalves(std::string& weights, const std::string& tensor) {
    const auto bytes = stored(weights, tensor).bytes;
    const auto half = static_cast<std::ptrdiff_t>(bytes.size() / 2);
    std::swap_ranges(bytes.begin(), bytes.begin() + half, bytes.begin() + half);
}

void shiftRows(std::string& weights, const std::string& tensor) {
    const Stored view = stored(weights, tensor);
    const auto row = static_cast<std::ptrdiff_t>(view.bytes.size() / view.rows);
    std::rotate(view.bytes.begin(), view.bytes.end() - row, view.bytes.end());
}

void swapRows(std::string& weights, const std::string& tensor, std::size_t count) {
    const Stored view = stored(weights, tensor);
    const auto block = static_cast<std::ptrdiff_t>(view.bytes.size() / view.rows * count);
    std::swap_ranges(view.bytes.begin(), view.bytes.begin() + block, view.bytes.begin() + block);
}

void swapColumns(std::string& weights, const std::string& tensor, std::size_t count) {
    const Stored view = stored(weights, tensor);
    const std::size_t row = view.bytes.size() / view.rows;
    const std::size_t block = count * sizeof(float);
    for (std::size_t begin = 0; begin < view.bytes.size(); begin += row) {
        char* const first = view.bytes.data() + begin;
        std::swap_ranges(first, first + block, first + block);
    }
}

void swapHeads(std::string& weights, const std::string& name, std::size_t count) {
    for (const char* part : {".weight", ".bias"}) swapRows(weights, name + part, count);
}

Fault configFault(const char* name, const char* fixture, const char* what, const char* with,
                  const char* shows) {
    return {name, fixture, [what, with](std::string& config, std::string&) { replaceIn(config, what, with); },
            shows};
}

void expectNoticed(const Fault& fault) {
    Executor executor(2);
    const auto folder = fixtureFolder() / fault.fixture;
    std::string config(MappedFile::open(folder / "config.json").text());
    std::string weights(MappedFile::open(folder / "model.safetensors").text());
    fault.plant(config, weights);
    Files files = {{"config.json", inMemory("config.json", config)},
                   {"model.safetensors", inMemory("model.safetensors", weights)}};
    const ModelPtr model =
        Model::load(Checkpoint::fromFiles("m", std::move(files)), {executor, baseKernels()});
    Expected expected(fault.fixture);
    const auto differences =
        expected.compare(*model, model->run(expected.spec(), {.values = true, .hidden = true}));
    const Difference& difference = differences.at(fault.shows);
    EXPECT_FALSE(difference.within());
    ::testing::Test::RecordProperty("times_the_bar", std::to_string(difference.value / difference.limit));
}

}  // namespace headscope::test::faults
