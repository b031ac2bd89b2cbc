// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/pipeline.h"
#include "core/tokenizer/tokenizer_config.h"

namespace headscope::core {

// What families whose folders have no tokenizer.json are put together from.

/// The lines of a file. Only "\n" ends one: vocabularies hold other line separators as pieces. Throws
/// Error(TokenizerInvalid) when the file is not UTF-8.
std::vector<std::string_view> linesOf(const MappedFile& file);

struct NamedDefault {
    std::string_view name;
    std::string_view text;
    bool lstrip = false;
};
/// Makes the special tokens of a family added tokens, as far as the files do not name others, then those that
/// the files declare.
void addSpecials(Tokenizer::Pipeline& pipeline, const TokenizerConfig& config,
                 std::initializer_list<NamedDefault> defaults);

/// A special token with its id. Throws Error(TokenizerInvalid) when the vocabulary lacks it.
SpecialToken special(const Tokenizer::Pipeline& pipeline, std::string piece);

/// `[CLS] A [SEP]`, `[CLS] A [SEP] B [SEP]` with the second text of type 1; `separators` of them between the
/// texts.
PostProcessor bertTemplate(const SpecialToken& beginning, const SpecialToken& separator,
                           std::size_t separators);

/// `<s> A </s>` and the like: `beginning` and `ending` around each text, the second text with type 1. Either
/// may be nothing.
PostProcessor beginningAndEnding(const std::optional<SpecialToken>& beginning,
                                 const std::optional<SpecialToken>& ending);
/// What a family does that its files do not say.
struct DefaultEnds {
    std::string_view beginning = "<s>";
    std::string_view ending = "</s>";
    bool begins = false;  ///< add_bos_token
};
inline constexpr DefaultEnds llamaEnds{"<s>", "</s>", true};
inline constexpr DefaultEnds gemmaEnds{"<bos>", "<eos>", true};
/// The same with bos_token and eos_token, as add_bos_token and add_eos_token say.
PostProcessor configuredEnds(const Tokenizer::Pipeline& pipeline, const TokenizerConfig& config,
                             const DefaultEnds& defaults);

}  // namespace headscope::core
