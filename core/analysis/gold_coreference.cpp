// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_formats.h"
#include "core/analysis/gold_lines.h"

namespace headscope::core {
namespace {

constexpr std::size_t fewestColumns = 6;
enum Column : std::size_t { Number = 2, Form = 3, Tag = 4 };

struct Mention {
    Index first = 0;
    Index last = 0;
    Index head = 0;
};

bool isNominal(std::string_view tag) {
    return tag.starts_with("NN") || tag.starts_with("NR") || tag.starts_with("NT") || tag.starts_with("PN") ||
           tag.starts_with("PRP");
}
/// What can stand behind the noun that a mention is about.
bool followsNoun(std::string_view tag) {
    constexpr std::array<std::string_view, 5> whole = {"IN", ",", "TO", "WDT", "WP"};
    return tag.starts_with("VB") || std::find(whole.begin(), whole.end(), tag) != whole.end();
}
std::string_view mentionType(std::string_view tag) {
    if (tag.starts_with("PRP") || tag == "PN") return "pronoun";
    if (tag.starts_with("NNP") || tag == "NR") return "proper name";
    return isNominal(tag) ? "common noun" : "";
}

class Document {
public:
    explicit Document(const GoldLines& lines) : m_lines(lines), m_first(lines.line()) {}

    void add(std::string_view line) {
        const auto columns = blankColumns(line);
        if (columns.size() < fewestColumns)
            m_lines.fail(
                "it has " + std::to_string(columns.size()) +
                " columns; CoNLL-2012 has at least 6: document, part, number, word, tag, …, brackets");
        if (countNamed(columns[Number]) != m_inSentence)
            m_lines.fail("it is word " + std::string(columns[Number]) + " where " +
                         std::to_string(m_inSentence) + " should come; words of a sentence count from 0");
        ++m_inSentence;
        m_text.add(columns[Form], true);
        m_tags.emplace_back(columns[Tag]);
        readBrackets(columns.back());
    }
    void endSentence() { m_inSentence = 0; }

    /// To be called once.
    GoldText finished() {
        for (const auto& [chain, begins] : m_open) {
            if (!begins.empty())
                m_lines.fail("the document ends, but a mention of chain " + std::to_string(chain) +
                             " is still open");
        }
        GoldText text{m_first, m_text.text(), {}, m_text.words(), {}};
        const std::vector<Index> heads = mentionHeads();
        for (auto& [chain, mentions] : m_chains) ask(text, mentions, heads);
        return text;
    }

private:
    /// "(3", "3)", "(3)" with | between them, or a dash.
    void readBrackets(std::string_view cell) {
        if (cell == "-" || cell == "_" || cell == "*") return;
        for (std::string_view rest = cell; !rest.empty();) {
            std::string_view part = rest.substr(0, rest.find('|'));
            rest.remove_prefix(std::min(part.size() + 1, rest.size()));
            const bool opens = part.starts_with('(');
            const bool closes = part.ends_with(')');
            if (opens) part.remove_prefix(1);
            if (closes) part.remove_suffix(1);
            const auto chain = countNamed(part);
            if (!chain || (!opens && !closes))
                m_lines.fail(
                    '"' + std::string(cell) +
                    "\" is no bracket of coreference; there are (3, 3), (3), with | between several, "
                    "and -");
            if (opens) m_open[*chain].push_back(lastWord());
            if (closes) close(*chain);
        }
    }

    void close(Index chain) {
        std::vector<Index>& begins = m_open[chain];
        if (begins.empty())
            m_lines.fail("a mention of chain " + std::to_string(chain) + " ends here that never began");
        const Mention mention{begins.back(), lastWord(), headOf(begins.back(), lastWord())};
        begins.pop_back();
        m_chains[chain].push_back(mention);
    }

    Index lastWord() const { return static_cast<Index>(m_tags.size()) - 1; }

    Index headOf(Index first, Index last) const {
        std::optional<Index> noun;
        for (Index word = first; word <= last; ++word) {
            const std::string& tag = m_tags[static_cast<std::size_t>(word)];
            if (noun && followsNoun(tag)) break;
            if (isNominal(tag)) noun = word;
        }
        return noun.value_or(last);
    }

    std::vector<Index> mentionHeads() const {
        std::vector<Index> heads;
        for (const auto& [chain, mentions] : m_chains) {
            for (const Mention& mention : mentions) heads.push_back(mention.head);
        }
        std::sort(heads.begin(), heads.end());
        heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
        return heads;
    }

    /// Every mention but the first of a chain has antecedents.
    void ask(GoldText& text, std::vector<Mention>& mentions, const std::vector<Index>& heads) const {
        std::sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) {
            return std::make_pair(a.first, -a.last) < std::make_pair(b.first, -b.last);
        });
        std::vector<Index> antecedents;
        for (const Mention& mention : mentions) {
            std::vector<Index> candidates = heads;
            std::erase(candidates, mention.head);
            std::vector<Index> answers = antecedents;
            std::erase(answers, mention.head);
            // Mentions inside one another may share their head.
            if (std::find(antecedents.begin(), antecedents.end(), mention.head) == antecedents.end())
                antecedents.push_back(mention.head);
            if (answers.empty()) continue;
            GoldQuestion question{"coreference", "mention-antecedent", mention.head, answers, candidates};
            text.questions.push_back(question);
            const std::string_view type = mentionType(m_tags[static_cast<std::size_t>(mention.head)]);
            if (type.empty()) continue;
            question.relation += " of a " + std::string(type);
            text.questions.push_back(std::move(question));
        }
    }

    const GoldLines& m_lines;
    Index m_first;
    GoldTextBuilder m_text;
    std::vector<std::string> m_tags;
    Index m_inSentence = 0;
    std::map<Index, std::vector<Index>> m_open;  // per chain where its open mentions begin
    std::map<Index, std::vector<Mention>> m_chains;
};

}  // namespace

GoldFile readCoreference(const std::filesystem::path& path) {
    GoldLines lines(path);
    GoldFile file{"CoNLL-2012", {}, {}};
    std::optional<Document> document;
    while (const auto line = lines.next()) {
        if (line->starts_with("#begin document")) {
            if (document) lines.fail("a document begins, but the one before has no #end document");
            document.emplace(lines);
        } else if (line->starts_with("#end document")) {
            if (!document) lines.fail("a document ends that never began");
            file.texts.push_back(document->finished());
            document.reset();
        } else if (isBlank(*line)) {
            if (document) document->endSentence();
        } else if (!line->starts_with('#')) {
            if (!document) lines.fail("it stands before #begin document");
            document->add(*line);
        }
    }
    if (document) lines.fail("the file ends, but its last document has no #end document");
    return file;
}

}  // namespace headscope::core
