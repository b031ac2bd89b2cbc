// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run_loader.h"

namespace headscope::ui {

/// Where to look first in a run of any model: the strongest link between two tokens that are neither special
/// nor neighbours, among content heads, or among all when there is no content head with such a link. Only
/// each row's strongest key is looked at.
Selection contentOpening(const Run& run);

/// Where to look first in an example: the head that follows the word best in both texts, by the smaller of
/// its weights from → to in `run` and from → contrastTo in a run of the contrast text; without a contrast by
/// the first alone. Throws Error(WordNotFound, WordAmbiguous), and what Model::run throws.
Selection exampleOpening(const Run& run, const ExampleText& example, const core::Progress& progress);

}  // namespace headscope::ui
