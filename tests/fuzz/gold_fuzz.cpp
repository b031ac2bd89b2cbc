// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/analysis/alignment_gold.h"
#include "core/base/error.h"
#include "core/tokenizer/unicode.h"
#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/fuzz_target.h"

// Gold data of every format, from the files that ship, changed byte by byte.

namespace headscope::fuzz {
namespace {

namespace fs = std::filesystem;

/// A file in memory with a path.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : m_descriptor(memfd_create("gold", 0)) {
        require(m_descriptor >= 0, "memory has files");
        require(write(m_descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
                "files in memory have room");
    }
    ~MemoryFile() { close(m_descriptor); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    fs::path path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

void check(const core::GoldText& text) {
    const core::Index lengths[2] = {static_cast<core::Index>(core::countCodePoints(text.text)),
                                    static_cast<core::Index>(core::countCodePoints(text.pair.value_or("")))};
    for (const core::GoldWord& word : text.words)
        require(word.span.begin >= 0 && word.span.begin < word.span.end &&
                    word.span.end <= lengths[word.sequence],
                "words have characters of their text");
    const auto words = static_cast<core::Index>(text.words.size());
    const auto isWord = [&](core::Index word) { return word >= 0 && word < words; };
    for (const core::GoldQuestion& question : text.questions) {
        require(isWord(question.word) && !question.answers.empty(), "somebody is asked, and has an answer");
        for (const core::Index answer : question.answers)
            require(isWord(answer) && answer != question.word, "answers are other words");
        for (const core::Index candidate : question.candidates)
            require(isWord(candidate) && candidate != question.word, "candidates are other words");
    }
}

void readAlignments(std::string_view bytes, core::Index base, bool linksAlone) {
    const MemoryFile texts("the dog\tthe cat\na b c\td e f\n");
    const MemoryFile links(bytes);
    core::AlignmentRequest request{links.path(), {}, base};
    if (linksAlone) request.corpus = texts.path();
    for (const core::AlignedText& text : core::readAlignments(request).texts) {
        check(text.gold);
        for (const auto& [source, target] : text.possible)
            require(source >= 0 && source < text.sources && target >= 0 && target < text.targets(),
                    "links are between words");
        for (const core::WordLink& link : text.sure)
            require(text.possible.contains(link), "sure is possible");
    }
}

}  // namespace

// The first byte chooses: alignments with texts, or links alone, from 0 or 1; else any other format.
std::vector<std::string> seeds() {
    std::vector<std::string> seeds = {
        "\x02"
        "0-0 1p1\n2?2\n",
        "\x03"
        "1 1 1 S\n2 3 3 P\n"};
    const fs::path cases = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources" / "cases";
    for (const char* name : {"alignment.txt", "dependencies.conllu", "coreference.conll", "pronouns.gap.tsv",
                             "schemas.txt", "words-zh.tsv"}) {
        std::ifstream file(cases / name, std::ios::binary);
        const bool links = seeds.size() == 2;
        seeds.push_back((links ? '\0' : '\x07') + std::string(std::istreambuf_iterator<char>(file), {}));
    }
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"\t",
            "\n",
            "\n\n",
            "|||",
            "1-2",
            "1p2",
            "3.1",
            "3-4",
            "(1",
            "1)",
            "(1)",
            "|",
            "_",
            "SpaceAfter=No",
            "#begin document (a); part 000",
            "#end document",
            "TRUE",
            "FALSE",
            "99999999999999999999",
            "-1",
            "Pronoun",
            "\xEF\xBB\xBF",
            "\r\n",
            "手机",
            ","};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const unsigned mode = source.byte() % 8;
    const std::string_view bytes = source.rest();
    try {
        if (mode < 4) {
            fuzz::readAlignments(bytes, mode % 2, mode >= 2);
        } else {
            const fuzz::MemoryFile file(bytes);
            const core::GoldFile gold = core::readGold(file.path());
            for (const core::GoldText& text : gold.texts) fuzz::check(text);
            fuzz::check(core::askPairs(gold.pairs, "他用iPhone，不用别的手机。 The dog saw the cat."));
        }
    } catch (const core::Error&) {
    }
    return 0;
}
