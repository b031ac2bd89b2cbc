// SPDX-License-Identifier: GPL-3.0-or-later
// What a head gate does to a block, by plain loops in double; and runs that go on where a gate changes
// something.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "core/model/forward.h"
#include "core/model/model.h"
#include "tests/support/expect_error.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using Doubles = Eigen::MatrixXd;

std::filesystem::path fixture(const std::string& name) {
    return std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / name;
}

HeadGate gate(int layer, int head, float value) {
    return {{AttentionKind::Self, layer, head}, value};
}

RunSpec someIds() {
    RunSpec spec;
    for (std::int32_t i = 0; i < 21; ++i) spec.input.ids.push_back(8 + i * 5 % 90);
    return spec;
}

/// The first attention of one kind of block: where its output projection lies, and how a block without MLP
/// ends.
struct Block {
    const char* fixture;
    const char* out;             // of the output projection
    bool inputsFirst = false;    // the file has it as [in, out]
    const char* norm = nullptr;  // of the sum, in blocks that are normalised after it
};

void PrintTo(const Block& block, std::ostream* out) {
    *out << block.fixture;
}

class GatedBlock : public ::testing::TestWithParam<Block> {
protected:
    Executor executor{2};
    Compute compute{executor, baseKernels()};
    Checkpoint checkpoint = Checkpoint::open(fixture(GetParam().fixture));
    Architecture architecture = architectureOf(checkpoint);
    ModelConfig config = readConfig(architecture, checkpoint);
    Weights weights{compute, checkpoint, architecture, config, 1U << 30};
    Matrix input;  // of the block

    /// The first layer without its MLP; x is what comes out of it.
    std::shared_ptr<const LayerTrace> runBlock(const std::vector<Edit>& edits, Matrix& x) {
        config.plans[0].mlp = false;
        Trace trace;
        trace.spec = someIds();
        trace.spec.edits = edits;
        trace.tokens = Model::load(checkpoint, compute)->tokens(trace.spec.input);
        const Forward forward(compute, config, weights, trace, {.values = true});
        x = input = forward.embed();
        forward.runLayer(0, x, {});
        return trace.layers[0];
    }

    Doubles tensor(const std::string& name) const { return checkpoint.find(name)->toMatrix().cast<double>(); }

    /// What one head adds to the layer's output.
    Doubles contribution(const LayerTrace& layer, int head) const {
        const Index width = layer.headDim;
        const auto part = [&](const Matrix& all, int at) {
            return Matrix(all.middleCols(at * width, width));
        };
        const int kvHead = layer.kvHead(head);
        const auto rows = test::slowWeights(part(layer.q, head), part(layer.k, kvHead), layer.rulesOf(head));
        const Doubles v = part(layer.v, kvHead).cast<double>();
        Doubles z = Doubles::Zero(layer.queries(), width);
        for (Index i = 0; i < z.rows(); ++i) {
            for (Index j = 0; j < v.rows(); ++j)
                z.row(i) += rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] * v.row(j);
        }
        const Doubles out = tensor(std::string(GetParam().out) + ".weight");
        if (GetParam().inputsFirst) return z * out.middleRows(head * width, width);
        return z * out.middleCols(head * width, width).transpose();
    }

    /// The block's output from that of all heads together.
    Doubles blockOutput(const Doubles& heads) const {
        Doubles sum = heads;
        if (const TensorView* bias = checkpoint.find(std::string(GetParam().out) + ".bias"))
            sum.rowwise() += bias->toMatrix().reshaped().cast<double>().transpose();
        sum = input.cast<double>() + static_cast<double>(config.residualScale) * sum;
        if (GetParam().norm == nullptr) return sum;
        const std::string norm = GetParam().norm;
        for (Index i = 0; i < sum.rows(); ++i) {
            sum.row(i).array() -= sum.row(i).mean();
            sum.row(i) /= std::sqrt(sum.row(i).squaredNorm() / static_cast<double>(sum.cols()) +
                                    static_cast<double>(config.normEpsilon));
            sum.row(i).array() *= tensor(norm + ".weight").reshaped().transpose().array();
            sum.row(i) += tensor(norm + ".bias").reshaped().transpose();
        }
        return sum;
    }
};

