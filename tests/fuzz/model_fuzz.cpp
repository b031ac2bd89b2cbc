// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/model/model.h"
#include "tests/fuzz/config_input.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/safetensors_bytes.h"

// The committed models with a few fields of their config.json or headscope.json changed, removed or added:
// every input is valid JSON that says something strange, which is where sizes, ranges and defaults go wrong.

namespace headscope::fuzz {
namespace {

/// Mostly a few tokens more, for speed; rarely so many that windows, buckets and panels of rows end before
/// them.
std::size_t moreTokens(ByteSource& source) {
    return source.rarely(16) ? source.below(60) : source.below(6);
}

core::RunSpec specFrom(ByteSource& source, const core::ModelConfig& config) {
    core::RunSpec spec;
    if (config.vocabSize == 0) {
        const auto length = static_cast<core::Index>(1 + moreTokens(source));
        spec.input.vectors =
            std::make_shared<const core::Matrix>(core::Matrix::Constant(length, config.embeddingDim, 0.5F));
        return spec;
    }
    spec.input.ids = {1, 5, 2, 7};
    // A padding token inside the text takes the padding row.
    if (config.paddingId >= 0 && config.paddingId < config.vocabSize)
        spec.input.ids.push_back(static_cast<std::int32_t>(config.paddingId));
    spec.input.ids.resize(spec.input.ids.size() + moreTokens(source), 3);
    spec.cutToFit = source.rarely(2);
    return spec;
}

void check(const core::Checkpoint& checkpoint, ByteSource& source) {
    core::Executor executor(1);
    const core::ModelPtr model = core::Model::load(checkpoint, {executor, core::baseKernels()});
    const core::ModelConfig& config = model->config();
    require(config.layers > 0 && config.heads > 0 && config.kvHeads > 0, "a model has layers and heads");
    // 0 means no limit, which only a model that counts no positions has.
    require(config.maxTokens > 0 || (config.maxTokens == 0 && config.positions == 0),
            "a model reads at least one token");
    const core::RunSpec spec = specFrom(source, config);
    const core::TracePtr trace = model->run(spec, {.values = true, .hidden = true});
    const auto wanted =
        spec.input.vectors ? spec.input.vectors->rows() : static_cast<core::Index>(spec.input.ids.size());
    const core::Index limit = config.maxTokens > 0 ? config.maxTokens : wanted;
    require(trace->length() == std::min(wanted, limit), "every token that fits is run");
    require(model->runMemory(trace->length()) > 0, "a run needs memory");
    const std::vector<core::Index> positions = {0, trace->length() - 1};
    for (const core::OutputInfo& output : model->outputs()) {
        const core::Matrix logits = model->logits(*trace, output.id, positions);
        require(output.vocabulary || output.labels.size() == static_cast<std::size_t>(logits.cols()),
                "every column of a classifier has a label");
    }
}

}  // namespace

// The first byte chooses the model, the second its own weights, the others the changes.
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
    const auto& fixtures = fuzz::configFixtures();
    const std::size_t chosen = source.below(fixtures.size());
    const fuzz::ConfigFixture& fixture = fixtures[chosen];
    // Mostly its own weights: with others, the configuration contradicts them at once.
    fuzz::Files files = source.rarely(16) ? fixtures[source.below(fixtures.size())].weights : fixture.weights;
    const std::string config = fuzz::configFrom(source, fixture);
    files.emplace(fixture.file, test::inMemory(fixture.file, config));
    try {
        fuzz::check(core::Checkpoint::fromFiles("input", std::move(files)), source);
    } catch (const core::Error&) {
    }
    return 0;
}
