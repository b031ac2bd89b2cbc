// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/torch_peer.h"

#include <cstring>
#include <stdexcept>

#include "core/tensor/mapped_file.h"

namespace headscope::bench {
namespace {

using core::Index;
using core::JsonWriter;

void writeQuestion(JsonWriter& writer, const char* name, const PeerQuestion& question, int repeats) {
    writer.beginObject().key("do").value(name).key("repeats").value(repeats);
    writer.key("layer")
        .value(question.head.layer)
        .key("head")
        .value(question.head.head)
        .key("ids")
        .beginArray();
    for (const std::int32_t id : question.ids) writer.value(id);
    writer.endArray();
}

core::Matrix matrixAt(std::span<const std::byte> bytes, Index rows, Index columns) {
    core::Matrix matrix(rows, columns);
    const std::size_t wanted = static_cast<std::size_t>(matrix.size()) * sizeof(float);
    if (bytes.size() < wanted) throw std::runtime_error("PyTorch wrote fewer numbers than a run has");
    std::memcpy(matrix.data(), bytes.data(), wanted);
    return matrix;
}

}  // namespace

TorchPeer::TorchPeer(const PeerSettings& settings)
    : m_settings(settings),
      m_process({settings.python, HEADSCOPE_PEER, std::to_string(settings.threads),
                 settings.cpuTime ? "cpu" : "wall"},
                settings.folder / "peer.log") {
    const core::Json hello = answer();
    m_versions = "torch " + std::string(hello.at("torch").asString()) + ", transformers " +
                 std::string(hello.at("transformers").asString());
    m_importSeconds = hello.at("seconds").asDouble();
    m_importBytes = hello.at("bytes").asDouble();
    if (hello.at("threads").asInt() != settings.threads)
        throw std::runtime_error("PyTorch takes another number of threads");
}

core::Json TorchPeer::answer() {
    const std::optional<std::string> line = m_process.receive();
    if (!line)
        throw std::runtime_error("PyTorch's process ended; see " + (m_settings.folder / "peer.log").string());
    core::Json json = core::Json::parse(*line, "PyTorch's answer");
    if (const auto error = json.find("error"))
        throw std::runtime_error("PyTorch says: " + std::string(error->asString()));
    return json;
}

core::Json TorchPeer::ask(const JsonWriter& request) {
    m_process.send(request.text());
    return answer();
}

double TorchPeer::load(const std::filesystem::path& folder, const std::vector<std::int32_t>& ids,
                       int repeats) {
    JsonWriter writer;
    writer.beginObject().key("do").value("load").key("folder").value(folder.string());
    writer.key("repeats").value(repeats).key("ids").beginArray();
    for (const std::int32_t id : ids) writer.value(id);
    writer.endArray().endObject();
    const double seconds = ask(writer).at("seconds").asDouble();
    m_loaded = folder;
    return seconds;
}

void TorchPeer::require(const std::filesystem::path& folder, const std::vector<std::int32_t>& ids) {
    if (m_loaded != folder) load(folder, ids, 1);
}

double TorchPeer::timed(const char* name, const PeerQuestion& question, int repeats,
                        const std::string& variant) {
    JsonWriter writer;
    writeQuestion(writer, name, question, repeats);
    writer.key("variant").value(variant).endObject();
    return ask(writer).at("seconds").asDouble();
}

double TorchPeer::run(const PeerQuestion& question, int repeats, const std::string& variant) {
    return timed("run", question, repeats, variant);
}

double TorchPeer::pattern(const PeerQuestion& question, int repeats) {
    return timed("pattern", question, repeats);
}

TorchPeer::Outputs TorchPeer::outputs(const PeerQuestion& question) {
    const std::filesystem::path path = m_settings.folder / "peer.floats";
    JsonWriter writer;
    writeQuestion(writer, "outputs", question, 1);
    writer.key("file").value(path.string()).endObject();
    ask(writer);
    const core::MappedFile file = core::MappedFile::open(path);
    const auto length = static_cast<Index>(question.ids.size());
    const std::size_t patternBytes = static_cast<std::size_t>(length * length) * sizeof(float);
    if (file.size() < patternBytes) throw std::runtime_error("PyTorch wrote fewer numbers than a run has");
    const std::size_t hiddenBytes = file.size() - patternBytes;
    const auto width = static_cast<Index>(hiddenBytes / sizeof(float)) / length;
    return {matrixAt(file.bytes(), length, width),
            matrixAt(file.bytes().subspan(hiddenBytes), length, length)};
}

double TorchPeer::loadTokenizer(const std::filesystem::path& file, int repeats) {
    JsonWriter writer;
    writer.beginObject().key("do").value("tokenizer").key("file").value(file.string());
    writer.key("repeats").value(repeats).endObject();
    return ask(writer).at("seconds").asDouble();
}

TorchPeer::Encoded TorchPeer::encode(const std::filesystem::path& file, int repeats) {
    JsonWriter writer;
    writer.beginObject().key("do").value("encode").key("file").value(file.string());
    writer.key("repeats").value(repeats).endObject();
    const core::Json json = ask(writer);
    return {json.at("seconds").asDouble(), static_cast<std::size_t>(json.at("tokens").asUnsigned())};
}

double TorchPeer::peakBytes() {
    JsonWriter writer;
    writer.beginObject().key("do").value("memory").endObject();
    return ask(writer).at("bytes").asDouble();
}

}  // namespace headscope::bench
