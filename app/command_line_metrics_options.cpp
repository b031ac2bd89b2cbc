// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `metrics`.
#include "app/command_line_add.h"
#include "app/command_line_mistakes.h"
#include "app/command_line_options.h"
#include "core/analysis/head_labels.h"

namespace headscope::app {
namespace {

std::vector<std::string> metricIds() {
    std::vector<std::string> ids;
    for (const core::Metric& metric : core::metrics()) ids.emplace_back(metric.id);
    return ids;
}

/// For the help: a line per metric.
std::string metricDefinitions() {
    std::string lines;
    for (const core::Metric& metric : core::metrics())
        lines += '\n' + std::string(metric.id) + ": " + std::string(metric.definition);
    return lines;
}

/// For the help: a line per type.
std::string labelDefinitions() {
    std::string lines;
    for (const core::LabelInfo& label : core::labelInfos())
        lines += '\n' + std::string(label.id) + ": " + std::string(label.definition);
    return lines;
}

}  // namespace

void addMeasure(CLI::App& command, Options& options) {
    add(command, "--measure", options.measures, "LIST",
        "Only these measures, with commas between them:" + metricDefinitions())
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(oneOf(metricIds()));
}

void addMetricsOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    command.get_option("MODEL")->required(false);  // --merge needs none
    addTextOptions(command, options);
    addHeadOptions(command, options);
    addEditOptions(command, options);
    addMeasure(command, options);
    add(command, "--specials", options.specials, "S",
        "Weights on special tokens: raw keeps them, without leaves them out, renormalised also makes rows "
        "sum to 1 again (default: raw)")
        ->check(oneOf({"raw", "without", "renormalised"}));
    add(command, "--average", options.average, "A", "Of a head's rows: mean or median (default: mean)")
        ->check(oneOf({"mean", "median"}));
    add(command, "--from", options.from, "W",
        "Only the rows of this word: it, it#2 (its second occurrence), @11 (position)");
    command.add_flag("--bits", options.bits,
                     "Entropy in bits instead of nats; its column is then entropy_bits");
    CLI::Option* offsets =
        add(command, "--offsets", options.offsets, "N",
            "Instead of measures, the mean weight at every offset key - query from -N to N")
            ->check(between(0, mostRows));
    offsets->excludes(command.get_option("--measure"))->excludes(command.get_option("--average"));
    CLI::Option* types = command.add_flag("--types", options.types,
                                          "Instead of measures, what heads are for, with evidence: a share, "
                                          "how many rows or cases it is of, the "
                                          "baseline and a 95 % interval. Looks at the text, at random lists "
                                          "that stand twice, at the weights, and "
                                          "at what happens without each head:" +
                                              labelDefinitions());
    types->excludes(command.get_option("--measure"))
        ->excludes(offsets)
        ->excludes(command.get_option("--from"));
    types->excludes(command.get_option("--average"))->excludes(command.get_option("--specials"));
    add(command, "--cases", options.cases, "F",
        "With --types: also the relation of these cases, a file or example:NAME (built in)")
        ->check(filled())
        ->needs(types);
    add(command, "--corpus", options.corpus, "F",
        "Measure every text of a file instead: one per line, a tab before a second text, or JSON Lines "
        "(.jsonl) with text and pair; a killed run goes on from OUT.partial")
        ->check(filled());
    add(command, "--part", options.part, "I/N",
        "Of the corpus only every N-th text, from the I-th on; auto takes both from srun or mpirun, and puts "
        "them into the name of --out")
        ->check(corpusPart())
        ->needs("--corpus");
    add(command, "--merge", options.merge, "OUT PART...",
        "Add the files of all parts to OUT, which then equals that of a single run")
        ->expected(1, mostRows);
    addOutputOptions(command, options, tableFormats);
}

}  // namespace headscope::app