TEST_P(GatedBlock, IsTheBlockWithThatHeadsContributionMultiplied) {
    Matrix x;
    const auto layer = runBlock({}, x);
    std::vector<Doubles> heads;
    Doubles all = Doubles::Zero(x.rows(), x.cols());
    for (int head = 0; head < layer->heads; ++head) all += heads.emplace_back(contribution(*layer, head));
    EXPECT_LT((blockOutput(all) - x.cast<double>()).cwiseAbs().maxCoeff(), 1e-5);
    for (int head = 0; head < layer->heads; ++head) {
        const Doubles& one = heads[static_cast<std::size_t>(head)];
        for (const float value : {0.0F, 0.25F, 2.0F}) {
            runBlock({gate(0, head, value)}, x);
            const Doubles expected = blockOutput(all + (static_cast<double>(value) - 1) * one);
            EXPECT_LT((expected - x.cast<double>()).cwiseAbs().maxCoeff(), 1e-5) << head << " gate " << value;
        }
        EXPECT_GT(one.cwiseAbs().maxCoeff(), 1e-2) << head << " adds too little to show a fault";
    }
}

INSTANTIATE_TEST_SUITE_P(All, GatedBlock,
                         ::testing::Values(Block{"bert", "bert.encoder.layer.0.attention.output.dense", false,
                                                 "bert.encoder.layer.0.attention.output.LayerNorm"},
                                           Block{"gpt2", "transformer.h.0.attn.c_proj", true},
                                           Block{"llama", "model.layers.0.self_attn.o_proj"},
                                           Block{"mistral", "model.layers.0.self_attn.o_proj"},
                                           Block{"granite", "model.layers.0.self_attn.o_proj"},
                                           Block{"gpt_oss", "model.layers.0.self_attn.o_proj"},
                                           Block{"gptj", "transformer.h.0.attn.out_proj"},
                                           Block{"bloom", "transformer.h.0.self_attention.dense"},
                                           Block{"falcon", "transformer.h.0.self_attention.dense"},
                                           Block{"falcon_grouped", "transformer.h.0.self_attention.dense"}),
                         [](const auto& one) { return std::string(one.param.fixture); });

class Gates : public ::testing::Test {
protected:
    Executor executor{2};
    ModelPtr load(const std::string& name) {
        return Model::load(Checkpoint::open(fixture(name)), {executor, baseKernels()});
    }
};

class GatesOf : public Gates, public ::testing::WithParamInterface<const char*> {};

TEST_P(GatesOf, AllHeadsAtOneChangeNotOneBit) {
    const ModelPtr model = load(GetParam());
    RunSpec spec = someIds();
    const TracePtr plain = model->run(spec);
    for (const HeadId head : plain->headIds()) spec.edits.emplace_back(HeadGate{head, 1.0F});
    const TracePtr gated = model->run(spec);
    EXPECT_EQ(gated->lastHidden, plain->lastHidden);
    EXPECT_EQ(gated->layers[1]->q, plain->layers[1]->q);
}

TEST_P(GatesOf, ARunGoesOnFromTheLayerThatChanges) {
    const ModelPtr model = load(GetParam());
    const KeepOptions keep{.values = true, .hidden = true};
    RunSpec spec = someIds();
    const TracePtr base = model->run(spec, keep);
    const int layers = base->layerCount();
    for (int layer = 0; layer < layers; ++layer) {
        spec.edits = {gate(layer, 0, 0.5F)};
        const TracePtr whole = model->run(spec, keep);
        const TracePtr shared = model->run(spec, keep, {}, base);
        EXPECT_EQ(shared->lastHidden, whole->lastHidden) << layer;
        ASSERT_EQ(shared->layers.size(), whole->layers.size());
        ASSERT_EQ(shared->hidden.size(), whole->hidden.size());
        for (int l = 0; l < layers; ++l) {
            const auto at = static_cast<std::size_t>(l);
            EXPECT_EQ(shared->layers[at] == base->layers[at], l < layer) << layer << ' ' << l;
            EXPECT_EQ(shared->layers[at]->q, whole->layers[at]->q) << layer << ' ' << l;
            EXPECT_EQ(*shared->hidden[at], *whole->hidden[at]) << layer << ' ' << l;
        }
        EXPECT_EQ(shared->spec, spec);
    }
}

