// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace headscope::core {
namespace {

// formats.md section 6: first distance of each bucket of T5 and MPNet, 32 buckets up to 128.
TEST(Distances, FallIntoTheBucketsOfT5) {
    const Index begins[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91};
    Index bucket = 0;
    for (Index distance = 0; distance < 1000; ++distance) {
        if (bucket < 15 && distance == begins[bucket + 1]) ++bucket;
        EXPECT_EQ(offsetBucket(-distance, 32, 128), bucket) << distance;
        if (distance > 0) {
            EXPECT_EQ(offsetBucket(distance, 32, 128), bucket + 16) << distance;
        }
    }
    EXPECT_EQ(bucket, 15);
}

// formats.md section 6, and its mirror image.
TEST(Distances, ShareRowsByTheirLogarithmInDeberta) {
    const DistanceTable table{.span = 256, .buckets = 256, .farthest = 512};
    const std::pair<Index, Index> golden[] = {{0, 0},     {1, 1},     {127, 127}, {128, 128},
                                              {129, 129}, {150, 143}, {200, 169}, {255, 192},
                                              {300, 207}, {400, 233}, {510, 255}, {511, 255}};
    for (const auto& [distance, bucket] : golden) {
        EXPECT_EQ(distanceRow(distance, table), 256 + bucket) << distance;
        EXPECT_EQ(distanceRow(-distance, table), 256 - bucket) << distance;
    }
    // What is farther than any distance of the training has the first row and the last.
    EXPECT_EQ(distanceRow(100000, table), 511);
    EXPECT_EQ(distanceRow(-100000, table), 0);
}

TEST(Distances, WithoutBucketsHaveARowEach) {
    const DistanceTable table{.span = 5, .buckets = 0, .farthest = 5};
    for (Index distance = -9; distance <= 9; ++distance)
        EXPECT_EQ(distanceRow(distance, table), std::clamp<Index>(distance + 5, 0, 9)) << distance;
}

TEST(Distances, OfATextAreCountedFromTheFirstRowThatItUses) {
    const DistanceTable table{.span = 5, .buckets = 0, .farthest = 5};
    const DistanceRows few = distanceRows(3, table);
    EXPECT_EQ(few.first, 3);
    EXPECT_EQ(few.count, 5);
    EXPECT_EQ(few.rows, (std::vector<std::int32_t>{4, 3, 2, 1, 0}));  // from offset −2: query after key
    const DistanceRows one = distanceRows(1, table);
    EXPECT_EQ(one.first, 5);
    EXPECT_EQ(one.count, 1);
    const DistanceRows many = distanceRows(8, table);
    EXPECT_EQ(many.first, 0);
    EXPECT_EQ(many.count, 10);
    EXPECT_EQ(many.rows.front(), 9);
    EXPECT_EQ(many.rows.back(), 0);
}

}  // namespace
}  // namespace headscope::core
