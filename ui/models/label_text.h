// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <memory>
#include <span>
#include <vector>

#include "core/analysis/head_labels.h"

namespace headscope::ui {

/// What the heads of a run are for: their labels head by head, the strongest of a head first.
using HeadLabels = std::vector<core::HeadLabel>;
using HeadLabelsPtr = std::shared_ptr<const HeadLabels>;
/// Those of one head; none where `labels` is null.
std::span<const core::HeadLabel> labelsOf(const HeadLabelsPtr& labels, core::HeadId head);

/// "Previous token", translated.
QString labelName(core::Label label);
/// The same where there is little room, with what tells it from others of its kind: "Offset −2".
QString labelShortName(const core::HeadLabel& label);
/// "0.93  n 812 · baseline 0.07": what the label rests on, in one line.
QString labelEvidence(const core::HeadLabel& label);
/// Name and evidence of each, one line each.
QStringList labelLines(std::span<const core::HeadLabel> labels);
/// All there is to say: name, evidence with interval, definition.
QString labelText(const core::HeadLabel& label);
/// The type of pattern whose colour the label has.
core::HeadType colourOf(core::Label label) noexcept;

}  // namespace headscope::ui
