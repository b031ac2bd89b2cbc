// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/alignment_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/trace/pattern_source.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

TEST(AlignmentCounting, ErrorRateIsThatOfOchAndNey) {
    AlignedText gold;
    gold.sure = {{0, 0}, {1, 1}};
    gold.possible = {{0, 0}, {1, 1}, {1, 2}};
    AlignmentCounts counts;
    counts.add({{0, 0}, {1, 2}, {2, 2}}, gold);
    EXPECT_DOUBLE_EQ(*counts.precision(), 2.0 / 3);
    EXPECT_DOUBLE_EQ(*counts.recall(), 0.5);
    EXPECT_DOUBLE_EQ(counts.errorRate(), 0.4);
    EXPECT_EQ(AlignmentCounts{}.errorRate(), 0) << "nothing to say and nothing said";
    EXPECT_EQ((AlignmentCounts{3, 0, 0, 0}).errorRate(), 1);
    EXPECT_EQ((AlignmentCounts{0, 3, 0, 0}).errorRate(), 1);
    EXPECT_EQ((AlignmentCounts{3, 0, 0, 3}).errorRate(), 1) << "possible links alone";
    EXPECT_FALSE((AlignmentCounts{0, 3, 0, 0}).precision());
}

class Alignments : public ::testing::Test {
protected:
    fs::path write(const std::string& name, const std::string& content) {
        std::ofstream(folder.path() / name, std::ios::binary) << content;
        return folder.path() / name;
    }
    AlignmentFile read(const std::string& links, const std::string& texts = {}, Index base = 0) {
        AlignmentRequest request{write("links", links), {}, base};
        if (!texts.empty()) request.corpus = write("texts", texts);
        return readAlignments(request);
    }
    std::string refusal(const std::string& links, const std::string& texts = {}, Index base = 0) {
        const Error error = test::expectError(ErrorCode::LineInvalid, [&] { read(links, texts, base); });
        const std::string sentence = error.what();
        return sentence.substr(folder.path().string().size() + 1);
    }
    test::TemporaryFolder folder;
};

TEST_F(Alignments, EveryFormOfThemSaysTheSame) {
    const AlignmentFile whole = read("# ours\na b ||| c dé f ||| 0-0 1-1 1p2\n");
    ASSERT_EQ(whole.texts.size(), 1U);
    const AlignedText& text = whole.texts[0];
    EXPECT_EQ(text.gold.text, "a b");
    EXPECT_EQ(text.gold.pair, "c dé f");
    EXPECT_EQ(text.sources, 2);
    EXPECT_EQ(text.targets(), 3);
    EXPECT_EQ(text.gold.words[3], (GoldWord{{2, 4}, 1}));
    EXPECT_EQ(text.sure, (std::set<WordLink>{{0, 0}, {1, 1}}));
    EXPECT_EQ(text.possible, (std::set<WordLink>{{0, 0}, {1, 1}, {1, 2}}));
    for (const AlignmentFile& other : {read("0-0 1-1 1?2\n", "a b\tc dé f\n"),
                                       read("\xEF\xBB\xBF"
                                            "1-1 2-2 2p3\r\n",
                                            "a b\tc dé f\r\n", 1),
                                       read("1 1 1 S\n1 2 2\n0001 2 3 P\n", "a b\tc dé f\n", 1)}) {
        ASSERT_EQ(other.texts.size(), 1U);
        EXPECT_EQ(other.texts[0].sure, text.sure);
        EXPECT_EQ(other.texts[0].possible, text.possible);
        EXPECT_EQ(other.texts[0].gold.words, text.gold.words);
        EXPECT_FALSE(other.noFirstWord);
    }
    EXPECT_TRUE(read("a b ||| c d ||| 1-1\n").noFirstWord) << "it may count from 1";
    EXPECT_EQ(read("0-0\n\n", "a\tb\nc\td\n").texts[1].possible.size(), 0U) << "a text without links";
}

