// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <charconv>
#include <cmath>

#include "core/base/json_builder.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"

namespace headscope::core {
namespace {

using Value = rapidjson::Value;

/// RapidJSON's compact writer with our spelling of floating-point numbers, and Python's of those that are not
/// finite.
class ValueWriter : public rapidjson::Writer<rapidjson::StringBuffer> {
public:
    using Writer::Writer;
    bool Double(double number) {
        std::string text = shortestText(number);
        if (std::isnan(number)) text = "NaN";
        if (std::isinf(number)) text = number < 0 ? "-Infinity" : "Infinity";
        return RawValue(text.data(), text.size(), rapidjson::kNumberType);
    }
};

const Value& nullValue() {
    static const Value null;
    return null;
}

const Value& valueOf(const void* value) {
    return value == nullptr ? nullValue() : *static_cast<const Value*>(value);
}

std::string_view textOf(const Value& value) {
    return {value.GetString(), value.GetStringLength()};
}

/// A key as messages show it. Hostile files have keys of a megabyte, and every value below would carry a
/// copy.
std::string shortened(std::string_view key) {
    constexpr std::size_t limit = 80;
    if (key.size() <= limit) return std::string(key);
    std::size_t end = limit;
    while ((static_cast<unsigned char>(key[end]) & 0xC0) == 0x80) --end;
    return std::string(key.substr(0, end)) + "…";
}

std::string joined(const std::string& path, std::string_view key) {
    constexpr std::size_t limit = 200;
    if (path.empty()) return shortened(key);
    return (path.size() > limit ? std::string("…") : path) + "." + shortened(key);
}

std::optional<std::int64_t> toSigned(const Value& value) noexcept {
    if (value.IsInt64()) return value.GetInt64();
    if (!value.IsDouble()) return std::nullopt;
    const double number = value.GetDouble();
    if (!(number >= -0x1p63 && number < 0x1p63) || std::trunc(number) != number) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

Error errorOf(const JsonFault& fault, const std::string& name, const JsonLimits& limits) {
    const std::string place = std::to_string(fault.byte);
    if (fault.code == ErrorCode::JsonTooDeep) return Error(fault.code, {name, std::to_string(limits.depth)});
    if (fault.code == ErrorCode::JsonDuplicateKey) return Error(fault.code, {name, shortened(fault.detail)});
    if (fault.code == ErrorCode::FileTooLarge)
        return Error(fault.code, {name, place, std::to_string(limits.bytes)});
    return Error(fault.code, {name, place, fault.detail});
}

}  // namespace

/// The text, its values that point into it, and what to call it.
struct Json::Document {
    std::string name;
    std::string text;
    rapidjson::Document tree;
};

Json::Json() = default;

Json::Json(std::shared_ptr<const Document> document, const void* value, std::string path)
    : m_document(std::move(document)), m_value(value), m_path(std::move(path)) {}

std::variant<Json, JsonFault> Json::tryParse(std::string_view text, std::string name, JsonLimits limits) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.size() > limits.bytes) return JsonFault{ErrorCode::FileTooLarge, text.size(), 0, "too large"};
    if (const auto bad = findInvalidUtf8(text))
        return JsonFault{ErrorCode::JsonSyntax, *bad, 0, "invalid UTF-8"};
    const std::size_t skipped = text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;

    const auto document = std::make_shared<Document>();
    document->name = std::move(name);
    document->text = text.substr(skipped);
    if (auto fault = buildJson(document->text, document->tree, limits)) {
        fault->byte += skipped;
        return std::move(*fault);
    }
    return Json(document, static_cast<const Value*>(&document->tree), {});
}

Json Json::parse(std::string_view text, std::string name, JsonLimits limits) {
    auto result = tryParse(text, name, limits);
    if (const auto* fault = std::get_if<JsonFault>(&result)) throw errorOf(*fault, name, limits);
    return std::get<Json>(std::move(result));
}

Json::Kind Json::kind() const noexcept {
    const Value& value = valueOf(m_value);
    if (value.IsBool()) return Kind::Bool;
    if (value.IsNumber()) return Kind::Number;
    if (value.IsString()) return Kind::String;
    if (value.IsArray()) return Kind::Array;
    if (value.IsObject()) return Kind::Object;
    return Kind::Null;
}

