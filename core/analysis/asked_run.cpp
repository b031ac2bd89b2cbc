// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/asked_run.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "core/analysis/links.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

std::vector<std::string> labelsOf(const GoldText& text) {
    const std::vector<char32_t> texts[2] = {codePoints(text.text), codePoints(text.pair.value_or(""))};
    std::vector<std::string> labels;
    for (const GoldWord& word : text.words) {
        std::string label;
        for (Index at = word.span.begin; at < word.span.end; ++at)
            appendUtf8(label, texts[word.sequence][static_cast<std::size_t>(at)]);
        labels.push_back(std::move(label));
    }
    return labels;
}

bool overlap(const std::vector<Index>& a, const std::vector<Index>& b) {
    return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

/// How many words there are to choose from that would be wrong.
Index rivalsOf(const GoldQuestion& question, const std::vector<Index>& words) {
    const std::vector<Index>& choices = question.candidates.empty() ? words : question.candidates;
    return std::count_if(choices.begin(), choices.end(), [&](Index word) {
        return word != question.word &&
               std::find(question.answers.begin(), question.answers.end(), word) == question.answers.end();
    });
}

/// Sets aside what is asked about words without pieces.
void setLostAside(AskedRun& run) {
    const auto isRead = [&](Index word) { return !run.words[static_cast<std::size_t>(word)].empty(); };
    std::vector<Index> all(run.words.size());
    std::iota(all.begin(), all.end(), Index{0});
    std::vector<Index> read;
    std::copy_if(all.begin(), all.end(), std::back_inserter(read), isRead);
    std::vector<GoldQuestion> kept;
    for (GoldQuestion& question : run.questions) {
        GoldQuestion left = question;
        std::erase_if(left.answers, [&](Index word) { return !isRead(word); });
        std::erase_if(left.candidates, [&](Index word) { return !isRead(word); });
        // With nothing left to mistake for the answer any head would be right.
        const bool trivial = rivalsOf(left, read) == 0 && rivalsOf(question, all) > 0;
        if (!isRead(question.word) || left.answers.empty() || trivial)
            run.lost.push_back(std::move(question));
        else
            kept.push_back(std::move(left));
    }
    run.questions = std::move(kept);
}

enum class Role { Asked, Answer, Rival, Other };

struct NamedWord {
    std::vector<Index> pieces;
    std::string label;
    Role role = Role::Other;
};

/// The words of the text that have no piece in common with those named before; no special tokens.
void addOtherWords(const Trace& trace, std::vector<NamedWord>& words) {
    const WordGroups groups = wordGroups(trace.tokens, trace.spec.input);
    const auto named = static_cast<std::ptrdiff_t>(words.size());
    for (std::size_t word = 0; word < groups.words.size(); ++word) {
        const std::vector<Index>& pieces = groups.positions[word];
        const bool taken = std::any_of(words.begin(), words.begin() + named,
                                       [&](const auto& other) { return overlap(pieces, other.pieces); });
        if (!taken && !groups.words[word].special)
            words.push_back({pieces, groups.words[word].label, Role::Other});
    }
}

}  // namespace

std::vector<std::vector<Index>> piecesOf(const std::vector<GoldWord>& words,
                                         const std::vector<Token>& tokens) {
    std::vector<std::vector<Index>> pieces(words.size());
    for (std::size_t position = 0; position < tokens.size(); ++position) {
        const Token& token = tokens[position];
        if (token.special || !token.span) continue;
        Index most = 0;
        std::size_t best = 0;
        for (std::size_t word = 0; word < words.size(); ++word) {
            if (words[word].sequence != token.sequence) continue;
            const Index shared = std::min(words[word].span.end, token.span->end) -
                                 std::max(words[word].span.begin, token.span->begin);
            if (shared <= most) continue;
            most = shared;
            best = word;
        }
        if (most > 0) pieces[best].push_back(static_cast<Index>(position));
    }
    return pieces;
}

AskedRun askedRun(const Model& model, const GoldText& text, const Progress& progress) {
    RunSpec spec;
    spec.input.text = text.text;
    spec.input.pair = text.pair;
    spec.input.literalSpecials = true;
    spec.cutToFit = true;
    return askedRun(model.run(spec, {}, progress), text);
}

AskedRun askedRun(TracePtr trace, const GoldText& text) {
    AskedRun run{std::move(trace), {}, labelsOf(text), text.questions, {}};
    run.words = piecesOf(text.words, run.trace->tokens);
    setLostAside(run);
    return run;
}

AskedRun askedRun(CaseRunner& runner, const Case& wanted, const Progress& progress) {
    const CaseRun found = runner.run(wanted, progress);
    std::vector<NamedWord> words = {{found.from, *wanted.from, Role::Asked}};
    for (const std::string& word : wanted.to)
        words.push_back({findWord(*found.trace, word), word, Role::Answer});
    for (std::size_t i = 0; i < wanted.strongerThan.size(); ++i)
        words.push_back({found.strongerThan[i], wanted.strongerThan[i], Role::Rival});
    addOtherWords(*found.trace, words);
    std::stable_sort(words.begin(), words.end(), [](const NamedWord& a, const NamedWord& b) {
        return a.pieces.front() < b.pieces.front();
    });
    AskedRun run{found.trace, {}, {}, {}, {}};
    GoldQuestion question{wanted.relation.empty() ? "link" : wanted.relation, "from-to", 0, {}, {}};
    question.group = wanted.group;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto index = static_cast<Index>(i);
        const Role role = words[i].role;
        if (role == Role::Asked) question.word = index;
        if (role == Role::Answer) question.answers.push_back(index);
        if (role == Role::Rival || (role == Role::Answer && !wanted.strongerThan.empty()))
            question.candidates.push_back(index);
        run.words.push_back(std::move(words[i].pieces));
        run.labels.push_back(std::move(words[i].label));
    }
    run.questions.push_back(std::move(question));
    return run;
}

}  // namespace headscope::core
