// SPDX-License-Identifier: GPL-3.0-or-later
// Options of what is measured against gold data and cases.
#include "app/command_line_add.h"
#include "app/command_line_mistakes.h"
#include "app/command_line_options.h"
#include "core/analysis/metrics.h"

namespace headscope::app {
namespace {

/// Of the measures that every run finds.
std::vector<std::string> foundMetricIds() {
    std::vector<std::string> ids;
    for (const core::Metric& metric : core::metrics())
        if (metric.found != nullptr) ids.emplace_back(metric.id);
    return ids;
}

}  // namespace

void addFindOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addInputOptions(command, options);
    add(command, "--cases", options.cases, "F",
        "A file of cases whose links heads are ranked by, or example:NAME (built in)")
        ->check(filled());
    CLI::Option* gold =
        add(command, "--gold", options.gold, "F",
            "Relations that people wrote down, each ranked by itself: CoNLL-U (dependencies), CoNLL-2012 "
            "(coreference), GAP, schemas of four lines, word pairs (with --text, --file or --corpus), or a "
            "file of cases")
            ->check(filled());
    add(command, "--corpus", options.corpus, "F", "With word pairs: texts to look for them in, one per line")
        ->check(filled());
    add(command, "--apart", options.apart, "N",
        "With --gold: only words at least this many words apart; 2 leaves out neighbours (default: 1)")
        ->check(between(1, mostRows));
    gold->excludes("--cases");
    add(command, "--from", options.from, "W",
        "The word that looks: it, it#2 (its second occurrence), @11 (position)");
    add(command, "--to", options.to, "W", "The word that it should look at, written likewise");
    add(command, "--not", options.rivals, "W", "A word that should get less; may be given again")
        ->allow_extra_args(false);
    add(command, "--top", options.top, "N", "How many heads (default: all; with --gold 3 of each relation)")
        ->check(between(1, mostRows));
    addOutputOptions(command, options, tableFormats);
}

void addAlignOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    add(command, "--gold", options.gold, "F",
        "Word alignments: source ||| target ||| 0-0 1-2 2p1 on each line (p: possible), or links alone with "
        "--corpus")
        ->required()
        ->check(filled());
    add(command, "--corpus", options.corpus, "F",
        "The texts where F has links alone: a pair on each line, a tab between source and target")
        ->check(filled());
    add(command, "--base", options.base, "B", "The number of the first word in F: 0 or 1 (default: 0)")
        ->check(between(0, 1));
    add(command, "--top", options.top, "N", "How many rows (default: all)")->check(between(1, mostRows));
    addOutputOptions(command, options, tableFormats);
}

void addHeadsOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    add(command, "--corpus", options.corpus, "F",
        "All texts of a file instead: one per line, a tab before a second text, or JSON Lines (.jsonl) with "
        "text and pair")
        ->check(filled());
    command.add_flag("--words", options.words,
                     "Compare weights between words, special tokens left out and rows scaled to sum 1");
    add(command, "--with", options.otherModel, "MODEL2",
        "Match the heads of MODEL to those of this model, by words; instead of clusters and map")
        ->check(filled());
    add(command, "--clusters", options.clusters, "N",
        "How many clusters (default: as many as there are layers, at most six)")
        ->check(between(1, mostRows));
    addOutputOptions(command, options, tableFormats);
}

void addSeriesOptions(CLI::App& command, Options& options) {
    add(command, "FOLDER", options.model, "", "A folder with checkpoint-<step> folders in it")
        ->required()
        ->check(filled());
    add(command, "--cases", options.cases, "F",
        "The file of cases to check and whose texts to measure, or example:NAME (built in)")
        ->required()
        ->check(filled());
    add(command, "--measure", options.measures, "M",
        "For a picture: this measure of the head that --layer and --head name, instead of the cases")
        ->allow_extra_args(false)
        ->expected(1)
        ->check(oneOf(foundMetricIds()));
    addHeadOptions(command, options);
    addCommonOptions(command, options);
    addOutputOptions(command, options, tableFormats);
    command.get_option("--out")->description(
        "Write this file; its suffix chooses the format: .txt, .csv, .json, or a picture of the cases over "
        "the steps as .png, .svg or .pdf");
}

}  // namespace headscope::app
