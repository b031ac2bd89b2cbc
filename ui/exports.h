// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "core/base/progress.h"
#include "ui/actions.h"
#include "ui/figures/figure.h"
#include "ui/session.h"

namespace headscope::ui {

/// What an export is made from: copies, so that it may run on a pool thread while the window goes on.
struct ExportState {
    RunPtr run;
    ComparedRunsPtr difference;  ///< B − A is shown, and `run` is its B; null: `run` itself
    Selection selection;
    bool words = false;       ///< tables of links and patterns are about words, as the views are
    Figure figure;            ///< for exports of a picture
    double pictureScale = 2;  ///< device pixels per logical pixel, for PNG
    HeadLabelsPtr labels{};   ///< what the heads of the run are for; null: not known
};

/// What an export shows as a picture.
enum class Pictured { Nothing, BigView, Overview, Chart };

/// One row of the table of exports: a command that asks for a file and writes it.
struct ExportInfo {
    ActionId action;
    Pictured pictured;
    bool ofHead;            ///< of the selected head alone
    std::string_view name;  ///< of the proposed file: "heads"; empty: that of the view
    QString (*filter)();    ///< for the file dialog
    /// Writes the file whole or not at all, in the format of its suffix. Any thread. Throws Error.
    void (*write)(const ExportState& state, const std::filesystem::path& path,
                  const core::Progress& progress);
};
std::span<const ExportInfo> exportTable() noexcept;

/// A name for the file of an export, without suffix, that tells it from others:
/// "bert-base-uncased-4.11-heatmap", with "-B" or "-difference" at its end for run B and B − A. `view` is the
/// id of the big view. Precondition: there is a run.
QString proposedName(const ExportInfo& info, const Session& session, std::string_view view);

/// The pinned row, or the whole pattern where it is small, as tab-separated text for a spreadsheet; empty
/// where neither.
QString numbersAsText(const Session& session);

}  // namespace headscope::ui
