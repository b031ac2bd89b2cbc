// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cmath>
#include <stdexcept>
#include <variant>

#include "core/base/json.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"

namespace headscope::core {

/// Compact or pretty: two unrelated types in RapidJSON with the same members.
struct JsonWriter::Impl {
    rapidjson::StringBuffer buffer;
    std::variant<rapidjson::Writer<rapidjson::StringBuffer>, rapidjson::PrettyWriter<rapidjson::StringBuffer>>
        writer;

    explicit Impl(bool pretty) {
        if (pretty) {
            writer.emplace<1>(buffer).SetIndent(' ', 2);
        } else {
            writer.emplace<0>(buffer);
        }
    }

    template <typename Action>
    void write(Action action) {
        std::visit([&](auto& chosen) { action(chosen); }, writer);
    }

    template <typename Float>
    void writeNumber(Float number) {
        if (!std::isfinite(number))
            throw std::logic_error("JSON has no text for a number that is not finite");
        const std::string text = shortestText(number);
        write([&](auto& out) { out.RawValue(text.data(), text.size(), rapidjson::kNumberType); });
    }
};

JsonWriter::JsonWriter(bool pretty) : m_impl(std::make_unique<Impl>(pretty)) {}
JsonWriter::~JsonWriter() = default;

JsonWriter& JsonWriter::beginObject() {
    m_impl->write([](auto& out) { out.StartObject(); });
    return *this;
}

JsonWriter& JsonWriter::endObject() {
    m_impl->write([](auto& out) { out.EndObject(); });
    return *this;
}

JsonWriter& JsonWriter::beginArray() {
    m_impl->write([](auto& out) { out.StartArray(); });
    return *this;
}

JsonWriter& JsonWriter::endArray() {
    m_impl->write([](auto& out) { out.EndArray(); });
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    const std::string text = toValidUtf8(name);
    m_impl->write([&](auto& out) { out.Key(text.data(), static_cast<rapidjson::SizeType>(text.size())); });
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view value) {
    const std::string text = toValidUtf8(value);
    m_impl->write([&](auto& out) { out.String(text.data(), static_cast<rapidjson::SizeType>(text.size())); });
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    m_impl->write([&](auto& out) { out.Int64(number); });
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    m_impl->writeNumber(number);
    return *this;
}

JsonWriter& JsonWriter::value(float number) {
    m_impl->writeNumber(number);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    m_impl->write([&](auto& out) { out.Bool(truth); });
    return *this;
}

JsonWriter& JsonWriter::null() {
    m_impl->write([](auto& out) { out.Null(); });
    return *this;
}

std::string JsonWriter::text() const {
    return {m_impl->buffer.GetString(), m_impl->buffer.GetSize()};
}

}  // namespace headscope::core