std::size_t Json::size() const noexcept {
    const Value& value = valueOf(m_value);
    if (value.IsArray()) return value.Size();
    return value.IsObject() ? value.MemberCount() : 0;
}

Json Json::operator[](std::size_t i) const {
    if (!isArray() || i >= size()) {
        const std::string wanted = "an array with at least " + std::to_string(i + 1) + " elements";
        throw Error(ErrorCode::JsonWrongType, {name(), m_path.empty() ? "top level" : m_path, wanted});
    }
    const Value& element = valueOf(m_value)[static_cast<rapidjson::SizeType>(i)];
    return {m_document, &element, m_path + "[" + std::to_string(i) + "]"};
}

std::vector<std::pair<std::string_view, Json>> Json::members() const {
    std::vector<std::pair<std::string_view, Json>> members;
    if (!isObject()) return members;
    const Value& object = valueOf(m_value);
    members.reserve(object.MemberCount());
    for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
        const std::string_view key = textOf(member->name);
        members.emplace_back(key, Json(m_document, &member->value, joined(m_path, key)));
    }
    return members;
}

std::optional<Json> Json::find(std::string_view key) const {
    if (!isObject()) return std::nullopt;
    const Value& object = valueOf(m_value);
    for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
        if (textOf(member->name) != key) continue;
        if (member->value.IsNull()) return std::nullopt;
        return Json(m_document, &member->value, joined(m_path, key));
    }
    return std::nullopt;
}

Json Json::at(std::string_view key) const {
    if (isObject()) {
        const Value& object = valueOf(m_value);
        for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
            if (textOf(member->name) == key) return {m_document, &member->value, joined(m_path, key)};
        }
    }
    throw Error(ErrorCode::JsonMissingKey, {name(), joined(m_path, key)});
}

void Json::throwWrongType(const char* wanted) const {
    throw Error(ErrorCode::JsonWrongType, {name(), m_path.empty() ? "top level" : m_path, wanted});
}

std::string_view Json::asString() const {
    if (!isString()) throwWrongType("a text in quotes");
    return textOf(valueOf(m_value));
}

bool Json::asBool() const {
    if (!isBool()) throwWrongType("true or false");
    return valueOf(m_value).GetBool();
}

double Json::asDouble() const {
    if (!isNumber()) throwWrongType("a number");
    return valueOf(m_value).GetDouble();
}

std::int64_t Json::asInt() const {
    const auto number = toSigned(valueOf(m_value));
    if (!number) throwWrongType("a whole number");
    return *number;
}

std::uint64_t Json::asUnsigned() const {
    const auto number = toUnsigned();
    if (!number) throwWrongType("a whole number that is not negative");
    return *number;
}

std::optional<std::uint64_t> Json::toUnsigned() const noexcept {
    const Value& value = valueOf(m_value);
    if (value.IsUint64()) return value.GetUint64();
    if (!value.IsDouble()) return std::nullopt;
    const double number = value.GetDouble();
    if (!(number >= 0 && number < 0x1p64) || std::trunc(number) != number) return std::nullopt;
    return static_cast<std::uint64_t>(number);
}

std::string Json::stringOr(std::string_view key, std::string_view fallback) const {
    const auto member = find(key);
    return std::string(member ? member->asString() : fallback);
}

bool Json::boolOr(std::string_view key, bool fallback) const {
    const auto member = find(key);
    return member ? member->asBool() : fallback;
}

double Json::doubleOr(std::string_view key, double fallback) const {
    const auto member = find(key);
    return member ? member->asDouble() : fallback;
}

std::int64_t Json::intOr(std::string_view key, std::int64_t fallback) const {
    const auto member = find(key);
    return member ? member->asInt() : fallback;
}

const std::string& Json::name() const noexcept {
    static const std::string unnamed;
    return m_document ? m_document->name : unnamed;
}

std::string Json::text() const {
    rapidjson::StringBuffer buffer;
    ValueWriter writer(buffer);
    valueOf(m_value).Accept(writer);
    return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace headscope::core
