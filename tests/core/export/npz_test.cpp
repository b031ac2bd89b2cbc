// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/npz.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/core/export/npz_reader.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

NamedArray idArray() {
    NamedArray array;
    array.name = "ids";
    array.shape = {3};
    array.integers = {101, -2, 2147483647};
    return array;
}

/// [2, 2, 3]: element i is i / 4.
NamedArray cube() {
    NamedArray array;
    array.name = "attention_self_0";
    array.shape = {2, 2, 3};
    array.parts = 2;
    array.part = [](Index part) {
        Matrix values(2, 3);
        for (Index i = 0; i < 6; ++i) values.data()[i] = static_cast<float>(part * 6 + i) / 4;
        return values;
    };
    return array;
}

TEST(Npz, HeaderIsNumpysVersionOne) {
    const std::string header = npyHeader(cube());
    EXPECT_EQ(header.size() % 64, 0U);
    EXPECT_EQ(header.substr(10, 70),
              "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 3), }        ");
    EXPECT_NE(npyHeader(idArray()).find("{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }"),
              std::string::npos);
}

TEST(Npz, ReadsBackEqual) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "numbers.npz";
    const std::vector<NamedArray> arrays = {idArray(), cube()};
    writeNpz({path, "numbers.npz"}, arrays, {});
    auto read = test::readNpz(path);
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read["ids"].integers(), (std::vector<std::int32_t>{101, -2, 2147483647}));
    const std::vector<float> floats = read["attention_self_0"].floats();
    ASSERT_EQ(floats.size(), 12U);
    for (std::size_t i = 0; i < floats.size(); ++i) EXPECT_EQ(floats[i], static_cast<float>(i) / 4);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"numbers.npz"});
}

TEST(Npz, PartsMayBeLargerThanAnyBuffer) {
    constexpr Index side = 300;
    NamedArray big;
    big.name = "big";
    big.shape = {3, side, side};
    big.parts = 3;
    big.part = [](Index part) { return Matrix(Matrix::Constant(side, side, static_cast<float>(part))); };
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "big.npz";
    writeNpz({path, "big.npz"}, std::vector{big}, {});
    const std::vector<float> floats = test::readNpz(path)["big"].floats();
    ASSERT_EQ(floats.size(), 3U * side * side);
    EXPECT_EQ(floats.front(), 0.0F);
    EXPECT_EQ(floats[side * side], 1.0F);
    EXPECT_EQ(floats.back(), 2.0F);
}

TEST(Npz, TheSameNumbersMakeTheSameBytes) {
    const test::TemporaryFolder folder;
    for (const char* name : {"a.npz", "b.npz"})
        writeNpz({folder.path() / name, name}, std::vector{cube()}, {});
    EXPECT_EQ(test::contentOf(folder.path() / "a.npz"), test::contentOf(folder.path() / "b.npz"));
}

TEST(Npz, OnlyOnePartIsAskedForAtATimeAndInOrder) {
    std::vector<Index> asked;
    NamedArray array = cube();
    array.part = [&asked, make = array.part](Index part) {
        asked.push_back(part);
        return make(part);
    };
    const test::TemporaryFolder folder;
    writeNpz({folder.path() / "a.npz", "a.npz"}, std::vector{array}, {});
    EXPECT_EQ(asked, (std::vector<Index>{0, 1}));
}

TEST(Npz, TellsProgressAndStopsWhenAsked) {
    const test::TemporaryFolder folder;
    std::vector<double> fractions;
    const auto path = folder.path() / "a.npz";
    writeNpz({path, "a.npz"}, std::vector{cube()}, [&](double fraction) {
        fractions.push_back(fraction);
        return true;
    });
    EXPECT_EQ(fractions, (std::vector<double>{0.5, 1.0}));
    test::expectError(ErrorCode::Cancelled, [&] {
        writeNpz({folder.path() / "b.npz", "b.npz"}, std::vector{cube()}, [](double) { return false; });
    });
}

TEST(Npz, WhatAPartThrowsComesOut) {
    NamedArray array = cube();
    array.part = [](Index) -> Matrix { throw std::runtime_error("no such part"); };
    const test::TemporaryFolder folder;
    EXPECT_THROW(writeNpz({folder.path() / "a.npz", "a.npz"}, std::vector{array}, {}), std::runtime_error);
}

TEST(Npz, NothingStandsBesideIt) {
    // A signal that ends the program removes the one file that it knows of.
    const test::TemporaryFolder folder;
    NamedArray array = cube();
    array.part = [&](Index) {
        EXPECT_EQ(folder.names(), std::vector<std::string>{"a.npz"});
        return Matrix(Matrix::Zero(2, 3));
    };
    writeNpz({folder.path() / "a.npz", "a.npz"}, std::vector{array}, {});
}

TEST(Npz, AFullDiskIsNamed) {
    const Error error = test::expectError(ErrorCode::WriteFailed, [] {
        writeNpz({"/dev/full", "a.npz"}, std::vector{idArray(), cube()}, {});
    });
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{"a.npz", "the disk is full"}));
}

TEST(Npz, AFolderThatIsNotThereIsNamed) {
    const Error error = test::expectError(ErrorCode::WriteFailed, [] {
        writeNpz({"no/such/folder/a.npz", "shown.npz"}, std::vector{cube()}, {});
    });
    EXPECT_EQ(error.arguments().at(0), "shown.npz");
}

}  // namespace
}  // namespace headscope::core
