// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/base/utf8.h"
#include "core/tokenizer/unicode.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

class Gold : public ::testing::Test {
protected:
    GoldFile read(const std::string& content) {
        std::ofstream(file, std::ios::binary) << content;
        return readGold(file);
    }
    /// The sentence without "F, line N: " in front, which must be there.
    std::string refusal(Index line, const std::string& content) {
        const Error error = test::expectError(ErrorCode::LineInvalid, [&] { read(content); });
        const std::string sentence = error.what();
        const std::string place = file.string() + ", line " + std::to_string(line) + ": ";
        EXPECT_TRUE(sentence.starts_with(place)) << sentence;
        return sentence.substr(std::min(place.size(), sentence.size()));
    }

    test::TemporaryFolder folder;
    fs::path file = folder.path() / "gold";
};

std::string word(const GoldText& text, Index index) {
    const Span span = text.words.at(static_cast<std::size_t>(index)).span;
    const std::vector<char32_t> characters = codePoints(text.text);
    std::string word;
    for (Index at = span.begin; at < span.end; ++at)
        appendUtf8(word, characters.at(static_cast<std::size_t>(at)));
    return word;
}

/// "nsubj dependent-head dog: chased"
std::vector<std::string> asked(const GoldText& text) {
    std::vector<std::string> all;
    for (const GoldQuestion& question : text.questions) {
        std::string line =
            question.relation + ' ' + std::string(question.direction) + ' ' + word(text, question.word) + ':';
        for (const Index answer : question.answers) line += ' ' + word(text, answer);
        if (!question.candidates.empty()) line += " of";
        for (const Index candidate : question.candidates) line += ' ' + word(text, candidate);
        all.push_back(std::move(line));
    }
    return all;
}

const std::string conllU =
    "# text = He didn't.\n"
    "1\tHe\the\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2-3\tdidn't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "2\tdid\tdo\tAUX\t_\t_\t0\troot\t_\t_\n"
    "3\tn't\tnot\tPART\t_\t_\t2\tadvmod\t_\t_\n"
    "3.1\tsleep\tsleep\tVERB\t_\t_\t_\t_\t2:conj\t_\n"
    "4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n";

TEST_F(Gold, DependenciesAreAskedInBothDirections) {
    const GoldFile gold = read(conllU + "\n\n" + conllU);
    EXPECT_EQ(gold.format, "CoNLL-U");
    ASSERT_EQ(gold.texts.size(), 2U);
    EXPECT_EQ(gold.texts[0].line, 2);
    EXPECT_EQ(gold.texts[1].line, 11);
    EXPECT_EQ(gold.texts[0].text, "He didn't.") << "as SpaceAfter=No says, and without the empty node";
    const std::vector<std::string> wanted = {
        "nsubj dependent-head He: did",   "nsubj dependent-head received He: did",
        "advmod dependent-head n't: did", "advmod dependent-head received n't: did",
        "punct dependent-head .: did",    "punct dependent-head received .: did",
        "advmod head-dependent did: n't", "nsubj head-dependent did: He",
        "punct head-dependent did: ."};
    EXPECT_EQ(asked(gold.texts[0]), wanted);
    EXPECT_TRUE(gold.texts[0].questions[1].received);
}

TEST_F(Gold, MarksAndLineEndsOfOtherEditorsAreRead) {
    std::string content = conllU;
    for (std::size_t at = 0; (at = content.find('\n', at)) != std::string::npos; at += 2)
        content.replace(at, 1, "\r\n");
    const GoldFile plain = read(conllU);
    const GoldFile other = read("\xEF\xBB\xBF" + content);
    ASSERT_EQ(other.texts.size(), 1U);
    EXPECT_EQ(other.texts[0].text, plain.texts[0].text);
    EXPECT_EQ(other.texts[0].words, plain.texts[0].words);
    EXPECT_EQ(other.texts[0].questions, plain.texts[0].questions);
}

