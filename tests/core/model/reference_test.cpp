// SPDX-License-Identifier: GPL-3.0-or-later
// Every fixture of tests/data/models against what transformers computed from it (tests/reference/make_models.py).
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "core/checkpoint/safetensors.h"
#include "core/model/model.h"
#include "core/trace/pattern_source.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(HEADSCOPE_TEST_DATA) / "models";
constexpr double bar = 5e-5;

std::vector<std::string> fixtureNames() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (fs::exists(entry.path() / "expected.safetensors")) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

// Truth by name; each tensor must be asked for, so that no dump goes unchecked.
class Expected {
public:
    explicit Expected(const std::string& name) {
        for (TensorView& view : readSafetensorsOf(name)) m_views.emplace(view.name, view);
    }
    const TensorView* find(const std::string& name) {
        m_asked.insert(name);
        const auto found = m_views.find(name);
        return found == m_views.end() ? nullptr : &found->second;
    }
    std::vector<std::string> neverAsked() const {
        std::vector<std::string> names;
        for (const auto& [name, view] : m_views) {
            if (!m_asked.contains(name)) names.push_back(name);
        }
        return names;
    }

private:
    static std::vector<TensorView> readSafetensorsOf(const std::string& name);
    std::map<std::string, TensorView> m_views;
    std::set<std::string> m_asked;
};

std::vector<TensorView> Expected::readSafetensorsOf(const std::string& name) {
    return readSafetensors(MappedFile::open(folder / name / "expected.safetensors"));
}

std::vector<std::int32_t> integers(const TensorView* view) {
    std::vector<std::int32_t> out;
    if (!view) return out;
    for (const std::int64_t value : view->toIntegers()) out.push_back(static_cast<std::int32_t>(value));
    return out;
}

// Heads below each other: [heads · rows, width], as the dumps have them.
Matrix headsBelowEachOther(const Matrix& x, Index headDim) {
    const Index heads = x.cols() / headDim;
    Matrix out(heads * x.rows(), headDim);
    for (Index head = 0; head < heads; ++head) out.middleRows(head * x.rows(), x.rows()) = x.middleCols(head * headDim, headDim);
    return out;
}

void expectNear(const Matrix& ours, const TensorView* truth, double limit, const std::string& what) {
    ASSERT_NE(truth, nullptr) << what << " is not in the dump";
    const std::vector<float> values = truth->toFloats();
    ASSERT_EQ(static_cast<std::size_t>(ours.size()), values.size()) << what;
    const Eigen::Map<const Eigen::ArrayXf> reference(values.data(), ours.size());
    const Eigen::Map<const Eigen::ArrayXf> mine(ours.data(), ours.size());
    ASSERT_TRUE(mine.isFinite().all()) << what;
    EXPECT_LT(static_cast<double>((mine - reference).abs().maxCoeff()), limit) << what;
}

// Hidden states and the like are known to a share of their size.
double limitFor(const TensorView* truth) {
    double largest = 1;
    if (truth) {
        for (const float value : truth->toFloats()) largest = std::max(largest, std::abs(static_cast<double>(value)));
    }
    return bar * largest;
}

class Fixture : public ::testing::TestWithParam<std::string> {
protected:
    Executor executor{2};
    Compute compute{executor, baseKernels()};
    ModelPtr model = Model::load(Checkpoint::open(folder / GetParam()), compute);
    Expected expected{GetParam()};

    TracePtr run() {
        RunSpec spec;
        spec.input.ids = integers(expected.find("ids"));
        spec.input.typeIds = integers(expected.find("type_ids"));
        return model->run(spec, {.values = true, .hidden = true});
    }

    void compareLayer(const Trace& trace, int layer) {
        const LayerTrace& traced = *trace.layers[static_cast<std::size_t>(layer)];
        const std::string suffix = '_' + std::to_string(layer);
        Matrix patterns(traced.heads * traced.queries(), traced.keys());
        for (int head = 0; head < traced.heads; ++head) {
            const auto pattern = headPattern(std::make_shared<Trace>(trace), {AttentionKind::Self, layer, head}, compute.kernels);
            patterns.middleRows(head * traced.queries(), traced.queries()) = pattern->all();
        }
        expectNear(patterns, expected.find("attention" + suffix), bar, "attention" + suffix);
        for (const auto& [name, matrix] : {std::pair{"q", &traced.q}, {"k", &traced.k}, {"v", &traced.v}}) {
            const TensorView* truth = expected.find(name + suffix);
            expectNear(headsBelowEachOther(*matrix, traced.headDim), truth, limitFor(truth), name + suffix);
        }
    }

    void compareLogits(const Trace& trace) {
        const TensorView* truth = expected.find("logits");
        if (model->outputs().empty()) {
            EXPECT_EQ(truth, nullptr) << "the model has an output head that was not found";
            return;
        }
        std::vector<Index> all(static_cast<std::size_t>(trace.length()));
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
        expectNear(model->logits(trace, model->outputs().front().id, all), truth, limitFor(truth), "logits");
    }
};

TEST_P(Fixture, EqualsTransformers) {
    const TracePtr trace = run();
    for (int layer = 0; layer < trace->layerCount(); ++layer) compareLayer(*trace, layer);
    ASSERT_EQ(trace->hidden.size(), static_cast<std::size_t>(trace->layerCount()) + 1);
    for (std::size_t i = 0; i < trace->hidden.size(); ++i) {
        const TensorView* truth = expected.find("hidden_" + std::to_string(i));
        expectNear(trace->hidden[i], truth, limitFor(truth), "hidden_" + std::to_string(i));
    }
    compareLogits(*trace);
    EXPECT_TRUE(expected.neverAsked().empty()) << expected.neverAsked().front() << " is in the dump but was not compared";
}

TEST_P(Fixture, UsesEveryTensorThatIsAWeight) {
    EXPECT_TRUE(model->tensorReport().unexpected.empty()) << model->tensorReport().unexpected.front();
}

INSTANTIATE_TEST_SUITE_P(All, Fixture, ::testing::ValuesIn(fixtureNames()), [](const auto& one) { return one.param; });

TEST(Fixtures, EveryModelTypeHasOne) {
    std::set<std::string> covered;
    for (const std::string& name : fixtureNames()) {
        covered.insert(Checkpoint::open(folder / name).config().stringOr("model_type", ""));
    }
    for (const ArchitectureInfo& row : supportedArchitectures()) {
        for (const std::string& type : row.modelTypes) EXPECT_TRUE(covered.contains(type)) << type << " has no fixture";
    }
}

}  // namespace
}  // namespace headscope::core
