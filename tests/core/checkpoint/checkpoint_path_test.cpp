// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using test::expectError;
using test::oneTensorFile;
using test::TemporaryFolder;

std::string onlyTensor(const Checkpoint& checkpoint) {
    return checkpoint.tensors().size() == 1 ? checkpoint.tensors()[0].name : "not one";
}

TEST(CheckpointPath, SaysThatThereIsNothing) {
    const TemporaryFolder folder;
    expectError(ErrorCode::FileNotFound, [&] { Checkpoint::open(folder.path() / "missing"); });
    expectError(ErrorCode::FileNotFound, [] { Checkpoint::open(""); });
    expectError(ErrorCode::NoConfig, [&] { Checkpoint::open(folder.path()); });
}

TEST(CheckpointPath, OpensTheModelThatADescriptionBelongsTo) {
    const TemporaryFolder folder;
    folder.write("mine.safetensors", oneTensorFile("w", {1}));
    const fs::path description = folder.write("headscope.json", R"({"heads":2})");
    for (const fs::path& path : {folder.path(), description, folder.path() / "mine.safetensors"}) {
        const Checkpoint checkpoint = Checkpoint::open(path);
        EXPECT_EQ(onlyTensor(checkpoint), "w") << path;
        EXPECT_TRUE(checkpoint.isDescribed()) << path;
    }
}

TEST(CheckpointPath, RefusesFilesThatAreNoWeights) {
    const TemporaryFolder folder;
    const auto refuse = [&](ErrorCode code, const char* name) {
        return expectError(code, [&] { Checkpoint::open(folder.write(name, "x")); }).arguments().at(1);
    };
    EXPECT_EQ(refuse(ErrorCode::UnsupportedContainer, "tf_model.h5"), "TensorFlow");
    for (const char* name : {"training_args.bin", "picture.png", "tokenizer.json"})
        EXPECT_EQ(refuse(ErrorCode::BadArgument, name),
                  "it is neither weights nor a config.json; choose the model's folder");
}

TEST(CheckpointPath, OpensTheIndexOfAVariant) {
    const TemporaryFolder folder;
    folder.write("config.json", "{}");
    folder.write("model.safetensors", oneTensorFile("usual", {1}));
    folder.write("model.fp16-00001-of-00001.safetensors", oneTensorFile("variant", {1}));
    const fs::path index =
        folder.write("model.safetensors.index.fp16.json",
                     R"({"weight_map":{"variant":"model.fp16-00001-of-00001.safetensors"}})");
    EXPECT_EQ(onlyTensor(Checkpoint::open(index)), "variant");
}

TEST(CheckpointPath, RefusesFoldersAndPipesInPlaceOfFiles) {
    const TemporaryFolder folder;
    folder.write("a/config.json", "{}");
    folder.makeFolder("a/model.safetensors");
    expectError(ErrorCode::NotARegularFile, [&] { Checkpoint::open(folder.path() / "a"); });
    folder.makeFolder("b/config.json");
    expectError(ErrorCode::NotARegularFile, [&] { Checkpoint::open(folder.path() / "b"); });
    ASSERT_EQ(::mkfifo((folder.path() / "pipe.safetensors").c_str(), 0666), 0);
    expectError(ErrorCode::NotARegularFile, [&] { Checkpoint::open(folder.path() / "pipe.safetensors"); });
}

TEST(CheckpointPath, SaysThatPermissionIsDenied) {
    const TemporaryFolder folder;
    folder.write("model/config.json", "{}");
    const fs::path weights = folder.write("model/model.safetensors", oneTensorFile("w", {1}));
    const auto attempt = [&] {
        return test::withoutPrivileges(
            [&] { return test::sentenceOf([&] { Checkpoint::open(folder.path() / "model"); }); });
    };
    EXPECT_EQ(attempt(), "no error");
    fs::permissions(weights, fs::perms::none);
    EXPECT_EQ(attempt(), Error(ErrorCode::PermissionDenied, {weights.string()}).what());
    fs::permissions(folder.path() / "model", fs::perms::none);
    EXPECT_EQ(attempt(), Error(ErrorCode::PermissionDenied, {(folder.path() / "model").string()}).what());
    fs::permissions(folder.path() / "model", fs::perms(0755));
}