TEST_F(Gold, WordsOfARangeShareItsCharacters) {
    const GoldFile gold = read(
        "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "1\tde\t_\t_\t_\t_\t3\tcase\t_\t_\n"
        "2\tle\t_\t_\t_\t_\t3\tdet\t_\t_\n"
        "3\tchat\t_\t_\t_\t_\t0\troot\t_\t_\n");
    EXPECT_EQ(gold.texts[0].text, "du chat");
    EXPECT_EQ(gold.texts[0].words, (std::vector<GoldWord>{{{0, 2}, 0}, {{0, 2}, 0}, {{3, 7}, 0}}));
}

TEST_F(Gold, MistakesOfDependenciesAreNamedWithTheirLine) {
    const std::string one = "1\tHe\the\tPRON\t_\t_\t2\tnsubj\t_\t_\n";
    EXPECT_EQ(refusal(2, one + "2\tsleeps\tsleep\tVERB\t_\t_\t0\n"),
              "it has 7 columns; CoNLL-U has 10, with a tab between them.");
    EXPECT_EQ(refusal(2, one + "3\tsleeps\t_\t_\t_\t_\t0\troot\t_\t_\n"),
              "it is word 3 where 2 should come.");
    EXPECT_EQ(refusal(1, one), "its head is word 2, but the sentence has 1.");
    EXPECT_EQ(refusal(2, one + "2\tsleeps\t_\t_\t_\t_\tx\troot\t_\t_\n"),
              "its head (column 7) is \"x\", but must be the number of a word, or 0.");
    EXPECT_EQ(refusal(2, one + "2\tsleeps\t_\t_\t_\t_\t2\troot\t_\t_\n"),
              "its head (column 7) is the word itself.");
    EXPECT_EQ(refusal(2, one + "2\t\t_\t_\t_\t_\t0\troot\t_\t_\n"), "its form (column 2) is empty.");
    EXPECT_EQ(refusal(2, one + "b\tsleeps\t_\t_\t_\t_\t0\troot\t_\t_\n"),
              "\"b\" is no number of a word; there are 3, 3-4 and 3.1.");
    EXPECT_EQ(refusal(2, one + "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdo\t_\t_\t_\t_\t0\troot\t_\t_\n"),
              "its range goes to word 3, but the sentence ends before.");
    EXPECT_EQ(refusal(2, one + "4-5\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"),
              "its range 4-5 does not begin at word 2, which comes next, or it ends before it begins.");
    EXPECT_EQ(refusal(1, "1\tHe\xFF\t_\t_\t_\t_\t0\troot\t_\t_\n"), "it is not valid UTF-8 at byte 4.");
}

TEST_F(Gold, CoreferenceAsksForAntecedentsAmongOtherMentions) {
    const GoldFile gold = read(
        "#begin document (a); part 000\n"
        "a 0 0 The DT (0|(1\n"
        "a 0 1 dog NN 1)\n"
        "a 0 2 of IN -\n"
        "a 0 3 Ann NNP (2)|0)\n"
        "a 0 4 bit VBD -\n"
        "a 0 5 her PRP (2)\n"
        "\n"
        "a 0 0 It PRP (0)\n"
        "a 0 1 slept VBD -\n"
        "#end document\n");
    ASSERT_EQ(gold.texts.size(), 1U);
    EXPECT_EQ(gold.texts[0].text, "The dog of Ann bit her It slept");
    // "The dog of Ann" is asked by its head, dog.
    EXPECT_EQ(
        asked(gold.texts[0]),
        (std::vector<std::string>{"coreference mention-antecedent It: dog of dog Ann her",
                                  "coreference of a pronoun mention-antecedent It: dog of dog Ann her",
                                  "coreference mention-antecedent her: Ann of dog Ann It",
                                  "coreference of a pronoun mention-antecedent her: Ann of dog Ann It"}));
}

TEST_F(Gold, AWordThatIsTheHeadOfTwoMentionsIsOneAntecedent) {
    const GoldFile gold = read(
        "#begin document (a); part 000\n"
        "a 0 0 The DT (0\n"
        "a 0 1 dog NN (0)|0)\n"
        "a 0 2 saw VBD -\n"
        "a 0 3 it PRP (0)\n"
        "#end document\n");
    ASSERT_EQ(gold.texts.size(), 1U);
    EXPECT_EQ(gold.texts[0].questions.front().answers, (std::vector<Index>{1}));
}

