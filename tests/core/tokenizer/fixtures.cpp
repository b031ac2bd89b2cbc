// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/tokenizer/fixtures.h"

#include <fstream>
#include <iterator>

namespace headscope::core {
namespace {

MappedFile inMemory(const std::string& name, std::string_view text) {
    const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
    return MappedFile::fromBytes(name, std::vector<std::byte>(begin, begin + text.size()));
}

std::string smallestWeights() {
    const std::string header = R"({"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    return bytes + header + 'x';
}

}  // namespace

std::filesystem::path tokenizerData() {
    return std::filesystem::path(HEADSCOPE_TEST_DATA) / "tokenizers";
}

std::string readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Json readJson(const std::filesystem::path& path) {
    return Json::parse(readFile(path), path.filename().string());
}

std::optional<Tokenizer> loadFiles(std::map<std::string, std::string> files) {
    files.try_emplace("config.json", "{}");
    files.emplace("model.safetensors", smallestWeights());
    std::map<std::string, MappedFile, std::less<>> mapped;
    for (const auto& [name, text] : files) mapped.emplace(name, inMemory(name, text));
    return Tokenizer::load(Checkpoint::fromFiles("test", std::move(mapped)));
}

Tokenizer loadFolder(const std::string& name) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(tokenizerData() / name)) {
        const std::string file = entry.path().filename().string();
        if (file != "expected.json") files.emplace(file, readFile(entry.path()));
    }
    return loadFiles(std::move(files)).value();
}

std::string tokenizerJson(std::string_view model, std::string_view others) {
    std::string text = R"({"version": "1.0", "model": )";
    text += model;
    if (!others.empty()) text += ", ";
    text += others;
    return text + "}";
}

std::string byteModel() {
    std::string vocabulary;
    for (int byte = 0; byte < 256; ++byte) {
        char piece[32];
        std::snprintf(piece, sizeof piece, "\"<0x%02X>\": %d", static_cast<unsigned>(byte), byte);
        vocabulary += (byte == 0 ? "" : ", ") + std::string(piece);
    }
    return R"({"type": "BPE", "byte_fallback": true, "merges": [], "vocab": {)" + vocabulary + "}}";
}

std::vector<std::string> labels(const std::vector<Token>& tokens) {
    std::vector<std::string> out;
    for (const Token& token : tokens) out.push_back(token.label);
    return out;
}

std::vector<std::string> words(const std::vector<Token>& tokens) {
    std::vector<std::string> out;
    std::optional<Index> previous;
    for (const Token& token : tokens) {
        if (!token.word)
            out.push_back('<' + token.label + '>');
        else if (token.word == previous)
            out.back() += token.label;
        else
            out.push_back(token.label);
        previous = token.word;
    }
    return out;
}

}  // namespace headscope::core