TEST_F(Alignments, MistakesAreNamedWithTheirLine) {
    EXPECT_EQ(refusal("a b ||| c d ||| 0-0\na b ||| c d ||| 1-2\n"),
              "links, line 2: its target has no word 2: it has 2, counted from 0; say --base 1 if the file "
              "counts from 1.");
    EXPECT_EQ(refusal("a b ||| c d ||| 0-1\n", {}, 1),
              "links, line 1: its source has no word 0: it has 2, counted from 1; say --base 0 if the file "
              "counts from 0.");
    EXPECT_EQ(refusal("a b ||| c d ||| 0:1\n"),
              "links, line 1: \"0:1\" is no link; write source-target as in 1-2, or 1p2 for a possible one.");
    EXPECT_EQ(refusal("a b ||| c d ||| 0-\n"),
              "links, line 1: \"0-\" is no link; write source-target as in 1-2, or 1p2 for a possible one.");
    EXPECT_EQ(
        refusal("0-0 1-1\n"),
        "links, line 1: it must be source ||| target ||| links; where the file has links alone, give the "
        "texts with --corpus.");
    EXPECT_EQ(refusal("a ||| ||| 0-0\n"),
              "links, line 1: it needs a source and a target, and one of them has no words.");
    EXPECT_EQ(refusal("0-0\n0-0\n", "a\tb\n"),
              "links, line 2: it is one line more than the corpus has texts, 1.");
    EXPECT_EQ(refusal("0-0\n", "a\tb\nc\td\n"),
              "links, line 2: the file ends after 1 lines, but the corpus has 2 texts.");
    EXPECT_EQ(refusal("0-0\n", "a\tb\nc\n"),
              "texts, line 2: it has no second text; write source and target with a tab between them.");
    EXPECT_EQ(refusal("a ||| b ||| 0-0\n", "a\tb\n"),
              "links, line 1: it brings texts of its own, so there must be no --corpus.");
    EXPECT_EQ(
        refusal("1 0 0 S\n2 0 0 S\n", "a\tb\n"),
        "links, line 2: it must begin with the number of a text, from 1 to 1, a word of the source and one "
        "of the target.");
    EXPECT_EQ(refusal("1 0 0 X\n", "a\tb\n"), "links, line 1: \"X\" must be S (sure) or P (possible).");
    test::expectError(ErrorCode::BadArgument, [&] { read("a ||| b |||\n"); });
}

TEST_F(Alignments, HeadsAreScoredByTheRowsOfTheirWords) {
    const fs::path resources = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources";
    Executor executor(2);
    const Compute compute{executor, bestKernels()};
    const ModelPtr model = Model::load(Checkpoint::open(resources / "models/pronouns"), compute);
    const AlignmentFile gold = readAlignments({resources / "cases/alignment.txt", {}, 0});
    const AlignmentScores scores = scoreAlignments(*model, gold.texts);
    EXPECT_EQ(scores.texts, 3);
    EXPECT_EQ(scores.lost, 0);
    EXPECT_EQ(scores.diagonal.sure, 13);
    // Once more, with plain loops: one token per word; [CLS] a … [SEP] b … [SEP].
    for (const AlignmentHead& head : scores.heads) {
        const Index shift = head.rows == AlignmentRows::Own ? 0 : 1;
        AlignmentCounts counts;
        Share right;
        double mass = 0;
        for (const AlignedText& text : gold.texts) {
            RunSpec spec;
            spec.input.text = text.gold.text;
            spec.input.pair = text.gold.pair;
            const TracePtr trace = model->run(spec);
            const Matrix weights = headPattern(trace, head.head, compute.kernels)->all();
            ASSERT_EQ(weights.rows(), text.sources + text.targets() + 3);
            std::set<WordLink> links;
            for (Index target = 0; target < text.targets(); ++target) {
                Index best = 0;
                const auto row = weights.row(text.sources + 2 + target - shift).segment(1, text.sources);
                row.maxCoeff(&best);
                links.insert({best, target});
                double onGold = 0;
                bool any = false;
                for (const auto& [source, linked] : text.possible) {
                    if (linked != target) continue;
                    onGold += static_cast<double>(row[source]);
                    any = true;
                }
                if (any) right.count(text.possible.contains({best, target}));
                mass += onGold;
            }
            counts.add(links, text);
        }
        EXPECT_EQ(head.counts.errorRate(), counts.errorRate()) << headName(head.head);
        EXPECT_EQ(head.right, right);
        EXPECT_NEAR(head.weight, mass / static_cast<double>(right.of), 1e-6);
    }
    EXPECT_EQ(scores.heads.size(), 32U) << "16 heads, both conventions";
}

}  // namespace
}  // namespace headscope::core
