// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/json.h"

namespace headscope::core {

/// Ids at or above this are refused: no vocabulary is so large, and tables are as long as the highest id.
inline constexpr std::int64_t tokenIdLimit = std::int64_t{1} << 24;

/// Hash of any kind of string, so that maps are searched without making a std::string.
struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
        return std::hash<std::string_view>{}(text);
    }
};
template <typename Value>
using StringMap = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;

/// The pieces of a model and their ids. Ids may have gaps; two pieces may share one.
class Vocabulary {
public:
    Vocabulary() = default;
    /// {"piece": id, …}. Throws Error(TokenizerInvalid, JsonWrongType).
    explicit Vocabulary(const Json& object);
    /// Moves, but is not copied: the list of pieces points into the map.
    Vocabulary(Vocabulary&&) = default;
    Vocabulary& operator=(Vocabulary&&) = default;

    /// A piece that is there already gets the new id. Precondition: 0 <= id < tokenIdLimit.
    void add(std::string_view piece, std::int32_t id);

    std::optional<std::int32_t> id(std::string_view piece) const;
    /// Null when no piece has this id.
    const std::string* piece(std::int32_t id) const noexcept;
    /// How many pieces there are.
    std::size_t size() const noexcept { return m_ids.size(); }
    /// The highest id plus one.
    std::size_t idEnd() const noexcept { return m_pieces.size(); }
    const StringMap<std::int32_t>& ids() const noexcept { return m_ids; }

private:
    StringMap<std::int32_t> m_ids;
    std::vector<const std::string*> m_pieces;  // by id; null in gaps
};

/// The number as a token id. Throws Error(TokenizerInvalid) when it is negative or not below tokenIdLimit.
std::int32_t tokenId(const Json& number);

}  // namespace headscope::core