TEST_F(Gold, MistakesOfCoreferenceAreNamedWithTheirLine) {
    const std::string begin = "#begin document (a); part 000\n";
    EXPECT_EQ(refusal(2, begin + "a 0 0 The DT\n#end document\n"),
              "it has 5 columns; CoNLL-2012 has at least 6: document, part, number, word, tag, …, brackets.");
    EXPECT_EQ(refusal(2, begin + "a 0 1 The DT -\n#end document\n"),
              "it is word 1 where 0 should come; words of a sentence count from 0.");
    EXPECT_EQ(refusal(2, begin + "a 0 0 dog NN 3)\n#end document\n"),
              "a mention of chain 3 ends here that never began.");
    EXPECT_EQ(refusal(3, begin + "a 0 0 dog NN (3\n#end document\n"),
              "the document ends, but a mention of chain 3 is still open.");
    EXPECT_EQ(refusal(2, begin + "a 0 0 dog NN 3\n#end document\n"),
              "\"3\" is no bracket of coreference; there are (3, 3), (3), with | between several, and -.");
    EXPECT_EQ(refusal(3, begin + "a 0 0 dog NN (3)\n"),
              "the file ends, but its last document has no #end document.");
    EXPECT_EQ(refusal(2, begin + "#begin document (b); part 000\n"),
              "a document begins, but the one before has no #end document.");
}

const std::string gapHeading =
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n";

TEST_F(Gold, GapCountsCharactersAndAsksForTheLastWordOfAName) {
    const GoldFile gold =
        read(gapHeading + "1\tÉva Noë met Ann, who saw her\ther\t25\tÉva Noë\t0\tTRUE\tAnn\t12\tFALSE\t-\n" +
             "2\tBo met Al and he\the\t14\tBo\t0\tFALSE\tAl\t7\tFALSE\t-\n");
    ASSERT_EQ(gold.texts.size(), 1U);
    EXPECT_EQ(gold.unanswered, (std::map<std::string, Index>{{"pronoun", 1}, {"masculine pronoun", 1}}))
        << "he is neither";
    const GoldText& text = gold.texts[0];
    EXPECT_EQ(text.words.size(), 8U) << "a comma is a word";
    const GoldQuestion& question = text.questions[0];
    const auto spanOf = [&](Index word) { return text.words[static_cast<std::size_t>(word)].span; };
    EXPECT_EQ(spanOf(question.word), (Span{25, 28}));
    ASSERT_EQ(question.candidates.size(), 2U);
    EXPECT_EQ(spanOf(question.candidates[0]), (Span{4, 7})) << "Noë";
    EXPECT_EQ(spanOf(question.candidates[1]), (Span{12, 15}));
    EXPECT_EQ(question.answers, std::vector<Index>{question.candidates[0]});
    EXPECT_EQ(gold.texts[0].questions[1].relation, "feminine pronoun");
}

TEST_F(Gold, MistakesOfGapAreNamedWithTheirLine) {
    const std::string row = "1\tAnn met Bo and she\tshe\t15\tAnn\t0\tTRUE\tBo\t8\tFALSE\t-\n";
    EXPECT_EQ(read(gapHeading + row).texts.size(), 1U);
    EXPECT_EQ(refusal(3, gapHeading + row + "2\tAnn met Bo\tshe\n"),
              "it has 3 columns; GAP has 11, with a tab between them.");
    EXPECT_EQ(refusal(2, gapHeading + "1\tAnn met Bo and she\tshe\t16\tAnn\t0\tTRUE\tBo\t8\tFALSE\t-\n"),
              "its text has no \"she\" at character 16, counted from 0.");
    EXPECT_EQ(refusal(2, gapHeading + "1\tAnn met Bo and she\tshe\t999\tAnn\t0\tTRUE\tBo\t8\tFALSE\t-\n"),
              "its text has no \"she\" at character 999, counted from 0.");
    EXPECT_EQ(refusal(2, gapHeading + "1\tAnn met Bo and she\tshe\t15\tAnn\t-1\tTRUE\tBo\t8\tFALSE\t-\n"),
              "\"-1\" is no offset of \"Ann\".");
    EXPECT_EQ(refusal(2, gapHeading + "1\tAnn met Bo and she\tshe\t15\tAnn\t0\tyes\tBo\t8\tFALSE\t-\n"),
              "\"yes\" must be TRUE or FALSE.");
    EXPECT_EQ(refusal(2, gapHeading + "1\tAnn met Bo and she\tshe\t15\tAnn\t0\tTRUE\tBo\t8\tTRUE\t-\n"),
              "the pronoun means both names; at most one can be TRUE.");
}

