// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <memory>
#include <optional>

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

constexpr std::size_t textBytes = 1'000'000;

Tokenizer readTokenizer(const fs::path& file) {
    return Tokenizer::fromJson(MappedFile::open(file).text(), file.string());
}

/// The texts of the tests, which are in many scripts, one after the other until they are long enough.
std::string mixedText() {
    const MappedFile file = MappedFile::open(fs::path(HEADSCOPE_TEST_DATA) / "tokenizers/texts.json");
    const core::Json texts = core::Json::parse(file.text(), "texts.json").at("texts");
    std::string text;
    for (std::size_t i = 0; text.size() < textBytes; i = (i + 1) % texts.size()) {
        text += texts[i].asString();
        text += '\n';
    }
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
        const std::string text = mixedText();
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
        measure(state, "encode", ours, theirs, static_cast<double>(text.size()));
    }

private:
    void measure(benchmark::State& state, const char* what, const Side& ours, const Side& theirs,
                 double bytes) {
        Result result{name(), 0, what, Quantity::Time, {}, {}, 0, bytes};
        takeTurns(state, ours, m_bench.peer ? theirs : Side(), result);
        std::fprintf(stderr, "%s\n", resultLine(result).c_str());
        m_bench.report.results.push_back(std::move(result));
    }

    Bench& m_bench;
    fs::path m_file;
};

/// The real tokenizers that are there, else small ones of the same families.
std::vector<fs::path> tokenizerFiles() {
    std::vector<fs::path> files;
    for (const char* name : {"bert_uncased", "gpt2", "llama2", "llama3", "gemma3", "t5"}) {
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
        const auto add = [&](const char* what, void (TokenizerSubject::*measure)(benchmark::State&)) {
            benchmark::RegisterBenchmark(
                (subject->name() + "/" + what).c_str(),
                [subject, measure](benchmark::State& state) { (subject.get()->*measure)(state); })
                ->Iterations(bench.settings.samples)
                ->UseManualTime();
        };
        add("tokenizer-load", &TokenizerSubject::load);
        add("encode", &TokenizerSubject::encode);
    }
}

}  // namespace headscope::bench
