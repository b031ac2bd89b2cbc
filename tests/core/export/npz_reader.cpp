// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/export/npz_reader.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <cstring>

namespace headscope::test {
namespace {

template <class Number>
std::vector<Number> numbersIn(const std::string& data) {
    std::vector<Number> numbers(data.size() / sizeof(Number));
    std::memcpy(numbers.data(), data.data(), data.size());
    return numbers;
}

NpyArray readNpy(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes.at(i)); };
    const std::size_t length = byte(8) + std::size_t{256} * byte(9);
    EXPECT_EQ((length + 10) % 64, 0U);
    EXPECT_EQ(bytes.at(length + 9), '\n');
    return {bytes.substr(10, length), bytes.substr(10 + length)};
}

}  // namespace

std::vector<float> NpyArray::floats() const {
    return numbersIn<float>(data);
}
std::vector<std::int32_t> NpyArray::integers() const {
    return numbersIn<std::int32_t>(data);
}

std::map<std::string, NpyArray> readNpz(const std::filesystem::path& path) {
    std::map<std::string, NpyArray> arrays;
    zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, nullptr);
    if (archive == nullptr) {
        ADD_FAILURE() << path << " is no zip file";
        return arrays;
    }
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
        zip_stat_t status;
        EXPECT_EQ(zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &status), 0);
        std::string bytes(status.size, '\0');
        zip_file_t* file = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
        EXPECT_EQ(zip_fread(file, bytes.data(), bytes.size()), static_cast<zip_int64_t>(bytes.size()));
        EXPECT_EQ(zip_fclose(file), 0) << "checksum";
        std::string name = status.name;
        EXPECT_EQ(name.substr(name.size() - 4), ".npy");
        arrays[name.substr(0, name.size() - 4)] = readNpy(bytes);
    }
    zip_discard(archive);
    return arrays;
}

}  // namespace headscope::test
