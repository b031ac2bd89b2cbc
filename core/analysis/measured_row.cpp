// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measured_row.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/base/utf8.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

/// Whether the label is nothing but punctuation.
bool isPunctuationOnly(const Token& token) {
    if (token.special || token.label.empty() || !token.bytes.empty()) return false;
    std::string_view rest = token.label;
    while (!rest.empty()) {
        const DecodedCharacter character = firstCharacter(rest);
        if (character.bytes == 0 || !isPunctuation(character.code)) return false;
        rest.remove_prefix(character.bytes);
    }
    return true;
}

/// Segments as the model was told them where it was, else which text a token came from.
std::vector<int> segmentsOf(const std::vector<Token>& tokens) {
    const bool typed = std::any_of(tokens.begin(), tokens.end(),
                                   [&](const Token& token) { return token.typeId != tokens.front().typeId; });
    std::vector<int> segments;
    for (const Token& token : tokens) segments.push_back(typed ? token.typeId : token.sequence);
    return segments;
}

constexpr Index panelRows = 24;

/// In double precision; four sums side by side, because each addition waits for the one before it.
double sumOf(const Eigen::Ref<const Eigen::ArrayXf>& weights) {
    std::array<double, 4> sums{};
    const Index whole = weights.size() - weights.size() % 4;
    for (Index i = 0; i < whole; i += 4) {
        for (std::size_t j = 0; j < 4; ++j)
            sums[j] += static_cast<double>(weights[i + static_cast<Index>(j)]);
    }
    for (Index i = whole; i < weights.size(); ++i) sums[0] += static_cast<double>(weights[i]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// `weights` as the special tokens' policy leaves them.
MeasuredRow measuredRow(const MeasuredLayer& layer, int head, const MeasuredNorms* norms, Index query,
                        Eigen::Ref<Eigen::ArrayXf> weights) {
    const MeasuredText& text = layer.text;
    if (text.specials != Specials::Raw) weights *= text.counts;
    double sum = sumOf(weights);
    if (text.specials == Specials::Renormalised && sum > 0) {
        weights /= static_cast<float>(sum);
        sum = 1;
    }
    return {
        layer,
        query,
        Eigen::Map<const Eigen::ArrayXf>(weights.data(), weights.size()),
        sum,
        sum > 0 ? layer.counted[static_cast<std::size_t>(query)] : 0,
        text.specials == Specials::Raw ? &layer.trace.statistics[static_cast<std::size_t>(head)] : nullptr,
        norms};
}

}  // namespace

std::string_view specialsName(Specials specials) noexcept {
    switch (specials) {
        case Specials::Raw:
            return "raw";
        case Specials::Without:
            return "without";
        case Specials::Renormalised:
            return "renormalised";
    }
    return {};
}

Specials specialsNamed(std::string_view name) noexcept {
    for (const Specials specials : {Specials::Without, Specials::Renormalised}) {
        if (specialsName(specials) == name) return specials;
    }
    return Specials::Raw;
}

MeasuredText::MeasuredText(const std::vector<Token>& textTokens, Specials policy)
    : tokens(textTokens), specials(policy), segment(segmentsOf(textTokens)) {
    const auto n = static_cast<Index>(tokens.size());
    counts = Eigen::ArrayXf::Ones(n);
    std::unordered_map<std::int32_t, Index> last;
    for (Index i = 0; i < n; ++i) {
        const Token& token = tokens[static_cast<std::size_t>(i)];
        const bool opens = static_cast<std::size_t>(i) == opening.size();
        if (token.special) {
            (opens ? opening : separating).push_back(i);
            special.push_back(i);
            if (specials != Specials::Raw) counts[i] = 0;
        }
        const bool punctuates = isPunctuationOnly(token);
        if (punctuates) punctuation.push_back(i);
        const bool plain = !token.special && !punctuates;
        const auto before = last.find(token.id);
        earlierEqual.push_back(plain && before != last.end() ? before->second : -1);
        if (plain) last[token.id] = i;
    }
    for (std::vector<double>* before : {&keysBefore, &positionsBefore, &specialBefore}) before->push_back(0);
    for (Index i = 0; i < n; ++i) {
        const auto count = static_cast<double>(counts[i]);
        keysBefore.push_back(keysBefore.back() + count);
        positionsBefore.push_back(positionsBefore.back() + count * static_cast<double>(i));
        const bool isSpecial = tokens[static_cast<std::size_t>(i)].special;
        specialBefore.push_back(specialBefore.back() + (isSpecial ? count : 0.0));
    }
    // Where everything is special nothing opens.
    if (special.size() == tokens.size()) separating = std::exchange(opening, {});
    twoSegments = std::any_of(segment.begin(), segment.end(), [&](int s) { return s != segment.front(); });
}

namespace {

/// What even attention of a query to some keys would give.
struct EvenRow {
    double keys = 0;
    double distance = 0;  // summed
    double special = 0;
};

/// Keys of a range, all of which the query sees.
EvenRow evenRow(const MeasuredText& text, Index query, KeyRange range) {
    const auto sum = [](const std::vector<double>& before, Index begin, Index end) {
        return before[static_cast<std::size_t>(end)] - before[static_cast<std::size_t>(begin)];
    };
    const Index middle = std::clamp(query, range.begin, range.end);
    const auto at = static_cast<double>(query);
    const double left =
        at * sum(text.keysBefore, range.begin, middle) - sum(text.positionsBefore, range.begin, middle);
    const double right =
        sum(text.positionsBefore, middle, range.end) - at * sum(text.keysBefore, middle, range.end);
    return {sum(text.keysBefore, range.begin, range.end), left + right,
            sum(text.specialBefore, range.begin, range.end)};
}

/// Keys of a range that the query sees.
EvenRow evenRow(const MeasuredLayer& layer, Index query, KeyRange range) {
    EvenRow row;
    for (Index key = range.begin; key < range.end; ++key) {
        if (!layer.sees(query, key)) continue;
        ++row.keys;
        row.distance += static_cast<double>(std::abs(key - query));
        row.special += layer.text.tokens[static_cast<std::size_t>(key)].special ? 1.0 : 0.0;
    }
    return row;
}

}  // namespace

MeasuredLayer::MeasuredLayer(const LayerTrace& layer, const MeasuredText& measuredText)
    : trace(layer), text(measuredText) {
    const bool whole = layer.rules.globalTokens.empty() && layer.rules.keyAllowed.empty();
    for (Index query = 0; query < layer.queries(); ++query) {
        const KeyRange range = layer.rules.visible(query, layer.keys());
        const EvenRow row = whole ? evenRow(text, query, range) : evenRow(*this, query, range);
        counted.push_back(static_cast<Index>(row.keys));
        const double all = std::max(1.0, row.keys);
        evenDistance.push_back(row.distance / all);
        evenSpecial.push_back(row.special / all);
    }
}

double MeasuredRow::on(const std::vector<Index>& keys) const noexcept {
    double total = 0;
    for (const Index key : keys) total += static_cast<double>(weights[key]);
    return total;
}

bool MeasuredLayer::sees(Index query, Index key) const noexcept {
    return key >= 0 && key < trace.keys() && text.counts[key] > 0 &&
           trace.rules.allowed(query, key, trace.keys());
}

void forEachRow(const Kernels& kernels, const HeadRows& head, const std::vector<Index>& queries,
                const std::function<void(const MeasuredRow&)>& each) {
    const LayerTrace& trace = head.layer.trace;
    const Scores scores = trace.scores(kernels, head.head);
    const auto& normalisers = trace.statistics[static_cast<std::size_t>(head.head)].normalisers;
    const Index keys = trace.keys();
    Matrix panel(std::min(panelRows, trace.queries()), keys);
    const auto makeRows = [&](Index first, Index rows) {
        scores.weightTile(
            first, 0,
            std::span(normalisers).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(rows)),
            MutableMatrixView(panel.data(), rows, keys, Eigen::OuterStride<>(keys)));
        for (Index i = 0; i < rows; ++i)
            each(measuredRow(head.layer, head.head, head.norms, first + i,
                             Eigen::Map<Eigen::ArrayXf>(panel.data() + i * keys, keys)));
    };
    for (const Index query : queries) makeRows(query, 1);
    for (Index first = 0; queries.empty() && first < trace.queries(); first += panelRows)
        makeRows(first, std::min(panelRows, trace.queries() - first));
}

}  // namespace headscope::core
