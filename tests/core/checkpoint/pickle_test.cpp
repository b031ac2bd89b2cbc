// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/expect_error.h"
#include "tests/support/pickle_bytes.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::core {
namespace {

using Kind = PickleNode::Kind;
using test::expectError;
namespace p = test::pickle;

PickleName rule(std::string_view name) {
    if (name == "known Name") return PickleName::Known;
    return name == "known Dict" ? PickleName::Dictionary : PickleName::Refused;
}

Pickle read(const std::string& bytes) {
    return readPickle(test::inMemory("file", bytes), 0, bytes.size(), rule);
}

std::string refused(const std::string& bytes) {
    return expectError(ErrorCode::PickleInvalid, [&] { read(bytes); }).arguments().at(1);
}

TEST(Pickle, ReadsPlainValues) {
    EXPECT_EQ(read("\x80\x02N.").top().kind, Kind::None);
    EXPECT_EQ(read("\x88.").top().integer, 1);
    EXPECT_EQ(read("K\xFF.").top().integer, 255);
    EXPECT_EQ(read("M\x01\x02.").top().integer, 513);
    EXPECT_EQ(read("J\xFE\xFF\xFF\xFF.").top().integer, -2);
    EXPECT_EQ(read(std::string("\x8A\x00.", 3)).top().integer, 0);
    EXPECT_EQ(read("\x8A\x01\x80.").top().integer, -128);
    EXPECT_EQ(read(std::string("\x8A\x02\x80\x00.", 5)).top().integer, 128);
    EXPECT_EQ(read("\x8A\x09"
                   "123456789.")
                  .top()
                  .kind,
              Kind::LongInteger);
    EXPECT_EQ(read("G12345678.").top().kind, Kind::Real);
    EXPECT_EQ(read(p::text("\xC3\xA9") + ".").top().text, "\xC3\xA9");
    EXPECT_EQ(read("\x8C\x02hi.").top().text, "hi");
    EXPECT_EQ(read(std::string("\x8D\x02\0\0\0\0\0\0\0hi.", 12)).top().text, "hi");
    EXPECT_EQ(read("U\x02hi.").top().kind, Kind::Text);
    EXPECT_EQ(read("U\x01\xFF.").top().kind, Kind::Bytes);
}

TEST(Pickle, ReadsContainers) {
    const Pickle tuple = read("K\x01K\x02\x86.");
    EXPECT_EQ(tuple.top().items.size(), 2u);
    EXPECT_EQ(tuple[tuple.top().items[1]].integer, 2);
    EXPECT_EQ(read("](K\x01K\x02K\x03"
                   "e.")
                  .top()
                  .items.size(),
              3u);
    EXPECT_EQ(read("]K\x01"
                   "a.")
                  .top()
                  .items.size(),
              1u);
    EXPECT_EQ(read("}(K\x01K\x02K\x03K\x04u.").top().items.size(), 4u);
    EXPECT_EQ(read("}K\x01K\x02s.").top().items.size(), 2u);
    EXPECT_EQ(read("\x8F(K\x01\x90.").top().kind, Kind::Set);
    EXPECT_EQ(read("(K\x01K\x02"
                   "d.")
                  .top()
                  .kind,
              Kind::Dictionary);
}

TEST(Pickle, RemembersWhatItMadeAlsoInCircles) {
    const Pickle circle = read(std::string("]q\0h\0a.", 7));
    EXPECT_EQ(circle.top().items, std::vector<std::uint32_t>{circle.root});
    const Pickle twice = read(std::string("K\x05\x94h\x00\x86.", 7));
    EXPECT_EQ(twice.top().items[0], twice.top().items[1]);
}

TEST(Pickle, TellsWhereItEnds) {
    EXPECT_EQ(read("\x80\x02N.more").end, 4u);
}

TEST(Pickle, MakesCallsIntoNodesAndCallsNothing) {
    const Pickle pickle = read(p::call(p::global("known", "Name"), {"K\x01"}) + ".");
    EXPECT_EQ(pickle.top().kind, Kind::Call);
    EXPECT_EQ(pickle[pickle.top().items[0]].text, "known Name");
    EXPECT_EQ(read(p::call(p::global("known", "Dict"), {}) + "K\x01K\x02s.").top().items.size(), 2u);
    // As Python 2 wrote ordered dictionaries: with a list of pairs.
    EXPECT_EQ(read(p::call(p::global("known", "Dict"), {"](](K\x01K\x02"
                                                        "e](K\x03K\x04"
                                                        "ee"}) +
                   ".")
                  .top()
                  .items.size(),
              4u);
}

TEST(Pickle, RefusesUnknownNamesHoweverTheyAreWritten) {
    for (const std::string& bytes :
         {p::global("os", "system") + ".", std::string("\x8C\x02os\x8C\x06system\x93."),
          "\x80\x04" + p::text("os") + p::text("system") + "\x93."}) {
        const Error error = expectError(ErrorCode::PickleForbidden, [&] { read(bytes); });
        EXPECT_EQ(error.arguments().at(1), "os.system");
    }
}

TEST(Pickle, RefusesOpcodesThatPyTorchDoesNotWrite) {
    // INST, OBJ, EXT1, PERSID, NEWOBJ_EX, DUP, POP, INT, LONG4, NEXT_BUFFER
    for (const char opcode : {'i', 'o', '\x82', 'P', '\x92', '2', '0', 'I', '\x8B', '\x97'}) {
        EXPECT_NE(refused("N" + std::string(1, opcode) + "N.").find("opcode"), std::string::npos);
    }
}

TEST(Pickle, RefusesToTakeWhatIsNotThere) {
    for (const std::string& bytes :
         {std::string("."), std::string("a."), std::string("s."), std::string("t."), std::string("u."),
          std::string("R."), std::string("b."), std::string("Q."), std::string("q\0.", 3),
          std::string("h\0.", 3), std::string("N(."), std::string("N(R."), std::string("N(\x85."),
          std::string("]N(a.")}) {
        refused(bytes);
    }
}

// CVE-2026-24747: filling what is no container wrote over memory.
TEST(Pickle, FillsOnlyContainers) {
    for (const char* target : {"N", "K\x01", ")", "]", "\x8F"}) {
        refused(std::string(target) + "K\x01K\x02s.");
        refused(std::string(target) + "(K\x01K\x02u.");
    }
    refused(
        "}K\x01"
        "a.");
    refused(
        ")(K\x01"
        "e.");
    refused(p::call(p::global("known", "Name"), {}) + "K\x01K\x02s.");
    refused(p::global("known", "Name") + "K\x01K\x02s.");
    refused("](K\x01\x90.");
    refused("}(K\x01u.");
    refused("KA}b.");
}

TEST(Pickle, CallsOnlyNamesWithTuples) {
    refused("K\x01)R.");
    refused(p::global("known", "Name") + "]R.");
    refused("\x8C\x02os)\x81.");
}

TEST(Pickle, RefusesTextsLongerThanTheFile) {
    refused(
        "X\xFF\xFF\xFF\xFF"
        "abc");
    refused(std::string("X\x10\0\0\0abc", 8));
    refused(std::string("\x8D\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 9));
    refused("cos\nsystem");
    refused(p::text("\xFF") + ".");
    refused("c" + std::string(5000, 'x') + "\nx\n.");
}

TEST(Pickle, RefusesUnknownProtocols) {
    refused("\x80\x06N.");
}

TEST(Pickle, BoundsWhatItBuilds) {
    refused(std::string(5'000'000, 'N') + ".");
    // One list of a million items, copied again and again by five bytes.
    std::string bytes = "](";
    for (int i = 0; i < 100'000; ++i) bytes += "](NNe";
    bytes += std::string("eq\0", 3);
    for (int i = 0; i < 100'000; ++i) bytes += p::global("known", "Dict") + std::string("h\0\x85R", 4);
    EXPECT_NE(refused(bytes + ".").find("too many"), std::string::npos);
}

TEST(Pickle, IsRefusedWhenCutAnywhere) {
    const std::string whole =
        p::whole(p::dictionary({p::text("a"), p::call(p::global("known", "Name"), {"]"})}));
    for (std::size_t size = 0; size < whole.size(); ++size) refused(whole.substr(0, size));
}

}  // namespace
}  // namespace headscope::core
