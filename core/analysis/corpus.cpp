// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/corpus.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <mutex>
#include <vector>

#include "core/analysis/corpus_text.h"
#include "core/base/fingerprint.h"
#include "core/base/line_reader.h"

namespace headscope::core {
namespace {

// Long enough that threads seldom wait for each other, short enough that little is lost.
constexpr std::size_t textsPerThread = 16;
constexpr std::chrono::seconds saveEvery{5};
// Of every tensor so many pieces of so many bytes, evenly spread: a head that was cleared is among them.
constexpr std::size_t printedPieces = 64;
constexpr std::size_t printedPiece = 64;
constexpr std::size_t corpusPiece = std::size_t{1} << 20;

std::optional<Index> wholeNumber(std::string_view text) {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

void addPieces(Fingerprint& print, const TensorView& tensor) {
    std::array<std::byte, printedPiece> buffer{};
    const std::size_t size = std::min(printedPiece, tensor.bytes.size());
    const std::size_t room = tensor.bytes.size() - size;
    for (std::size_t piece = 0; piece < printedPieces; ++piece) {
        const auto from = tensor.bytes.subspan(room / (printedPieces - 1) * piece, size);
        const auto bytes = tensor.file.stable(from, std::span(buffer).first(size));
        print.add({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        if (room == 0) return;
    }
}

/// Of the configuration, of the vocabulary, and of pieces of every tensor.
std::string printOf(const Model& model) {
    const Checkpoint& checkpoint = model.checkpoint();
    Fingerprint print;
    print.add(checkpoint.config().text());
    if (const Tokenizer* tokenizer = model.tokenizer()) {
        for (std::int32_t id = 0; id < tokenizer->vocabularySize(); ++id)
            print.add(tokenizer->piece(id).value_or(""));
    }
    for (const TensorView& tensor : checkpoint.tensors()) {
        print.add(tensor.name);
        print.add(tensor.dtypeName + tensor.shapeText());
        addPieces(print, tensor);
    }
    return print.text();
}

/// Of all of it.
std::string printOf(const std::filesystem::path& corpus) {
    const MappedFile file = MappedFile::open(corpus);
    Fingerprint print;
    for (std::size_t place = 0; place < file.size(); place += corpusPiece)
        print.add(file.copy(place, std::min(corpusPiece, file.size() - place)));
    print.add(std::to_string(file.size()));
    return print.text();
}

/// A text of the corpus that this part measures.
struct Text {
    Index line = 0;
    Input input;
};

/// What was read and measured of the texts between two states.
struct Batch {
    std::vector<Text> texts;
    std::uint64_t place = 0;
    Index lines = 0;
    Index skipped = 0;
};

Batch readBatch(const CorpusRequest& request, const CorpusState& state, LineReader& reader) {
    const std::size_t most = textsPerThread * static_cast<std::size_t>(request.compute.executor.threads());
    Batch batch{{}, state.place, state.lines, state.skipped};
    Index number = state.seen();  // of the next text, from 0
    while (batch.texts.size() < most) {
        const auto line = reader.next();
        if (!line) break;
        ++batch.lines;
        batch.place = reader.place();
        if (isBlank(*line)) continue;
        if (number++ % request.part.count != request.part.index - 1) {
            ++batch.skipped;
            continue;
        }
        Text text{batch.lines, request.spec.input};
        readCorpusText(*line, {request.file, batch.lines}, text.input);
        batch.texts.push_back(std::move(text));
    }
    return batch;
}

/// Whether an error says something about the text, so that its line belongs to it.
bool isOfText(ErrorCode code) {
    constexpr ErrorCode codes[] = {ErrorCode::TextEmpty, ErrorCode::TextTooLong, ErrorCode::TextNotUtf8,
                                   ErrorCode::TokenIdOutOfRange, ErrorCode::PositionOutOfRange};
    return std::find(std::begin(codes), std::end(codes), code) != std::end(codes);
}

TracePtr runText(const CorpusRequest& request, const Text& text, const Progress& progress) {
    RunSpec spec = request.spec;
    spec.input = text.input;
    try {
        return request.model->run(spec, neededFor(request.options), progress);
    } catch (const Error& error) {
        if (!isOfText(error.code())) throw;
        if (error.code() == ErrorCode::TextTooLong)
            throw invalidLine({request.file, text.line},
                              "it has " + error.arguments().at(0) + " tokens, but the model reads at most " +
                                  error.arguments().at(1) +
                                  "; shorten it, or cut such texts with --truncate");
        throw invalidLine({request.file, text.line}, error.what());
    }
}

/// Adds what a batch of texts measures; `state` stays as it was when one of them fails.
void measureBatch(const CorpusRequest& request, const Batch& batch, CorpusState& state,
                  const Progress& progress) {
    CorpusState done = state;
    done.place = batch.place;
    done.lines = batch.lines;
    done.skipped = batch.skipped;
    std::mutex mutex;
    const Progress alive = [&](double) {
        const std::lock_guard lock(mutex);
        return !progress || progress(0);
    };
    request.compute.executor.forEach(static_cast<Index>(batch.texts.size()), [&](Index i) {
        const TracePtr trace = runText(request, batch.texts[static_cast<std::size_t>(i)], alive);
        const Measures measures =
            measureHeads(request.compute, *trace, request.options, alive, request.model.get());
        const std::lock_guard lock(mutex);
        done.measures.add(measures);
        ++done.texts;
        done.tokens += trace->length();
        done.tokensDropped += trace->tokensDropped;
    });
    state = std::move(done);
}

}  // namespace

std::string partName(const CorpusPart& part) {
    return std::to_string(part.index) + '/' + std::to_string(part.count);
}

std::optional<CorpusPart> partNamed(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const auto index = wholeNumber(text.substr(0, slash));
    const auto count = wholeNumber(text.substr(slash + 1));
    if (!index || !count || *index < 1 || *index > *count) return std::nullopt;
    return CorpusPart{*index, *count};
}

CorpusState newCorpusState(const CorpusRequest& request) {
    CorpusState state;
    state.modelPrint = printOf(*request.model);
    state.corpusPrint = printOf(request.file);
    state.part = request.part;
    state.measures = {measuredMetrics(request.options), request.options.specials, {}};
    return state;
}

void measureCorpus(const CorpusRequest& request, CorpusState& state,
                   const std::function<void(const CorpusState&)>& save, const Progress& progress) {
    LineReader reader(request.file, state.place, longestCorpusText);
    const auto size = static_cast<double>(std::max<std::uint64_t>(reader.size(), 1));
    auto saved = std::chrono::steady_clock::now() - saveEvery;  // the first batch shows that saving works
    // Work that was done is kept, but bad input leaves nothing behind that was not there.
    try {
        for (;;) {
            const double begin = static_cast<double>(state.place) / size;
            report(progress, begin);
            const Batch batch = readBatch(request, state, reader);
            const bool end = batch.place == state.place;
            if (end) break;
            measureBatch(request, batch, state, part(progress, begin, begin));
            if (state.texts == 0 || std::chrono::steady_clock::now() - saved < saveEvery) continue;
            save(state);
            saved = std::chrono::steady_clock::now();
        }
        if (state.seen() == 0)
            throw Error(ErrorCode::BadArgument, {request.file.string(), "it has no texts"});
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled && state.texts > 0) save(state);
        throw;
    }
}

}  // namespace headscope::core
