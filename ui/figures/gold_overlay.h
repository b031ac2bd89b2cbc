// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "core/analysis/gold_data.h"
#include "core/trace/combined_pattern.h"
#include "ui/figures/grid_mapping.h"
#include "ui/figures/state.h"
#include "ui/figures/theme.h"
#include "ui/figures/token_label.h"

class QPainter;
class QPainterPath;

namespace headscope::ui {

/// Cells between two words that gold data asks for.
struct GoldCell {
    core::CellRect cells;
    QString label;  ///< the relations, "nsubj, obj"
    bool sure = true;
};

/// Gold data over a map, or over the lines, of one text.
struct GoldOverlay {
    static constexpr double legendHeight = 20;

    QString file;  ///< without its folder
    std::vector<GoldCell> cells;
    core::Share right;  ///< words asked that look most at an answer

    /// What is asked for at a cell, "Gold: nsubj"; empty for nothing.
    QString reading(CellPlace place) const;
    /// "dependencies.conllu: 14 of 22 links are the strongest of their word"
    QString summary() const;
};

/// What `gold` asks about the text that `run` read, with the answers of a group of heads; nothing about other
/// texts makes an overlay without cells. `axis` is that of the map. For a job.
GoldOverlay goldOverlay(const core::GoldData& gold, const Run& run, const core::HeadGroup& group,
                        const TokenAxis& axis);

/// Solid where sure, dashed where only possible.
void paintGold(QPainter& painter, const GoldOverlay& gold, const GridMapping& mapping, const Theme& theme);
/// A line or an outline over what else is drawn; solid where sure.
void strokeGold(QPainter& painter, const QPainterPath& path, bool sure, const Theme& theme);
/// How gold data is drawn: as outlines of cells, or as lines between words.
enum class GoldMark { Outline, Line };
void paintGoldLegend(QPainter& painter, const GoldOverlay& gold, GoldMark mark, const Theme& theme,
                     const QRectF& area);

}  // namespace headscope::ui
