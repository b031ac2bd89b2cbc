// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headscope::test {

/// One array as the file says it is; the header is kept as it stands.
struct NpyArray {
    std::string header;  ///< the Python literal
    std::string data;

    std::vector<float> floats() const;
    std::vector<std::int32_t> integers() const;
};

/// The arrays of an .npz by name, without ".npy". Fails the test for a file that is no proper one.
std::map<std::string, NpyArray> readNpz(const std::filesystem::path& path);

}  // namespace headscope::test
