// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_gold.h"

#include "app/command_line_commands.h"
#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_lines.h"
#include "core/analysis/relation_scores.h"
#include "ui/examples.h"

namespace headscope::app {
namespace {

constexpr int headsShown = 3;

bool holdsCases(const std::string& place) {
    return place.starts_with(ui::examplePrefix) || place.ends_with(".json");
}

/// Looks for the word pairs in the text that was given, or in those of --corpus.
void askTexts(const CommandCall& call, core::GoldFile& gold) {
    const Options& options = call.options;
    if (!options.corpus) {
        if (options.ids || options.vectors || options.pair)
            refuse("--gold", "word pairs are looked for in a text: give it with --text, --file or --corpus");
        gold.texts.push_back(core::askPairs(gold.pairs, inputOf(call).text));
    } else {
        if (hasInput(options)) refuse("--corpus", "give either a text or a corpus");
        core::GoldLines lines(*options.corpus);
        while (const auto line = lines.next()) {
            if (core::isBlank(*line)) continue;
            core::Input input;
            core::readCorpusText(*line, {lines.path(), lines.line()}, input);
            gold.texts.push_back(core::askPairs(gold.pairs, input.text, lines.line()));
        }
    }
    for (const core::GoldText& text : gold.texts) {
        if (!text.questions.empty()) return;
    }
    refuse(*options.gold, "no two words of a pair of it stand in one text");
}

core::GoldFile goldOf(const CommandCall& call) {
    core::GoldFile gold = core::readGold(*call.options.gold);
    if (!gold.pairs.empty())
        askTexts(call, gold);
    else if (hasInput(call.options) || call.options.corpus)
        refuse("--gold", "it brings its own texts; leave out --text, --file and --corpus");
    return gold;
}

/// The score of a file where some pronouns mean none of the candidates, or that could have such.
std::optional<double> gapScoreIn(const core::GoldFile& gold, const std::string& relation,
                                 const core::Share& right) {
    if (gold.format != "GAP") return std::nullopt;
    const auto unanswered = gold.unanswered.find(relation);
    return core::gapScore(right, unanswered == gold.unanswered.end() ? 0 : unanswered->second);
}

core::Table relationTable(const core::RelationScores& scores, const core::GoldFile& gold, int top) {
    core::Table table{"relations",
                      {"relation", "direction", "count", "layer", "head", "kind", "accuracy", "low", "high",
                       "weight", "elsewhere", "ties", "groups", "fixed_offset", "offset_accuracy",
                       "nearest_accuracy", "same_word_accuracy", "chance", "f1"},
                      {}};
    for (const core::RelationScore& relation : scores.relations) {
        int shown = 0;
        for (const core::RelationHead& head : relation.heads) {
            if (shown++ == top) break;
            const core::Interval interval = core::wilsonInterval(head.right);
            table.rows.push_back(
                core::cells(relation.relation, relation.direction, std::int64_t{relation.count},
                            std::int64_t{head.head.layer}, std::int64_t{head.head.head},
                            std::string(core::kindName(head.head.kind)), core::cell(head.right.value()),
                            interval.low, interval.high, head.weight, core::cell(head.elsewhere),
                            std::int64_t{head.ties}, core::cell(head.groups.value()),
                            std::int64_t{relation.offset}, core::cell(relation.fixedOffset.value()),
                            core::cell(relation.nearest.value()), core::cell(relation.sameWord.value()),
                            relation.chance, core::cell(gapScoreIn(gold, relation.relation, head.right))));
        }
    }
    return table;
}

void addCounts(core::Report& report, const core::RelationScores& scores) {
    report.facts.push_back({"texts", "texts with questions", std::int64_t{scores.texts}});
    if (scores.lost > 0)
        report.facts.push_back(
            {"lost", "left out, about words that the model reads nothing of", std::int64_t{scores.lost}});
    if (scores.close > 0)
        report.facts.push_back({"close", "left out by --apart", std::int64_t{scores.close}});
}

}  // namespace

void runFindGold(const CommandCall& call) {
    const Options& options = call.options;
    checkOut(call, core::DataKind::Report);
    if (options.from || options.to || !options.rivals.empty())
        refuse("--gold", "the file says which links are meant; leave out --from, --to and --not");
    if (options.literalSpecials || options.global)
        refuse("--gold", "leave out --literal-specials and --global");
    if (options.out) checkApart(*options.out, *options.gold);
    if (options.out && options.corpus) checkApart(*options.out, *options.corpus);
    core::Report report{originOf(call), {}, {}};
    core::CaseFile cases;
    core::GoldFile gold;
    if (holdsCases(*options.gold)) {
        if (hasInput(options) || options.corpus)
            refuse("--gold", "the cases say what to read; leave out --text, --file and --corpus");
        cases = casesAt(*options.gold);
        gold.format = "cases";
    } else {
        gold = goldOf(call);
    }
    const core::ModelPtr model = core::Model::load(openCheckpoint(call), call.compute);
    const core::Progress progress = call.terminal.progress("Looking");
    const core::RelationScores scores =
        cases.cases.empty() ? core::scoreRelations(*model, gold.texts, options.apart, progress)
                            : core::scoreCases(*model, cases.cases, options.apart, progress);
    if (scores.relations.empty())
        refuse(*options.gold,
               "nothing of it is left to ask: every word that it names was left out, as too near "
               "for --apart or as none that the model reads");
    report.facts.push_back({"format", "read as", gold.format});
    addCounts(report, scores);
    if (const auto unanswered = gold.unanswered.find("pronoun"); unanswered != gold.unanswered.end())
        report.facts.push_back(
            {"set_aside", "pronouns that mean neither name, only in f1", std::int64_t{unanswered->second}});
    report.tables.push_back(relationTable(scores, gold, options.top.value_or(headsShown)));
    deliver(call, report);
}

}  // namespace headscope::app
