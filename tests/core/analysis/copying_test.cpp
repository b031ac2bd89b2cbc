// SPDX-License-Identifier: GPL-3.0-or-later
// Induction heads of a GPT-2 whose weights are written down: they find what followed last time, and make the
// model say it, or its opposite.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/analysis/head_labels.h"
#include "core/analysis/repeated_lists.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/stored_tensors.h"

namespace headscope::core {
namespace {

// The residual stream of the model: which token, which token before, which position.
constexpr Index words = 48;
constexpr Index positions = 32;
constexpr Index before = words;
constexpr Index place = 2 * words;
constexpr Index width = 2 * words + positions;

StoredTensor stored(const Matrix& matrix, bool vector = false) {
    const auto bytes = static_cast<std::size_t>(matrix.size()) * sizeof(float);
    std::vector<Index> shape{matrix.rows(), matrix.cols()};
    if (vector) shape = {matrix.size()};
    return {"F32", shape, std::string(reinterpret_cast<const char*>(matrix.data()), bytes)};
}

/// Ones from (row, column) on along a diagonal.
Matrix diagonal(Index row, Index column, Index count, float value, Index rows = width,
                Index columns = width) {
    Matrix m = Matrix::Zero(rows, columns);
    for (Index i = 0; i < count; ++i) m(row + i, column + i) = value;
    return m;
}

void addLayer(StoredTensors& tensors, int layer, const std::array<Matrix, 3>& qkv, const Matrix& out) {
    const std::string name = "transformer.h." + std::to_string(layer) + '.';
    Matrix fused(width, 3 * width);
    fused << qkv[0], qkv[1], qkv[2];
    const Matrix none = Matrix::Zero(1, width);
    tensors[name + "attn.c_attn.weight"] = stored(fused);
    tensors[name + "attn.c_attn.bias"] = stored(Matrix::Zero(1, 3 * width), true);
    tensors[name + "attn.c_proj.weight"] = stored(out);
    tensors[name + "attn.c_proj.bias"] = stored(none, true);
    for (const char* norm : {"ln_1", "ln_2"}) {
        tensors[name + norm + ".weight"] = stored(Matrix::Ones(1, width), true);
        tensors[name + norm + ".bias"] = stored(none, true);
    }
    tensors[name + "mlp.c_fc.weight"] = stored(Matrix::Zero(width, 1));
    tensors[name + "mlp.c_fc.bias"] = stored(Matrix::Zero(1, 1), true);
    tensors[name + "mlp.c_proj.weight"] = stored(Matrix::Zero(1, width));
    tensors[name + "mlp.c_proj.bias"] = stored(none, true);
}

/// Layer 0 writes down the token before, layer 1 looks for it and adds `says` times the token that it finds
/// there.
Checkpoint inductionModel(float says) {
    constexpr float sharp =
        40;  // of scores, before they are divided by the root of the width and multiplied by norms
    StoredTensors tensors;
    tensors["transformer.wte.weight"] = stored(diagonal(0, 0, words, 1, words, width));
    tensors["transformer.wpe.weight"] = stored(diagonal(0, place, positions, 1, positions, width));
    tensors["transformer.ln_f.weight"] = stored(Matrix::Ones(1, width), true);
    tensors["transformer.ln_f.bias"] = stored(Matrix::Zero(1, width), true);
    addLayer(tensors, 0,
             {diagonal(place, 1, positions - 1, sharp), diagonal(place, 2, positions - 1, 1),
              diagonal(0, 0, words, 0.1F)},
             diagonal(0, before, words, 1));
    addLayer(tensors, 1,
             {diagonal(0, 0, words, sharp), diagonal(before, 0, words, 1), diagonal(0, 0, words, 1)},
             diagonal(0, 0, words, says));
    const std::string config =
        R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_layer": 2, "n_head": 1,
"n_embd": 128, "n_inner": 1, "n_positions": 32, "vocab_size": 48})";
    return Checkpoint::fromFiles(
        "induction", {{"config.json", test::inMemory("config.json", config)},
                      {"model.safetensors", test::inMemory("model.safetensors", safetensorsOf(tensors))}});
}

