// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/head_change_text.h"

#include <QCoreApplication>

#include "ui/figures/isolated.h"
#include "ui/figures/token_label.h"
#include "ui/models/wording.h"

namespace headscope::ui {

namespace {

constexpr qsizetype mostNamed = 5;

QString words(const char* text) {
    return QCoreApplication::translate("Change", text);
}

QString labelOf(const core::Token& token) {
    return isolated(tokenLabel(token).text);
}

/// "2 only in A (too, tired)"
QString onlyText(const QString& sentence, const QStringList& labels) {
    QString named = QStringList(labels.mid(0, mostNamed)).join(QStringLiteral(", "));
    if (labels.size() > mostNamed) named += QStringLiteral(" …");
    return sentence.arg(labels.size()) + (labels.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(named));
}

std::vector<core::Token> shownTokens(const core::Trace& trace, bool ofWords) {
    return ofWords ? core::wordGroups(trace.tokens, trace.spec.input).words : trace.tokens;
}

}  // namespace

QString changeText(const core::HeadChange& change) {
    return change.largest ? signedText(change.largest->difference(), 2) : QStringLiteral("–");
}

QString changeDefinition() {
    return words(QT_TRANSLATE_NOOP("Change", "Where the weight of a head differs most, B − A"));
}

QStringList changeLines(const core::HeadChange& change, const std::vector<core::Token>& tokens) {
    QStringList lines;
    if (const auto& cell = change.largest) {
        const auto label = [&](core::Index place) {
            return labelOf(tokens[static_cast<std::size_t>(place)]);
        };
        lines << words(QT_TRANSLATE_NOOP("Change", "Most changed: %1 → %2  %3 → %4"))
                     .arg(label(cell->query), label(cell->key), numberText(cell->a, 3),
                          numberText(cell->b, 3));
    }
    if (change.distance)
        lines << words(QT_TRANSLATE_NOOP(
                           "Change",
                           "Distance of the rows %1 (Jensen–Shannon, 0 the same, 1 nothing in common)"))
                     .arg(numberText(*change.distance, 3));
    return lines;
}

QString alignmentText(const ComparedRuns& runs, bool ofWords) {
    const core::TokenAlignment& alignment = *runs.traces.alignment(ofWords);
    const std::vector<core::Token> a = shownTokens(*runs.a->trace, ofWords);
    const std::vector<core::Token> b = shownTokens(*runs.b->trace, ofWords);
    std::vector<bool> met(a.size());
    QStringList onlyA;
    QStringList onlyB;
    for (std::size_t place = 0; place < b.size(); ++place) {
        const core::Index other = alignment.inA[place];
        if (other == core::TokenAlignment::none)
            onlyB << labelOf(b[place]);
        else
            met[static_cast<std::size_t>(other)] = true;
    }
    for (std::size_t place = 0; place < a.size(); ++place)
        if (!met[place]) onlyA << labelOf(a[place]);
    return QStringList{(ofWords ? words(QT_TRANSLATE_NOOP("Change", "B − A: %1 words compared"))
                                : words(QT_TRANSLATE_NOOP("Change", "B − A: %1 tokens compared")))
                           .arg(alignment.matched()),
                       onlyText(words(QT_TRANSLATE_NOOP("Change", "%1 only in A")), onlyA),
                       onlyText(words(QT_TRANSLATE_NOOP("Change", "%1 only in B")), onlyB)}
        .join(QStringLiteral("   "));
}

}  // namespace headscope::ui
