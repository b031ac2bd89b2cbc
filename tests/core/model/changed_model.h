// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/stored_tensors.h"

namespace headscope::core {

/// A fixture, to be changed and loaded.
struct Changed {
    explicit Changed(const char* name)
        : folder(std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / name),
          config(MappedFile::open(folder / "config.json").text()),
          tensors(storedTensors(Checkpoint::open(folder))) {}

    void replace(std::string_view what, std::string_view with) {
        const std::size_t at = config.find(what);
        ASSERT_NE(at, std::string::npos) << what;
        config.replace(at, what.size(), with);
    }
    void fill(const std::string& name, float value) {
        std::string& bytes = tensors.at(name).bytes;
        for (std::size_t i = 0; i < bytes.size(); i += sizeof value)
            bytes.replace(i, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
    }
    Checkpoint checkpoint() const {
        return Checkpoint::fromFiles(
            "m", {{"config.json", test::inMemory("config.json", config)},
                  {"model.safetensors", test::inMemory("model.safetensors", safetensorsOf(tensors))}});
    }

    std::filesystem::path folder;
    std::string config;
    StoredTensors tensors;
};

}  // namespace headscope::core
