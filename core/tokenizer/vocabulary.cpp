// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/vocabulary.h"

#include "core/tokenizer/stage.h"

namespace headscope::core {

Vocabulary::Vocabulary(const Json& object) {
    m_ids.reserve(object.size());
    for (const auto& [piece, id] : object.members()) add(piece, tokenId(id));
}

void Vocabulary::add(std::string_view piece, std::int32_t id) {
    const auto [entry, added] = m_ids.insert_or_assign(std::string(piece), id);
    const auto index = static_cast<std::size_t>(id);
    if (index >= m_pieces.size()) m_pieces.resize(index + 1);
    m_pieces[index] = &entry->first;
}

std::optional<std::int32_t> Vocabulary::id(std::string_view piece) const {
    const auto found = m_ids.find(piece);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

const std::string* Vocabulary::piece(std::int32_t id) const noexcept {
    const bool inside = id >= 0 && static_cast<std::size_t>(id) < m_pieces.size();
    return inside ? m_pieces[static_cast<std::size_t>(id)] : nullptr;
}

std::int32_t tokenId(const Json& number) {
    const std::int64_t id = number.asInt();
    if (id < 0 || id >= tokenIdLimit)
        throw invalidTokenizer(number, std::to_string(id) + " is no possible token id");
    return static_cast<std::int32_t>(id);
}

}  // namespace headscope::core
