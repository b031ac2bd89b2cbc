// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exact_sum.h"

#include <charconv>

namespace headscope::core {
namespace {

constexpr std::int64_t one = 1'000'000'000'000;
constexpr std::size_t decimals = 12;

std::optional<std::int64_t> digits(std::string_view text) noexcept {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || text.starts_with('-')) return std::nullopt;
    return number;
}

}  // namespace

void ExactSum::carry() noexcept {
    if (m_decimals < one) return;
    m_decimals -= one;
    ++m_whole;
}

void ExactSum::add(double value) noexcept {
    // Casts are single instructions, where std::floor and std::llround are calls.
    auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) > value) --whole;
    const double rest = (value - static_cast<double>(whole)) * static_cast<double>(one);
    constexpr double half = 0.5;  // never below zero, so that cutting off what follows rounds
    m_whole += whole;
    m_decimals += static_cast<std::int64_t>(rest + half);
    carry();
}

void ExactSum::add(const ExactSum& other) noexcept {
    m_whole += other.m_whole;
    m_decimals += other.m_decimals;
    carry();
}

double ExactSum::value() const noexcept {
    return static_cast<double>(m_whole) + static_cast<double>(m_decimals) / static_cast<double>(one);
}

std::string ExactSum::text() const {
    const bool below = m_whole < 0;
    std::int64_t whole = m_whole;
    std::int64_t rest = m_decimals;
    if (below) {
        // −3 + 0.25 is written −2.75.
        whole = rest > 0 ? -(whole + 1) : -whole;
        rest = rest > 0 ? one - rest : 0;
    }
    const std::string shown = std::to_string(rest);
    return (below ? "-" : "") + std::to_string(whole) + '.' + std::string(decimals - shown.size(), '0') +
           shown;
}

std::optional<ExactSum> ExactSum::read(std::string_view text) noexcept {
    const bool below = text.starts_with('-');
    if (below) text.remove_prefix(1);
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || text.size() - point - 1 != decimals) return std::nullopt;
    const auto whole = digits(text.substr(0, point));
    const auto rest = digits(text.substr(point + 1));
    if (!whole || !rest) return std::nullopt;
    ExactSum sum;
    sum.m_whole = below ? -*whole - (*rest > 0 ? 1 : 0) : *whole;
    sum.m_decimals = below && *rest > 0 ? one - *rest : *rest;
    return sum;
}

}  // namespace headscope::core
