// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace headscope::test {

/// Folder of the fixtures: checkpoints with what transformers computed from them.
std::filesystem::path fixtureFolder();
std::vector<std::string> fixtureNames();

/// One comparison: the largest difference, and the one allowed.
struct Difference {
    double value = 0;
    double limit = 5e-5;
    bool within() const { return value <= limit; }
};

/// The dump of one fixture. Remembers what was compared, so that nothing in it goes unchecked.
class Expected {
public:
    explicit Expected(const std::string& fixture);

    core::RunSpec spec();
    /// Everything that was computed against the dump, by tensor name: attention, q, k, v and hidden states of
    /// every layer, and logits; as marks_L the number of cells that are wrongly marked as allowed or not. A
    /// tensor that is missing on one side, or of another size, or not finite, counts as infinitely different.
    std::map<std::string, Difference> compare(const core::Model& model, const core::TracePtr& trace);
    std::vector<std::string> neverAsked() const;

private:
    const core::TensorView* find(const std::string& name);
    Difference differenceOf(const std::string& name, const core::Matrix& ours, bool relative);

    std::map<std::string, core::TensorView> m_views;
    std::set<std::string> m_asked;
};

}  // namespace headscope::test
