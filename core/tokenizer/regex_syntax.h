// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headscope::core {

/// `pattern` with the characters that the reference's tables have and those of an older Oniguruma lack added
/// to its classes: general categories (`\p{L}`, `\P{Nd}`), `\p{Han}`, `\w`, `\d` and their opposites,
/// `[:punct:]`.
std::string withNewCharacters(std::string_view pattern);

}  // namespace headscope::core
