// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/run_spec.h"

namespace headscope::core {

/// Limits on both sides, themselves allowed.
struct Bounds {
    double low = 0;
    double high = 0;
};

/// What a head must do in one text.
struct Case {
    std::string file;  ///< that it stands in; empty: none
    std::string name;
    Input input;
    std::optional<HeadId> head;  ///< nothing: some head has to, no matter which
    /// Words as findWord() reads them. A case with `from` and `to` is about the weight of that link, averaged
    /// over the pieces of `from` and added over those of `to`, which may be several words, such as all that a
    /// negation denies; one without is about entropy.
    std::optional<std::string> from;
    std::vector<std::string> to;
    std::vector<std::string> strongerThan;  ///< the weight must be above that from `from` to each of these
    std::optional<double> minimum;          ///< the weight must be at least this
    std::optional<Bounds> entropy;          ///< in nats: of the row of `from`, or the mean over all rows
    /// A number that was measured before, the weight where there is a link and else the entropy, with how far
    /// it may have moved.
    std::optional<Bounds> unchanged;
    std::string group;     ///< cases of one group are variants of one text that have to be right together
    std::string relation;  ///< what kind of link it is, which heads are compared by; may be empty
};

struct CaseFile {
    std::string name;   ///< what errors call it
    std::string model;  ///< what to open, relative to the file's folder where it lies there; may be empty
    std::vector<Case> cases;
};

/// Reads {"model": …, "cases": [{"name", "text", "pair", "head", "from", "to", "stronger_than", "minimum",
/// "entropy", "unchanged", "group", "relation"}]}. Throws Error(BadArgument) naming the file and the case for
/// what is missing, unknown or does not fit together, and what opening and Json::parse() throw.
CaseFile readCases(const std::filesystem::path& path);
/// The same for a text that is there. `name` is how errors call it; models lie where they say.
CaseFile casesIn(std::string_view text, const std::string& name);

}  // namespace headscope::core
