// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ui/figures/flow_figure.h"

namespace headscope::ui {

/// Which places are shown and how many are not; empty where all are.
QString windowNote(const FlowData& data);

/// What the reader looks at: lines of a query, of a key or of a head keep their strength, others fade.
struct FlowFocus {
    std::optional<core::Index> query;
    std::optional<core::Index> key;
    std::optional<int> head;  ///< index into FlowData::heads

    static constexpr double faded = 0.12;  ///< of their strength, for lines that are not meant

    bool isNull() const { return !query && !key && !head; }
    bool contains(const FlowLine& line) const;
    bool holds(const GoldCell& link) const;
    /// The one line of a picked pair.
    bool isPair(const FlowLine& line) const {
        return query && key && line.query == *query && line.key == *key;
    }
};
/// The pointer goes before what is pinned.
FlowFocus flowFocus(const FlowData& data, const FlowLook& look);

/// Colour of a line with its constant opacity: that of its head's type, or of differences, whether there is
/// more in B or less; the more heads, the more transparent.
QColor lineColour(const FlowData& data, const FlowLine& line, const Theme& theme);
/// Opaque, for the line of a picked pair: the accent, or of differences their own colour.
QColor pairColour(const FlowData& data, const FlowLine& line, const Theme& theme);
/// Colours in use and what they stand for; nothing for the weights of a single head.
std::vector<std::pair<QColor, QString>> lineColourMeanings(const FlowData& data, const Theme& theme);
/// How many lines there are and how much of the weight or change they draw; of A and B beside each other
/// both.
QString drawnText(const std::vector<FlowDataPtr>& panels);
/// How a picture of lines is read, and drawnText().
QString linesNote(const QString& direction, const std::vector<FlowDataPtr>& panels);
/// What the width of a line stands for.
QString lineWidthMeaning(const FlowData& data);

/// Room for the line about gold data; 0 without.
double goldLegendHeight(const FlowData& data);
/// The links that gold data asks for with an end in the window; `pathOf` one, whose words may have several
/// places each.
void paintGoldLinks(QPainter& painter, const FlowData& data, const FlowLook& look,
                    const std::function<QPainterPath(const core::CellRect&)>& pathOf);

}  // namespace headscope::ui
