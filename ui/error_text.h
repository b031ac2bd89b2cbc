// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/error.h"

namespace headscope::ui {

/// The sentence of an error in the language of the window.
QString errorText(const core::Error& error);

}  // namespace headscope::ui
