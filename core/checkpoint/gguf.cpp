// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/gguf.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/utf8.h"

namespace headscope::core {
namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

constexpr std::size_t lookAt = std::size_t{1} << 20;
constexpr std::size_t longestText = 1000;
constexpr std::uint32_t textType = 8;
constexpr std::uint32_t arrayType = 9;
// Bytes of the value types 0 … 12; texts and arrays have none of their own.
constexpr std::array<std::size_t, 13> typeBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

/// Takes values off the front of a text; nothing once it ends.
class Cursor {
public:
    explicit Cursor(std::string_view bytes) : m_rest(bytes) {}

    template <typename T>
    std::optional<T> number() {
        if (m_rest.size() < sizeof(T)) return std::nullopt;
        T value;
        std::memcpy(&value, m_rest.data(), sizeof value);
        m_rest.remove_prefix(sizeof value);
        return value;
    }

    std::optional<std::string_view> text() {
        const auto size = number<std::uint64_t>();
        if (!size || *size > m_rest.size()) return std::nullopt;
        const std::string_view taken = m_rest.substr(0, static_cast<std::size_t>(*size));
        m_rest.remove_prefix(taken.size());
        return taken;
    }

    bool skip(std::uint64_t size) {
        if (size > m_rest.size()) return false;
        m_rest.remove_prefix(static_cast<std::size_t>(size));
        return true;
    }

private:
    std::string_view m_rest;
};

bool skipArray(Cursor& cursor) {
    const auto type = cursor.number<std::uint32_t>();
    const auto count = cursor.number<std::uint64_t>();
    if (!type || !count || *type >= typeBytes.size() || *type == arrayType || *count > lookAt) return false;
    if (*type != textType) return cursor.skip(*count * typeBytes[*type]);
    for (std::uint64_t i = 0; i < *count; ++i) {
        if (!cursor.text()) return false;
    }
    return true;
}

/// The texts among the key-value pairs, as far as they can be read.
Texts textsOf(std::string_view bytes) {
    constexpr std::size_t header = 24;  // magic, version, two counts
    Texts texts;
    Cursor cursor(bytes);
    if (!cursor.skip(header)) return texts;
    while (const auto key = cursor.text()) {
        const auto type = cursor.number<std::uint32_t>();
        if (!type || *type >= typeBytes.size()) break;
        if (*type == textType) {
            const auto value = cursor.text();
            if (!value) break;
            texts.emplace(*key, toValidUtf8(value->substr(0, longestText)));
        } else if (*type == arrayType ? !skipArray(cursor) : !cursor.skip(typeBytes[*type])) {
            break;
        }
    }
    return texts;
}

}  // namespace

std::string ggufOriginal(const MappedFile& file) {
    constexpr std::string_view hub = "https://huggingface.co/";
    const Texts texts = textsOf(file.copy(0, std::min(lookAt, file.size())));
    for (const char* key : {"general.base_model.0.repo_url", "general.source.repo_url", "general.source.url",
                            "general.source.huggingface.repository", "general.url", "general.name"}) {
        const auto found = texts.find(key);
        if (found == texts.end() || found->second.empty()) continue;
        const bool onHub = found->second.starts_with(hub) && found->second.size() > hub.size();
        return onHub ? found->second.substr(hub.size()) : found->second;
    }
    return "the folder that it was converted from";
}

}  // namespace headscope::core
