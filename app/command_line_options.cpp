// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_options.h"

#include <CLI/CLI.hpp>

#include "core/base/error.h"

namespace headscope::app {
namespace {

constexpr int mostThreads = 1024;
constexpr int mostRows = 1000000000;

const std::vector<std::string> tableFormats = {"text", "csv", "json"};

[[noreturn]] void refuse(const std::string& option, const std::string& reason) {
    throw core::Error(core::ErrorCode::BadArgument, {option, reason});
}

}  // namespace

void addModelOptions(CLI::App& command, Options& options) {
    command
        .add_option(
            "MODEL", options.model,
            "A folder, a weights file, org/name in the local Hugging Face cache, or example:NAME (built in)")
        ->required();
    command.add_option("--threads", options.threads, "Threads to compute with (default: all)")
        ->check(CLI::Range(1, mostThreads));
    command.add_option("--isa", options.isa, "Instruction set of the kernels: base runs on any processor")
        ->check(CLI::IsMember({"base"}));
    command.add_option("--language", options.language, "Language of messages and pictures: en or zh_CN")
        ->check(CLI::IsMember({"en", "zh_CN"}));
    command.add_flag("--quiet", options.quiet, "No progress and no notes on standard error");
}

void addTextOptions(CLI::App& command, Options& options) {
    command.add_option("--text", options.text, "The text to look at");
    command.add_option("--pair", options.pair, "A second text, for models that read two");
    command.add_option("--file", options.file,
                       "A UTF-8 file with the text; one line end at its end does not count");
    command
        .add_option("--ids", options.ids,
                    "Token ids instead of a text: 101,2054,102; no special tokens are added")
        ->delimiter(',');
    command.add_flag("--truncate", options.truncate,
                     "Cut a text that is too long for the model, instead of refusing it");
}

void addHeadOptions(CLI::App& command, Options& options) {
    command.add_option("--layer", options.layer, "Only this layer, counted from 0");
    command.add_option("--head", options.head, "Only this head of the layer or layers, counted from 0");
    command.add_option("--kind", options.kind, "self, encoder, decoder or cross (default: self)")
        ->check(CLI::IsMember({"self", "encoder", "decoder", "cross"}));
}

void addWordOptions(CLI::App& command, Options& options) {
    command.add_option("--from", options.from,
                       "The word that looks: it, it#2 (its second occurrence), @11 (position)");
    command.add_option("--to", options.to, "The word that is looked at, written likewise");
    command.add_flag("--words", options.words, "Merge pieces into words");
}

void addOutputOptions(CLI::App& command, Options& options, const std::vector<std::string>& formats) {
    CLI::Option* out =
        command.add_option("--out", options.out, "Write this file; its suffix chooses the format");
    command.add_option("--format", options.format, "Format on standard output (default: text)")
        ->check(CLI::IsMember(formats))
        ->excludes(out);
}

void addInfoOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    command.add_option("--tokens", options.tokens, "Say how much memory a run of this many tokens takes")
        ->check(CLI::Range(1, mostRows));
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
    command.add_option("--with", options.with, "More numbers, for .npz and .json: logits,hidden,q,k,v")
        ->delimiter(',')
        ->check(CLI::IsMember({"logits", "hidden", "q", "k", "v"}));
    addOutputOptions(command, options, tableFormats);
}

void addMetricsOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    addHeadOptions(command, options);
    addOutputOptions(command, options, tableFormats);
}

void addLinksOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    addHeadOptions(command, options);
    addWordOptions(command, options);
    command
        .add_option(
            "--top", options.top,
            "How many keys per query (default: 1); with --from and --to, how many heads (default: all)")
        ->check(CLI::Range(1, mostRows));
    addOutputOptions(command, options, tableFormats);
}

void addPictureOptions(CLI::App& command, Options& options) {
    addModelOptions(command, options);
    addTextOptions(command, options);
    addHeadOptions(command, options);
    addWordOptions(command, options);
    command.add_option("--view", options.view, "grid, heatmap, flow, arcs or layers")->required();
    command.add_option("--size", options.size,
                       "Width and height in pixels, 820x900 (default: as the view needs)");
    command
        .add_option("--scale", options.scale, "How weights become tones: linear, sqrt or log (default: sqrt)")
        ->check(CLI::IsMember({"linear", "sqrt", "log"}));
    command.add_option("--theme", options.theme, "light or dark (default: light)")
        ->check(CLI::IsMember({"light", "dark"}));
    command
        .add_option("--pixel-ratio", options.pixelRatio, "Pixels of a PNG per pixel of --size (default: 1)")
        ->check(CLI::Range(1, 8));
    CLI::Option* all =
        command.add_flag("--all", options.all, "A picture of every head; --out is then a folder");
    command.add_option("--out", options.out, "The picture to write: .png, .svg or .pdf; with --all a folder")
        ->required();
    command.add_option("--format", options.format, "With --all: png, svg or pdf (default: png)")
        ->check(CLI::IsMember({"png", "svg", "pdf"}))
        ->needs(all);
}

void checkTextOptions(const Options& options) {
    const int given = (options.text ? 1 : 0) + (options.file ? 1 : 0) + (options.ids.empty() ? 0 : 1);
    if (given == 0) refuse("The text", "give it with --text, --file or --ids");
    if (given > 1) refuse("The text", "give only one of --text, --file and --ids");
    if (options.pair && !options.ids.empty()) refuse("--pair", "token ids cannot have a second text");
}

}  // namespace headscope::app
