// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/model/description.h"
#include "core/model/model.h"
#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/safetensors_bytes.h"

// The committed models with a few fields of their config.json or headscope.json changed, removed or added:
// every input is valid JSON that says something strange, which is where sizes, ranges and defaults go wrong.

namespace headscope::fuzz {
namespace {

namespace fs = std::filesystem;
using core::Json;
using Files = std::map<std::string, core::MappedFile, std::less<>>;
using Fields = std::map<std::string, std::string, std::less<>>;  // key and value as JSON text

/// A configuration and the files with the weights it was written for.
struct Fixture {
    std::string file;  ///< "config.json", or "headscope.json"
    Fields config;
    Fields names;  ///< of tensors, in a headscope.json; not in `config`
    Files weights;
};

bool isPart(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.starts_with("model") &&
           (path.extension() == ".safetensors" || path.extension() == ".pt" || name.ends_with(".index.json"));
}

Fixture fixtureIn(const fs::path& folder) {
    Fixture fixture;
    fixture.file = fs::exists(folder / core::descriptionFile) ? core::descriptionFile : "config.json";
    const Json config = Json::parse(core::MappedFile::open(folder / fixture.file).text(), fixture.file);
    for (const auto& [key, value] : config.members()) {
        if (key == "tensors") {
            for (const auto& [role, name] : value.members()) fixture.names.emplace(role, name.text());
        } else {
            fixture.config.emplace(key, value.text());
        }
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (!isPart(entry.path())) continue;
        fixture.weights.emplace(entry.path().filename().string(), core::MappedFile::open(entry.path()));
    }
    return fixture;
}

/// In the order of their folders' names, so that an input means the same everywhere.
const std::vector<Fixture>& fixtures() {
    static const std::vector<Fixture> all = [] {
        std::set<fs::path> folders;
        for (const char* kind : {"models", "described"}) {
            for (const auto& entry : fs::directory_iterator(fs::path(HEADSCOPE_TEST_DATA) / kind)) {
                const bool whole = fs::exists(entry.path() / "config.json") ||
                                   fs::exists(entry.path() / core::descriptionFile);
                if (whole) folders.insert(entry.path());
            }
        }
        std::vector<Fixture> fixtures;
        for (const fs::path& folder : folders) fixtures.push_back(fixtureIn(folder));
        return fixtures;
    }();
    return all;
}

/// The keys of all fixtures, and those that only other models have.
const std::vector<std::string>& keys() {
    static const std::vector<std::string> all = [] {
        std::set<std::string> keys = {"attention_bias",    "head_dim",
                                      "id2label",          "is_decoder",
                                      "layer_types",       "max_window_layers",
                                      "mlp_bias",          "n_ctx",
                                      "n_inner",           "pad_token_id",
                                      "pruned_heads",      "position_embedding_type",
                                      "position_buckets",  "max_relative_positions",
                                      "conv_groups",       "attention_window",
                                      "rope_parameters",   "rope_scaling",
                                      "rope_theta",        "scale_attn_by_inverse_layer_idx",
                                      "sliding_window",    "use_sliding_window",
                                      "scale_attn_weights"};
        for (const Fixture& fixture : fixtures()) {
            for (const auto& field : fixture.config) keys.insert(field.first);
        }
        return std::vector<std::string>(keys.begin(), keys.end());
    }();
    return all;
}

std::string numberFrom(ByteSource& source) {
    const std::string sign = source.rarely(4) ? "-" : "";
    if (source.rarely(2)) return sign + std::to_string(source.edge());
    return sign + std::to_string(source.byte());
}

std::string ropeFrom(ByteSource& source) {
    std::string rope =
        "{\"" + source.oneOf<std::string>({"rope_type", "type"}) + "\":" +
        source.oneOf<std::string>({"\"default\"", "\"linear\"", "\"llama3\"", "\"yarn\"", "null", "1"});
    for (const char* key : {"factor", "low_freq_factor", "high_freq_factor",
                            "original_max_position_embeddings", "rope_theta"}) {
        if (!source.rarely(8)) rope += std::string(",\"") + key + "\":" + numberFrom(source);
    }
    return rope + "}";
}

std::string labelsFrom(ByteSource& source) {
    Fields labels;
    for (std::size_t count = source.byte(); count > 0; --count) {
        labels.insert_or_assign(numberFrom(source),
                                source.oneOf<std::string>({"\"x\"", "null", "1", "\"\""}));
    }
    std::string text;
    for (const auto& [key, value] : labels) text += (text.empty() ? "{\"" : ",\"") + key + "\":" + value;
    return text.empty() ? "{}" : text + "}";
}

std::string valueFrom(ByteSource& source, const Fixture& fixture) {
    switch (source.below(8)) {
        case 0:
        case 1:
        case 2:
            return numberFrom(source);
        case 3:  // what some other field says
            return std::next(fixture.config.begin(),
                             static_cast<std::ptrdiff_t>(source.below(fixture.config.size())))
                ->second;
        case 4:
            return ropeFrom(source);
        case 5:
            return labelsFrom(source);
        default:
            return source.oneOf<std::string>({"null",
                                              "true",
                                              "false",
                                              "0",
                                              "1e30",
                                              "1e-30",
                                              "0.5",
                                              "NaN",
                                              "Infinity",
                                              "\"\"",
                                              "[]",
                                              "{}",
                                              "[[1]]",
                                              "\"bert\"",
                                              "\"roberta\"",
                                              "\"distilbert\"",
                                              "\"gpt2\"",
                                              "\"llama\"",
                                              "\"mistral\"",
                                              "\"qwen2\"",
                                              "\"gelu\"",
                                              "\"pre\"",
                                              "\"parallel\"",
                                              "\"rms\"",
                                              "\"in_out\"",
                                              "\"groups\"",
                                              "\"halves\"",
                                              "\"l.{}.x\"",
                                              "\"{}\"",
                                              "\"gelu_new\"",
                                              "\"relu\"",
                                              "\"silu\"",
                                              "\"relative_key\"",
                                              "[\"BertForMaskedLM\"]",
                                              "[\"LlamaForSequenceClassification\"]",
                                              "[\"RobertaForTokenClassification\"]"});
    }
}

std::string objectOf(const Fields& fields) {
    std::string text;
    for (const auto& [key, value] : fields) text += (text.empty() ? "{\"" : ",\"") + key + "\":" + value;
    return text.empty() ? "{}" : text + "}";
}

/// The names of a description, some of them gone, exchanged or new.
std::string namesFrom(ByteSource& source, const Fixture& fixture) {
    Fields names = fixture.names;
    const auto any = [&] {
        return std::next(fixture.names.begin(),
                         static_cast<std::ptrdiff_t>(source.below(fixture.names.size())));
    };
    for (std::size_t changes = source.below(3); changes > 0; --changes) {
        const auto row = core::descriptionTensors()[source.below(core::descriptionTensors().size())];
        const std::string key = source.rarely(3) ? std::string(row.key) : any()->first;
        if (source.rarely(3))
            names.erase(key);
        else
            names.insert_or_assign(key, source.rarely(6) ? valueFrom(source, fixture) : any()->second);
    }
    return objectOf(names);
}

std::string configFrom(ByteSource& source, const Fixture& fixture) {
    Fields fields = fixture.config;
    for (std::size_t changes = source.below(5); changes > 0; --changes) {
        // Three times in four a key that this model has.
        const std::string key =
            source.rarely(4) ? keys()[source.below(keys().size())]
                             : std::next(fixture.config.begin(),
                                         static_cast<std::ptrdiff_t>(source.below(fixture.config.size())))
                                   ->first;
        if (source.rarely(8))
            fields.erase(key);
        else
            fields.insert_or_assign(key, valueFrom(source, fixture));
    }
    if (!fixture.names.empty()) fields.insert_or_assign("tensors", namesFrom(source, fixture));
    return objectOf(fields);
}

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
    std::vector<std::string> seeds;
    for (unsigned i = 0; i < fixtures().size(); ++i) {
        seeds.push_back(std::string(1, static_cast<char>(i)) + std::string(64, '\0'));
        for (unsigned sparsity = 1; sparsity <= 4; ++sparsity)
            seeds.push_back(std::string(1, static_cast<char>(i)) + std::string(1, '\0') +
                            randomDecisions(64, sparsity, 4 * i + sparsity));
    }
    return seeds;
}

std::vector<std::string> dictionary() {
    return {std::string(1, '\0'), "\x01", "\x02", "\x03", "\x07", "\x1E", "\x1F", "\x3F", "\xFF"};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const auto& fixtures = fuzz::fixtures();
    const std::size_t chosen = source.below(fixtures.size());
    const fuzz::Fixture& fixture = fixtures[chosen];
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
