// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/tensor/kernels.h"

namespace headscope::ui {

/// Two threads and the plain kernels; lives as long as the test program. The application object, the fonts
/// and empty settings in a folder of their own exist before the first test.
core::Compute testCompute();

/// A folder or file of tests/data.
QString testData(const QString& path);

}  // namespace headscope::ui
