// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_formats.h"
#include "core/analysis/gold_lines.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::size_t columnCount = 10;
enum Column : std::size_t { Id = 0, Form = 1, Head = 6, Relation = 7, Misc = 9 };

struct Dependent {
    Index line = 0;
    Index head = 0;  // counted from 1; 0 is the root
    std::string relation;
};

/// One sentence, line by line.
class Sentence {
public:
    explicit Sentence(const GoldLines& lines) : m_lines(lines) {}

    void add(std::string_view line) {
        const auto columns = tabColumns(line);
        if (columns.size() != columnCount)
            m_lines.fail("it has " + std::to_string(columns.size()) +
                         " columns; CoNLL-U has 10, with a tab between them");
        if (columns[Form].empty() || isBlank(columns[Form])) m_lines.fail("its form (column 2) is empty");
        if (m_dependents.empty() && m_rangeEnd == 0) m_first = m_lines.line();
        const std::string_view id = columns[Id];
        if (const std::size_t dash = id.find('-'); dash != std::string_view::npos)
            return addRange(columns, countNamed(id.substr(0, dash)), countNamed(id.substr(dash + 1)));
        if (const std::size_t dot = id.find('.'); dot != std::string_view::npos) {
            if (!countNamed(id.substr(0, dot)) || !countNamed(id.substr(dot + 1))) failId(id);
            return;  // an empty node: no word of the text
        }
        const auto number = countNamed(id);
        if (!number) failId(id);
        if (*number != next())
            m_lines.fail("it is word " + std::to_string(*number) + " where " + std::to_string(next()) +
                         " should come");
        addWord(columns);
    }

    /// What was read; nothing where no word was. To be called once.
    std::optional<GoldText> finished() {
        if (m_rangeEnd >= next())
            m_lines.fail(m_rangeLine, "its range goes to word " + std::to_string(m_rangeEnd) +
                                          ", but the sentence ends before");
        if (m_dependents.empty()) return {};
        GoldText text{m_first, m_text.text(), {}, m_words, {}};
        ask(text);
        return text;
    }

private:
    Index next() const { return static_cast<Index>(m_dependents.size()) + 1; }

    [[noreturn]] void failId(std::string_view id) const {
        m_lines.fail('"' + std::string(id) + "\" is no number of a word; there are 3, 3-4 and 3.1");
    }

    void addRange(const std::vector<std::string_view>& columns, std::optional<Index> first,
                  std::optional<Index> last) {
        if (!first || !last) failId(columns[Id]);
        if (*first != next() || *last < *first || m_rangeEnd >= next())
            m_lines.fail("its range " + std::string(columns[Id]) + " does not begin at word " +
                         std::to_string(next()) + ", which comes next, or it ends before it begins");
        m_range = columns[Form];
        m_rangeEnd = *last;
        m_rangeLine = m_lines.line();
        m_rangeSpaced = m_spaced;
        m_spaced = columns[Misc].find("SpaceAfter=No") == std::string_view::npos;
    }

    void addWord(const std::vector<std::string_view>& columns) {
        const auto head = countNamed(columns[Head]);
        if (!head && columns[Head] != "_")
            m_lines.fail("its head (column 7) is \"" + std::string(columns[Head]) +
                         "\", but must be the number of a word, or 0");
        if (head && *head == next()) m_lines.fail("its head (column 7) is the word itself");
        m_dependents.push_back({m_lines.line(), head.value_or(0), std::string(columns[Relation])});
        const Index number = next() - 1;
        if (number > m_rangeEnd) {
            add(columns[Form], m_spaced);
            m_spaced = columns[Misc].find("SpaceAfter=No") == std::string_view::npos;
            return;
        }
        m_rangeForms.emplace_back(columns[Form]);
        if (number == m_rangeEnd) endRange();
    }

    /// "don't" is do + n't, whose characters can be told apart; "du" is de + le, which share theirs.
    void endRange() {
        std::string joined;
        for (const std::string& form : m_rangeForms) joined += form;
        bool spaced = m_rangeSpaced;
        if (joined == m_range) {
            for (const std::string& form : m_rangeForms) {
                add(form, spaced);
                spaced = false;
            }
        } else {
            add(m_range, spaced);
            m_words.insert(m_words.end(), m_rangeForms.size() - 1, m_words.back());
        }
        m_rangeForms.clear();
    }

    void add(std::string_view form, bool spaced) {
        m_text.add(form, spaced);
        m_words.push_back(m_text.words().back());
    }

    void ask(GoldText& text) const {
        std::map<std::pair<Index, std::string>, std::vector<Index>> children;
        for (std::size_t i = 0; i < m_dependents.size(); ++i) {
            const Dependent& dependent = m_dependents[i];
            if (dependent.head > static_cast<Index>(m_dependents.size()))
                m_lines.fail(dependent.line, "its head is word " + std::to_string(dependent.head) +
                                                 ", but the sentence has " +
                                                 std::to_string(m_dependents.size()));
            if (dependent.head == 0) continue;
            if (dependent.relation.empty() || dependent.relation == "_")
                m_lines.fail(dependent.line, "its relation (column 8) is empty, although it has a head");
            const auto word = static_cast<Index>(i);
            const Index head = dependent.head - 1;
            text.questions.push_back({dependent.relation, "dependent-head", word, {head}, {}});
            text.questions.push_back({dependent.relation, "dependent-head received", word, {head}, {}, true});
            children[{head, dependent.relation}].push_back(word);
        }
        for (auto& [asked, answers] : children)
            text.questions.push_back({asked.second, "head-dependent", asked.first, std::move(answers), {}});
    }

    const GoldLines& m_lines;
    GoldTextBuilder m_text;
    std::vector<GoldWord> m_words;  // one per dependent
    std::vector<Dependent> m_dependents;
    Index m_first = 1;
    bool m_spaced = true;  // before the next form
    std::string m_range;
    std::vector<std::string> m_rangeForms;
    Index m_rangeEnd = 0;  // number of the last word of the range that was read last
    Index m_rangeLine = 0;
    bool m_rangeSpaced = true;
};

}  // namespace

GoldFile readConllU(const std::filesystem::path& path) {
    GoldLines lines(path);
    GoldFile file{"CoNLL-U", {}, {}};
    std::optional<Sentence> sentence;
    const auto end = [&] {
        if (std::optional<GoldText> text = sentence ? sentence->finished() : std::nullopt)
            file.texts.push_back(std::move(*text));
        sentence.reset();
    };
    while (const auto line = lines.next()) {
        if (isBlank(*line)) {
            end();
        } else if (!line->starts_with('#')) {
            if (!sentence) sentence.emplace(lines);
            sentence->add(*line);
        }
    }
    end();
    return file;
}

}  // namespace headscope::core
