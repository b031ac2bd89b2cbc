// SPDX-License-Identifier: GPL-3.0-or-later
// What needs values and weights, against plain PyTorch on transformers (tests/reference/norms.py) and against
// identities.
#include "core/analysis/norm_patterns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/analysis/effective_attention.h"
#include "core/analysis/metrics.h"
#include "core/analysis/reference_values.h"
#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

const std::filesystem::path data = HEADSCOPE_TEST_DATA;

std::vector<std::int32_t> integers(const TensorView* view) {
    std::vector<std::int32_t> out;
    if (view == nullptr) return out;
    for (const std::int64_t value : view->toIntegers()) out.push_back(static_cast<std::int32_t>(value));
    return out;
}

/// A fixture, run on the ids of `values`; the first `tokens` of them, 0: all.
struct FixtureRun {
    Executor executor{2};
    ReferenceValues values;
    ModelPtr model;
    TracePtr trace;

    FixtureRun(const std::string& fixture, const std::filesystem::path& file, std::vector<Edit> edits = {},
               std::size_t tokens = 0)
        : values(readReferenceValues(data / file).front()),
          model(Model::load(Checkpoint::open(data / "models" / fixture), {executor, baseKernels()})) {
        RunSpec spec;
        spec.input.ids = integers(values.find("ids"));
        spec.input.typeIds = integers(values.find("type_ids"));
        if (tokens > 0) spec.input.ids.resize(tokens);
        if (!spec.input.typeIds.empty()) spec.input.typeIds.resize(spec.input.ids.size());
        spec.edits = std::move(edits);
        trace = model->run(spec, {.values = true, .outputs = true});
    }
    explicit FixtureRun(const std::string& fixture, std::vector<Edit> edits = {}, std::size_t tokens = 0)
        : FixtureRun(fixture, std::filesystem::path("models") / fixture / "expected.safetensors",
                     std::move(edits), tokens) {}

    const LayerTrace& layer(int index) const { return *trace->layers[static_cast<std::size_t>(index)]; }
    Matrix pattern(HeadId head) const { return headPattern(trace, head, baseKernels())->all(); }
    Matrix norms(HeadId head) const { return normPattern(trace, head, *model)->all(); }
    Measures measure(std::string_view id) const {
        return measureHeads(model->compute(), *trace, {.metrics = {metricNamed(id)}, .keepRows = true}, {},
                            model.get());
    }
};

/// What head `head` of an array [head, row, column] holds.
Matrix headOf(const TensorView& array, int head, Index rows) {
    const std::vector<float> numbers = array.toFloats();
    const Index size = array.elements() / array.shape[0];
    return Eigen::Map<const Matrix>(numbers.data() + head * size, rows, size / rows);
}

double difference(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return INFINITY;
    return static_cast<double>((a - b).cwiseAbs().maxCoeff());
}

class NormsOf : public ::testing::TestWithParam<const char*> {
protected:
    FixtureRun run{GetParam(), std::string("norms/") + GetParam() + ".safetensors"};
    int layer = integers(run.values.find("layer")).front();
    int heads = run.layer(layer).heads;
    Index n = run.trace->length();
    const TensorView& truth(const char* name) { return *run.values.find(name); }
};

TEST_P(NormsOf, EqualTransformers) {
    for (int head = 0; head < heads; ++head) {
        const HeadId id{AttentionKind::Self, layer, head};
        EXPECT_LT(difference(run.norms(id), headOf(truth("norms"), head, n)), 1e-4) << head;
    }
    EXPECT_LT(
        difference(layerNormPattern(run.trace, layer, *run.model)->all(), truth("layer_norms").toMatrix()),
        1e-4);
}