/// A repository as the Hugging Face cache stores it: files are links into blobs.
void writeSnapshot(const TemporaryFolder& cache, const std::string& repository, const std::string& commit) {
    cache.write(repository + "/blobs/" + commit + "-config", "{}");
    cache.write(repository + "/blobs/" + commit + "-weights", oneTensorFile(commit, {1}));
    const fs::path snapshot = cache.makeFolder(repository + "/snapshots/" + commit);
    fs::create_symlink("../../blobs/" + commit + "-config", snapshot / "config.json");
    fs::create_symlink("../../blobs/" + commit + "-weights", snapshot / "model.safetensors");
}

TEST(CheckpointCache, FollowsTheMainReference) {
    const TemporaryFolder cache;
    writeSnapshot(cache, "models--org--name", "aaa");
    writeSnapshot(cache, "models--org--name", "bbb");
    cache.write("models--org--name/refs/main", "bbb\n");
    const Checkpoint checkpoint = Checkpoint::open(cache.path() / "models--org--name");
    EXPECT_EQ(checkpoint.name(), "org/name");
    EXPECT_EQ(onlyTensor(checkpoint), "bbb");
}

TEST(CheckpointCache, OpensASnapshot) {
    const TemporaryFolder cache;
    writeSnapshot(cache, "models--gpt2", "aaa");
    const Checkpoint checkpoint = Checkpoint::open(cache.path() / "models--gpt2" / "snapshots" / "aaa");
    EXPECT_EQ(checkpoint.name(), "gpt2");
    EXPECT_EQ(onlyTensor(checkpoint), "aaa");
}

TEST(CheckpointCache, NeverGuessesASnapshot) {
    const TemporaryFolder cache;
    writeSnapshot(cache, "repository", "aaa");
    EXPECT_EQ(onlyTensor(Checkpoint::open(cache.path() / "repository")), "aaa");
    writeSnapshot(cache, "repository", "bbb");
    const Error error =
        expectError(ErrorCode::BadArgument, [&] { Checkpoint::open(cache.path() / "repository"); });
    EXPECT_NE(std::string(error.what()).find("aaa, bbb"), std::string::npos);
    cache.write("repository/refs/main", "ccc");
    expectError(ErrorCode::FileNotFound, [&] { Checkpoint::open(cache.path() / "repository"); });
}

TEST(CheckpointCache, RefusesReferencesThatLeadElsewhere) {
    const TemporaryFolder cache;
    writeSnapshot(cache, "repository", "aaa");
    for (const std::string& reference : {std::string("../.."), std::string("/etc"), std::string(),
                                         std::string(1000, 'a'), std::string("\n")}) {
        cache.write("repository/refs/main", reference);
        expectError(ErrorCode::ReadFailed, [&] { Checkpoint::open(cache.path() / "repository"); });
    }
}

TEST(CheckpointCache, SaysThatADownloadIsIncomplete) {
    const TemporaryFolder cache;
    writeSnapshot(cache, "models--org--name", "aaa");
    fs::remove(cache.path() / "models--org--name/blobs/aaa-weights");
    const Error error =
        expectError(ErrorCode::ReadFailed, [&] { Checkpoint::open(cache.path() / "models--org--name"); });
    EXPECT_NE(std::string(error.what()).find("download may be incomplete"), std::string::npos);
}

TEST(CheckpointCache, OpensSentenceTransformersFolders) {
    const TemporaryFolder folder;
    folder.write("sentences/modules.json", "[]");
    folder.write("sentences/0_Transformer/config.json", "{}");
    folder.write("sentences/0_Transformer/model.safetensors", oneTensorFile("w", {1}));
    const Checkpoint checkpoint = Checkpoint::open(folder.path() / "sentences");
    EXPECT_EQ(onlyTensor(checkpoint), "w");
    EXPECT_EQ(checkpoint.name(), "sentences");
}

}  // namespace
}  // namespace headscope::core
