// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/error.h"
#include "core/base/phrase.h"

namespace headscope::ui {

/// The sentence of an error in the language of the window.
QString errorText(const core::Error& error);
/// A phrase of the engine in the language of the window.
QString phraseText(const core::Phrase& phrase, const char* context);

}  // namespace headscope::ui
