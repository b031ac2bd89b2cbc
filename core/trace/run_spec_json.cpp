// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/run_spec_json.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headscope::core {
namespace {

constexpr std::array<std::string_view, 11> specKeys = {
    "model",  "text",    "pair",       "ids",   "type_ids", "literal_specials",
    "global", "vectors", "cut_to_fit", "edits", "mean_over"};
// Of one text among those of a mean.
constexpr std::array<std::string_view, 6> inputKeys = {"text",  "pair", "ids", "type_ids", "literal_specials",
                                                       "global"};

using Numbers = std::vector<std::int32_t>;

void write(JsonWriter& writer, std::string_view key, const Numbers& numbers) {
    writer.key(key).beginArray();
    for (const std::int32_t number : numbers) writer.value(number);
    writer.endArray();
}

void write(JsonWriter& writer, const Matrix& vectors) {
    writer.key("vectors").beginArray();
    for (Index row = 0; row < vectors.rows(); ++row) {
        writer.beginArray();
        for (Index column = 0; column < vectors.cols(); ++column) writer.value(vectors(row, column));
        writer.endArray();
    }
    writer.endArray();
}

Json arrayOf(const Json& json, std::string_view key) {
    const Json value = json.at(key);
    if (!value.isArray()) throw Error(ErrorCode::JsonWrongType, {json.name(), std::string(key), "a list"});
    return value;
}

std::optional<Numbers> numbersOf(const Json& json, std::string_view key) {
    if (!json.find(key)) return std::nullopt;
    const Json list = arrayOf(json, key);
    Numbers numbers;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::int64_t number = list[i].asInt();
        if (number < 0 || number > std::numeric_limits<std::int32_t>::max())
            throw Error(ErrorCode::JsonWrongType,
                        {json.name(), std::string(key), "a list of positions or ids"});
        numbers.push_back(static_cast<std::int32_t>(number));
    }
    return numbers;
}

/// Null when there are none.
std::shared_ptr<const Matrix> vectorsOf(const Json& json) {
    if (!json.find("vectors")) return nullptr;
    const Json rows = arrayOf(json, "vectors");
    const std::size_t width = rows.size() == 0 ? 0 : rows[0].size();
    auto vectors = std::make_shared<Matrix>(static_cast<Index>(rows.size()), static_cast<Index>(width));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Json numbers = rows[row];
        if (width == 0 || !numbers.isArray() || numbers.size() != width)
            throw Error(ErrorCode::JsonWrongType, {json.name(), "vectors", "rows of numbers, equally long"});
        for (std::size_t column = 0; column < width; ++column)
            (*vectors)(static_cast<Index>(row), static_cast<Index>(column)) =
                static_cast<float>(numbers[column].asDouble());
    }
    return vectors;
}

std::vector<Edit> editsOf(const Json& json) {
    std::vector<Edit> edits;
    if (!json.find("edits")) return edits;
    const Json list = arrayOf(json, "edits");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::optional<HeadGate> gate = gateNamed(list[i].asString());
        if (!gate)
            throw Error(ErrorCode::JsonWrongType,
                        {json.name(), "edits", "a list of gates such as \"4.11=0\""});
        edits.emplace_back(*gate);
    }
    return edits;
}

void writeInput(JsonWriter& writer, const Input& input) {
    if (!input.text.empty()) writer.key("text").value(input.text);
    if (input.pair) writer.key("pair").value(*input.pair);
    if (!input.ids.empty()) write(writer, "ids", input.ids);
    if (!input.typeIds.empty()) write(writer, "type_ids", input.typeIds);
    if (input.literalSpecials) writer.key("literal_specials").value(true);
    if (input.globalTokens) write(writer, "global", *input.globalTokens);
    if (input.vectors) write(writer, *input.vectors);
}

Input inputOf(const Json& json) {
    Input input;
    input.text = json.stringOr("text", "");
    if (const auto pair = json.find("pair")) input.pair = std::string(pair->asString());
    input.ids = numbersOf(json, "ids").value_or(Numbers());
    input.typeIds = numbersOf(json, "type_ids").value_or(Numbers());
    input.literalSpecials = json.boolOr("literal_specials", false);
    input.globalTokens = numbersOf(json, "global");
    input.vectors = vectorsOf(json);
    return input;
}

}  // namespace

void refuseOtherKeys(const Json& object, std::span<const std::string_view> keys) {
    for (const auto& [key, value] : object.members()) {
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
        std::string known;
        for (std::size_t i = 0; i < keys.size(); ++i)
            known += (i == 0 ? "" : i + 1 < keys.size() ? ", " : " and ") + std::string(keys[i]);
        throw Error(ErrorCode::BadArgument,
                    {object.name(), "\"" + std::string(key) + "\" is no key here; there are " + known});
    }
}

void writeRunSpec(JsonWriter& writer, const RunSpec& spec) {
    writer.beginObject().key("model").value(spec.model);
    writeInput(writer, spec.input);
    if (spec.cutToFit) writer.key("cut_to_fit").value(true);
    if (!spec.edits.empty()) {
        writer.key("edits").beginArray();
        for (const Edit& edit : spec.edits) writer.value(editText(edit));
        writer.endArray();
    }
    if (!spec.meanOver.empty()) {
        writer.key("mean_over").beginArray();
        for (const Input& input : spec.meanOver) {
            writer.beginObject();
            writeInput(writer, input);
            writer.endObject();
        }
        writer.endArray();
    }
    writer.endObject();
}

RunSpec runSpecOf(const Json& json) {
    RunSpec spec;
    spec.model = std::string(json.at("model").asString());
    refuseOtherKeys(json, specKeys);
    spec.input = inputOf(json);
    spec.cutToFit = json.boolOr("cut_to_fit", false);
    spec.edits = editsOf(json);
    if (!json.find("mean_over")) return spec;
    const Json texts = arrayOf(json, "mean_over");
    for (std::size_t i = 0; i < texts.size(); ++i) {
        refuseOtherKeys(texts[i], inputKeys);
        spec.meanOver.push_back(inputOf(texts[i]));
    }
    return spec;
}

}  // namespace headscope::core
