// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/flow_lines.h"

#include <QCoreApplication>
#include <algorithm>
#include <string>

namespace headscope::ui {

namespace {

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

QColor lineColour(const FlowData& data, int head, const Theme& theme) {
    QColor colour = theme.headColour(data.heads[static_cast<std::size_t>(head)].type);
    const auto others = static_cast<float>(data.heads.size() - 1);
    colour.setAlphaF(0.5F + 0.32F / (1 + 0.25F * others));
    return colour;
}

std::vector<std::pair<QColor, QString>> lineColourMeanings(const FlowData& data, const Theme& theme) {
    std::vector<std::pair<QColor, QString>> meanings;
    if (data.heads.size() < 2) return meanings;
    std::vector<core::HeadType> seen;
    for (const FlowHead& head : data.heads) {
        if (std::find(seen.begin(), seen.end(), head.type) != seen.end()) continue;
        seen.push_back(head.type);
        meanings.emplace_back(theme.headColour(head.type), typeText(head.type));
    }
    return meanings;
}

}  // namespace headscope::ui
