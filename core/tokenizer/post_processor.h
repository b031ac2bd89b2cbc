// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/tokenizer/stage.h"
#include "core/tokenizer/token.h"

namespace headscope::core {

/// A token between the model and the public Token.
struct EncodedToken {
    std::int32_t id = 0;
    std::string value;  ///< as the reference library writes it; decides what trimming takes away
    Span span;          ///< characters of the text as the reference library tells them
    Span surface;       ///< the same before trimming
    int sequence = 0;
    std::int32_t typeId = 0;
    bool inserted = false;    ///< put there by the post-processor
    bool addedToken = false;  ///< an added token that the person typed
};

/// The tokens of each text, later also of each part of a template.
using Encodings = std::vector<std::vector<EncodedToken>>;
/// Inserts special tokens (if `addSpecialTokens`), sets type ids, trims spans. May be called from many
/// threads.
using PostProcessor = std::function<void(Encodings& encodings, bool addSpecialTokens)>;

/// A post-processor from its definition in tokenizer.json. Throws Error(TokenizerUnsupported,
/// TokenizerInvalid, Json…).
PostProcessor makePostProcessor(const Json& definition, const StageOverrides& overrides);

struct SpecialToken {
    std::string piece;
    std::int32_t id = 0;
};

/// One place of a template: a text, or special tokens.
struct TemplatePart {
    std::optional<int> sequence;  ///< 0 or 1
    std::vector<SpecialToken> tokens;
    std::int32_t typeId = 0;
};
using Template = std::vector<TemplatePart>;
/// `single` for one text, `pair` for two.
PostProcessor templateProcessor(Template single, Template pair);

struct RobertaSettings {
    SpecialToken separator;
    SpecialToken beginning;
    bool trimOffsets = true;
    bool addPrefixSpace = true;
};
PostProcessor robertaProcessor(const RobertaSettings& settings);

}  // namespace headscope::core
