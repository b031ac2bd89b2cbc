// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_commands.h"

namespace headscope::app {
namespace {

constexpr Command table[] = {
    {"info", "What a model is made of: layers, heads, widths, tokenizer, tensors, memory of a run",
     "headscope info example:pronouns", addInfoOptions, runInfo, Needs::Engine},
    {"describe",
     "Writes headscope.json, which opens a state dict without config.json, from what its tensors look like",
     "headscope describe mine --heads 4", addDescribeOptions, runDescribe, Needs::Engine},
    {"verify",
     "Checks that a model is complete and computes what it should: shapes, row sums, finite values, the same "
     "again, and the numbers of a reference",
     "headscope verify example:pronouns", addVerifyOptions, runVerify, Needs::Engine},
    {"tokens", "What the model reads: one row per token",
     "headscope tokens example:pronouns --text \"The animal didn't cross the street\"", addTokensOptions,
     runTokens, Needs::Engine},
    {"attention", "The attention weights of every head, and other numbers of a run",
     "headscope attention example:pronouns --text \"The animal was tired\" --layer 0 --with q,k --out "
     "weights.npz",
     addAttentionOptions, runAttention, Needs::Engine},
    {"metrics",
     "One row per head: entropy, largest weight, distance, sinks, offsets and other measures, of a text or a "
     "corpus",
     "headscope metrics example:pronouns --text \"The animal was too tired\" --out heads.csv",
     addMetricsOptions, runMetrics, Needs::Engine},
    {"links", "Which head links one word to another: per head the strongest keys of a word",
     "headscope links example:pronouns --text \"The animal didn't cross the street because it was too "
     "tired\" --from it",
     addLinksOptions, runLinks, Needs::Engine},
    {"picture", "What the window draws, as a file",
     "headscope picture example:pronouns --text \"The animal was too tired\" --view heatmap --layer 1 --head "
     "0 "
     "--out head.svg",
     addPictureOptions, runPicture, Needs::Pictures},
    {"find",
     "Which heads link one word to another, over one text, a file of cases or gold data, with baselines",
     "headscope find example:pronouns --text \"The animal didn't cross the street because it was too tired\" "
     "--from it --to animal --not street",
     addFindOptions, runFind, Needs::Engine},
    {"compare",
     "Which heads changed, and by how much: between two models, two texts, or with heads taken out of the "
     "second "
     "run",
     "headscope compare example:pronouns --text \"The animal didn't cross the street because it was too "
     "tired\" "
     "--text \"The animal didn't cross the street because it was too wide\" --top 5",
     addCompareOptions, runCompare, Needs::Pictures},
    {"check", "Runs a file of cases: what heads must do in given texts", "headscope check example:pronouns",
     addCheckOptions, runCheck, Needs::Engine},
    {"align",
     "Which heads align two texts as people did: alignment accuracy and error rate (AER) of each head",
     "headscope align example:pronouns --gold resources/cases/alignment.txt --top 5", addAlignOptions,
     runAlign, Needs::Engine},
    {"heads", "How alike heads are: distances between all, clusters, and places on a map",
     "headscope heads example:pronouns --text \"The animal didn't cross the street because it was too "
     "tired\"",
     addHeadsOptions, runHeads, Needs::Pictures},
    {"series", "Measures and case results over the checkpoint-* folders of a training run",
     "headscope series runs/mine --cases cases.json --out series.csv", addSeriesOptions, runSeries,
     Needs::Pictures},
    {"doctor",
     "What is wrong with a model: heads that are uniform, dead, saturated or copies, numbers that are not "
     "finite, exploding scores, sinks, layers without training; with evidence, likely cause and remedy",
     "headscope doctor example:pronouns", addDoctorOptions, runDoctor, Needs::Engine},
};

}  // namespace

std::span<const Command> commands() noexcept {
    return table;
}

}  // namespace headscope::app
