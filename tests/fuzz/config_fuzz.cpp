// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/model/architectures.h"
#include "core/model/config_values.h"
#include "core/model/rope.h"
#include "tests/fuzz/config_input.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/safetensors_bytes.h"

// What loading does with config.json or headscope.json before it looks at tensors: every input is the
// configuration of a committed model with a few fields changed, and ends in one sentence that names the file,
// or in sizes, plans and rotations with which the rest of the program can reckon.

namespace headscope::fuzz {
namespace {

using core::Index;
using core::ModelConfig;

/// No configuration says this by chance.
constexpr const char* location = "the-folder-of-the-model";

/// `count` tensors without bytes or meaning: a config.json is only held against their number.
core::MappedFile meaningless(int count) {
    std::string header = "{";
    for (int i = 0; i < count; ++i)
        header += (i == 0 ? "\"" : ",\"") + std::to_string(i) +
                  R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
    return test::inMemory("model.safetensors", test::safetensorsBytes(header + "}"));
}

/// Mostly just enough for the layers of the committed models, for speed; rarely for those of any default.
const core::MappedFile& weightsFrom(ByteSource& source) {
    static const core::MappedFile few = meaningless(4), many = meaningless(64);
    return source.rarely(16) ? many : few;
}

bool isSize(Index value) {
    return value >= 1 && value <= core::largestSize;
}

bool isSizeOrNone(Index value) {
    return value == 0 || isSize(value);
}

void checkSizes(const ModelConfig& config) {
    require(config.layers > 0 && config.plans.size() == static_cast<std::size_t>(config.layers),
            "every layer has a plan");
    require(isSize(config.heads) && isSize(config.kvHeads) && config.heads % config.kvHeads == 0,
            "heads share keys and values evenly");
    require(isSize(config.modelDim) && isSize(config.embeddingDim) && isSize(config.headDim),
            "a model is at least one column wide");
    for (const Index size : {config.mlpDim, config.vocabSize, config.positions, config.typeCount})
        require(size >= 0 && size <= 4 * core::largestSize, "sizes are not negative");
    require(isSizeOrNone(config.vocabSize) && isSizeOrNone(config.positions), "sizes are sizes");
    require(config.experts.count >= 0 && config.experts.perToken >= 0 &&
                config.experts.perToken <= config.experts.count,
            "a token takes experts that are there");
    require((config.experts.count == 0) == (config.experts.perToken == 0), "experts are taken by tokens");
}

void checkPlan(const core::LayerPlan& plan, const ModelConfig& config) {
    require(
        plan.heads >= 1 && plan.heads <= config.heads && plan.kvHeads >= 1 && plan.heads % plan.kvHeads == 0,
        "heads of a layer share keys and values evenly");
    if (!plan.keptHeads.empty()) {
        const std::vector<int>& kept = plan.keptHeads;
        require(kept.size() == static_cast<std::size_t>(plan.heads), "a layer has the heads that it kept");
        require(std::is_sorted(kept.begin(), kept.end(), std::less_equal<int>()) && kept.front() >= 0 &&
                    kept.back() < config.heads,
                "kept heads are some of the model's, in their order");
    }
    require(plan.mask.window >= 0 && plan.mask.window <= core::largestSize, "a window is a size or none");
    require(plan.rope >= -1 && plan.rope < static_cast<int>(config.ropes.size()), "a rotation is there");
    require(plan.stored >= 0 && plan.stored < config.layers && plan.inner >= 0, "weights have a number");
}

/// With angles that are numbers, for short texts and the longest.
void checkRope(const core::RopeSettings& rope, const ModelConfig& config) {
    require(rope.dim >= 2 && rope.dim % 2 == 0 && rope.dim <= config.headDim, "pairs of a head rotate");
    require(std::isfinite(rope.attentionFactor), "rotation multiplies by a number");
    constexpr Index widest = 512;  // wider ones repeat the same formula, and take long
    if (rope.dim > widest) return;
    for (const Index length : {Index{1}, std::max<Index>(1, config.positions)}) {
        const Eigen::VectorXd frequencies = inverseFrequencies(rope, length);
        require(frequencies.size() == rope.dim / 2, "every pair has a frequency");
        require(frequencies.allFinite(), "frequencies are numbers");
    }
}

void checkNumbers(const ModelConfig& config) {
    require(config.normEpsilon >= 0 && config.normEpsilon <= 1, "an epsilon is small");
    for (const float number :
         {config.scale, config.gateLimit, config.upOffset, config.softCap, config.embeddingScale,
          config.residualScale, config.logitScale, config.logitCap})
        require(std::isfinite(number), "what is multiplied or cut by is a number");
    const core::DistanceTable& distances = config.distances;
    require(isSizeOrNone(distances.span) && isSizeOrNone(distances.buckets) && distances.terms >= 1,
            "distances have a table or none");
    require(distances.span == 0 || distances.onQueries || distances.onKeys, "a table of distances is read");
    const core::ConvolutionPlan& convolution = config.convolution;
    require(convolution.kernel == 0 || convolution.kernel % 2 == 1, "a kernel has a middle");
    require(convolution.groups >= 1 && config.modelDim % convolution.groups == 0,
            "channels fall into groups evenly");
}

void check(const core::Checkpoint& checkpoint) {
    const core::Architecture row = architectureOf(checkpoint);
    const ModelConfig config = readConfig(row, checkpoint);
    require(config.family == row.name, "a configuration knows its family");
    checkSizes(config);
    checkNumbers(config);
    for (const core::LayerPlan& plan : config.plans) checkPlan(plan, config);
    for (const core::RopeSettings& rope : config.ropes) checkRope(rope, config);
}

void checkError(const core::Error& error, const std::string& file) {
    const std::string_view sentence = error.what();
    require(sentence.find(file) != sentence.npos || sentence.find(location) != sentence.npos,
            "a sentence names the file or the folder");
    require(sentence.size() < 10'000 && sentence.find('\n') == sentence.npos, "it is one short line");
    require(exitCode(error.code()) == 2, "bad input is not an accident");
}

}  // namespace

// The first byte chooses the model, the second its weights, the others the changes.
std::vector<std::string> seeds() {
    return configSeeds();
}

std::vector<std::string> dictionary() {
    return configDictionary();
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const fuzz::ConfigFixture& fixture = fuzz::configFixtures()[source.below(fuzz::configFixtures().size())];
    const core::MappedFile& meaningless = fuzz::weightsFrom(source);
    // A description is read beside the tensors that it names.
    fuzz::Files files =
        fixture.file == "config.json" ? fuzz::Files{{"model.safetensors", meaningless}} : fixture.weights;
    const std::string text = fuzz::configFrom(source, fixture);
    files.emplace(fixture.file, test::inMemory(fixture.file, text));
    try {
        fuzz::check(core::Checkpoint::fromFiles(fuzz::location, std::move(files)));
    } catch (const core::Error& error) {
        fuzz::checkError(error, fixture.file);
    }
    return 0;
}
