// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace headscope::core {
namespace {

// Nobody types longer words by mistake, and hostile ones shall not cost time.
constexpr std::size_t longestWord = 64;

}  // namespace

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before;
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            row[j + 1] = std::min({row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1)});
            const bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
            if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
        }
    }
    return row.back();
}

std::optional<std::size_t> nearest(std::string_view word, std::span<const std::string> choices) {
    std::optional<std::size_t> best;
    std::size_t least = 0;
    if (word.size() > longestWord) return best;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const std::string& choice = choices[i];
        if (choice.size() > longestWord) continue;
        const std::size_t distance = editDistance(word, choice);
        if (distance > std::max<std::size_t>(1, choice.size() / 3) || distance >= choice.size()) continue;
        if (best && distance >= least) continue;
        best = i;
        least = distance;
    }
    return best;
}

}  // namespace headscope::core
