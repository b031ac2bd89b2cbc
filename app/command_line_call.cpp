// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_call.h"

#include <algorithm>
#include <string_view>

#include "app/model_argument.h"
#include "core/base/input_text.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/base/utf8.h"
#include "core/trace/input_vectors.h"
#include "ui/examples.h"

namespace headscope::app {
namespace {

constexpr std::string_view defaultFormat = "text";

void checkUtf8(const std::optional<std::string>& text) {
    if (!text) return;
    if (const auto invalid = core::findInvalidUtf8(*text))
        throw core::Error(core::ErrorCode::TextNotUtf8, {std::to_string(*invalid)});
}

/// The text of a file. An editor ends the last line too, which is no part of it; nor is the mark that some
/// begin files with.
std::string textOf(const CommandCall& call, const std::string& file) {
    // No model reads as much.
    constexpr std::size_t longestText = 64000000;
    const std::string bytes = core::readInput(file, longestText, call.terminal.progress("Reading"));
    if (const auto invalid = core::findInvalidUtf8(bytes))
        throw core::Error(
            core::ErrorCode::BadArgument,
            {file, "it is not valid UTF-8 at byte " + std::to_string(*invalid) + "; convert it to UTF-8"});
    std::string_view text = bytes;
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark)) text.remove_prefix(byteOrderMark.size());
    if (!text.empty() && text.back() == '\n') text.remove_suffix(1);
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    return std::string(text);
}

core::AttentionKind kindNamed(std::string_view name) {
    using core::AttentionKind;
    for (const AttentionKind kind : {AttentionKind::Encoder, AttentionKind::Decoder, AttentionKind::Cross}) {
        if (core::kindName(kind) == name) return kind;
    }
    return AttentionKind::Self;
}

/// The format of --format; the names it may have were checked when it was read.
const core::DataFormat& standardOutputFormat(const Options& options) {
    const std::string_view id = options.format ? std::string_view(*options.format) : defaultFormat;
    const auto formats = core::dataFormats();
    return *std::find_if(formats.begin(), formats.end(),
                         [&](const core::DataFormat& format) { return format.id == id; });
}

std::string joined(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : ",") + word;
    return list;
}

void noteCut(const CommandCall& call, const core::Trace& trace) {
    if (trace.tokensDropped == 0) return;
    call.terminal.note("The text was cut: " + std::to_string(trace.tokensDropped) +
                       " tokens at its end were left out, " + std::to_string(trace.length()) + " are used.");
}

}  // namespace

core::Checkpoint openCheckpoint(const CommandCall& call) {
    const std::string place = modelArgument(call.options.model);
    if (place.rfind(ui::examplePrefix, 0) == 0)
        return ui::openExample(place.substr(ui::examplePrefix.size()));
    return core::Checkpoint::open(place);
}

core::CaseFile casesOf(const CommandCall& call) {
    return casesAt(*call.options.cases);
}

core::CaseFile casesAt(const std::string& place) {
    if (place.starts_with(ui::examplePrefix))
        return ui::exampleCases(std::string_view(place).substr(ui::examplePrefix.size()));
    return core::readCases(place);
}

core::Input inputOf(const CommandCall& call) {
    const Options& options = call.options;
    checkTextOptions(options);
    core::Input input;
    if (options.ids) input.ids = idsNamed(*options.ids);
    input.pair = options.pair;
    if (options.global) input.globalTokens = globalTokensNamed(*options.global);
    checkUtf8(options.text);
    checkUtf8(options.pair);
    if (options.vectors) input.vectors = core::readInputVectors(*options.vectors);
    input.literalSpecials = options.literalSpecials;
    if (options.text) input.text = *options.text;
    if (options.file) input.text = textOf(call, *options.file);
    return input;
}

core::ModelPtr loadModel(const CommandCall& call) {
    const core::Progress loading = call.terminal.progress("Loading");
    core::report(loading, 0);
    core::ModelPtr model = core::Model::load(openCheckpoint(call), call.compute);
    core::report(loading, 1);
    return model;
}

ModelRun runModel(const CommandCall& call, core::KeepOptions keep) {
    const core::Input input = inputOf(call);  // what is wrong with the text shall not cost a model
    core::ModelPtr model = loadModel(call);
    core::TracePtr trace = runInput(call, *model, input, keep);
    return {std::move(model), std::move(trace)};
}