TEST_F(Gold, SchemasWithTheSameCandidatesAreAGroup) {
    const GoldFile gold = read(
        "The dog saw the cat because it was near.\nit\nThe dog, the cat\nthe cat\n\n"
        "The dog saw the cat because it looked.\nit\nThe dog, the cat\nThe dog\n\n"
        "Ann met Bo and she ran.\nshe\nAnn,Bo\nann\n");
    ASSERT_EQ(gold.texts.size(), 3U);
    EXPECT_EQ(asked(gold.texts[0]), std::vector<std::string>{"pronoun pronoun-candidate it: cat of dog cat"});
    EXPECT_EQ(asked(gold.texts[2]), std::vector<std::string>{"pronoun pronoun-candidate she: Ann of Ann Bo"});
    EXPECT_EQ(gold.texts[0].questions[0].group, gold.texts[1].questions[0].group);
    EXPECT_NE(gold.texts[0].questions[0].group, gold.texts[2].questions[0].group);
}

TEST_F(Gold, MistakesOfSchemasAreNamedWithTheirLine) {
    EXPECT_EQ(refusal(1, "Ann met Bo and she ran.\nshe\nAnn,Bo\n"),
              "a schema has four lines (sentence, pronoun, candidates, the right one), but 3 stand here.");
    EXPECT_EQ(refusal(2, "Ann met Bo and she ran.\nit\nAnn,Bo\nAnn\n"), "the sentence has no \"it\".");
    EXPECT_EQ(refusal(3, "Ann met Bo and she ran.\nshe\nAnn,Al\nAnn\n"), "the sentence has no \"Al\".");
    EXPECT_EQ(refusal(3, "Ann met Bo, she saw Bo.\nshe\nAnn,Bo\nAnn\n"),
              "the sentence has \"Bo\" more than once.");
    EXPECT_EQ(refusal(1, "Ann met Bo and she ran.\nAnn\nAnn,Bo\nBo\n"),
              "the pronoun and the names must be different words.");
    EXPECT_EQ(refusal(4, "Ann met Bo and she ran.\nshe\nAnn,Bo\nAl\n"), "\"Al\" is none of the candidates.");
    EXPECT_EQ(refusal(3, "Ann met Bo and she ran.\nshe\nAnn\nAnn\n"),
              "it must hold two candidates or more, with commas between them.");
}

TEST_F(Gold, WordPairsAreFoundInTextsOfEveryScript) {
    const GoldFile gold = read("# ours\nproduct\t手机\tiPhone\nsame\t苹果\t香蕉\nkind\t水果\t苹果\n");
    ASSERT_EQ(gold.pairs.size(), 3U);
    const GoldText chinese = askPairs(gold.pairs, "他用IPHONE，不用别的手机。");
    ASSERT_EQ(chinese.questions.size(), 2U);
    EXPECT_EQ(chinese.questions[0].relation, "product");
    EXPECT_EQ(chinese.questions[0].direction, "first-second");
    const auto spanOf = [&](Index index) { return chinese.words[static_cast<std::size_t>(index)].span; };
    EXPECT_EQ(spanOf(chinese.questions[0].word), (Span{13, 15})) << "手机 is one word of two characters";
    EXPECT_EQ(spanOf(chinese.questions[0].answers.at(0)), (Span{2, 8}));
    EXPECT_TRUE(askPairs({{"r", "cat", "dog"}}, "A cat saw dogs.").questions.empty()) << "whole words only";
    EXPECT_EQ(asked(askPairs({{"r", "cat", "dog"}, {"r", "cat", "cow"}}, "A Dog didn't see cat or cow.")),
              (std::vector<std::string>{"r first-second cat: Dog cow", "r second-first Dog: cat",
                                        "r second-first cow: cat"}));
    EXPECT_EQ(askPairs({}, "A Dog didn't see cat.").words.size(), 6U);
}

