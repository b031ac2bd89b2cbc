// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/processor.h"

#include <fstream>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace headscope::bench {
namespace {

// The rest of the first line of `file` that begins with `key`, without blanks around.
std::string fieldOf(const char* file, const std::string& key) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(key)) continue;
        const std::size_t begin = line.find_first_not_of(" \t:", key.size());
        return begin == std::string::npos ? std::string() : line.substr(begin);
    }
    return {};
}

#if defined(__x86_64__)
constexpr int rounds = 100'000;
// Enough independent sums to hide the latency of 4 cycles on two units, few enough for 16 registers.
constexpr int sums = 12;

__attribute__((target("avx2,fma"))) void runAvx2(float* out) {
    __m256 sum[sums];
    for (int i = 0; i < sums; ++i) sum[i] = _mm256_set1_ps(static_cast<float>(i));
    const __m256 factor = _mm256_set1_ps(0.999F);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < sums; ++i) sum[i] = _mm256_fmadd_ps(sum[i], factor, factor);
    }
    for (int i = 1; i < sums; ++i) sum[0] = _mm256_add_ps(sum[0], sum[i]);
    *out = _mm256_cvtss_f32(sum[0]);
}

__attribute__((target("avx512f"))) void runAvx512(float* out) {
    __m512 sum[sums];
    for (int i = 0; i < sums; ++i) sum[i] = _mm512_set1_ps(static_cast<float>(i));
    const __m512 factor = _mm512_set1_ps(0.999F);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < sums; ++i) sum[i] = _mm512_fmadd_ps(sum[i], factor, factor);
    }
    for (int i = 1; i < sums; ++i) sum[0] = _mm512_add_ps(sum[0], sum[i]);
    *out = _mm512_cvtss_f32(sum[0]);
}

constexpr FmaLoop avx2{"avx2", 2.0 * 8 * sums* rounds, runAvx2};
constexpr FmaLoop avx512{"avx512f", 2.0 * 16 * sums* rounds, runAvx512};
#endif

}  // namespace

const FmaLoop* fmaLoopOf([[maybe_unused]] const core::Kernels& kernels) noexcept {
#if defined(__x86_64__)
    const std::string_view name = kernels.name;
    if (name == "v4") return &avx512;
    if (name == "v3") return &avx2;
#endif
    return nullptr;
}

std::string processorName() {
    return fieldOf("/proc/cpuinfo", "model name");
}

double peakResidentBytes() {
    const std::string kilobytes = fieldOf("/proc/self/status", "VmHWM");
    return kilobytes.empty() ? 0.0 : std::stod(kilobytes) * 1024;
}

}  // namespace headscope::bench
