// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>

#include "core/analysis/head_type.h"
#include "core/analysis/metrics.h"
#include "ui/figures/head_values.h"

namespace headscope::ui {

/// "Layer 4 · Head 11"
QString headTitle(core::HeadId head);
/// Localised, with as many decimals.
QString numberText(double value, int decimals);
/// The same with its sign: "+0.38", "−0.05"; "0.00" has none.
QString signedText(double value, int decimals);
/// The metrics that stand beside every head, the first of core::metrics(): those that a run finds on its way,
/// and as many as a small window has room for. The others are in files.
std::span<const core::Metric> headMetrics();
/// A metric's value with the decimals its unit deserves; "–" for nothing.
QString metricText(const core::Metric& metric, std::optional<double> value);
/// How much it changed, with sign.
QString metricChangeText(const core::Metric& metric, std::optional<double> change);
/// "Entropy", translated.
QString metricName(const core::Metric& metric);
/// The same where there is little room: "Dist.".
QString metricShortName(const core::Metric& metric);
/// What the metric says, with its unit, translated.
QString metricDefinition(const core::Metric& metric);
/// "Content", translated.
QString headTypeText(core::HeadType type);
/// Which share of the weight made a head this type: "Special tokens receive 82 % of the weight".
QString evidenceText(const core::HeadTypeEvidence& evidence);
/// The share as a localised percentage: "82 %".
QString percentText(double share);

}  // namespace headscope::ui
