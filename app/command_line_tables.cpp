// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/command_line_commands.h"
#include "core/export/standard_tables.h"

namespace headscope::app {
namespace {

std::vector<core::Token> tokensFromIds(const core::Tokenizer& tokenizer,
                                       const std::vector<std::int32_t>& ids) {
    for (const std::int32_t id : ids) {
        if (id >= 0 && id < tokenizer.vocabularySize()) continue;
        throw core::Error(core::ErrorCode::TokenIdOutOfRange,
                          {std::to_string(id), std::to_string(tokenizer.vocabularySize() - 1)});
    }
    return tokenizer.fromIds(ids);
}

/// Without the model where possible: so a text that is too long, or a model that cannot be computed, still
/// has tokens.
std::vector<core::Token> readTokens(const CommandCall& call, const core::Input& input) {
    if (call.options.truncate) return runModel(call).trace->tokens;
    const core::Checkpoint checkpoint = openCheckpoint(call);
    const auto tokenizer = core::Tokenizer::load(checkpoint);
    if (!tokenizer) return core::Model::load(checkpoint, call.compute)->tokens(input);
    if (!input.ids.empty()) return tokensFromIds(*tokenizer, input.ids);
    return tokenizer->encode(input.text, input.pair, {true, !input.literalSpecials});
}

}  // namespace

void runTokens(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    const std::vector<core::Token> tokens = readTokens(call, inputOf(call));
    if (tokens.empty()) throw core::Error(core::ErrorCode::TextEmpty);
    deliver(call, core::Report{originOf(call), {}, {core::tokenTable(tokens)}});
}

void runAttention(const CommandCall& call) {
    checkOut(call, core::DataKind::Numbers);
    const Options& options = call.options;
    const auto with = [&](std::string_view name) {
        return std::find(options.with.begin(), options.with.end(), name) != options.with.end();
    };
    const core::KeepOptions keep{.values = with("v") || with("norms") || with("effective"),
                                 .hidden = with("hidden"),
                                 .outputs = with("norms")};
    const ModelRun run = runModel(call, keep);
    core::NumbersRequest request{
        .model = run.model, .trace = run.trace, .heads = selectedHeads(*run.trace, options)};
    request.logits = with("logits");
    request.hidden = with("hidden");
    request.q = with("q");
    request.k = with("k");
    request.v = with("v");
    request.norms = with("norms");
    request.effective = with("effective");
    deliver(call, core::numbersOf(request, originOf(call, *run.trace)));
}

}  // namespace headscope::app
