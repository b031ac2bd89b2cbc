// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headscope::core {

/// A sum of finite numbers, each rounded to twelve decimals first, so that it does not depend on the order in
/// which they are added: what several processes add up is the same to the bit as what one does. Holds up to
/// 9·10¹⁸.
class ExactSum {
public:
    void add(double value) noexcept;
    void add(const ExactSum& other) noexcept;
    double value() const noexcept;

    /// "12.500000000000": the whole number with its twelve decimals.
    std::string text() const;
    /// Reads what text() writes; nothing for anything else.
    static std::optional<ExactSum> read(std::string_view text) noexcept;

    bool operator==(const ExactSum&) const = default;

private:
    void carry() noexcept;

    std::int64_t m_whole = 0;     // rounded down
    std::int64_t m_decimals = 0;  // what is left, 0 … 10¹² − 1
};

}  // namespace headscope::core
