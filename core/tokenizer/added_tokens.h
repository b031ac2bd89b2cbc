// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/tokenizer/model_stage.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/trie.h"

namespace headscope::core {

/// A token beside the model's vocabulary, found in the text before the model sees it.
struct AddedToken {
    std::string content;
    bool singleWord = false;  ///< only where no word character touches it
    bool lstrip = false;      ///< takes the whitespace before it along
    bool rstrip = false;      ///< takes the whitespace behind it along
    bool normalized = true;   ///< looked for in the normalised text
    bool special = false;
    bool operator==(const AddedToken&) const = default;
};

/// From an entry of "added_tokens" or "added_tokens_decoder", or a named token such as "mask_token": a string
/// or an object with "content". What the file leaves out comes from `defaults`; its content is overwritten.
AddedToken readAddedToken(const Json& definition, AddedToken defaults);

/// All added tokens of a tokenizer. Filled with add(), then prepare(), then used by any number of threads.
class AddedTokens {
public:
    /// Adds a token or changes the settings of one that is there. Its id is the one its content has in the
    /// model, else the next free one: the file's own number does not count. Throws Error(TokenizerInvalid) on
    /// unreasonably long contents.
    void add(const AddedToken& token, const ModelStage& model);
    /// Makes ready for cut(); `normalizer` may be empty.
    void prepare(const Normalizer& normalizer);

    /// Cuts the whole text into added tokens and the normalised stretches between them. With `specials` false
    /// the special ones are ordinary text.
    Pieces cut(std::string_view text, const Normalizer& normalizer, bool specials) const;

    std::optional<std::int32_t> id(std::string_view content) const;
    /// Null when no added token has this id.
    const AddedToken* token(std::int32_t id) const noexcept;
    bool isSpecial(std::string_view content) const { return m_specialContents.contains(content); }
    /// The highest id plus one; 0 when there are none.
    std::int32_t idEnd() const noexcept { return m_tokens.empty() ? 0 : m_tokens.rbegin()->first + 1; }

private:
    struct Found {
        ByteRange range;
        std::optional<std::int32_t> id;
    };

    std::vector<Found> find(std::string_view text, const Trie& trie, bool specials) const;
    void cutPieces(Pieces& pieces, const Trie& trie, bool specials) const;

    StringMap<std::int32_t> m_ids;
    std::map<std::int32_t, AddedToken> m_tokens;
    std::unordered_set<std::string, StringHash, std::equal_to<>> m_specialContents;
    Trie m_raw;         // found in the typed text
    Trie m_normalized;  // found in the normalised text
};

}  // namespace headscope::core
