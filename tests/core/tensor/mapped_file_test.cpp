// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "core/base/error.h"
#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using test::expectError;
using test::sentenceOf;
using test::TemporaryFolder;

TEST(MappedFile, ShowsTheBytesOfAFile) {
    const TemporaryFolder folder;
    const std::string bytes("a\0b\xFF", 4);
    const fs::path path = folder.write("file", bytes);
    const MappedFile file = MappedFile::open(path);
    EXPECT_EQ(file.text(), bytes);
    EXPECT_EQ(file.size(), 4u);
    EXPECT_EQ(file.bytes()[3], std::byte{0xFF});
    EXPECT_EQ(file.name(), path.string());
}

TEST(MappedFile, KeepsBytesAliveInEveryCopy) {
    const TemporaryFolder folder;
    MappedFile copy;
    {
        const MappedFile file = MappedFile::open(folder.write("file", "content"));
        copy = file;
    }
    fs::remove(folder.path() / "file");
    EXPECT_EQ(copy.text(), "content");
}

TEST(MappedFile, OpensEmptyFiles) {
    const TemporaryFolder folder;
    const MappedFile file = MappedFile::open(folder.write("empty", ""));
    EXPECT_EQ(file.size(), 0u);
    file.checkUnchanged();
}

TEST(MappedFile, OwnsBytesInMemory) {
    const MappedFile file = test::inMemory("built in", "content");
    EXPECT_EQ(file.text(), "content");
    EXPECT_EQ(file.name(), "built in");
    file.checkUnchanged();
    EXPECT_EQ(MappedFile().size(), 0u);
    EXPECT_EQ(MappedFile().name(), "");
    MappedFile().checkUnchanged();
}

TEST(MappedFile, FollowsLinks) {
    const TemporaryFolder folder;
    folder.write("blob", "content");
    fs::create_symlink("blob", folder.path() / "link");
    EXPECT_EQ(MappedFile::open(folder.path() / "link").text(), "content");
}

TEST(MappedFile, SaysWhatIsMissing) {
    const TemporaryFolder folder;
    expectError(ErrorCode::FileNotFound, [&] { MappedFile::open(folder.path() / "missing"); });
    folder.write("file", "x");
    expectError(ErrorCode::FileNotFound, [&] { MappedFile::open(folder.path() / "file" / "below"); });
    expectError(ErrorCode::FileNotFound, [] { MappedFile::open(""); });
}

TEST(MappedFile, SaysThatALinkLeadsNowhere) {
    const TemporaryFolder folder;
    fs::create_symlink("../blobs/abc", folder.path() / "model.safetensors");
    const Error error =
        expectError(ErrorCode::ReadFailed, [&] { MappedFile::open(folder.path() / "model.safetensors"); });
    EXPECT_NE(std::string(error.what()).find("a link to a file that does not exist"), std::string::npos);
}

TEST(MappedFile, RefusesWhatIsNoRegularFileWithoutWaiting) {
    const TemporaryFolder folder;
    expectError(ErrorCode::NotARegularFile, [&] { MappedFile::open(folder.path()); });
    expectError(ErrorCode::NotARegularFile, [] { MappedFile::open("/dev/zero"); });
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0666), 0);
    expectError(ErrorCode::NotARegularFile, [&] { MappedFile::open(pipe); });
}

TEST(MappedFile, RefusesSockets) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "socket";
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_GE(descriptor, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    ASSERT_LT(path.string().size(), sizeof address.sun_path);
    std::strcpy(address.sun_path, path.c_str());
    ASSERT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    expectError(ErrorCode::NotARegularFile, [&] { MappedFile::open(path); });
    ::close(descriptor);
}

TEST(MappedFile, RefusesLoopsOfLinks) {
    const TemporaryFolder folder;
    fs::create_symlink("loop", folder.path() / "loop");
    expectError(ErrorCode::ReadFailed, [&] { MappedFile::open(folder.path() / "loop"); });
}

TEST(MappedFile, SaysThatPermissionIsDenied) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("secret", "x");
    fs::permissions(path, fs::perms::none);
    const std::string answer =
        test::withoutPrivileges([&] { return sentenceOf([&] { MappedFile::open(path); }); });
    EXPECT_EQ(answer, Error(ErrorCode::PermissionDenied, {path.string()}).what());
}

TEST(MappedFile, NoticesThatAFileShrank) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("file", std::string(10'000, 'x'));
    const MappedFile file = MappedFile::open(path);
    file.checkUnchanged();
    fs::resize_file(path, 20'000);
    file.checkUnchanged();
    fs::resize_file(path, 9'999);
    expectError(ErrorCode::FileChanged, [&] { file.checkUnchanged(); });
}

TEST(MappedFile, DoesNotMindThatItsNameNowMeansAnotherFile) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("file", "the first");
    const MappedFile file = MappedFile::open(path);
    fs::rename(folder.write("other", "x"), path);
    file.checkUnchanged();
    EXPECT_EQ(file.text(), "the first");
}

TEST(MappedFile, ClosesWhatItOpened) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("file", "x");
    const std::string answer = test::inChild([&] {
        const rlimit limit{64, 64};
        ::setrlimit(RLIMIT_NOFILE, &limit);
        return sentenceOf([&] {
            for (int i = 0; i < 1000; ++i) MappedFile::open(path);
        });
    });
    EXPECT_EQ(answer, "no error");
}

TEST(MappedFile, ReadsIntoMemory) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("config.json", "content");
    const MappedFile file = MappedFile::read(path);
    EXPECT_EQ(file.name(), path.string());
    fs::resize_file(path, 0);
    EXPECT_EQ(file.text(), "content");
    EXPECT_EQ(file.copy(3, 4), "tent");
    EXPECT_EQ(MappedFile::read(path).size(), 0u);
    expectError(ErrorCode::FileNotFound, [&] { MappedFile::read(folder.path() / "missing"); });
    expectError(ErrorCode::NotARegularFile, [&] { MappedFile::read(folder.path()); });
}

TEST(MappedFile, RefusesToReadWhatIsTooLarge) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("config.json", "x");
    fs::resize_file(path, (std::uintmax_t{512} << 20) + 1);
    expectError(ErrorCode::FileTooLarge, [&] { MappedFile::read(path); });
}

TEST(MappedFile, CopiesStableBytes) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("file", "0123456789");
    const MappedFile file = MappedFile::open(path);
    EXPECT_EQ(file.copy(2, 3), "234");
    std::vector<std::byte> buffer(4);
    const auto part = file.bytes().subspan(6, 4);
    EXPECT_EQ(file.stable(part, buffer).data(), buffer.data());
    EXPECT_EQ(buffer[3], std::byte{'9'});
    fs::resize_file(path, 8);
    EXPECT_EQ(file.copy(2, 3), "234");
    expectError(ErrorCode::FileChanged, [&] { file.stable(part, buffer); });
    const MappedFile owned = test::inMemory("owned", "0123");
    EXPECT_EQ(owned.stable(owned.bytes(), buffer).data(), owned.bytes().data());
}

}  // namespace
}  // namespace headscope::core
