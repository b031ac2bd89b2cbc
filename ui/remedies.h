// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <functional>

#include "core/base/error.h"
#include "core/trace/run_spec.h"

namespace headscope::ui {

/// What the window can do about an error.
enum class Remedy { None, CutToFit, DescribeModel, ChooseVectors, Examine };

Remedy remedyFor(const core::Error& error);
/// The text of its button; empty for none.
QString remedyText(Remedy remedy);

// Each opens a dialog over `parent` and returns at once; `chosen` hears of the answer, and of none when the
// dialog is left.

/// How many heads a layer of the model has that `error`, a NotDescribed, is about.
void askHeads(QWidget* parent, const core::Error& error, const std::function<void(int heads)>& chosen);
/// The .npy file that a model without embeddings shall read.
void askVectors(QWidget* parent, const std::function<void(const QString& path)>& chosen);

}  // namespace headscope::ui
