// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/cases.h"
#include "core/analysis/share.h"
#include "core/base/progress.h"
#include "core/model/model.h"

namespace headscope::core {

/// How well somebody links `from` to `to` over many cases.
struct LinkScore {
    /// The largest weight of the row, special tokens included, is on a piece of `to`.
    Share largest;
    /// `to` gets more weight than every word of `stronger_than`; cases without such words do not count.
    Share preferred;
    /// Groups of two cases or more, in all of which the largest weight is right: minimal pairs, where a
    /// constant or a positional habit is right in one half and wrong in the other.
    Share groups;
};

struct HeadScore {
    HeadId head;
    double weight = 0;  ///< mean weight from `from` to `to`
    LinkScore score;
};

/// What a head has to beat, as shares like those of a LinkScore: who does not look at the text ("nearest",
/// "offset -7", "chance"), and what the model itself answers ("model").
struct Baseline {
    std::string name;
    std::optional<double> largest, preferred, groups;
};

struct FindResult {
    std::vector<HeadScore> heads;  ///< best first: by groups, then by the largest weight, then by weight
    std::vector<Baseline> baselines;
    Index cases = 0;
};

/// Ranks all heads over the cases that have a `from` and a `to`; what else the cases ask for is not looked
/// at. Baselines: the nearest of `to` and `stronger_than`; the distance from `from` that is right most often
/// in these very cases (Clark et al. 2019, section 4.2); one of `to` and `stronger_than` by chance; and the
/// model's output "reference", where it has one, at the first piece of `from`. Throws Error(BadArgument)
/// where no case has a link, what CaseRunner throws, and Cancelled.
FindResult findHeads(const Model& model, std::span<const Case> cases, const Progress& progress = {});

}  // namespace headscope::core
