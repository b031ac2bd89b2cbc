// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gold_data.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_lines.h"
#include "core/analysis/relation_scores.h"
#include "core/analysis/word_links.h"

namespace headscope::core {
namespace {

constexpr std::string_view separator = "|||";

/// The first line that is no comment; empty where there is none.
std::string firstLine(const std::filesystem::path& path) {
    GoldLines lines(path);
    while (const auto line = lines.next())
        if (!isBlank(*line) && (!line->starts_with('#') || line->starts_with("#begin document")))
            return *line;
    return {};
}

bool isAlignment(std::string_view line) {
    return line.find(separator) != std::string_view::npos;
}

AskedText askedOf(AlignedText aligned) {
    AskedText asked{std::move(aligned.gold), {}};
    std::vector<Index> sources(static_cast<std::size_t>(aligned.sources));
    std::iota(sources.begin(), sources.end(), Index{0});
    for (const auto& [source, target] : aligned.possible) {
        const Index word = aligned.sources + target;
        if (!aligned.sure.contains({source, target})) asked.unsure.insert({word, source});
        std::vector<GoldQuestion>& questions = asked.text.questions;
        const auto question = std::find_if(questions.begin(), questions.end(),
                                           [&](const GoldQuestion& each) { return each.word == word; });
        if (question != questions.end())
            question->answers.push_back(source);
        else
            questions.push_back({"alignment", "target-source", word, {source}, sources});
    }
    return asked;
}

}  // namespace

std::vector<Input> GoldData::inputs() const {
    std::vector<Input> inputs;
    for (const AskedText& asked : texts) {
        Input& input = inputs.emplace_back();
        input.text = asked.text.text;
        input.pair = asked.text.pair;
    }
    return inputs;
}

std::optional<AskedText> GoldData::about(const Input& input) const {
    if (!input.ids.empty() || input.vectors) return {};
    if (!pairs.empty() && !input.pair) return AskedText{askPairs(pairs, input.text), {}};
    for (const AskedText& asked : texts)
        if (asked.text.text == input.text && asked.text.pair == input.pair) return asked;
    return {};
}

GoldData readGoldData(const std::filesystem::path& path, Index base) {
    if (isAlignment(firstLine(path))) {
        AlignmentFile file = readAlignments({path, {}, base});
        GoldData data{path, "word alignment", {}, {}, base, file.noFirstWord};
        for (AlignedText& text : file.texts) data.texts.push_back(askedOf(std::move(text)));
        return data;
    }
    GoldFile file = readGold(path);
    GoldData data{path, file.format, std::move(file.pairs), {}, 0, false};
    for (GoldText& text : file.texts) data.texts.push_back({std::move(text), {}});
    return data;
}

bool isGoldData(const std::filesystem::path& path) {
    const std::string line = firstLine(path);
    // Lists of texts have one tab at most.
    return isAlignment(line) || line.starts_with("#begin document") || tabColumns(line).size() > 2;
}

std::vector<GoldLink> goldLinks(const AskedRun& run, const std::set<WordLink>& unsure) {
    std::vector<GoldLink> links;
    for (const GoldQuestion& question : run.questions) {
        if (question.received) continue;
        for (const Index answer : question.answers)
            links.push_back({run.words[static_cast<std::size_t>(question.word)],
                             run.words[static_cast<std::size_t>(answer)], question.relation,
                             question.direction, !unsure.contains({question.word, answer})});
    }
    return links;
}

Share rightAnswers(const AskedRun& run, const PatternSource& pattern) {
    Share right;
    const Eigen::MatrixXd weights = wordWeights(pattern, run.words);
    for (const GoldQuestion& question : run.questions)
        if (!question.received) right.count(isAnsweredRight(run, question, weights));
    return right;
}

}  // namespace headscope::core
