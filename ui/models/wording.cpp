// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/language.h"

namespace headscope::ui {

namespace {

int decimals(core::Unit unit) {
    switch (unit) {
        case core::Unit::Nats:
        case core::Unit::Share:
        case core::Unit::Ratio:
        case core::Unit::Norm:
            return 2;
        case core::Unit::Tokens:
            return 1;
    }
    return 2;
}

/// A sentence with %1 for the share, translation context "HeadType".
const char* evidenceTemplate(core::HeadType type) {
    switch (type) {
        case core::HeadType::Content:
            return QT_TRANSLATE_NOOP("HeadType", "No simple pattern: the weight follows what the tokens are");
        case core::HeadType::Previous:
            return QT_TRANSLATE_NOOP("HeadType", "%1 of the weight goes to the previous token");
        case core::HeadType::Next:
            return QT_TRANSLATE_NOOP("HeadType", "%1 of the weight goes to the next token");
        case core::HeadType::Self:
            return QT_TRANSLATE_NOOP("HeadType", "%1 of the weight stays on the token itself");
        case core::HeadType::Sink:
            return QT_TRANSLATE_NOOP("HeadType", "Special tokens receive %1 of the weight");
        case core::HeadType::Local:
            return QT_TRANSLATE_NOOP("HeadType", "%1 of the weight stays within two tokens");
        case core::HeadType::Broad:
            return QT_TRANSLATE_NOOP("HeadType", "The entropy is %1 of its maximum: nearly even weights");
    }
    return "";
}

/// Names that would make a column of four-digit numbers twice as wide; other metrics keep theirs.
struct ShortName {
    std::string_view id;
    const char* name;
};
constexpr ShortName shortNames[] = {
    {"relative_entropy", QT_TRANSLATE_NOOP("Metric", "Rel.")},
    {"distance", QT_TRANSLATE_NOOP("Metric", "Dist.")},
};

}  // namespace

QString headTitle(core::HeadId head) {
    return QCoreApplication::translate("View", "Layer %1 · Head %2").arg(head.layer).arg(head.head);
}

QString numberText(double value, int decimals) {
    return QLocale().toString(value, 'f', decimals);
}

QString signedText(double value, int decimals) {
    const QString text = numberText(std::abs(value), decimals);
    if (text == numberText(0, decimals)) return text;
    return QChar(value < 0 ? 0x2212 : u'+') + text;
}

std::span<const core::Metric> headMetrics() {
    constexpr std::size_t columns = 5;
    return core::metrics().first(columns);
}

QString metricText(const core::Metric& metric, std::optional<double> value) {
    return value ? numberText(*value, decimals(metric.unit)) : QStringLiteral("–");
}

QString metricChangeText(const core::Metric& metric, std::optional<double> change) {
    return change ? signedText(*change, decimals(metric.unit)) : QStringLiteral("–");
}

QString metricName(const core::Metric& metric) {
    return translated("Metric", metric.name);
}

QString metricShortName(const core::Metric& metric) {
    const auto found = std::find_if(std::begin(shortNames), std::end(shortNames),
                                    [&](const ShortName& each) { return each.id == metric.id; });
    return found == std::end(shortNames) ? metricName(metric)
                                         : QCoreApplication::translate("Metric", found->name);
}

QString metricDefinition(const core::Metric& metric) {
    const QString unit = unitText(metric.unit);
    const QString definition = translated("Metric", metric.definition);
    return unit.isEmpty() ? definition : QStringLiteral("%1 (%2)").arg(definition, unit);
}

QString headTypeText(core::HeadType type) {
    return translated("HeadType", core::headTypeName(type));
}

QString evidenceText(const core::HeadTypeEvidence& evidence) {
    const QString sentence = QCoreApplication::translate("HeadType", evidenceTemplate(evidence.type));
    return sentence.contains(QLatin1String("%1")) ? sentence.arg(percentText(evidence.share)) : sentence;
}

QString percentText(double share) {
    return QCoreApplication::translate("View", "%1 %").arg(numberText(100 * share, 0));
}

}  // namespace headscope::ui
