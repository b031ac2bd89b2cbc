// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/hub_cache.h"

#include <gtest/gtest.h>

#include <map>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

using test::expectError;

Environment with(std::map<std::string, std::string> variables) {
    return [variables = std::move(variables)](const char* name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
    };
}

std::string cacheWith(const std::map<std::string, std::string>& variables) {
    return hubCache(with(variables)).value_or("none").string();
}

// The order and the defaults of huggingface_hub's constants.py.
TEST(HubCache, IsWhereTheReferenceLibraryPutsIt) {
    std::map<std::string, std::string> variables;
    EXPECT_EQ(cacheWith(variables), "none");
    variables["HOME"] = "/home/me";
    EXPECT_EQ(cacheWith(variables), "/home/me/.cache/huggingface/hub");
    variables["XDG_CACHE_HOME"] = "/xdg";
    EXPECT_EQ(cacheWith(variables), "/xdg/huggingface/hub");
    variables["HF_HOME"] = "~/hf";
    EXPECT_EQ(cacheWith(variables), "/home/me/hf/hub");
    variables["HUGGINGFACE_HUB_CACHE"] = "/old";
    EXPECT_EQ(cacheWith(variables), "/old");
    variables["HF_HUB_CACHE"] = "/new";
    EXPECT_EQ(cacheWith(variables), "/new");
}

TEST(HubCache, ExpandsVariables) {
    const auto cache = [](const std::string& value) {
        return cacheWith({{"HOME", "/h"}, {"DISK", "/d"}, {"HF_HUB_CACHE", value}});
    };
    EXPECT_EQ(cache("~"), "/h");
    EXPECT_EQ(cache("$DISK/hub"), "/d/hub");
    EXPECT_EQ(cache("${DISK}x/hub"), "/dx/hub");
    EXPECT_EQ(cache("/a$MISSING/b$"), "/a$MISSING/b$");
    EXPECT_EQ(cache("/a${DISK"), "/a${DISK");
    EXPECT_EQ(cache("~other/x"), "~other/x");
}

TEST(HubCache, KnowsNamesOfTheHub) {
    for (const char* name : {"gpt2", "org/name", "Qwen/Qwen2.5-0.5B", "a_b/c.d-e"})
        EXPECT_TRUE(isHubName(name)) << name;
    for (const char* name :
         {"", "a/b/c", "/a", "a/", "../a", "a/..", "a--b", "a b", ".a", "-a", "a/-b", "a/b.", "a\\b"})
        EXPECT_FALSE(isHubName(name)) << name;
    EXPECT_FALSE(isHubName(std::string(97, 'a')));
}

TEST(HubCache, FindsModelsAndOpensTheirMainRevision) {
    const test::TemporaryFolder cache;
    const Environment environment = with({{"HF_HUB_CACHE", cache.path().string()}});
    cache.write("models--org--name/snapshots/abc/config.json", "{}");
    cache.write("models--org--name/snapshots/abc/model.safetensors", test::oneTensorFile("w", {1}));
    cache.write("models--org--name/snapshots/other/config.json", "{}");
    cache.write("models--org--name/refs/main", "abc");
    const Checkpoint checkpoint = Checkpoint::open(findInHubCache("org/name", environment));
    EXPECT_EQ(checkpoint.name(), "org/name");
    EXPECT_EQ(checkpoint.tensors().size(), 1u);
}

TEST(HubCache, SaysWhatItHoldsInstead) {
    const test::TemporaryFolder cache;
    const Environment environment = with({{"HF_HUB_CACHE", cache.path().string()}});
    const auto reason = [&] {
        return expectError(ErrorCode::BadArgument, [&] { findInHubCache("org/missing", environment); })
            .arguments()
            .at(1);
    };
    EXPECT_NE(reason().find("holds no models"), std::string::npos);
    cache.makeFolder("models--org--name");
    cache.makeFolder("models--gpt2");
    cache.makeFolder("datasets--org--data");
    EXPECT_NE(reason().find("holds only gpt2, org/name"), std::string::npos);
    expectError(ErrorCode::FileNotFound, [&] { findInHubCache("no such/folder/here", environment); });
    expectError(ErrorCode::FileNotFound, [] { findInHubCache("org/name", with({})); });
}

}  // namespace
}  // namespace headscope::core
