// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/corpus_report.h"

#include <gtest/gtest.h>

#include "core/export/json_report.h"
#include "tests/core/export/sample_measures.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

Origin origin(const std::string& part = {}) {
    Origin made{
        "1.2", "metrics", "mine", {{"corpus", std::string("texts.txt")}, {"gate", std::string("0.1=0")}}};
    if (!part.empty()) made.settings.push_back({"part", part});
    return made;
}

CorpusState stateOf(int seed, CorpusPart part = {}) {
    CorpusState state;
    state.modelPrint = "00ff";
    state.corpusPrint = "11ee";
    state.part = part;
    state.texts = 3 + seed;
    state.tokens = 30 + seed;
    state.tokensDropped = seed;
    state.measures = test::sampleMeasures(seed);
    return state;
}

class Reports : public ::testing::Test {
protected:
    test::TemporaryFolder folder;

    StoredCorpus stored(const std::string& name, const Report& report) {
        return readCorpusReport(folder.write(name, jsonText(report)));
    }
    std::vector<StoredCorpus> parts(int count) {
        std::vector<StoredCorpus> all;
        for (int i = 1; i <= count; ++i) {
            const CorpusPart part{i, count};
            all.push_back(stored("part" + std::to_string(i) + ".json",
                                 corpusReport(origin(partName(part)), stateOf(i, part))));
        }
        return all;
    }
};

TEST_F(Reports, AreReadAsTheyAreWritten) {
    CorpusState state = stateOf(2, {3, 4});
    state.place = 12345678901;
    state.lines = 17;
    state.skipped = 9;
    const Report written = corpusReport(origin("3/4"), state, true);
    const StoredCorpus read = stored("state.json", written);
    EXPECT_EQ(read.state.place, state.place);
    EXPECT_EQ(read.state.lines, 17);
    EXPECT_EQ(read.state.seen(), state.texts + 9);
    EXPECT_EQ(jsonText(corpusReport(read.origin, read.state, true)), jsonText(written));
    EXPECT_EQ(whyOther(read, origin("3/4"), state), "");
    CorpusState other = state;
    other.modelPrint = "x";
    EXPECT_EQ(whyOther(read, origin("3/4"), other), "another model");
    other = state;
    other.corpusPrint = "x";
    EXPECT_EQ(whyOther(read, origin("3/4"), other), "another corpus");
    Origin elsewhere = origin("3/4");
    elsewhere.settings[1].value = std::string("0.1=1");
    EXPECT_EQ(whyOther(read, elsewhere, state), "other options");
}

TEST_F(Reports, OfPartsAddUpInAnyOrder) {
    CorpusState whole = stateOf(1);
    for (const int seed : {2, 3, 4}) {
        const CorpusState more = stateOf(seed);
        whole.texts += more.texts;
        whole.tokens += more.tokens;
        whole.tokensDropped += more.tokensDropped;
        whole.measures.add(more.measures);
    }
    std::vector<StoredCorpus> four = parts(4);
    std::swap(four[0], four[2]);
    const StoredCorpus merged = mergedCorpus(four);
    EXPECT_EQ(jsonText(corpusReport(merged.origin, merged.state)), jsonText(corpusReport(origin(), whole)));
}

TEST_F(Reports, ThatDoNotBelongTogetherAreRefused) {
    const auto refused = [](const std::vector<StoredCorpus>& all, ErrorCode code) {
        return test::expectError(code, [&] { mergedCorpus(all); }).arguments().back();
    };
    std::vector<StoredCorpus> all = parts(3);
    all.pop_back();
    EXPECT_EQ(refused(all, ErrorCode::BadArgument), "part 3/3 is missing");
    all = parts(3);
    all.erase(all.begin());
    EXPECT_EQ(refused(all, ErrorCode::BadArgument), "part 1/3 is missing");
    all = parts(3);
    all.push_back(all[1]);
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "both are part 2/3");
    all = parts(3);
    all[1].state.modelPrint = "x";
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "they were measured with different models");
    all = parts(3);
    all[2].state.corpusPrint = "x";
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "they are of different corpora");
    all = parts(3);
    all[2].origin.settings[1].value = std::string("0.1=2");
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "they were measured with different settings");
    all = parts(3);
    all[1].state.measures.heads.pop_back();
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "they hold different heads or measures");
    all = parts(3);
    all[1].state.measures.heads.clear();  // a part without texts, between two that differ
    all[2].state.measures.heads.pop_back();
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "they hold different heads or measures");
    all = parts(3);
    all[2].state.measures.metrics.pop_back();
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "they hold different heads or measures");
    all = parts(3);
    all[1].state.place = 5;
    EXPECT_EQ(refused(all, ErrorCode::BadArgument), "it is unfinished; let its part run to the end");
    all = parts(3);
    all[0] = parts(2)[0];
    EXPECT_EQ(refused(all, ErrorCode::PartsDiffer), "the corpus was divided differently");
}

TEST_F(Reports, ThatAreSomethingElseAreRefused) {
    const std::string good = jsonText(corpusReport(origin("1/2"), stateOf(1, {1, 2})));
    const auto refused = [&](const std::string& what, const std::string& with) {
        std::string text = good;
        const std::size_t at = text.rfind(what);
        ASSERT_NE(at, std::string::npos) << what;
        text.replace(at, what.size(), with);
        EXPECT_THROW(readCorpusReport(folder.write("bad.json", text)), Error) << what;
    };
    readCorpusReport(folder.write("good.json", good));
    refused("\"sums\"", "\"summe\"");
    refused("\"1/2\"", "\"3/2\"");
    refused("\"squares\": \"", "\"squares\": \"x");
    refused("\"metric\": \"max\"", "\"metric\": \"maximum\"");
    refused("\"texts\": 4", "\"texts\": \"four\"");
    refused("\n}", "\n");
}

}  // namespace
}  // namespace headscope::core
