// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/alignment_gold.h"

#include <algorithm>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_lines.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::string_view separator = "|||";

void addWords(std::string_view text, int sequence, std::vector<GoldWord>& words) {
    for (const std::string_view word : blankColumns(text)) {
        const auto begin = static_cast<Index>(
            countCodePoints(text.substr(0, static_cast<std::size_t>(word.data() - text.data()))));
        words.push_back({{begin, begin + static_cast<Index>(countCodePoints(word))}, sequence});
    }
}

AlignedText alignedText(const GoldLines& lines, std::string_view source, std::string_view target) {
    AlignedText text;
    text.gold = {lines.line(), std::string(source), std::string(target), {}, {}};
    addWords(source, 0, text.gold.words);
    text.sources = static_cast<Index>(text.gold.words.size());
    addWords(target, 1, text.gold.words);
    if (text.sources == 0 || text.targets() == 0)
        lines.fail("it needs a source and a target, and one of them has no words");
    return text;
}

class LinkReader {
public:
    LinkReader(const GoldLines& lines, Index base) : m_lines(lines), m_base(base) {}

    /// "0-0 1p2"
    void readPharaoh(std::string_view list, AlignedText& text) {
        for (const std::string_view link : blankColumns(list)) {
            const std::size_t mark = link.find_first_of("-p?");
            const auto source = countNamed(link.substr(0, mark));
            const auto target =
                mark == std::string_view::npos ? std::nullopt : countNamed(link.substr(mark + 1));
            if (!source || !target)
                m_lines.fail('"' + std::string(link) +
                             "\" is no link; write source-target as in 1-2, or 1p2 for a possible one");
            add(*source, *target, link[mark] == '-', text);
        }
    }

    void add(Index source, Index target, bool sure, AlignedText& text) {
        const WordLink link{placed(source, text.sources, "source"), placed(target, text.targets(), "target")};
        if (sure) text.sure.insert(link);
        text.possible.insert(link);
        m_any = true;
        m_first = m_first || link.first == 0 || link.second == 0;
    }

    bool any() const noexcept { return m_any; }
    bool first() const noexcept { return m_first; }

private:
    Index placed(Index number, Index words, const char* side) const {
        const Index index = number - m_base;
        if (index < 0 || index >= words) {
            const std::string other = m_base == 0 ? "1" : "0";
            m_lines.fail("its " + std::string(side) + " has no word " + std::to_string(number) + ": it has " +
                         std::to_string(words) + ", counted from " + std::to_string(m_base) +
                         "; say --base " + other + " if the file counts from " + other);
        }
        return index;
    }

    const GoldLines& m_lines;
    Index m_base;
    bool m_any = false;
    bool m_first = false;
};

std::vector<AlignedText> textsOf(const std::filesystem::path& corpus) {
    GoldLines lines(corpus);
    std::vector<AlignedText> texts;
    while (const auto line = lines.next()) {
        if (isBlank(*line)) continue;
        Input input;
        readCorpusText(*line, {lines.path(), lines.line()}, input);
        if (!input.pair) lines.fail("it has no second text; write source and target with a tab between them");
        texts.push_back(alignedText(lines, input.text, *input.pair));
    }
    return texts;
}

/// "1 3 4 P"
bool isNumbered(const std::vector<std::string_view>& columns) {
    return columns.size() >= 3 && std::all_of(columns.begin(), columns.begin() + 3,
                                              [](std::string_view cell) { return countNamed(cell); });
}

void readNumbered(const GoldLines& lines, const std::vector<std::string_view>& columns, LinkReader& links,
                  std::vector<AlignedText>& texts) {
    const Index number = isNumbered(columns) ? *countNamed(columns[0]) : 0;
    if (number < 1 || number > static_cast<Index>(texts.size()))
        lines.fail("it must begin with the number of a text, from 1 to " + std::to_string(texts.size()) +
                   ", a word of the source and one of the target");
    const std::string_view kind = columns.size() > 3 ? columns[3] : "S";
    if (kind != "S" && kind != "P")
        lines.fail('"' + std::string(kind) + "\" must be S (sure) or P (possible)");
    links.add(*countNamed(columns[1]), *countNamed(columns[2]), kind == "S",
              texts[static_cast<std::size_t>(number) - 1]);
}

/// Links alone, a line for each of `texts`; or one link on each line.
void readLinks(GoldLines& lines, LinkReader& links, std::vector<AlignedText>& texts) {
    std::size_t next = 0;
    std::optional<bool> numbered;
    while (const auto line = lines.next()) {
        const auto columns = blankColumns(*line);
        if (!numbered && !columns.empty()) numbered = isNumbered(columns);
        if (numbered.value_or(false)) {
            if (!columns.empty()) readNumbered(lines, columns, links, texts);
            continue;
        }
        if (line->find(separator) != std::string::npos)
            lines.fail("it brings texts of its own, so there must be no --corpus");
        if (next == texts.size()) {
            if (columns.empty()) continue;
            lines.fail("it is one line more than the corpus has texts, " + std::to_string(texts.size()));
        }
        links.readPharaoh(*line, texts[next++]);
    }
    if (!numbered.value_or(false) && next < texts.size())
        lines.fail("the file ends after " + std::to_string(next) + " lines, but the corpus has " +
                   std::to_string(texts.size()) + " texts");
}

/// "source ||| target ||| links" on each line.
void readWhole(GoldLines& lines, LinkReader& links, std::vector<AlignedText>& texts) {
    while (const auto line = lines.next()) {
        if (isBlank(*line) || line->starts_with('#')) continue;
        const std::string_view all = *line;
        const std::size_t first = all.find(separator);
        const std::size_t second = first == std::string::npos ? first : all.find(separator, first + 3);
        if (second == std::string::npos)
            lines.fail(
                "it must be source ||| target ||| links; where the file has links alone, give the texts with "
                "--corpus");
        texts.push_back(alignedText(lines, trimmed(all.substr(0, first)),
                                    trimmed(all.substr(first + 3, second - first - 3))));
        links.readPharaoh(all.substr(second + 3), texts.back());
    }
}

}  // namespace

AlignmentFile readAlignments(const AlignmentRequest& request) {
    GoldLines lines(request.file);
    LinkReader links(lines, request.base);
    AlignmentFile file;
    if (request.corpus) {
        file.texts = textsOf(*request.corpus);
        readLinks(lines, links, file.texts);
    } else {
        readWhole(lines, links, file.texts);
    }
    if (!links.any())
        throw Error(ErrorCode::BadArgument, {request.file.string(), "there is no link between words in it"});
    file.noFirstWord = !links.first();
    return file;
}

}  // namespace headscope::core
