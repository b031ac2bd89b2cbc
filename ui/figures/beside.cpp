// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/beside.h"

#include <algorithm>
#include <utility>

#include "ui/figures/paint_helpers.h"
#include "ui/figures/run_pattern.h"
#include "ui/figures/theme.h"

namespace headscope::ui {

namespace {

using core::Index;

/// The token positions of every row of a run's patterns.
std::vector<std::vector<Index>> rowsOf(const core::Trace& trace, bool words) {
    if (words) return core::wordPositions(trace.tokens);
    std::vector<std::vector<Index>> rows;
    for (Index position = 0; position < trace.length(); ++position) rows.push_back({position});
    return rows;
}

/// One run's part of a shared axis: the token positions at every place; none where it has no token.
std::vector<std::vector<Index>> positionsAt(const core::SpreadPattern& pattern, const Run& run, bool words) {
    const std::vector<std::vector<Index>> rows = rowsOf(*run.trace, words);
    std::vector<std::vector<Index>> positions;
    for (const Index row : pattern.places())
        positions.push_back(row == core::TokenAlignment::none ? std::vector<Index>()
                                                              : rows[static_cast<std::size_t>(row)]);
    return positions;
}

/// `drawn` and `selected`: the token positions at every place of the run whose pattern is drawn, and of the
/// one in which tokens are selected.
TokenAxis axisOf(const std::vector<core::Token>& tokens, const std::vector<std::vector<Index>>& drawn,
                 const std::vector<std::vector<Index>>& selected) {
    const auto first = [](const std::vector<Index>& all) { return all.empty() ? Index{-1} : all.front(); };
    TokenAxis axis;
    const QFont font = Theme::light().textFont(TokenAxis::fontPixels);
    for (std::size_t place = 0; place < tokens.size(); ++place) {
        TokenLabel label = tokenLabel(tokens[place]);
        label.absent = drawn[place].empty();
        label.width = textWidth(label.text, font);
        axis.widest = std::max(axis.widest, label.width);
        axis.labels.push_back(std::move(label));
        axis.numbers.push_back(first(drawn[place]));
        axis.firstPosition.push_back(first(selected[place]));
        for (const Index position : selected[place]) {
            const auto at = static_cast<std::size_t>(position);
            axis.placeOfPosition.resize(std::max(axis.placeOfPosition.size(), at + 1));
            axis.placeOfPosition[at] = static_cast<Index>(place);
        }
    }
    return axis;
}

}  // namespace

PanelPattern panelOf(core::PatternPtr pattern, const std::vector<core::Token>& tokens) {
    PanelPattern panel;
    panel.queries = makeAxis(pattern->rowTokens(), tokens);
    panel.keys = makeAxis(pattern->columnTokens(), tokens);
    panel.pattern = std::move(pattern);
    return panel;
}

TokenAxis besideAxis(const core::SpreadPattern& drawn, const Run& drawnRun,
                     const core::SpreadPattern& selected, const Run& selectedRun, bool words) {
    return axisOf(drawn.rowTokens(), positionsAt(drawn, drawnRun, words),
                  positionsAt(selected, selectedRun, words));
}

std::vector<PanelPattern> besidePanels(const ComparedRuns& runs, const core::HeadGroup& group, bool words,
                                       Side shown) {
    const core::PatternPair pair = core::groupPair(runs.traces, group, words, kernelsOf(*runs.b));
    if (!pair.a) return {};
    const core::SpreadPattern& selected = shown == Side::A ? *pair.a : *pair.b;
    const Run& selectedRun = shown == Side::A ? *runs.a : *runs.b;
    const auto panel = [&](const std::shared_ptr<const core::SpreadPattern>& pattern, const Run& run,
                           Side side) {
        const TokenAxis axis = besideAxis(*pattern, run, selected, selectedRun, words);
        return PanelPattern{pattern, axis, axis, side, besideText(runs, side)};
    };
    return {panel(pair.a, *runs.a, Side::A), panel(pair.b, *runs.b, Side::B)};
}

std::vector<PanelPattern> panelsOf(const PanelRequest& request) {
    std::vector<PanelPattern> panels;
    if (request.beside)
        panels = besidePanels(*request.beside, request.heads, request.words, request.shown);
    else
        panels.push_back(panelOf(request.pattern, request.run->trace->tokens));
    if (!request.gold) return panels;
    for (PanelPattern& panel : panels) {
        const Run& run = !request.beside         ? *request.run
                         : panel.side == Side::A ? *request.beside->a
                                                 : *request.beside->b;
        panel.gold = goldOverlay(*request.gold, run, request.heads, panel.queries);
    }
    return panels;
}

QString besideText(const ComparedRuns& runs, Side side) {
    const QString text = runText(side == Side::A ? *runs.a : *runs.b);
    const QString model = visibleText(runs.a->trace->modelName);
    const bool same = runs.a->trace->modelName == runs.b->trace->modelName;
    return same && text.startsWith(model) ? text.mid(model.size()).remove(QStringLiteral("  ·  ")) : text;
}

Caption panelCaption(Side side, const QString& runText, const Caption& overBoth) {
    return {sideName(side), overBoth.isNull() ? runText : QString(), {}};
}

QString sideName(Side side) {
    return side == Side::A ? QStringLiteral("A") : QStringLiteral("B");
}

}  // namespace headscope::ui
