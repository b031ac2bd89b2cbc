// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "core/base/error.h"

namespace headscope::test {

/// Runs `action`, which must throw core::Error with `code`; answers the error, so that its sentence can be
/// checked.
template <typename Action>
core::Error expectError(core::ErrorCode code, Action&& action) {
    try {
        std::forward<Action>(action)();
    } catch (const core::Error& error) {
        EXPECT_EQ(error.code(), code) << "got instead: " << error.what();
        return error;
    }
    ADD_FAILURE() << "nothing was thrown; expected: " << core::errorTemplate(code);
    return core::Error(code);
}

}  // namespace headscope::test
