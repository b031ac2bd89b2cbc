// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.h"

namespace headscope::core {

/// Bounds for reading JSON from outside.
struct JsonLimits {
    int depth = 64;
    std::size_t bytes = std::size_t{256} << 20;
    /// Values and keys in all: two bytes of text can become sixteen of memory.
    std::size_t values = std::size_t{1} << 25;
};

/// What is wrong with a JSON text, for readers that have a sentence of their own for it.
struct JsonFault {
    ErrorCode code = ErrorCode::JsonSyntax;  ///< or JsonTooDeep, JsonDuplicateKey, FileTooLarge
    std::size_t byte = 0;                    ///< where reading stopped
    int depth = 0;                           ///< objects and arrays around that place
    std::string detail;                      ///< the reason in words; for JsonDuplicateKey the key
};

/// A read-only look at one value of a parsed JSON text; copying is cheap and keeps the whole text's tree
/// alive. The parser does not recurse, refuses duplicate keys and deep nesting, and accepts what config files
/// in the wild have: a byte order mark, NaN and Infinity, integers beyond 64 bits (they become doubles).
class Json {
public:
    enum class Kind { Null, Bool, Number, String, Array, Object };

    /// null
    Json();
    /// `name` is how errors call the text, usually the file's path. Throws Error(JsonSyntax, JsonTooDeep,
    /// JsonDuplicateKey, FileTooLarge).
    static Json parse(std::string_view text, std::string name, JsonLimits limits = {});
    /// The same, but answers what is wrong instead of throwing.
    static std::variant<Json, JsonFault> tryParse(std::string_view text, std::string name,
                                                  JsonLimits limits = {});

    Kind kind() const noexcept;
    bool isNull() const noexcept { return kind() == Kind::Null; }
    bool isObject() const noexcept { return kind() == Kind::Object; }
    bool isArray() const noexcept { return kind() == Kind::Array; }
    bool isString() const noexcept { return kind() == Kind::String; }
    bool isNumber() const noexcept { return kind() == Kind::Number; }
    bool isBool() const noexcept { return kind() == Kind::Bool; }

    /// Elements of an array or members of an object; 0 for anything else.
    std::size_t size() const noexcept;
    /// Element of an array. Throws Error(JsonWrongType) when there is none at `i`: files from outside decide
    /// on sizes.
    Json operator[](std::size_t i) const;
    /// Members of an object in the order of the file.
    std::vector<std::pair<std::string_view, Json>> members() const;

    /// The member `key`; nothing when this is no object, has no such key, or the value is null. Looks at one
    /// member after the other: to look up many keys of a large object, go through members() once.
    std::optional<Json> find(std::string_view key) const;
    /// The member `key`, which may be null. Throws Error(JsonMissingKey), also when this is no object.
    Json at(std::string_view key) const;

    /// Each throws Error(JsonWrongType) naming the text and the path of keys by which this value was reached.
    std::string_view asString() const;
    bool asBool() const;
    double asDouble() const;
    /// Also accepts numbers with an integral floating-point value (32.0, 1e3).
    std::int64_t asInt() const;
    /// A number with an integral value ≥ 0 that fits.
    std::uint64_t asUnsigned() const;
    /// What asUnsigned() would answer; nothing where it would throw.
    std::optional<std::uint64_t> toUnsigned() const noexcept;

    /// The member's value, or `fallback` when it is absent or null. Throws Error(JsonWrongType).
    std::string stringOr(std::string_view key, std::string_view fallback) const;
    bool boolOr(std::string_view key, bool fallback) const;
    double doubleOr(std::string_view key, double fallback) const;
    std::int64_t intOr(std::string_view key, std::int64_t fallback) const;

    /// The name given to parse().
    const std::string& name() const noexcept;
    /// The value as JSON text, for messages.
    std::string text() const;

private:
    struct Document;
    Json(std::shared_ptr<const Document> document, const void* value, std::string path);
    [[noreturn]] void throwWrongType(const char* wanted) const;

    std::shared_ptr<const Document> m_document;
    const void* m_value = nullptr;  // a rapidjson::Value inside m_document
    std::string m_path;             // how this value was reached, "rope_scaling.factor"; long ones are cut
};

/// Writes JSON to a string: UTF-8 (bytes that are not become U+FFFD: file names may be anything), finite
/// numbers only (others throw std::logic_error, it is our mistake).
class JsonWriter {
public:
    explicit JsonWriter(bool pretty = false);
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(std::int64_t number);
    JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
    JsonWriter& value(double number);
    JsonWriter& value(float number);  ///< shortest text that reads back as the same float
    JsonWriter& value(bool truth);
    JsonWriter& null();

    /// The text so far; complete once every object and array is closed.
    std::string text() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace headscope::core
