// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/label_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "ui/language.h"
#include "ui/models/wording.h"

namespace headscope::ui {
namespace {

using core::HeadType;
using core::Label;

/// One row per label: what a narrow column calls it, and whose colour it has. What rests or does nothing is
/// grey like a sink.
struct LabelLook {
    Label label;
    const char* name;  ///< translation context "Label"
    HeadType colour;
};
constexpr LabelLook looks[] = {
    {Label::Sink, QT_TRANSLATE_NOOP("Label", "Sink"), HeadType::Sink},
    {Label::FirstToken, QT_TRANSLATE_NOOP("Label", "First token"), HeadType::Sink},
    {Label::Previous, QT_TRANSLATE_NOOP("Label", "Previous"), HeadType::Previous},
    {Label::Next, QT_TRANSLATE_NOOP("Label", "Next"), HeadType::Next},
    {Label::Self, QT_TRANSLATE_NOOP("Label", "Self"), HeadType::Self},
    {Label::Offset, QT_TRANSLATE_NOOP("Label", "Offset %1"), HeadType::Previous},
    {Label::Broad, QT_TRANSLATE_NOOP("Label", "Broad"), HeadType::Broad},
    {Label::Local, QT_TRANSLATE_NOOP("Label", "Local"), HeadType::Local},
    {Label::Induction, QT_TRANSLATE_NOOP("Label", "Induction"), HeadType::Content},
    {Label::Duplicate, QT_TRANSLATE_NOOP("Label", "Duplicate"), HeadType::Content},
    {Label::Relation, QT_TRANSLATE_NOOP("Label", "Relation"), HeadType::Content},
    {Label::DeadByWeights, QT_TRANSLATE_NOOP("Label", "Dead weights"), HeadType::Sink},
    {Label::DeadByEffect, QT_TRANSLATE_NOOP("Label", "No effect"), HeadType::Sink},
    {Label::Important, QT_TRANSLATE_NOOP("Label", "Important"), HeadType::Content},
};

const LabelLook& lookOf(Label label) noexcept {
    return *std::find_if(std::begin(looks), std::end(looks),
                         [label](const LabelLook& look) { return look.label == label; });
}

/// What the share is of, %1; where it is no share of weight or of cases, translation context "Label".
const char* shareTemplate(Label label) {
    if (label == Label::DeadByWeights) return QT_TRANSLATE_NOOP("Label", "%1 of the layer's median");
    if (label == Label::DeadByEffect || label == Label::Important)
        return QT_TRANSLATE_NOOP("Label", "without it the output changes by %1");
    return "%1";
}

QString text(const char* words) {
    return QCoreApplication::translate("Label", words);
}

/// Two decimals, or as many digits as a small share needs.
QString shareText(double share) {
    constexpr double smallest = 0.01;
    return share == 0 || share >= smallest ? numberText(share, 2) : QLocale().toString(share, 'g', 1);
}

}  // namespace

std::span<const core::HeadLabel> labelsOf(const HeadLabelsPtr& labels, core::HeadId head) {
    if (!labels) return {};
    const auto isOf = [head](const core::HeadLabel& label) { return label.head == head; };
    const auto first = std::find_if(labels->begin(), labels->end(), isOf);
    return {first, std::find_if_not(first, labels->end(), isOf)};
}

QString labelName(Label label) {
    return translated("Label", core::infoOf(label).name);
}

QString labelShortName(const core::HeadLabel& label) {
    const QString name = text(lookOf(label.label).name);
    return label.label == Label::Offset ? name.arg(signedText(std::stod(label.detail), 0)) : name;
}

QString labelEvidence(const core::HeadLabel& label) {
    QStringList parts{text(shareTemplate(label.label)).arg(shareText(label.share))};
    if (label.interval)
        parts << text(QT_TRANSLATE_NOOP("Label", "n %1")).arg(QLocale().toString(label.count));
    if (label.baseline && label.label != Label::DeadByWeights)
        parts << text(QT_TRANSLATE_NOOP("Label", "baseline %1")).arg(shareText(*label.baseline));
    return parts.join(QStringLiteral(" · "));
}

QStringList labelLines(std::span<const core::HeadLabel> labels) {
    QStringList lines;
    for (const core::HeadLabel& label : labels)
        lines << QStringLiteral("%1: %2").arg(labelName(label.label), labelEvidence(label));
    return lines;
}

QString labelText(const core::HeadLabel& label) {
    QString evidence = labelEvidence(label);
    if (label.interval)
        evidence += QStringLiteral(" · ") +
                    text(QT_TRANSLATE_NOOP("Label", "95 % interval %1 – %2"))
                        .arg(numberText(label.interval->low, 2), numberText(label.interval->high, 2));
    QStringList lines{QStringLiteral("%1: %2").arg(labelName(label.label), evidence)};
    if (label.label == Label::Relation)
        lines << text(QT_TRANSLATE_NOOP("Label", "Cases: %1")).arg(QString::fromStdString(label.detail));
    if (label.label == Label::Induction && !label.detail.empty())
        lines << text(QT_TRANSLATE_NOOP("Label", "Copying: the right token's logit rises by %1"))
                     .arg(numberText(QString::fromStdString(label.detail).toDouble(), 2));
    lines << translated("Label", core::infoOf(label.label).definition);
    return lines.join(QLatin1Char('\n'));
}

HeadType colourOf(Label label) noexcept {
    return lookOf(label).colour;
}

}  // namespace headscope::ui
