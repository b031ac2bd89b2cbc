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

Caption headCaption(const Run& run, const ComparedRunsPtr& difference, core::HeadId head, const QString& note,
                    std::size_t heads) {
    Caption caption;
    caption.title =
        heads > 1 ? QCoreApplication::translate("Figure", "Layer %1 · %2 heads").arg(head.layer).arg(heads)
                  : QCoreApplication::translate("Figure", "Layer %1 · Head %2 (%3)")
                        .arg(head.layer)
                        .arg(head.head)
                        .arg(QString::fromStdString(core::headName(head)));
    if (difference) caption.title = QStringLiteral("B − A  ·  ") + caption.title;
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
