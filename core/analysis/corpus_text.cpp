// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/corpus_text.h"

#include "core/base/json.h"
#include "core/base/line_reader.h"
#include "core/base/utf8.h"

namespace headscope::core {
namespace {

bool holdsObjects(const std::filesystem::path& file) {
    const std::string suffix = file.extension().string();
    return suffix == ".jsonl" || suffix == ".ndjson" || suffix == ".json";
}

std::optional<std::string> textOf(const Json& object, std::string_view key, const LinePlace& place) {
    const auto member = object.find(key);
    if (!member) return std::nullopt;
    if (!member->isString()) throw invalidLine(place, '"' + std::string(key) + "\" is not a string");
    return std::string(member->asString());
}

void readObject(std::string_view line, const LinePlace& place, Input& input) {
    const auto parsed = Json::tryParse(line, place.file.string());
    const Json* object = std::get_if<Json>(&parsed);
    if (object == nullptr || !object->isObject())
        throw invalidLine(place, "it is no JSON object; write one on each line as in {\"text\": \"…\"}");
    const auto text = textOf(*object, "text", place);
    if (!text) throw invalidLine(place, "the object has no \"text\"");
    if (object->find("target"))
        throw invalidLine(place, "\"target\" is for encoder-decoders, which are not computed yet");
    input.text = *text;
    input.pair = textOf(*object, "pair", place);
}

}  // namespace

Error invalidLine(const LinePlace& place, std::string_view reason) {
    if (reason.ends_with('.')) reason.remove_suffix(1);
    return Error(ErrorCode::LineInvalid,
                 {place.file.string(), std::to_string(place.line), std::string(reason)});
}

bool isBlank(std::string_view line) noexcept {
    return line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

void readCorpusText(std::string_view line, const LinePlace& place, Input& input) {
    if (const auto invalid = findInvalidUtf8(line))
        throw invalidLine(place, "it is not valid UTF-8 at byte " + std::to_string(*invalid));
    if (holdsObjects(place.file)) return readObject(line, place, input);
    const std::size_t tab = line.find('\t');
    input.text = line.substr(0, tab);
    input.pair = std::nullopt;
    if (tab != std::string_view::npos) input.pair = line.substr(tab + 1);
}

std::vector<Input> readTexts(const std::filesystem::path& file, std::size_t most) {
    LineReader reader(file, 0, longestCorpusText);
    std::vector<Input> texts;
    LinePlace place{file};
    while (const auto line = reader.next()) {
        ++place.line;
        if (isBlank(*line)) continue;
        if (texts.size() == most)
            throw Error(ErrorCode::BadArgument,
                        {file.string(), "it has more than " + std::to_string(most) +
                                            " texts; measure so many with headscope metrics --corpus"});
        readCorpusText(*line, place, texts.emplace_back());
    }
    if (texts.empty()) throw Error(ErrorCode::BadArgument, {file.string(), "it holds no text"});
    return texts;
}

}  // namespace headscope::core