core::TracePtr runInput(const CommandCall& call, const core::Model& model, const core::Input& input,
                        core::KeepOptions keep) {
    core::RunSpec spec;
    spec.model = call.options.model;
    spec.input = input;
    spec.cutToFit = call.options.truncate;
    spec.edits = editsOf(call.options);
    try {
        core::TracePtr trace = model.run(spec, keep, call.terminal.progress("Running"));
        noteCut(call, *trace);
        return trace;
    } catch (const core::Error& error) {
        if (error.code() != core::ErrorCode::TextTooLong) throw;
        refuse("The text", "it has " + error.arguments().at(0) + " tokens, but the model reads at most " +
                               error.arguments().at(1) + "; shorten it, or cut it with --truncate");
    }
}

std::vector<core::HeadId> selectedHeads(const core::Trace& trace, const Options& options) {
    const core::AttentionKind kind = kindNamed(options.kind);
    std::vector<core::HeadId> heads;
    for (const core::HeadId head : trace.headIds()) {
        const bool wanted = head.kind == kind && (!options.layer || head.layer == *options.layer) &&
                            (!options.head || head.head == *options.head);
        if (wanted) heads.push_back(head);
    }
    // Nothing is left: the trace knows best what there is.
    if (heads.empty()) trace.at({kind, options.layer.value_or(0), options.head.value_or(0)});
    return heads;
}

std::vector<core::Edit> editsOf(const Options& options) {
    std::vector<core::Edit> edits;
    for (const std::string& gate : options.gates)
        edits.emplace_back(*core::gateNamed(gate, kindNamed(options.kind)));
    return edits;
}

core::Origin originOf(const CommandCall& call) {
    const Options& options = call.options;
    core::Origin origin{HEADSCOPE_VERSION, call.command, options.model, {}};
    const auto add = [&](const char* name, const auto& value) {
        if (value) origin.settings.push_back({name, core::Cell(*value)});
    };
    const auto number = [](const std::optional<int>& value) {
        return value ? std::optional(std::int64_t{*value}) : std::nullopt;
    };
    const auto text = [](const std::string& words) {
        return words.empty() ? std::nullopt : std::optional(words);
    };
    const auto flag = [](bool set) { return set ? std::optional(true) : std::nullopt; };
    add("text", options.text);
    add("pair", options.pair);
    add("file", options.file);
    add("ids", options.ids ? std::optional(core::listText(idsNamed(*options.ids))) : std::nullopt);
    add("global", options.global);
    add("vectors", options.vectors);
    add("literal_specials", flag(options.literalSpecials));
    add("truncate", flag(options.truncate));
    add("layer", number(options.layer));
    add("head", number(options.head));
    add("from", options.from);
    add("to", options.to);
    add("words", flag(options.words));
    add("top", number(options.top));
    add("tokens", number(options.tokens));
    add("cases", options.cases);
    add("gold", options.gold);
    add("base", options.base == 0 ? std::nullopt : number(options.base));
    add("apart", options.apart == 1 ? std::nullopt : number(options.apart));
    add("with", options.otherModel);
    add("clusters", number(options.clusters));
    add("against", options.against);
    add("heads", number(options.heads));
    add("gate", text(core::editsText(editsOf(options))));
    add("measures", text(joined(options.measures)));
    add("specials", text(options.specials == "raw" ? "" : options.specials));
    add("average", text(options.average == "mean" ? "" : options.average));
    add("bits", flag(options.bits));
    add("offsets", number(options.offsets));
    add("corpus", options.corpus);
    return origin;
}

core::Origin originOf(const CommandCall& call, const core::Trace& trace) {
    core::Origin origin = originOf(call);
    if (trace.tokensDropped > 0)
        origin.settings.push_back({"tokens_dropped", std::int64_t{trace.tokensDropped}});
    return origin;
}

void checkApart(const std::filesystem::path& out, const std::filesystem::path& read) {
    std::error_code error;
    if (std::filesystem::equivalent(out, read, error))
        refuse(out.string(), "it is read, so it cannot be written too");
}

void checkOut(const CommandCall& call, core::DataKind kind) {
    if (!call.options.out) return;
    core::checkWritable(*call.options.out);
    core::dataFormatOf(*call.options.out, kind);
}

void deliver(const CommandCall& call, const core::Report& report) {
    core::report(call.terminal.progress("Writing"), 0);
    if (call.options.out) return core::writeReport(*call.options.out, report);
    call.terminal.write(standardOutputFormat(call.options).report(report));
    call.terminal.flush();
}

void deliver(const CommandCall& call, const core::Numbers& numbers) {
    const core::Progress progress = call.terminal.progress("Writing");
    if (call.options.out) return core::writeNumbers(*call.options.out, numbers, progress);
    Terminal& terminal = call.terminal;
    standardOutputFormat(call.options)
        .numbers(
            numbers, [&](std::string_view text) { terminal.write(text); }, progress);
    terminal.flush();
}

}  // namespace headscope::app
