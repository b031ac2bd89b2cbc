// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <memory>
#include <random>
#include <utility>

#include "core/base/json.h"
#include "core/base/output_file.h"
#include "core/tensor/mapped_file.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/bench/bench.h"

namespace headscope::bench {
namespace {

namespace fs = std::filesystem;
using core::MappedFile;
using core::Tokenizer;

constexpr std::size_t megabyte = 1'000'000;
// Ten megabytes take seconds on both sides.
constexpr int mostLongSamples = 3;

Tokenizer readTokenizer(const fs::path& file) {
    return Tokenizer::fromJson(MappedFile::open(file).text(), file.string());
}

/// The texts of the tests, which are in many scripts, as words.
std::vector<std::vector<std::string>> wordsOfTexts() {
    const MappedFile file = MappedFile::open(fs::path(HEADSCOPE_TEST_DATA) / "tokenizers/texts.json");
    const core::Json texts = core::Json::parse(file.text(), "texts.json").at("texts");
    std::vector<std::vector<std::string>> out;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string_view text = texts[i].asString();
        std::vector<std::string>& words = out.emplace_back();
        for (std::size_t end = 0; end != text.npos; text.remove_prefix(end == text.npos ? 0 : end + 1)) {
            end = text.find(' ');
            words.emplace_back(text.substr(0, end));
        }
    }
    return out;
}

/// The first half of one word and the second half of another: a word that no text had before.
std::string newWord(std::string_view first, std::string_view second) {
    const auto half = [](std::string_view word) {
        std::size_t at = word.size() / 2;
        while (at < word.size() && (static_cast<unsigned char>(word[at]) & 0xC0) == 0x80) ++at;
        return at;
    };
    return std::string(first.substr(0, half(first))) + std::string(second.substr(half(second)));
}

/// Lines of the texts in any order, every eighth word a new one: tokenizers remember words, and real texts
/// repeat most of theirs but not all. The same every time.
std::string mixedText(std::size_t bytes) {
    const auto texts = wordsOfTexts();
    std::mt19937 random(1);
    const auto any = [&random](const auto& list) -> const auto& {
        return list[random() % list.size()];
    };
    std::string text;
    while (text.size() < bytes) {
        for (const std::string& word : any(texts)) {
            text += random() % 8 == 0 ? newWord(word, any(any(texts))) : word;
            text += ' ';
        }
        text.back() = '\n';
    }
    return text;
}

/// The beginning of `text`, at most so many bytes, with whole characters.
std::string beginning(const std::string& text, std::size_t bytes) {
    while (bytes > 0 && bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80)
        --bytes;
    return text.substr(0, bytes);
}

std::string withoutSpaces(std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
               text.end());
    return text;
}

/// One tokenizer.json.
class TokenizerSubject {
public:
    TokenizerSubject(Bench& bench, fs::path file) : m_bench(bench), m_file(std::move(file)) {}

    std::string name() const { return m_file.parent_path().filename().string(); }

    void load(benchmark::State& state) {
        const Side theirs = [this](int repeats) { return m_bench.peer->loadTokenizer(m_file, repeats); };
        measure(state, "tokenizer load",
                timed(m_bench.settings.cpuTime, [this] { benchmark::DoNotOptimize(readTokenizer(m_file)); }),
                theirs, 0);
    }

    void encode(benchmark::State& state) {
        const std::string text = mixedText(10 * megabyte);
        const fs::path file = m_bench.settings.folder / "text.txt";
        core::writeWhole(file, text);
        const Tokenizer tokenizer = readTokenizer(m_file);
        if (m_bench.peer) {
            m_bench.peer->loadTokenizer(m_file, 1);
            if (m_bench.peer->encode(file, 1).tokens != tokenizer.encode(text).size()) {
                state.SkipWithError("Headscope and the official library find other tokens");
                return;
            }
        }
        const Side ours =
            timed(m_bench.settings.cpuTime, [&] { benchmark::DoNotOptimize(tokenizer.encode(text)); });
        const Side theirs = [&](int repeats) { return m_bench.peer->encode(file, repeats).seconds; };
        measure(state, "encode 10 MB", ours, theirs, static_cast<double>(text.size()));
    }

    /// Texts on which a careless tokenizer needs time that grows with the square of their length: twice as
    /// long must take twice as long.
    void encodeHard(benchmark::State& state) {
        const Tokenizer tokenizer = readTokenizer(m_file);
        const std::pair<const char*, std::string> texts[] = {
            {"encode one character", std::string(2 * megabyte, 'a')},
            {"encode without spaces", withoutSpaces(mixedText(3 * megabyte))}};
        constexpr std::array<std::pair<const char*, std::size_t>, 3> sizes = {
            {{", 0.5 MB", megabyte / 2}, {", 1 MB", megabyte}, {", 2 MB", 2 * megabyte}}};
        for ([[maybe_unused]] auto _ : state) {
            double seconds = 0;
            for (const auto& [what, whole] : texts) {
                for (const auto& [size, bytes] : sizes) {
                    const std::string text = beginning(whole, bytes);
                    const Side ours = timed(m_bench.settings.cpuTime,
                                            [&] { benchmark::DoNotOptimize(tokenizer.encode(text)); });
                    Result result{name(), 0, std::string(what) + size,        Quantity::Time, {ours(1)},
                                  {},     0, static_cast<double>(text.size())};
                    seconds += result.ours.front();
                    keep(std::move(result));
                }
            }
            state.SetIterationTime(seconds);
        }
    }

private:
    void measure(benchmark::State& state, const char* what, const Side& ours, const Side& theirs,
                 double bytes) {
        Result result{name(), 0, what, Quantity::Time, {}, {}, 0, bytes};
        takeTurns(state, ours, m_bench.peer ? theirs : Side(), result);
        keep(std::move(result));
    }

    void keep(Result result) {
        std::fprintf(stderr, "%s\n", resultLine(result).c_str());
        m_bench.report.results.push_back(std::move(result));
    }

    Bench& m_bench;
    fs::path m_file;
};

/// The real tokenizers that are there, else small ones of the same families.
std::vector<fs::path> tokenizerFiles() {
    std::vector<fs::path> files;
    for (const char* name :
         {"gpt2", "llama3", "qwen3", "gpt4o", "modernbert", "gemma3", "llama2", "bert_uncased", "t5"}) {
        const fs::path file = fs::path(HEADSCOPE_REAL_TOKENIZERS) / name / "tokenizer.json";
        if (fs::exists(file)) files.push_back(file);
    }
    if (!files.empty()) return files;
    for (const char* name : {"bert_uncased", "gpt2", "llama_legacy", "llama3", "xlm_roberta"})
        files.push_back(fs::path(HEADSCOPE_TEST_DATA) / "tokenizers" / name / "tokenizer.json");
    return files;
}

}  // namespace

void registerTokenizers(Bench& bench) {
    for (const fs::path& file : tokenizerFiles()) {
        const auto subject = std::make_shared<TokenizerSubject>(bench, file);
        const auto add = [&](const char* what, int samples,
                             void (TokenizerSubject::*measure)(benchmark::State&)) {
            benchmark::RegisterBenchmark(
                (subject->name() + "/" + what).c_str(),
                [subject, measure](benchmark::State& state) { (subject.get()->*measure)(state); })
                ->Iterations(samples)
                ->UseManualTime();
        };
        const int samples = bench.settings.samples;
        add("tokenizer-load", samples, &TokenizerSubject::load);
        add("encode", std::min(samples, mostLongSamples), &TokenizerSubject::encode);
        add("encode-hard", 1, &TokenizerSubject::encodeHard);
    }
}

}  // namespace headscope::bench
