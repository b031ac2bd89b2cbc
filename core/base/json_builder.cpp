// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_builder.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <limits>
#include <locale>
#include <sstream>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/utf8.h"

namespace headscope::core {
namespace {

using rapidjson::SizeType;

struct Key {
    std::size_t hash;
    std::string_view text;
    bool operator<(const Key& other) const { return std::tie(hash, text) < std::tie(other.hash, other.text); }
    bool operator==(const Key& other) const { return hash == other.hash && text == other.text; }
};

/// Stands between RapidJSON's reader and its tree and stops the reader as soon as a limit is passed, so that
/// a hostile text costs no more memory than its limits allow.
class LimitedHandler {
public:
    LimitedHandler(rapidjson::Document& tree, const JsonLimits& limits) : m_tree(tree), m_limits(limits) {}

    const std::optional<JsonFault>& fault() const { return m_fault; }

    bool Null() { return counted() && m_tree.Null(); }
    bool Bool(bool truth) { return counted() && m_tree.Bool(truth); }
    bool RawNumber(const char* text, SizeType length, bool) { return counted() && number({text, length}); }
    bool String(const char* text, SizeType length, bool copy) {
        return counted() && wellFormed({text, length}) && m_tree.String(text, length, copy);
    }
    bool StartArray() { return counted() && entered() && m_tree.StartArray(); }
    bool EndArray(SizeType count) {
        --m_depth;
        return m_tree.EndArray(count);
    }
    bool StartObject() {
        m_firstKeys.push_back(m_keys.size());
        return counted() && entered() && m_tree.StartObject();
    }
    bool Key(const char* text, SizeType length, bool copy) {
        const std::string_view key(text, length);
        m_keys.push_back({std::hash<std::string_view>{}(key), key});
        return counted() && wellFormed(key) && m_tree.Key(text, length, copy);
    }
    bool EndObject(SizeType count) {
        if (!keysDiffer()) return false;
        --m_depth;
        return m_tree.EndObject(count);
    }

    // RapidJSON hands numbers over as text (kParseNumbersAsStringsFlag); its reader still needs these to
    // compile.
    bool Int(int value) { return m_tree.Int(value); }
    bool Uint(unsigned value) { return m_tree.Uint(value); }
    bool Int64(std::int64_t value) { return m_tree.Int64(value); }
    bool Uint64(std::uint64_t value) { return m_tree.Uint64(value); }
    bool Double(double value) { return m_tree.Double(value); }

private:
    bool stop(ErrorCode code, std::string detail) {
        m_fault = JsonFault{code, 0, m_depth, std::move(detail)};
        return false;
    }

    bool counted() {
        if (++m_values <= m_limits.values) return true;
        return stop(ErrorCode::JsonSyntax, "more than " + std::to_string(m_limits.values) + " values");
    }

    // The text was checked before, but RapidJSON turns the escape of a lone low surrogate into bytes that are
    // no UTF-8.
    bool wellFormed(std::string_view text) {
        return !findInvalidUtf8(text) || stop(ErrorCode::JsonSyntax, "the escape of half a character");
    }

    bool entered() {
        return ++m_depth <= m_limits.depth || stop(ErrorCode::JsonTooDeep, "nested too deeply");
    }

    // Sorting costs n log n whatever the keys are; a hash table could be driven into long chains by chosen
    // keys.
    bool keysDiffer() {
        const auto begin = m_keys.begin() + static_cast<std::ptrdiff_t>(m_firstKeys.back());
        std::sort(begin, m_keys.end());
        const auto twice = std::adjacent_find(begin, m_keys.end());
        if (twice != m_keys.end()) return stop(ErrorCode::JsonDuplicateKey, std::string(twice->text));
        m_keys.erase(begin, m_keys.end());
        m_firstKeys.pop_back();
        return true;
    }

    // Not RapidJSON's conversion: std::from_chars rounds correctly for any number of digits.
    bool number(std::string_view text) {
        const char* const end = text.data() + text.size();
        if (text.find_first_of(".eEnN") == text.npos && text != "-0") {
            std::int64_t whole = 0;
            std::uint64_t natural = 0;
            if (std::from_chars(text.data(), end, whole).ec == std::errc{}) return m_tree.Int64(whole);
            if (std::from_chars(text.data(), end, natural).ec == std::errc{}) return m_tree.Uint64(natural);
        }
        double real = 0;
        if (std::from_chars(text.data(), end, real).ec == std::errc{}) return m_tree.Double(real);
        return m_tree.Double(outOfRange(text));
    }

    /// Zero for a number too small for a double, the largest one for a number too large, which from_chars
    /// leaves open.
    static double outOfRange(std::string_view text) {
        std::istringstream stream{std::string(text)};
        stream.imbue(std::locale::classic());
        double real = 0;
        stream >> real;
        return real;
    }

    rapidjson::Document& m_tree;
    const JsonLimits& m_limits;
    std::optional<JsonFault> m_fault;
    int m_depth = 0;
    std::size_t m_values = 0;
    std::vector<core::Key> m_keys;         // of all objects that are still open
    std::vector<std::size_t> m_firstKeys;  // where the keys of each of them begin in m_keys
};

/// RapidJSON's sentence as the middle of ours.
std::string reason(rapidjson::ParseErrorCode code) {
    std::string text = rapidjson::GetParseError_En(code);
    if (text.ends_with('.')) text.pop_back();
    if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace

std::optional<JsonFault> buildJson(std::string& text, rapidjson::Document& tree, const JsonLimits& limits) {
    constexpr unsigned flags = rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag |
                               rapidjson::kParseNanAndInfFlag | rapidjson::kParseNumbersAsStringsFlag;
    const std::size_t size = text.size();
    rapidjson::Reader reader;
    rapidjson::InsituStringStream stream(text.data());
    LimitedHandler handler(tree, limits);
    const auto generate = [&](rapidjson::Document&) {
        return !reader.Parse<flags>(stream, handler).IsError();
    };
    tree.Populate(generate);

    if (auto fault = handler.fault()) {
        fault->byte = stream.Tell();
        return fault;
    }
    if (reader.HasParseError()) {
        return JsonFault{ErrorCode::JsonSyntax, reader.GetErrorOffset(), 0,
                         reason(reader.GetParseErrorCode())};
    }
    // RapidJSON takes a NUL byte for the end of the text.
    if (stream.Tell() != size) return JsonFault{ErrorCode::JsonSyntax, stream.Tell(), 0, "a NUL byte"};
    return std::nullopt;
}

}  // namespace headscope::core