INSTANTIATE_TEST_SUITE_P(Families, GatesOf,
                         ::testing::Values("bert", "gpt2", "llama", "gptj", "falcon_grouped", "gemma2",
                                           "longformer", "deberta_v3", "albert_groups", "opt_post_norm"),
                         [](const auto& one) { return std::string(one.param); });

TEST_F(Gates, LessIsSharedWhereTheOtherRunHasNot) {
    const ModelPtr model = load("gpt2");
    RunSpec spec = someIds();
    const TracePtr bare = model->run(spec);
    const TracePtr hidden = model->run(spec, {.hidden = true});
    spec.edits = {gate(2, 0, 0.0F)};
    const auto shares = [&](const TracePtr& base, const RunSpec& wanted, KeepOptions keep) {
        const TracePtr again = model->run(wanted, keep, {}, base);
        EXPECT_EQ(again->lastHidden, model->run(wanted)->lastHidden);
        EXPECT_EQ(again->hidden.size(), keep.hidden ? 4U : 0U);
        EXPECT_EQ(again->layers[2]->v.size() > 0, keep.values);
        return again->layers[1] == base->layers[1];
    };
    EXPECT_FALSE(shares(bare, spec, {}));
    EXPECT_TRUE(shares(hidden, spec, {}));
    EXPECT_TRUE(shares(hidden, spec, {.hidden = true}));
    EXPECT_FALSE(shares(hidden, spec, {.values = true}));
    spec.input.ids[3] += 1;
    EXPECT_FALSE(shares(hidden, spec, {}));
}

TEST_F(Gates, GatesThatNoModelCanFollowAreRefused) {
    const ModelPtr model = load("gpt2");
    const auto refused = [&](ErrorCode code, const std::vector<Edit>& edits) {
        RunSpec spec = someIds();
        spec.edits = edits;
        return std::string(test::expectError(code, [&] { model->run(spec); }).what());
    };
    EXPECT_EQ(refused(ErrorCode::NoSuchHead, {gate(3, 0, 0)}),
              "There is no head 3.0: the model has the layers 0 to 2.");
    EXPECT_EQ(refused(ErrorCode::NoSuchHead, {gate(1, 3, 0)}),
              "There is no head 1.3: layer 1 has the heads 0 to 2.");
    EXPECT_EQ(refused(ErrorCode::NoSuchHead, {HeadGate{{AttentionKind::Cross, 0, 0}, 0}}),
              "There is no head 0.0: the model has heads of the kind self only.");
    EXPECT_EQ(refused(ErrorCode::GateInvalid, {gate(1, 2, 2.5F)}),
              "The gate of head 1.2 is 2.5, but a gate lies between 0, which removes the head, and 2.");
    refused(ErrorCode::GateInvalid, {gate(1, 2, -0.1F)});
    refused(ErrorCode::GateInvalid, {gate(1, 2, std::numeric_limits<float>::quiet_NaN())});
    EXPECT_EQ(refused(ErrorCode::GateTwice, {gate(1, 2, 0), gate(0, 2, 0), gate(1, 2, 1)}),
              "Head 1.2 has two gates. Give it one.");
}

TEST_F(Gates, AreWrittenAsTheyAreRead) {
    EXPECT_EQ(gateNamed("4.11=0"), gate(4, 11, 0));
    EXPECT_EQ(gateNamed("0.3=1.25"), gate(0, 3, 1.25F));
    EXPECT_EQ(editsText({gate(4, 11, 0), gate(0, 3, 1.25F)}), "4.11=0,0.3=1.25");
    EXPECT_EQ(editsText({}), "");
    for (const char* text :
         {"", "=", "4.11", "4.11=", "4=0", "4.11=x", "4.11=0 ", "4.-1=0", "4.11=0=1", ".=0"})
        EXPECT_FALSE(gateNamed(text)) << text;
}

}  // namespace
}  // namespace headscope::core
