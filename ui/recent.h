// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/trace/run_spec.h"

namespace headscope::ui {

/// A run that was shown before.
struct RecentRun {
    QString model;  ///< an absolute path or "example:NAME"
    core::Input input;
    bool operator==(const RecentRun&) const = default;
};

inline constexpr std::size_t recentRunsKept = 8;

/// Newest first, one per model. Kept in the settings, so it survives the program.
std::vector<RecentRun> recentRuns();
/// Puts `run` first, with the absolute path of its model, and forgets an older one of the same model.
void rememberRun(const RecentRun& run);

/// The last part of a path, or the name of an example: what a person calls the model.
QString modelTitle(const QString& model);

}  // namespace headscope::ui
