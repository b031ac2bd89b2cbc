// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/distances.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace headscope::core
