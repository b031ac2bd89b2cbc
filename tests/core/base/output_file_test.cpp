// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/output_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>

#include "core/base/system_error_text.h"
#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using test::contentOf;
using test::expectError;
using test::sentenceOf;
using test::TemporaryFolder;

fs::perms modeOf(const fs::path& path) {
    return fs::status(path).permissions();
}

TEST(WriteWhole, WritesBytes) {
    const TemporaryFolder folder;
    const std::string bytes("a\0b\n", 4);
    writeWhole(folder.path() / "out.bin", bytes);
    EXPECT_EQ(contentOf(folder.path() / "out.bin"), bytes);
    EXPECT_EQ(folder.names().size(), 1u);
}

TEST(WriteWhole, WritesIntoTheFolderOfToday) {
    const TemporaryFolder folder;
    const std::string answer = test::inChild([&] {
        fs::current_path(folder.path());
        writeWhole("plain-name.txt", "x");
        return contentOf(folder.path() / "plain-name.txt");
    });
    EXPECT_EQ(answer, "x");
}

TEST(WriteWhole, GivesTheWriterAFileOfTheSameFolderAndSuffix) {
    const TemporaryFolder folder;
    writeWhole(folder.path() / "picture.svg", [&](const fs::path& path) {
        EXPECT_EQ(path.parent_path(), folder.path());
        EXPECT_EQ(path.extension(), ".svg");
        EXPECT_FALSE(fs::exists(folder.path() / "picture.svg"));
        std::ofstream(path) << "drawn";
    });
    EXPECT_EQ(contentOf(folder.path() / "picture.svg"), "drawn");
}

TEST(WriteWhole, AcceptsAWriterThatReplacesTheFile) {
    const TemporaryFolder folder;
    writeWhole(folder.path() / "a.npz", [&](const fs::path& path) {
        const fs::path other = folder.write("other", "renamed");
        fs::permissions(other, fs::perms(0600));
        fs::rename(other, path);
    });
    EXPECT_EQ(contentOf(folder.path() / "a.npz"), "renamed");
    EXPECT_NE(modeOf(folder.path() / "a.npz"), fs::perms(0600));
}

TEST(WriteWhole, KeepsTheOldFileWhenTheWriterThrows) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("out.txt", "old");
    EXPECT_THROW(writeWhole(path,
                            [](const fs::path& temporary) {
                                std::ofstream(temporary) << "half";
                                throw std::runtime_error("stop");
                            }),
                 std::runtime_error);
    EXPECT_EQ(contentOf(path), "old");
    EXPECT_EQ(folder.names().size(), 1u);
}

TEST(WriteWhole, LeavesNothingBehindWhenThereWasNothing) {
    const TemporaryFolder folder;
    EXPECT_THROW(writeWhole(folder.path() / "out", [](const fs::path&) { throw 1; }), int);
    EXPECT_TRUE(folder.names().empty());
}

TEST(WriteWhole, GivesNewFilesTheUsualPermissions) {
    const TemporaryFolder folder;
    const std::string answer = test::inChild([&] {
        ::umask(027);
        writeWhole(folder.path() / "out", "x");
        return std::to_string(static_cast<int>(modeOf(folder.path() / "out")));
    });
    EXPECT_EQ(answer, std::to_string(0640));
}

TEST(WriteWhole, KeepsThePermissionsOfTheFileItReplaces) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("out", "old");
    fs::permissions(path, fs::perms(0660));
    writeWhole(path, "new");
    EXPECT_EQ(contentOf(path), "new");
    EXPECT_EQ(modeOf(path), fs::perms(0660));
}

TEST(WriteWhole, ReplacesWhatALinkPointsTo) {
    const TemporaryFolder folder;
    const fs::path target = folder.write("target", "old");
    fs::create_symlink("target", folder.path() / "link");
    writeWhole(folder.path() / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
    EXPECT_EQ(contentOf(target), "new");
}

TEST(WriteWhole, SaysThatThereIsNoSuchFolder) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "missing" / "out.txt";
    const Error error = expectError(ErrorCode::WriteFailed, [&] { writeWhole(path, "x"); });
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{path.string(), "there is no such folder"}));
}

