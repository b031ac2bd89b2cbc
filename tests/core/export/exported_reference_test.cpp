// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/analysis/parity.h"
#include "core/export/data_formats.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

// What one computer exports, another can verify its model against.
TEST(ExportedNumbers, AreReferenceValues) {
    Executor executor(2);
    const test::TemporaryFolder folder;
    const auto place = std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / "bert";
    const ModelPtr model = Model::load(Checkpoint::open(place), {executor, baseKernels()});
    RunSpec spec;
    spec.input.ids = {2, 7, 9, 3};
    const TracePtr trace = model->run(spec, {.values = true, .hidden = true});
    writeNumbers(folder.path() / "numbers.npz",
                 numbersOf({model, trace, trace->headIds(), true, true, true, true, true}, {}));
    const auto references = readReferenceValues(folder.path());
    ASSERT_EQ(references.size(), 1u);
    const auto results = parity(*model, references[0], {});
    EXPECT_EQ(results.size(), references[0].arrays.size() - 1);
    for (const CheckResult& result : results) {
        EXPECT_TRUE(result.passed) << result.name;
        EXPECT_LE(result.value.value_or(1), 1e-7) << result.name << ' ' << result.detail.english();
    }
}

}  // namespace
}  // namespace headscope::core
