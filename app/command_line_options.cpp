// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_options.h"

#include <algorithm>

#include "app/command_line_add.h"
#include "app/command_line_mistakes.h"
#include "core/tensor/kernels.h"
#include "ui/figures/figures.h"

namespace headscope::app {
namespace {

constexpr int mostThreads = 1024;
constexpr int mostPixels = 8;

std::vector<std::string> viewNames(bool ofDifferences = false) {
    std::vector<std::string> names;
    for (const ui::FigureKind& kind : ui::figureKinds())
        if (kind.ofDifferences || !ofDifferences) names.emplace_back(kind.id);
    return names;
}

}  // namespace

void refuse(const std::string& option, const std::string& reason) {
    throw core::Error(core::ErrorCode::BadArgument, {option, reason});
}

const core::Kernels& chosenKernels(const Options& options) {
    if (!options.isa) return core::bestKernels();
    std::string others;
    for (const core::InstructionSet& set : core::instructionSets()) {
        if (set.name == *options.isa && set.kernels) return *set.kernels;
        if (set.kernels) others += (others.empty() ? "" : ", ") + std::string(set.name);
    }
    const auto sets = core::instructionSets();
    const auto wanted = std::find_if(
        sets.begin(), sets.end(), [&](const core::InstructionSet& set) { return set.name == *options.isa; });
    refuse("--isa", *options.isa + " needs " + std::string(wanted->needs) + "; this one runs " + others);
}

void addModelOptions(CLI::App& command, Options& options) {
    add(command, "MODEL", options.model, "",
        "A folder, a weights file, org/name in the local Hugging Face cache, or example:NAME (built in)")
        ->required()
        ->check(filled());
    addCommonOptions(command, options);
}

void addCommonOptions(CLI::App& command, Options& options) {
    add(command, "--threads", options.threads, "N", "Threads to compute with (default: all)")
        ->check(between(1, mostThreads));
    add(command, "--isa", options.isa, "SET",
        "Instruction set of the kernels: base (any processor), v3 (AVX2) or v4 (AVX-512); default: the "
        "widest "
        "that this processor has")
        ->check(oneOf({"base", "v3", "v4"}));
    add(command, "--language", options.language, "L",
        "Language of messages and pictures: en or zh_CN (default: en)")
        ->check(oneOf({"en", "zh_CN"}));
    command.add_flag("--quiet", options.quiet, "No progress and no notes on standard error");
}

namespace {

/// What can be read besides, or instead of, --text.
void addOtherInputs(CLI::App& command, Options& options) {
    add(command, "--pair", options.pair, "T2", "A second text, for models that read two");
    add(command, "--file", options.file, "F",
        "A UTF-8 file with the text, or - for standard input; one line end at its end does not count")
        ->check(filled());
    add(command, "--ids", options.ids, "IDS",
        "Token ids instead of a text: 101,2054,102; no special tokens are added");
    add(command, "--global", options.global, "LIST",
        "Positions of the tokens that see all and are seen by all in spite of a window, 0,5, or none, for "
        "models that have such (default: as the model's class has it)");
    add(command, "--vectors", options.vectors, "F",
        "Input vectors of a model without embeddings: an .npy file of shape [positions, width]")
        ->check(filled());
    command.add_flag("--literal-specials", options.literalSpecials,
                     "Take special tokens that are typed in the text, such as [SEP], as text");
}

void addTruncate(CLI::App& command, Options& options) {
    command.add_flag("--truncate", options.truncate,
                     "Cut a text that is too long for the model, instead of refusing it");
}

/// How pictures look.
void addLookOptions(CLI::App& command, Options& options) {
    add(command, "--size", options.size, "WxH",
        "Width and height in pixels, 820x900 (default: what the view needs)");
    add(command, "--scale", options.scale, "S",
        "How weights become tones: linear, sqrt or log (default: sqrt)")
        ->check(oneOf({"linear", "sqrt", "log"}));
    add(command, "--theme", options.theme, "T", "light or dark (default: light)")
        ->check(oneOf({"light", "dark"}));
    add(command, "--pixel-ratio", options.pixelRatio, "N", "Pixels of a PNG per pixel of --size (default: 1)")
        ->check(between(1, mostPixels));
}

}  // namespace

void addInputOptions(CLI::App& command, Options& options) {
    add(command, "--text", options.text, "T", "The text to look at");
    addOtherInputs(command, options);
}

void addTextOptions(CLI::App& command, Options& options) {
    addInputOptions(command, options);
    addTruncate(command, options);
}

void addHeadOptions(CLI::App& command, Options& options) {
    add(command, "--layer", options.layer, "L", "Only this layer, counted from 0")->check(layerOrHead());
    add(command, "--head", options.head, "H", "Only this head of the layer or layers, counted from 0")
        ->check(layerOrHead());
    add(command, "--kind", options.kind, "K", "self, encoder, decoder or cross (default: self)")
        ->check(oneOf({"self", "encoder", "decoder", "cross"}));
}

void addEditOptions(CLI::App& command, Options& options) {
    add(command, "--gate", options.gates, "L.H=G",
        "Multiply the output of head L.H by G: 0 removes it, 1 changes nothing, 2 doubles it; for several "
        "heads "
        "repeat it or write 4.11=0,5.2=0.5")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(gate());
}

void addWordOptions(CLI::App& command, Options& options) {
    add(command, "--from", options.from, "W",
        "The word that looks: it, it#2 (its second occurrence), @11 (position)");
    add(command, "--to", options.to, "W", "The word that is looked at, written likewise");
    command.add_flag("--words", options.words, "Merge pieces into words");
}

void addOutputOptions(CLI::App& command, Options& options, const std::vector<std::string>& formats) {
    CLI::Option* out =
        add(command, "--out", options.out, "F", "Write this file; its suffix chooses the format")
            ->check(filled());
    std::string choices;
    for (const std::string& format : formats) choices += (choices.empty() ? "" : ", ") + format;
    add(command, "--format", options.format, "NAME",
        "Format on standard output: " + choices + " (default: text)")
        ->check(oneOf(formats))
        ->excludes(out);
}

void addInfoOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    add(command, "--tokens", options.tokens, "N", "Say how much memory a run of this many tokens takes")
        ->check(between(1, mostRows));
    addOutputOptions(command, options, {"text", "json"});
}

void addDescribeOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    add(command, "--heads", options.heads, "N", "Heads per layer, which cannot be read from the weights")
        ->check(between(1, mostRows))
        ->required();
    add(command, "--out", options.out, "F", "Write this file instead of headscope.json beside the weights");
}

void addVerifyOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    add(command, "--against", options.against, "DIR",
        "Compare with the reference values of this folder: .npz or .safetensors files with ids, "
        "attention_<l>, "
        "hidden_<l>, logits");
    addInputOptions(command, options);
    addOutputOptions(command, options, {"text", "json"});
}

void addTokensOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    addOutputOptions(command, options, tableFormats);
}

void addAttentionOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    addHeadOptions(command, options);
    addEditOptions(command, options);
    add(command, "--with", options.with, "LIST",
        "More numbers, for .npz and .json: logits,hidden,q,k,v,norms,effective; norms is norm-based "
        "attention, "
        "the weight times the length of what the key adds to the layer's output, of every head and of layers "
        "as a whole; effective is the part of the weights that changes the head's output")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(oneOf({"logits", "hidden", "q", "k", "v", "norms", "effective"}));
    addOutputOptions(command, options, tableFormats);
}

void addLinksOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    addHeadOptions(command, options);
    addEditOptions(command, options);
    addWordOptions(command, options);
    add(command, "--top", options.top, "N",
        "How many keys per query (default: 1); with --from and --to, how many heads (default: all)")
        ->check(between(1, mostRows));
    addOutputOptions(command, options, tableFormats);
}

void addPictureOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    addHeadOptions(command, options);
    addEditOptions(command, options);
    addWordOptions(command, options);
    add(command, "--view", options.view, "V",
        "grid, heatmap, flow, arcs, layers, scatter, distance, entropy or map")
        ->required()
        ->check(oneOf(viewNames()));
    add(command, "--gold", options.gold, "F",
        "For a heatmap, flow or arcs: gold data (CoNLL-U, CoNLL-2012, GAP, schemas, word pairs, alignments) "
        "to draw over it")
        ->check(filled());
    add(command, "--base", options.base, "B",
        "The number of the first word in alignments of --gold: 0 or 1 (default: 0)")
        ->check(between(0, 1));
    addLookOptions(command, options);
    CLI::Option* all =
        command.add_flag("--all", options.all, "A picture of every head; --out is then a folder");
    add(command, "--out", options.out, "F", "The picture to write: .png, .svg or .pdf; with --all a folder")
        ->required()
        ->check(filled());
    add(command, "--format", options.format, "NAME", "With --all: png, svg or pdf (default: png)")
        ->check(oneOf({"png", "svg", "pdf"}))
        ->needs(all);
}

void addCompareOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    add(command, "B", options.otherModel, "",
        "A second model to compare with the first; both read the same text")
        ->check(filled());
    add(command, "--text", options.texts, "T",
        "The text to look at; given twice, the first is that of A and the second that of B")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    addOtherInputs(command, options);
    addTruncate(command, options);
    addHeadOptions(command, options);
    addEditOptions(command, options);
    command.get_option("--gate")->description("In B only: " +
                                              command.get_option("--gate")->get_description());
    command.add_flag("--words", options.words, "Merge pieces into words");
    addMeasure(command, options);
    add(command, "--sort", options.sort, "S",
        "Which heads come first: largest, those where the weight of one pair of tokens changed most, or "
        "distance, those whose rows did on the whole (default: largest)")
        ->check(oneOf({"largest", "distance"}));
    add(command, "--top", options.top, "N", "How many heads, most changed first (default: all)")
        ->check(between(1, mostRows));
    add(command, "--view", options.view, "V",
        "For a picture: grid, heatmap, flow, arcs, layers, scatter, distance or entropy (default: heatmap of "
        "the head that changed most)")
        ->check(oneOf(viewNames(true)));
    command.add_flag("--beside", options.beside,
                     "For a heatmap, flow or arcs: A beside B, over the tokens of both, instead of B - A");
    addLookOptions(command, options);
    addOutputOptions(command, options, tableFormats);
    command.get_option("--out")->description(
        "Write this file; its suffix chooses the format: .txt, .csv, .json, or a picture as .png, .svg or "
        ".pdf");
}

void addCheckOptions(CLI::App& command, Options& options) {
    add(command, "CASES", options.cases, "", "A file of cases, or example:NAME (built in)")
        ->required()
        ->check(filled());
    add(command, "--model", options.model, "M", "The model to check instead of the one that the file names")
        ->check(filled());
    add(command, "--junit", options.junit, "F", "Write the results as JUnit XML, too")->check(filled());
    addCommonOptions(command, options);
    addOutputOptions(command, options, {"text", "json"});
}

void addDoctorOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addInputOptions(command, options);
    addOutputOptions(command, options, {"text", "json"});
}

namespace {

int inputsOf(const Options& options) {
    return (options.text ? 1 : 0) + (options.file ? 1 : 0) + (options.ids ? 1 : 0) +
           (options.vectors ? 1 : 0);
}

}  // namespace

bool hasInput(const Options& options) {
    return inputsOf(options) > 0 || options.pair;
}

void checkTextOptions(const Options& options) {
    const int given = inputsOf(options);
    if (given == 0) refuse("The text", "give it with --text, --file, --ids or --vectors");
    if (given > 1) refuse("The text", "give only one of --text, --file, --ids and --vectors");
    if (options.pair && options.ids) refuse("--pair", "token ids cannot have a second text");
    if (options.pair && options.vectors) refuse("--pair", "vectors cannot have a second text");
}

}  // namespace headscope::app
