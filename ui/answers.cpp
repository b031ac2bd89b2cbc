// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <span>

namespace headscope::ui {
namespace {

constexpr std::size_t answersShown = 5;
// Rows of logits that exist at a time: one has a number for every entry of the vocabulary.
constexpr std::size_t rowsPerBlock = 16;
constexpr std::array<std::string_view, 13> pronouns = {"it", "he", "she", "they", "him",  "her", "them",
                                                       "它", "他", "她",  "它们", "他们", "她们"};
constexpr std::array<std::string_view, 2> maskPieces = {"[MASK]", "<mask>"};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string lowercase(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

template <class Predicate>
std::vector<core::Index> positionsWhere(const core::Trace& trace, Predicate holds) {
    std::vector<core::Index> positions;
    for (core::Index i = 0; i < trace.length(); ++i) {
        if (holds(trace.tokens[static_cast<std::size_t>(i)])) positions.push_back(i);
    }
    return positions;
}

std::vector<core::Index> lastPosition(const core::Trace& trace) {
    return trace.length() > 0 ? std::vector{trace.length() - 1} : std::vector<core::Index>{};
}

/// One row of the table of outputs: where its answers are worth reading.
struct AnswerPlaces {
    std::string_view output;
    std::vector<core::Index> (*positions)(const core::Trace& trace);
};

constexpr std::array placesTable = {
    AnswerPlaces{"reference",
                 [](const core::Trace& trace) {
                     return positionsWhere(trace, [](const core::Token& token) {
                         return !token.special && contains(pronouns, lowercase(token.label));
                     });
                 }},
    AnswerPlaces{"masked-lm",
                 [](const core::Trace& trace) {
                     return positionsWhere(
                         trace, [](const core::Token& token) { return contains(maskPieces, token.piece); });
                 }},
    AnswerPlaces{"causal-lm", lastPosition},
    AnswerPlaces{"classification", [](const core::Trace&) { return std::vector<core::Index>{0}; }},
};

QString columnLabel(const core::Model& model, const core::OutputInfo& output, core::Index column) {
    const auto index = static_cast<std::size_t>(column);
    if (index < output.labels.size()) return QString::fromStdString(output.labels[index]);
    if (output.vocabulary && model.tokenizer() != nullptr) {
        const auto tokens = model.tokenizer()->fromIds({static_cast<std::int32_t>(column)});
        if (!tokens.empty() && !tokens.front().label.empty())
            return QString::fromStdString(tokens.front().label);
    }
    return QString::number(column);
}

/// The most likely columns of a row of logits with their softmax.
std::vector<std::pair<core::Index, double>> mostLikely(const core::Matrix& logits, core::Index row) {
    std::vector<core::Index> order(static_cast<std::size_t>(logits.cols()));
    std::iota(order.begin(), order.end(), core::Index{0});
    const auto count = static_cast<std::ptrdiff_t>(std::min(answersShown, order.size()));
    std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](core::Index a, core::Index b) {
        return logits(row, a) != logits(row, b) ? logits(row, a) > logits(row, b) : a < b;
    });
    double sum = 0;
    const double largest = order.empty() ? 0 : static_cast<double>(logits(row, order.front()));
    for (core::Index column = 0; column < logits.cols(); ++column) {
        sum += std::exp(static_cast<double>(logits(row, column)) - largest);
    }
    std::vector<std::pair<core::Index, double>> likely;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const core::Index column = order[static_cast<std::size_t>(i)];
        likely.emplace_back(column, std::exp(static_cast<double>(logits(row, column)) - largest) / sum);
    }
    return likely;
}

void appendAnswers(std::vector<Answer>& answers, const core::Model& model, const core::Trace& trace,
                   const AnswerPlaces& places, const core::Progress& progress) {
    const auto output = std::find_if(model.outputs().begin(), model.outputs().end(),
                                     [&](const core::OutputInfo& info) { return info.id == places.output; });
    if (output == model.outputs().end()) return;
    const std::vector<core::Index> positions = places.positions(trace);
    const auto all = static_cast<double>(positions.size());
    for (std::size_t begin = 0; begin < positions.size(); begin += rowsPerBlock) {
        const std::size_t end = std::min(positions.size(), begin + rowsPerBlock);
        const std::span block(positions.data() + begin, end - begin);
        const core::Matrix logits = model.logits(
            trace, output->id, block,
            core::part(progress, static_cast<double>(begin) / all, static_cast<double>(end) / all));
        for (core::Index row = 0; row < logits.rows(); ++row) {
            Answer answer{QString::fromStdString(output->id), block[static_cast<std::size_t>(row)], {}};
            for (const auto& [column, probability] : mostLikely(logits, row)) {
                answer.candidates.emplace_back(columnLabel(model, *output, column), probability);
            }
            answers.push_back(std::move(answer));
        }
    }
}

}  // namespace

std::vector<Answer> modelAnswers(const core::Model& model, const core::Trace& trace,
                                 const core::Progress& progress) {
    constexpr double share = 1.0 / placesTable.size();
    std::vector<Answer> answers;
    double done = 0;
    for (const AnswerPlaces& places : placesTable) {
        appendAnswers(answers, model, trace, places, core::part(progress, done, done + share));
        done += share;
    }
    return answers;
}

}  // namespace headscope::ui
