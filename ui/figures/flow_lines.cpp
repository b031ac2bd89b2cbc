// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/flow_lines.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QStringList>
#include <algorithm>
#include <string>

#include "ui/figures/beside.h"
#include "ui/figures/colour_scale.h"

namespace headscope::ui {

namespace {

/// Where on the scale of differences the colours of lines stand: near its ends, which are darker than lines
/// should be.
constexpr double lineTone = 0.8;

QString typeText(core::HeadType type) {
    return QCoreApplication::translate("HeadType", std::string(core::headTypeName(type)).c_str());
}

}  // namespace

QString windowNote(const FlowData& data) {
    const core::Index all = std::max(data.queries.size(), data.keys.size());
    const core::Index shown = data.window.count;
    if (shown >= all) return {};
    const QString text = data.words
                             ? QCoreApplication::translate("Figure", "words %1 to %2 of %3, %4 hidden")
                             : QCoreApplication::translate("Figure", "tokens %1 to %2 of %3, %4 hidden");
    return text.arg(data.window.first).arg(data.window.first + shown - 1).arg(all).arg(all - shown);
}

bool FlowFocus::contains(const FlowLine& line) const {
    if (head && line.head != *head) return false;
    if (query) return line.query == *query;
    return !key || line.key == *key;
}

namespace {

bool isIn(core::Index first, core::Index count, core::Index place) {
    return place >= first && place < first + count;
}

}  // namespace

bool FlowFocus::holds(const GoldCell& link) const {
    const core::CellRect& at = link.cells;
    if (query) return isIn(at.row, at.rows, *query);
    return !key || isIn(at.column, at.columns, *key);
}

FlowFocus flowFocus(const FlowData& data, const FlowLook& look) {
    FlowFocus focus;
    focus.query = data.queries.place(look.hover.query);
    focus.key = data.keys.place(look.hover.key);
    if (!focus.query && !focus.key) {
        focus.query = data.queries.place(look.selection.query);
        focus.key = data.keys.place(look.selection.key);
    }
    for (std::size_t i = 0; i < data.heads.size(); ++i)
        if (look.hoveredHead == data.heads[i].head) focus.head = static_cast<int>(i);
    return focus;
}

namespace {

QColor differenceColour(bool less, const Theme& theme) {
    return QColor::fromRgb(differenceTable(theme.dark)[differenceIndex(less ? -lineTone : lineTone)]);
}

}  // namespace

QColor lineColour(const FlowData& data, const FlowLine& line, const Theme& theme) {
    QColor colour = data.difference ? differenceColour(line.less, theme)
                                    : theme.headColour(data.heads[static_cast<std::size_t>(line.head)].type);
    const auto others = static_cast<float>(data.heads.size() - 1);
    colour.setAlphaF(0.5F + 0.32F / (1 + 0.25F * others));
    return colour;
}

QColor pairColour(const FlowData& data, const FlowLine& line, const Theme& theme) {
    return data.difference ? differenceColour(line.less, theme) : theme.accent;
}

std::vector<std::pair<QColor, QString>> lineColourMeanings(const FlowData& data, const Theme& theme) {
    std::vector<std::pair<QColor, QString>> meanings;
    if (data.difference) {
        meanings.emplace_back(differenceColour(false, theme),
                              QCoreApplication::translate("Figure", "more in B"));
        meanings.emplace_back(differenceColour(true, theme),
                              QCoreApplication::translate("Figure", "less in B"));
        return meanings;
    }
    if (data.heads.size() < 2) return meanings;
    std::vector<core::HeadType> seen;
    for (const FlowHead& head : data.heads) {
        if (std::find(seen.begin(), seen.end(), head.type) != seen.end()) continue;
        seen.push_back(head.type);
        meanings.emplace_back(theme.headColour(head.type), typeText(head.type));
    }
    return meanings;
}

namespace {

QString drawnOf(const FlowData& data) {
    if (data.totalWeight <= 0) return {};
    const auto percent = [&](double weight) {
        return QCoreApplication::translate("Figure", "%1 %")
            .arg(QLocale().toString(100 * weight / data.totalWeight, 'f', 0));
    };
    const int lines = static_cast<int>(data.lines.size());
    QString text =
        (data.difference
             ? QCoreApplication::translate("Figure", "%n line(s): %1 of the change", nullptr, lines)
             : QCoreApplication::translate("Figure", "%n line(s): %1 of the weight", nullptr, lines))
            .arg(percent(data.drawnWeight));
    if (data.mutedWeight > 0)
        text += QCoreApplication::translate("Figure", ", %1 muted with special tokens")
                    .arg(percent(data.mutedWeight));
    return text;
}

}  // namespace

QString drawnText(const std::vector<FlowDataPtr>& panels) {
    QStringList parts;
    for (const FlowDataPtr& data : panels)
        parts << (data->side ? QStringLiteral("%1: %2").arg(sideName(*data->side), drawnOf(*data))
                             : drawnOf(*data));
    return parts.join(QStringLiteral("   "));
}

QString linesNote(const QString& direction, const std::vector<FlowDataPtr>& panels) {
    const QString drawn = drawnText(panels);
    return drawn.isEmpty() ? direction : QStringLiteral("%1 · %2").arg(direction, drawn);
}

double goldLegendHeight(const FlowData& data) {
    return data.gold ? GoldOverlay::legendHeight : 0;
}

void paintGoldLinks(QPainter& painter, const FlowData& data, const FlowLook& look,
                    const std::function<QPainterPath(const core::CellRect&)>& pathOf) {
    if (!data.gold) return;
    const FlowFocus focus = flowFocus(data, look);
    const TokenWindow& window = data.window;
    const auto shown = [&window](core::Index first, core::Index count) {
        return first < window.first + window.count && first + count > window.first;
    };
    painter.save();
    for (const GoldCell& link : data.gold->cells) {
        const core::CellRect& at = link.cells;
        if (!shown(at.row, at.rows) && !shown(at.column, at.columns)) continue;
        painter.setOpacity(focus.holds(link) ? 1 : FlowFocus::faded);
        strokeGold(painter, pathOf(at), link.sure, look.theme);
    }
    painter.restore();
}

QString lineWidthMeaning(const FlowData& data) {
    return data.difference ? QCoreApplication::translate("Figure", "line width: change of weight, B − A")
                           : QCoreApplication::translate("Figure", "line width: attention weight");
}

}  // namespace headscope::ui
