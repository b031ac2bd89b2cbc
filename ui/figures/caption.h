// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

#include "ui/figures/state.h"
#include "ui/figures/theme.h"

class QPainter;

namespace headscope::ui {

/// What stands over a figure: pictures carry it, the window has a bar of its own and leaves it null.
struct Caption {
    QString title;     ///< "Head 4.11"
    QString note;      ///< beside it: "rows attend to columns"
    QString subtitle;  ///< under it, in one line or two: models and texts

    bool isNull() const { return title.isEmpty(); }
    /// Height that paintCaption() needs, with the space below; 0 for none.
    double height() const;
};

/// "2.3, 4.1, 5.0–5.4": heads in order, neighbours of a layer as a range.
QString headNames(const std::vector<core::HeadId>& heads);
/// "Layer 4 · Head 11 (4.11)", or of several "3 heads: 2.3, 4.1, 5.0".
QString headsTitle(const std::vector<core::HeadId>& heads);
/// The same of heads that are shown as one: "Mean of 3 heads: 2.3, 4.1, 5.0".
QString groupTitle(const core::HeadGroup& group);
/// `title`, one of those above; how to read the picture; what shownText() says. `difference` is null for a
/// run alone.
Caption headCaption(const Run& run, const ComparedRunsPtr& difference, const QString& title,
                    const QString& note);
/// The same of A and B beside each other: "A | B  ·  Head 4.11".
Caption besideCaption(const ComparedRuns& runs, const QString& title, const QString& note);
/// How the weight between two words is made of those between their pieces.
QString wordsRule();
/// `note`, with wordsRule() where pieces are merged.
QString noteFor(const QString& note, bool words);
/// Model, text and gates of a run in one line.
QString runText(const Run& run);
/// The same of what is shown: a run, or in two lines both of those whose difference it is.
QString shownText(const Run& run, const ComparedRunsPtr& difference);

/// Paints into the top of `area`; long texts are shortened.
void paintCaption(QPainter& painter, const Caption& caption, const Theme& theme, const QRectF& area);

}  // namespace headscope::ui