class CopyingModel : public ::testing::Test {
protected:
    ModelPtr modelThat(float says) { return Model::load(inductionModel(says), {m_executor, baseKernels()}); }
    std::vector<HeadLabel> labelsOf(const Model& model) {
        const Measures measures;
        return headLabels({model, model.compute(), measures, nullptr});
    }
    static const HeadLabel* induction(const std::vector<HeadLabel>& labels) {
        const auto found = std::find_if(labels.begin(), labels.end(), [](const HeadLabel& label) {
            return label.label == Label::Induction;
        });
        return found == labels.end() ? nullptr : &*found;
    }

private:
    Executor m_executor{2};
};

TEST_F(CopyingModel, AHeadThatMakesItsModelRepeatIsAnInductionHead) {
    const ModelPtr model = modelThat(1);
    const std::vector<HeadLabel> labels = labelsOf(*model);
    const HeadLabel* label = induction(labels);
    ASSERT_NE(label, nullptr);
    EXPECT_EQ(headName(label->head), "1.0");
    EXPECT_GT(label->share, 0.9);
    EXPECT_GT(std::stof(label->detail), 1);
}

TEST_F(CopyingModel, OneThatMakesItSayTheOppositeIsNone) {
    const ModelPtr model = modelThat(-1);
    EXPECT_EQ(induction(labelsOf(*model)), nullptr);
    std::vector<Copying> heads{Copying{*headNamed("1.0"), {}}};
    addCopying(*model, repeatedLists(*model).front(), heads);
    EXPECT_LT(*heads.front().logits.mean(), -1);
}

TEST_F(CopyingModel, TheGainIsThatOfLogitsWithAndWithoutTheHead) {
    const ModelPtr model = modelThat(0.5F);
    const RepeatedList list = repeatedLists(*model).front();
    std::vector<Copying> heads{Copying{*headNamed("1.0"), {}}, Copying{*headNamed("0.0"), {}}};
    addCopying(*model, list, heads);
    RunSpec spec;
    spec.input = list.input;
    const auto marginsOf = [&] {
        std::vector<double> margins;
        const TracePtr trace = model->run(spec);
        for (Index row = 0; row + 1 < list.count; ++row) {
            const std::vector<Index> position{list.begin + list.count + row};
            const Matrix logits = model->logits(*trace, "causal-lm", position);
            double others = 0;
            double next = 0;
            for (Index k = 0; k < list.count; ++k) {
                const double logit =
                    static_cast<double>(logits(0, list.input.ids[static_cast<std::size_t>(list.begin + k)]));
                (k == row + 1 ? next : others) += logit;
            }
            margins.push_back(next - others / static_cast<double>(list.count - 1));
        }
        return margins;
    };
    const std::vector<double> with = marginsOf();
    for (const Copying& head : heads) {
        spec.edits = {HeadGate{head.head, 0}};
        const std::vector<double> without = marginsOf();
        double sum = 0;
        for (std::size_t row = 0; row < with.size(); ++row) sum += with[row] - without[row];
        ASSERT_EQ(head.logits.count, static_cast<Index>(with.size()));
        EXPECT_NEAR(*head.logits.mean(), sum / static_cast<double>(with.size()), 1e-5) << headName(head.head);
    }
    EXPECT_GT(*heads.front().logits.mean(), 0.1);
}

TEST_F(CopyingModel, ModelsThatPredictNoNextTokenHaveNoCopying) {
    EXPECT_TRUE(predictsNextTokens(*modelThat(1)));
    Executor executor(1);
    const auto masked = Model::load(Checkpoint::open(std::string(HEADSCOPE_TEST_DATA) + "/models/bert"),
                                    {executor, baseKernels()});
    EXPECT_FALSE(predictsNextTokens(*masked));
}

}  // namespace
}  // namespace headscope::core
