// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/reading_order.h"

#include <QChar>
#include <QList>
#include <algorithm>
#include <numeric>

namespace headscope::ui {
namespace {

Reading readingOf(QChar::Direction direction) {
    switch (direction) {
        case QChar::DirL:
            return Reading::LeftToRight;
        case QChar::DirR:
        case QChar::DirAL:
            return Reading::RightToLeft;
        case QChar::DirEN:
        case QChar::DirAN:
            return Reading::Number;
        default:
            return Reading::Neutral;
    }
}

bool isLetter(Reading reading) {
    return reading == Reading::LeftToRight || reading == Reading::RightToLeft;
}

/// Numbers behind letters that are read from the left are read with them.
std::vector<Reading> withNumbersResolved(std::span<const Reading> words, Reading around) {
    std::vector<Reading> resolved(words.begin(), words.end());
    Reading before = around;
    for (Reading& word : resolved) {
        if (isLetter(word)) before = word;
        if (word == Reading::Number && before == Reading::LeftToRight) word = Reading::LeftToRight;
    }
    return resolved;
}

/// What stands between two words of one direction is read with them, else as the whole text is.
void resolveNeutrals(std::vector<Reading>& words, Reading around) {
    const auto side = [](Reading word) { return word == Reading::Number ? Reading::RightToLeft : word; };
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
        if (words[begin] != Reading::Neutral) continue;
        std::size_t end = begin;
        while (end < words.size() && words[end] == Reading::Neutral) ++end;
        const Reading before = begin > 0 ? side(words[begin - 1]) : around;
        const Reading after = end < words.size() ? side(words[end]) : around;
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(begin);
        std::fill(first, words.begin() + static_cast<std::ptrdiff_t>(end), before == after ? before : around);
        begin = end;
    }
}

}  // namespace

Reading readingOf(const QString& text) {
    Reading found = Reading::Neutral;
    for (const char32_t c : text.toUcs4()) {
        const Reading reading = readingOf(QChar::direction(c));
        if (isLetter(reading)) return reading;
        if (reading == Reading::Number) found = reading;
    }
    return found;
}

bool beginsAtTheRight(std::span<const Reading> words) {
    const auto first = std::find_if(words.begin(), words.end(), isLetter);
    return first != words.end() && *first == Reading::RightToLeft;
}

std::vector<int> readingLevels(std::span<const Reading> words, bool fromTheRight) {
    const Reading around = fromTheRight ? Reading::RightToLeft : Reading::LeftToRight;
    std::vector<Reading> resolved = withNumbersResolved(words, around);
    resolveNeutrals(resolved, around);
    std::vector<int> levels;
    for (const Reading word : resolved) {
        if (word == Reading::RightToLeft)
            levels.push_back(1);
        else
            levels.push_back(fromTheRight || word == Reading::Number ? 2 : 0);
    }
    return levels;
}

std::vector<std::size_t> visualOrder(std::span<const int> levels) {
    std::vector<std::size_t> order(levels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (int level = 2; level >= 1; --level) {
        for (auto begin = order.begin(); begin != order.end();) {
            const auto inside = [&](std::size_t word) { return levels[word] >= level; };
            begin = std::find_if(begin, order.end(), inside);
            const auto end = std::find_if_not(begin, order.end(), inside);
            std::reverse(begin, end);
            begin = end;
        }
    }
    return order;
}

}  // namespace headscope::ui