TEST(WriteWhole, RefusesFoldersAndDevices) {
    const TemporaryFolder folder;
    EXPECT_EQ(expectError(ErrorCode::WriteFailed, [&] { writeWhole(folder.path(), "x"); }).arguments().at(1),
              "it is a folder");
    expectError(ErrorCode::WriteFailed, [&] { writeWhole(folder.path() / "", "x"); });
    EXPECT_EQ(expectError(ErrorCode::WriteFailed, [&] { writeWhole("/dev/null", "x"); }).arguments().at(1),
              "it is not a regular file");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(WriteWhole, SaysThatANameIsTooLong) {
    const TemporaryFolder folder;
    const Error error =
        expectError(ErrorCode::WriteFailed, [&] { writeWhole(folder.path() / std::string(300, 'x'), "x"); });
    EXPECT_EQ(error.arguments().at(1), "the name is too long");
    EXPECT_TRUE(folder.names().empty());
}

TEST(WriteWhole, AcceptsTheLongestName) {
    const TemporaryFolder folder;
    writeWhole(folder.path() / std::string(255, 'x'), "x");
    EXPECT_EQ(folder.names().size(), 1u);
}

TEST(WriteWhole, SaysThatPermissionIsDenied) {
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0555));
    const std::string answer =
        test::withoutPrivileges([&] { return sentenceOf([&] { writeWhole(folder.path() / "out", "x"); }); });
    EXPECT_NE(answer.find("could not be written: permission denied."), std::string::npos) << answer;
}

TEST(WriteWhole, DoesNotReplaceAReadOnlyFile) {
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0777));
    const fs::path path = folder.write("out", "precious");
    fs::permissions(path, fs::perms(0444));
    const std::string answer =
        test::withoutPrivileges([&] { return sentenceOf([&] { writeWhole(path, "x"); }); });
    EXPECT_NE(answer.find("permission denied"), std::string::npos) << answer;
    EXPECT_EQ(contentOf(path), "precious");
}

TEST(WriteWhole, KeepsTheOldFileWhenTheNewOneDoesNotFit) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("out", "old");
    const std::string answer = test::inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        return sentenceOf([&] { writeWhole(path, std::string(5000, 'x')); });
    });
    EXPECT_NE(answer.find("could not be written: file too large."), std::string::npos) << answer;
    EXPECT_EQ(contentOf(path), "old");
    EXPECT_EQ(folder.names().size(), 1u);
}

TEST(WriteWhole, ASignalHandlerCanRemoveWhatIsHalfWritten) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("out.txt", "old");
    writeWhole(folder.path() / "done.txt", "done");
    test::expectError(ErrorCode::WriteFailed, [&] {
        writeWhole(path, [&](const fs::path& temporary) {
            std::ofstream(temporary) << "half";
            EXPECT_EQ(folder.names().size(), 3u);
            removeTemporaryFiles();
            EXPECT_EQ(folder.names(), (std::vector<std::string>{"done.txt", "out.txt"}));
        });
    });
    EXPECT_EQ(contentOf(path), "old");
}

TEST(CheckWritable, SaysWhatWritingWouldSay) {
    const TemporaryFolder folder;
    folder.makeFolder("folder.txt");
    folder.write("file", "x");
    for (const char* name : {"missing/out.txt", "folder.txt", "folder.txt/", "out/", "file/out.txt", ""}) {
        const fs::path path = folder.path() / name;
        const std::string checked = sentenceOf([&] { checkWritable(path); });
        EXPECT_NE(checked.find("could not be written: "), std::string::npos) << name << checked;
        EXPECT_EQ(checked, sentenceOf([&] { writeWhole(path, "x"); }));
    }
    EXPECT_NE(sentenceOf([] { checkWritable("/dev/full"); }).find("not a regular file"), std::string::npos);
    checkWritable(folder.path() / "file");
    checkWritable(folder.path() / "new");
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"file", "folder.txt"}));
    EXPECT_EQ(contentOf(folder.path() / "file"), "x");
}

TEST(CheckWritable, SeesFoldersThatMayNotBeWritten) {
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0555));
    const std::string answer =
        test::withoutPrivileges([&] { return sentenceOf([&] { checkWritable(folder.path() / "out"); }); });
    EXPECT_NE(answer.find("could not be written: permission denied."), std::string::npos) << answer;
}

TEST(OutputFile, WritesAtAnyPlace) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("out", "longer than what follows");
    {
        OutputFile file(path, "out");
        file.write(3, "def");
        file.write(0, "abc");
    }
    EXPECT_EQ(contentOf(path), "abcdef");
    EXPECT_EQ(expectError(ErrorCode::WriteFailed, [] { OutputFile("/dev/full", "a.npz").write(0, "x"); })
                  .arguments(),
              (std::vector<std::string>{"a.npz", "the disk is full"}));
}

TEST(SystemErrorText, IsReadable) {
    EXPECT_EQ(systemErrorText(ENOSPC), "the disk is full");
    EXPECT_EQ(systemErrorText(EDQUOT), "the disk is full");
    EXPECT_EQ(systemErrorText(EROFS), "the disk is read-only");
    EXPECT_EQ(systemErrorText(EACCES), "permission denied");
    EXPECT_EQ(systemErrorText(EIO), "input/output error");
}

}  // namespace
}  // namespace headscope::core