TEST_P(NormsOf, MeasureWhatTransformersMeasures) {
    for (const char* id : {"output_norm", "output_share"}) {
        const Measures measures = run.measure(id);
        for (const HeadMeasures& head : measures.heads) {
            if (head.head.layer != layer) continue;
            const Matrix want = headOf(truth(id), head.head.head, 1);
            ASSERT_EQ(head.rows[0].size(), static_cast<std::size_t>(n));
            for (Index i = 0; i < n; ++i)
                EXPECT_NEAR(head.rows[0][static_cast<std::size_t>(i)], want(0, i), 1e-4 * (1 + want(0, i)));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, NormsOf, ::testing::Values("bert", "llama"),
                         [](const auto& one) { return std::string(one.param); });

TEST(EffectiveAttentionOf, BertEqualsPinv) {
    const FixtureRun run("bert", "norms/bert.safetensors");
    const int layer = integers(run.values.find("layer")).front();
    for (int head = 0; head < run.layer(layer).heads; ++head) {
        const HeadId id{AttentionKind::Self, layer, head};
        const Matrix want = headOf(*run.values.find("effective"), head, run.trace->length());
        const Matrix pattern = run.pattern(id);
        EXPECT_LT(difference(effectivePattern(run.trace, id, baseKernels())->all(), want), 1e-4);
        const double share = static_cast<double>((pattern - want).norm() / pattern.norm());
        EXPECT_GT(share, 0.05) << "14 tokens, 12 dimensions";
        EXPECT_NEAR(*EffectiveAttention(baseKernels(), run.layer(layer), head).shareWithoutEffect(), share,
                    1e-4);
    }
}

TEST(EffectiveAttentionOf, ARowSaysAsMuchAsTheRowItself) {
    const FixtureRun run("bert");
    for (const HeadId id : run.trace->headIds()) {
        const LayerTrace& layer = run.layer(id.layer);
        const Matrix v = columns(layer.v, id.head * layer.headDim, layer.headDim);
        const Matrix effective = effectivePattern(run.trace, id, baseKernels())->all();
        EXPECT_LT(difference(effective * v, run.pattern(id) * v), 1e-5) << headName(id);
    }
}

TEST(EffectiveAttentionOf, FewKeysIsAllOfIt) {
    const FixtureRun run("bert", {}, 9);
    for (const HeadId id : run.trace->headIds()) {
        const Matrix pattern = run.pattern(id);
        EXPECT_LT(difference(effectivePattern(run.trace, id, baseKernels())->all(), pattern), 1e-5);
        EXPECT_EQ(EffectiveAttention(baseKernels(), run.layer(id.layer), id.head).shareWithoutEffect(), 0);
    }
}

TEST(EffectiveAttentionOf, MaskedLayersIsNotDefined) {
    for (const char* fixture : {"llama", "longformer"}) {
        const FixtureRun run(fixture);
        EXPECT_EQ(effectivePattern(run.trace, run.trace->headIds().front(), baseKernels()), nullptr);
        for (const HeadMeasures& head : run.measure("no_effect").heads) EXPECT_EQ(head.values[0].count, 0);
    }
}

class ContributionsOf : public ::testing::TestWithParam<const char*> {};

TEST_P(ContributionsOf, AddUpToTheOutputOfTheLayer) {
    const FixtureRun run(GetParam(), {HeadGate{{AttentionKind::Self, 0, 1}, 0.5F}});
    for (const auto& layer : run.trace->layers) {
        if (!layer) continue;
        const auto weights = run.model->layerWeights(layer->layer);
        const Matrix whole = apply(run.model->compute(), weights->attentionOut, layer->z);
        Matrix sum = Matrix::Zero(whole.rows(), whole.cols());
        const Vector& bias = weights->attentionOut.bias;
        if (bias.size() > 0) sum.rowwise() += bias.transpose();
        for (int head = 0; head < layer->heads; ++head) {
            const MatrixView z = columns(layer->z, head * layer->headDim, layer->headDim);
            const Matrix added = throughOutput(baseKernels(), *weights, *layer, head, z);
            sum += added;
            const HeadNorms norms = headNorms(baseKernels(), *weights, *layer, head);
            EXPECT_LT(difference(norms.outputs.matrix(), added.rowwise().norm()), 1e-5);
            const Matrix v = columns(layer->v, layer->kvHead(head) * layer->headDim, layer->headDim);
            const Matrix f =
                layer->gate(head) * throughOutput(baseKernels(), *weights, *layer, head, view(v));
            EXPECT_LT(difference(norms.keys.transformed.matrix(), f.rowwise().norm()), 1e-5);
            if (layer->tables.globalValues.size() > 0) continue;  // rows of global tokens add up other values
            EXPECT_LT(difference(run.pattern({layer->kind, layer->layer, head}) * f, added), 1e-5);
        }
        EXPECT_LT(difference(sum, whole), 1e-5) << layer->layer;
    }
}

INSTANTIATE_TEST_SUITE_P(All, ContributionsOf,
                         ::testing::Values("bert", "gpt2", "llama", "falcon_grouped", "gpt_oss", "gptj",
                                           "longformer", "bloom", "mpnet", "gemma2"),
                         [](const auto& one) { return std::string(one.param); });

// Head 1 of two with 8 dimensions each; its part of W_O has rows whose lengths fall from 1 to `least`, and
// the last one repeats another.
TEST(LengthOfWhatAHeadAdds, IsExactHoweverUnevenItsWeightsAre) {
    constexpr Index width = 8;
    constexpr Index outputs = 40;
    std::srand(7);
    for (const float least : {1.0F, 0.1F, 0.01F, 1e-4F, 0.0F}) {
        Matrix w = Matrix::Random(outputs, 2 * width);
        for (Index row = 0; row < width; ++row)
            w.col(width + row) *= std::pow(least, static_cast<float>(row) / static_cast<float>(width - 1));
        if (least == 0) w.col(2 * width - 1) = w.col(width);
        LayerWeights weights;
        weights.attentionOut = {PackedMatrix::ofRows(view(w)), {}};
        LayerTrace layer;
        layer.heads = layer.kvHeads = 2;
        layer.headDim = width;
        layer.v = layer.z = Matrix::Random(5, 2 * width);
        const HeadNorms norms = headNorms(baseKernels(), weights, layer, 1);
        const Eigen::MatrixXd added =
            layer.z.rightCols(width).cast<double>() * w.rightCols(width).cast<double>().transpose();
        for (Index row = 0; row < added.rows(); ++row) {
            const double length = added.row(row).norm();
            EXPECT_NEAR(norms.outputs[row], length, 2e-6 * length) << least;
            EXPECT_NEAR(norms.keys.transformed[row], length, 2e-6 * length) << least;
        }
    }
}

TEST(WeightedSinks, AreSharesOfWeightTimesLength) {
    const FixtureRun run("bert");
    const std::vector<Token>& tokens = run.trace->tokens;
    std::vector<Token> marked = tokens;  // ids without tokenizer have no special tokens
    marked.front().special = marked.back().special = true;
    auto trace = std::make_shared<Trace>(*run.trace);
    trace->tokens = marked;
    const Measures measures = measureHeads(
        run.model->compute(), *trace, {.metrics = {metricNamed("sink_norm"), metricNamed("sink_first_norm")}},
        {}, run.model.get());
    for (const HeadMeasures& head : measures.heads) {
        const Matrix norms = run.norms(head.head);
        double special = 0;
        double first = 0;
        for (Index i = 0; i < norms.rows(); ++i) {
            const double sum = norms.row(i).cast<double>().sum();
            first += static_cast<double>(norms(i, 0)) / sum / static_cast<double>(norms.rows());
            special += static_cast<double>(norms(i, 0) + norms(i, norms.cols() - 1)) / sum /
                       static_cast<double>(norms.rows());
        }
        EXPECT_NEAR(*head.values[0].mean(), special, 1e-5);
        EXPECT_NEAR(*head.values[1].mean(), first, 1e-5);
    }
}

TEST(WeightedMetrics, FindNothingInARunThatKeptNothing) {
    const FixtureRun run("bert");
    const TracePtr bare = run.model->run(run.trace->spec);
    for (const char* id : {"output_norm", "output_share", "sink_value", "sink_norm", "no_effect"}) {
        const Measures measures =
            measureHeads(run.model->compute(), *bare, {.metrics = {metricNamed(id)}}, {}, run.model.get());
        for (const HeadMeasures& head : measures.heads) EXPECT_EQ(head.values[0].count, 0) << id;
        EXPECT_TRUE(neededFor({.metrics = {metricNamed(id)}}).values) << id;
    }
    EXPECT_EQ(neededFor({.metrics = {metricNamed("entropy")}}), KeepOptions{});
}

// A run that goes on from another one must not lack what was asked for.
TEST(WeightedMetrics, HaveOutputsInRunsThatShareLayers) {
    const FixtureRun run("bert");
    RunSpec spec = run.trace->spec;
    const TracePtr base = run.model->run(spec, {.values = true, .hidden = true});
    spec.edits = {HeadGate{{AttentionKind::Self, 2, 0}, 0}};
    const TracePtr again = run.model->run(spec, {.values = true, .outputs = true}, {}, base);
    for (const auto& layer : again->layers) EXPECT_EQ(layer->z.rows(), again->length());
}

TEST(TraceMemory, CountsWhatWasKept) {
    const FixtureRun run("bert");
    const std::size_t plain = memoryOf(*run.model->run(run.trace->spec));
    const LayerTrace& layer = run.layer(0);
    const auto part = static_cast<std::size_t>(layer.queries() * layer.heads * layer.headDim) * sizeof(float);
    const auto layers = static_cast<std::size_t>(run.trace->layerCount());
    EXPECT_EQ(memoryOf(*run.model->run(run.trace->spec, {.values = true})), plain + layers * part);
    EXPECT_EQ(memoryOf(*run.model->run(run.trace->spec, {.outputs = true})), plain + layers * part);
}

}  // namespace
}  // namespace headscope::core
