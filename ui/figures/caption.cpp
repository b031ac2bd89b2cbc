// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/caption.h"

#include <QCoreApplication>
#include <string>

#include "ui/figures/isolated.h"
#include "ui/figures/paint_helpers.h"
#include "ui/figures/token_label.h"

namespace headscope::ui {

namespace {

constexpr double titleHeight = 22;
constexpr double subtitleHeight = 18;
constexpr double spaceBelow = 12;

}  // namespace

double Caption::height() const {
    if (isNull()) return 0;
    const auto lines = subtitle.isEmpty() ? 0 : subtitle.count(QLatin1Char('\n')) + 1;
    return titleHeight + static_cast<double>(lines) * subtitleHeight + spaceBelow;
}

QString wordsRule() {
    return QCoreApplication::translate("Figure", "sum of key, mean of query pieces");
}

QString noteFor(const QString& note, bool words) {
    return words ? note + QStringLiteral("  ·  ") + wordsRule() : note;
}

QString runText(const Run& run) {
    const core::Trace& trace = *run.trace;
    QString text = visibleText(trace.modelName);
    // Before the text, of which a small picture shows the beginning only.
    if (!trace.spec.edits.empty())
        text += QStringLiteral("  ·  ") + QCoreApplication::translate("Figure", "gates %1")
                                              .arg(QString::fromStdString(core::editsText(trace.spec.edits)));
    const int means = static_cast<int>(trace.meanOf.size());
    if (means > 0)
        text += QStringLiteral("  ·  ") +
                QCoreApplication::translate("Figure", "mean over %n text(s)", nullptr, means);
    const core::Input& input = trace.spec.input;
    for (const std::string& part : {input.text, input.pair.value_or(std::string())}) {
        const QString words = QString::fromStdString(part).simplified();
        if (!words.isEmpty()) text += QStringLiteral("  ·  ") + isolated(visibleText(words.toStdString()));
    }
    return text;
}

QString shownText(const Run& run, const ComparedRunsPtr& difference) {
    if (!difference) return runText(run);
    return QStringLiteral("B: %1\nA: %2").arg(runText(*difference->b), runText(*difference->a));
}

Caption besideCaption(const ComparedRuns& runs, const QString& title, const QString& note) {
    return {QStringLiteral("A | B  ·  ") + title, note,
            QStringLiteral("A: %1\nB: %2").arg(runText(*runs.a), runText(*runs.b))};
}

QString headNames(const std::vector<core::HeadId>& heads) {
    QStringList parts;
    for (std::size_t first = 0; first < heads.size();) {
        std::size_t end = first + 1;
        while (end < heads.size() && heads[end].kind == heads[first].kind &&
               heads[end].layer == heads[first].layer &&
               heads[end].head == heads[first].head + static_cast<int>(end - first))
            ++end;
        if (end - first < 3) end = first + 1;
        QString part = QString::fromStdString(core::headName(heads[first]));
        if (end - first > 1)
            part += QStringLiteral("–%1").arg(QString::fromStdString(core::headName(heads[end - 1])));
        parts.append(part);
        first = end;
    }
    return parts.join(QStringLiteral(", "));
}

QString headsTitle(const std::vector<core::HeadId>& heads) {
    if (heads.size() == 1)
        return QCoreApplication::translate("Figure", "Layer %1 · Head %2 (%3)")
            .arg(heads.front().layer)
            .arg(heads.front().head)
            .arg(QString::fromStdString(core::headName(heads.front())));
    return QCoreApplication::translate("Figure", "%1 heads: %2").arg(heads.size()).arg(headNames(heads));
}

QString groupTitle(const core::HeadGroup& group) {
    if (group.heads.size() == 1) return headsTitle(group.heads);
    QString text;
    switch (group.combining) {
        case core::Combining::Mean:
            text = QCoreApplication::translate("Figure", "Mean of %1 heads: %2");
            break;
        case core::Combining::Largest:
            text = QCoreApplication::translate("Figure", "Largest of %1 heads: %2");
            break;
    }
    return text.arg(group.heads.size()).arg(headNames(group.heads));
}

Caption headCaption(const Run& run, const ComparedRunsPtr& difference, const QString& title,
                    const QString& note) {
    Caption caption;
    caption.title = difference ? QStringLiteral("B − A  ·  ") + title : title;
    caption.note = note;
    caption.subtitle = shownText(run, difference);
    return caption;
}

void paintCaption(QPainter& painter, const Caption& caption, const Theme& theme, const QRectF& area) {
    if (caption.isNull()) return;
    const QFont titleFont = theme.textFont(14, true);
    const QFont noteFont = theme.textFont(12);
    QRectF line(area.left(), area.top(), area.width(), titleHeight);
    drawText(painter, caption.title, titleFont, {line, Qt::AlignLeft | Qt::AlignVCenter, theme.ink});
    const double used = textWidth(caption.title, titleFont) + 10;
    if (used < line.width())
        drawText(painter, caption.note, noteFont,
                 {line.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, theme.ink2});
    line.translate(0, titleHeight);
    line.setHeight(subtitleHeight);
    for (const QString& text : caption.subtitle.split(QLatin1Char('\n'))) {
        drawText(painter, text, noteFont, {line, Qt::AlignLeft | Qt::AlignVCenter, theme.ink3});
        line.translate(0, subtitleHeight);
    }
}

}  // namespace headscope::ui
