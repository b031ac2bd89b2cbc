// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

struct Mark {
    Change change;
    int combiningClass = 0;
};

/// Canonical ordering (UAX 15, D108): marks behind a starter are sorted by class, equal classes keep their
/// order.
void sortMarks(std::vector<Mark>& characters) {
    const auto isStarter = [](const Mark& mark) { return mark.combiningClass == 0; };
    for (auto begin = characters.begin(); begin != characters.end();) {
        begin = std::find_if_not(begin, characters.end(), isStarter);
        const auto end = std::find_if(begin, characters.end(), isStarter);
        std::stable_sort(begin, end,
                         [](const Mark& a, const Mark& b) { return a.combiningClass < b.combiningClass; });
        begin = end;
    }
}

std::vector<Mark> decompose(std::string_view text, bool compatibility) {
    std::vector<Mark> out;
    out.reserve(text.size());
    for (const char32_t code : codePoints(text)) {
        const std::vector<char32_t> parts = decomposition(code, compatibility);
        if (parts.empty()) {
            out.push_back({{code, 0}, combiningClass(code)});
            continue;
        }
        // The first part takes the character's place, the others are new; they keep that when sorting moves
        // them.
        for (std::size_t i = 0; i < parts.size(); ++i)
            out.push_back({{parts[i], i == 0 ? 0 : 1}, combiningClass(parts[i])});
    }
    sortMarks(out);
    return out;
}

/// Canonical composition (UAX 15, D117). What is composed into a starter adds its change to it: a part of the
/// same old character nothing, another old character one that is gone.
std::vector<Mark> compose(const std::vector<Mark>& characters) {
    std::vector<Mark> out;
    out.reserve(characters.size());
    std::optional<std::size_t> starter;
    for (const Mark& next : characters) {
        const bool adjacent = starter && *starter + 1 == out.size();
        const bool blocked = !adjacent && (out.empty() || out.back().combiningClass >= next.combiningClass);
        if (starter && !blocked) {
            if (const auto composed = composition(out[*starter].change.character, next.change.character)) {
                out[*starter].change.character = *composed;
                out[*starter].change.change += next.change.change - 1;
                continue;
            }
        }
        if (next.combiningClass == 0) starter = out.size();
        out.push_back(next);
    }
    return out;
}

}  // namespace

std::vector<Change> normalizationChanges(std::string_view text, NormalizationForm form) {
    const bool compatibility = form == NormalizationForm::Nfkc || form == NormalizationForm::Nfkd;
    std::vector<Mark> characters = decompose(text, compatibility);
    if (form == NormalizationForm::Nfc || form == NormalizationForm::Nfkc) characters = compose(characters);
    std::vector<Change> changes(characters.size());
    std::transform(characters.begin(), characters.end(), changes.begin(),
                   [](const Mark& mark) { return mark.change; });
    return changes;
}

}  // namespace headscope::core
