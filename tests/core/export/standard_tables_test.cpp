// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/standard_tables.h"

#include <gtest/gtest.h>

#include "core/export/csv.h"

namespace headscope::core {
namespace {

Token token(std::int32_t id, const std::string& piece, const std::string& label) {
    Token made;
    made.id = id;
    made.piece = piece;
    made.label = label;
    return made;
}

std::vector<Token> sampleTokens() {
    Token start = token(101, "[CLS]", "[CLS]");
    start.special = true;
    Token un = token(7, "un", "un");
    un.span = Span{0, 2};
    un.word = 0;
    Token lock = token(8, "##lock", "lock");
    lock.span = Span{2, 6};
    lock.word = 0;
    Token part = token(9, "<0xE7>", "E7");
    part.bytes = "\xE7";
    part.word = 1;
    return {start, un, lock, part};
}

TEST(StandardTables, TokensSayWhereTheyComeFrom) {
    EXPECT_EQ(csvText(tokenTable(sampleTokens())),
              "position,id,piece,text,begin,end,word,special,bytes,sequence\r\n"
              "0,101,[CLS],[CLS],,,,true,,0\r\n"
              "1,7,un,un,0,2,0,false,,0\r\n"
              "2,8,##lock,lock,2,6,0,false,,0\r\n"
              "3,9,<0xE7>,E7,,,1,false,E7,0\r\n");
}

TEST(StandardTables, ATokenWithQuotesAndCommaStaysWhole) {
    const std::string text = csvText(tokenTable({token(5, "a,\"b\"", "a,\"b\"")}));
    EXPECT_NE(text.find("0,5,\"a,\"\"b\"\"\",\"a,\"\"b\"\"\",,,,false,,0\r\n"), std::string::npos) << text;
}

TEST(StandardTables, LinksNameQueriesAndKeys) {
    const std::vector<Link> links = {{{AttentionKind::Self, 4, 11}, 3, 1, 0.25, 2}};
    const Axis axis = tokenAxis(sampleTokens());
    EXPECT_EQ(csvText(linkTable(links, axis, axis)),
              "layer,head,kind,query,query_position,key,key_position,weight,rank\r\n"
              "4,11,self,E7,3,un,1,0.25,2\r\n");
}

TEST(StandardTables, WordsStandAtTheirFirstPiece) {
    const Axis axis = wordAxis(wordGroups(sampleTokens(), {}));
    EXPECT_EQ(axis.positions, (std::vector<Index>{0, 1, 3}));
    EXPECT_EQ(axis.labels.at(0), "[CLS]");
    EXPECT_EQ(axis.labels.at(1), "unlock");
}

}  // namespace
}  // namespace headscope::core