TEST_F(Gold, WordPairsAreFoundHoweverTheirAccentsAndCaseAreWritten) {
    struct Pairing {
        std::string first, second, text, found;
    };
    const std::vector<Pairing> pairings = {
        {"café", "bar", "Le café, un bar.", "café: bar"},
        {"CAFÉ", "bar", "Le cafe\u0301, un bar.", "cafe\u0301: bar"},
        {"cafe\u0301", "bar", "Le café, un bar.", "café: bar"},
        {"für", "gegen", "Für oder gegen?", "Für: gegen"},
        {"Straße", "Weg", "Der Weg, die STRASSE.", "STRASSE: Weg"},
        {"strasse", "Weg", "Der Weg, die Straße.", "Straße: Weg"},
        {"한국", "서울", "서울은 아니고 한국 서울", "한국: 서울"},
        {"đá", "nước", "Nước và Đá", "Đá: Nước"},
        {"đậu", "bò", "Đa\u0302\u0323u và bò", "Đa\u0302\u0323u: bò"},
    };
    for (const auto& [first, second, text, found] : pairings)
        EXPECT_EQ(asked(askPairs({{"r", first, second}}, text)).at(0), "r first-second " + found) << text;
    for (const std::string text : {"Le cafés, bar", "Le cafe, bar", "Le décafé, bar"})
        EXPECT_TRUE(askPairs({{"r", "café", "bar"}}, text).questions.empty()) << text;
    EXPECT_TRUE(askPairs({{"r", "cafe", "bar"}}, "Le cafe\u0301, bar").questions.empty()) << "another letter";
    EXPECT_TRUE(askPairs({{"r", "s", "bar"}}, "ß bar").questions.empty()) << "half of a letter";
}

TEST_F(Gold, MistakesOfWordPairsAreNamedWithTheirLine) {
    EXPECT_EQ(refusal(2, "r\ta\tb\nr\ta\n"),
              "it must hold a relation and two words, with a tab between them.");
    EXPECT_EQ(refusal(1, "r\ta\tA\n"), "both words are the same.");
}

TEST_F(Gold, WhatIsNoGoldIsRefused) {
    const auto sentence = [&](const std::string& content) {
        return std::string(test::expectError(ErrorCode::BadArgument, [&] { read(content); }).what());
    };
    EXPECT_EQ(sentence("\n\n# nothing\n"), file.string() + ": there is nothing to read in it.");
    EXPECT_EQ(sentence("a\tb\n"), file.string() +
                                      ": it is none of the gold formats that are read; there are CoNLL-U, "
                                      "CoNLL-2012, GAP, schemas of four lines and word pairs.");
    EXPECT_EQ(sentence("1\tHe\t_\t_\t_\t_\t0\troot\t_\t_\n"),
              file.string() + ": it is read as CoNLL-U, and no word in it has a relation.");
    EXPECT_EQ(sentence(gapHeading), file.string() + ": it is read as GAP, and no word in it has a relation.");
}

TEST(ShippedGold, IsReadWhole) {
    const fs::path cases = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources" / "cases";
    EXPECT_EQ(readGold(cases / "dependencies.conllu").texts.size(), 6U);
    EXPECT_EQ(readGold(cases / "coreference.conll").texts.size(), 2U);
    EXPECT_EQ(readGold(cases / "pronouns.gap.tsv").texts.size(), 3U);
    EXPECT_EQ(readGold(cases / "schemas.txt").texts.size(), 4U);
    EXPECT_EQ(readGold(cases / "words-en.tsv").pairs.size(), 29U);
    EXPECT_EQ(readGold(cases / "words-zh.tsv").pairs.size(), 22U);
}

}  // namespace
}  // namespace headscope::core
