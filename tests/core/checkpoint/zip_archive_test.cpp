// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/zip_archive.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/checkpoint/inflate.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/zip_bytes.h"

namespace headscope::core {
namespace {

using test::inMemory;
using test::zipBytes;
using test::ZipPart;

ZipArchive archiveOf(const std::string& bytes) {
    return ZipArchive(inMemory("archive", bytes));
}

/// The reason in the sentence of the refusal.
std::string refused(const std::string& bytes) {
    return test::expectError(ErrorCode::ArchiveInvalid,
                             [&] {
                                 const ZipArchive archive = archiveOf(bytes);
                                 for (const ZipMember& member : archive.members()) archive.open(member);
                             })
        .arguments()
        .at(1);
}

TEST(ZipArchive, FindsMembersInPlace) {
    const MappedFile file = inMemory("archive", zipBytes({{"b/x", "second"}, {"a", "first"}, {"c", ""}}));
    const ZipArchive archive(file);
    ASSERT_EQ(archive.members().size(), 3u);
    EXPECT_EQ(archive.members()[0].name, "a");
    const auto content = archive.open(*archive.find("b/x"));
    EXPECT_EQ(content.bytes.data(), file.bytes().data() + archive.find("b/x")->begin);
    EXPECT_EQ(archive.read(*archive.find("a")), "first");
    EXPECT_EQ(archive.read(*archive.find("c")), "");
    EXPECT_EQ(archive.find("missing"), nullptr);
    EXPECT_TRUE(archiveOf(zipBytes({})).members().empty());
}

TEST(ZipArchive, RefusesWhatIsNoArchive) {
    EXPECT_EQ(refused(""), "it is too short");
    EXPECT_EQ(refused(std::string(100, 'x')), "its directory is missing, so it is incomplete");
}

TEST(ZipArchive, RefusesArchivesThatAreCutAnywhere) {
    const std::string whole = zipBytes({{"a", "content of a"}, {"b", "content of b"}});
    for (std::size_t size = 0; size < whole.size(); ++size) refused(whole.substr(0, size));
}

// Readers that trust one description and readers that trust the other see two archives.
TEST(ZipArchive, RefusesMembersThatAreDescribedInTwoWays) {
    EXPECT_NE(refused(zipBytes({{"a", "x", 0, 0, "b"}})).find("two names"), std::string::npos);
    std::string bytes = zipBytes({{"a", "x"}});
    bytes[8] = 8;  // the method in the local header
    EXPECT_NE(refused(bytes).find("two ways"), std::string::npos);
    EXPECT_NE(refused(zipBytes({{"a", "x", 0, 0, "", 5}})).find("disagree"), std::string::npos);
}

TEST(ZipArchive, RefusesTwoMembersOfOneName) {
    EXPECT_NE(refused(zipBytes({{"a", "x"}, {"a", "y"}})).find("two members"), std::string::npos);
}

TEST(ZipArchive, RefusesMembersThatShareBytes) {
    // The second entry of the directory points at the first member.
    std::string bytes = zipBytes({{"a", "xxxx"}, {"b", "xxxx"}});
    const std::size_t second = bytes.rfind("PK\x01\x02");
    bytes.replace(second + 42, 4, std::string(4, '\0'));
    bytes.replace(second + 46, 1, "a");
    refused(bytes);
    bytes = zipBytes({{"a", zipBytes({{"b", "inner"}})}, {"b", "inner"}});
    const std::size_t entry = bytes.rfind("PK\x01\x02");
    std::string place;
    test::appendNumber(place, 31, 4);  // the archive inside the first member
    bytes.replace(entry + 42, 4, place);
    EXPECT_NE(refused(bytes).find("overlaps"), std::string::npos);
}

TEST(ZipArchive, RefusesEncryptionAndUnknownMethods) {
    EXPECT_NE(refused(zipBytes({{"a", "x", 0, 1}})).find("encrypted"), std::string::npos);
    EXPECT_NE(refused(zipBytes({{"a", "x", 14}})).find("method 14"), std::string::npos);
}

TEST(ZipArchive, RefusesNumbersThatLeadOutside) {
    const std::string good = zipBytes({{"a", "xxxx"}});
    const std::size_t entry = good.rfind("PK\x01\x02");
    const std::size_t end = good.rfind("PK\x05\x06");
    const auto with = [&](std::size_t place, int bytes, std::uint64_t value) {
        std::string changed = good;
        std::string number;
        test::appendNumber(number, value, bytes);
        return changed.replace(place, number.size(), number);
    };
    for (const std::uint64_t value : {std::uint64_t{5}, std::uint64_t{1000}, std::uint64_t{0xFFFFFFFE}}) {
        refused(with(entry + 42, 4, value));  // the member
        refused(with(end + 16, 4, value));    // the directory
        refused(with(end + 12, 4, value));    // its size
        refused(with(end + 10, 2, value));    // its number of members
    }
    refused(with(end + 16, 4, 0xFFFFFFFF));  // says it is large, but is not
    refused(with(entry + 24, 4, 0xFFFFFFFF));
}

/// One stored member whose numbers all stand in the 64-bit records, as in archives above 4 GB.
std::string largeArchive(const std::string& name, const std::string& content) {
    std::string bytes = zipBytes({{name, content}});
    const std::size_t entry = bytes.rfind("PK\x01\x02");
    const std::size_t end = bytes.rfind("PK\x05\x06");
    std::string directory = bytes.substr(entry, end - entry);
    directory.replace(20, 8, std::string(8, '\xFF'));
    directory.replace(42, 4, std::string(4, '\xFF'));
    directory.replace(30, 2, std::string("\x1C\0", 2));
    test::appendNumber(directory, 1, 2);
    test::appendNumber(directory, 24, 2);
    test::appendNumber(directory, content.size(), 8);
    test::appendNumber(directory, content.size(), 8);
    test::appendNumber(directory, 0, 8);
    bytes.resize(entry);
    bytes += directory;
    const std::size_t record = bytes.size();
    bytes += "PK\x06\x06";
    test::appendNumber(bytes, 44, 8);
    test::appendNumber(bytes, 0, 4);
    test::appendNumber(bytes, 0, 8);
    test::appendNumber(bytes, 1, 8);
    test::appendNumber(bytes, 1, 8);
    test::appendNumber(bytes, directory.size(), 8);
    test::appendNumber(bytes, entry, 8);
    bytes += "PK\x06\x07";
    test::appendNumber(bytes, 0, 4);
    test::appendNumber(bytes, record, 8);
    test::appendNumber(bytes, 1, 4);
    return bytes + "PK\x05\x06" + std::string(4, '\0') + std::string(12, '\xFF') + std::string(2, '\0');
}

TEST(ZipArchive, ReadsTheRecordsOfLargeArchives) {
    const std::string bytes = largeArchive("a", "content");
    const ZipArchive archive = archiveOf(bytes);
    ASSERT_EQ(archive.members().size(), 1u);
    EXPECT_EQ(archive.read(archive.members()[0]), "content");
    for (std::size_t size = 0; size < bytes.size(); ++size) refused(bytes.substr(0, size));
    // A number in the records that leads outside.
    for (const char* record : {"PK\x06\x06", "PK\x06\x07"}) {
        for (std::size_t place = 8; place + 8 <= (record[3] == '\x06' ? 56u : 16u); place += 8) {
            std::string changed = bytes;
            changed.replace(bytes.rfind(record) + place, 8, std::string(8, '\x7F'));
            if (record[3] == '\x06' && place < 32) continue;  // sizes and counts that nobody reads
            refused(changed);
        }
    }
}

TEST(ZipArchive, UnpacksNoMoreThanMemoryHolds) {
    std::vector<ZipPart> parts;
    for (int i = 0; i < 5; ++i) {
        parts.push_back({"a" + std::to_string(i), std::string(100, 'x'), 8});
        parts.back().claimedBytes = 1'000'000'000;
    }
    EXPECT_NE(refused(zipBytes(parts)).find("save it uncompressed"), std::string::npos);
}

TEST(ZipArchive, ChecksTheSumOfWhatItReads) {
    std::string bytes = zipBytes({{"a", "xxxx"}});
    bytes[31] = 'y';
    const ZipArchive archive = archiveOf(bytes);
    test::expectError(ErrorCode::ArchiveInvalid, [&] { archive.read(archive.members()[0]); });
}

// "hello" as raw deflate.
const std::string hello("\xCB\x48\xCD\xC9\xC9\x07\x00", 7);

TEST(Inflate, UnpacksExactlyWhatWasPromised) {
    const auto packed = std::as_bytes(std::span(hello));
    const auto bytes = inflate(packed, 5);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes->data()), 5), "hello");
    EXPECT_FALSE(inflate(packed, 4));
    EXPECT_FALSE(inflate(packed, 6));
    EXPECT_FALSE(inflate(packed.first(6), 5));
    EXPECT_FALSE(inflate({}, 0));
    const std::string trailing = hello + "x";
    EXPECT_FALSE(inflate(std::as_bytes(std::span(trailing)), 5));
}

TEST(Inflate, AsksForNoMoreThanDeflateCanFill) {
    EXPECT_FALSE(inflate(std::as_bytes(std::span(hello)), std::size_t{1} << 50));
}

}  // namespace
}  // namespace headscope::core
