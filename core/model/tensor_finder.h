// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"

namespace headscope::core {

/// Stands for "any size" in an expected shape.
inline constexpr Index anySize = -1;

/// Element `part` of the first axis of a tensor.
TensorView partOf(const TensorView& view, Index part);

/// A name without ".weight" or "_weight".
std::string_view stemOf(std::string_view name) noexcept;

/// The names under which files have what a family calls "….weight" or "….bias".
std::vector<std::string> spellings(std::string_view name);

/// What messages call a tensor that is not there: "lm_head.weight [any, 36]".
std::string wantedTensor(std::string_view name, const std::vector<Index>& shape);

/// Looks tensors up by their role's name, remembers which were used and which were missing, so that loading
/// can stop once with the whole list.
class TensorFinder {
public:
    /// The prefix is the first of `prefixes` under which the first of `anchors` (full names) exists, or else
    /// the next of them, as it is or behind what training and multimodal wrappers put before all names
    /// ("module.", "language_model.").
    TensorFinder(const Checkpoint& checkpoint, const std::vector<std::string_view>& prefixes,
                 const std::vector<std::string>& anchors);

    const std::string& prefix() const noexcept { return m_prefix; }
    const Checkpoint& checkpoint() const noexcept { return m_checkpoint; }

    /// What a look-up finds: a tensor, and what is wrong with it.
    struct Found {
        const TensorView* view = nullptr;  ///< null: absent
        std::optional<Error> problem;      ///< TensorShapeWrong, TensorTypeUnsupported
    };

    /// By name, with the prefix, the wrapper's alone or none, also under the names of old TensorFlow
    /// conversions (gamma, beta) and of parameters without a module. "W_Q[2].weight" is element 2 of the
    /// first axis of W_Q. Checks type and shape, and does not count the tensor as used.
    Found look(std::string_view name, const std::vector<Index>& shape) const;
    /// The same for a tensor that will be read. Null when absent. Throws Error(TensorShapeWrong,
    /// TensorTypeUnsupported).
    const TensorView* find(std::string_view name, const std::vector<Index>& shape);
    /// The same; an absent tensor is noted as missing.
    const TensorView* require(std::string_view name, const std::vector<Index>& shape);
    /// Whether there is such a tensor, whatever its shape.
    bool has(std::string_view name) const;

    void use(const TensorView& view) { m_used.insert(storedName(view)); }
    /// Counts a tensor as known but not read.
    void leave(const TensorView& view) { m_left.insert(storedName(view)); }
    /// The parts of tensors that were found, to be kept as long as they are pointed to.
    std::map<std::string, TensorView, std::less<>> takeParts() noexcept { return std::move(m_parts); }

    /// Error(TensorsMissing) for tensors as wantedTensor() calls them.
    Error lacking(const std::vector<std::string>& names) const;
    /// Throws it for everything that require() did not find.
    void stopIfMissing() const;
    const std::set<std::string>& used() const noexcept { return m_used; }
    const std::set<std::string>& left() const noexcept { return m_left; }

private:
    const TensorView* lookUp(std::string_view name) const;
    const TensorView* lookUpWhole(std::string_view name) const;
    const TensorView* lookUpPart(std::string_view name) const;
    std::string storedName(const TensorView& view) const;

    const Checkpoint& m_checkpoint;
    std::string m_prefix;  // of the wrapper and the family
    std::string m_wrapper;
    std::set<std::string> m_used;
    std::set<std::string> m_left;
    std::vector<std::string> m_missing;
    mutable std::map<std::string, TensorView, std::less<>> m_parts;  // by name, "W_Q[2]"
};

}  // namespace headscope::core
