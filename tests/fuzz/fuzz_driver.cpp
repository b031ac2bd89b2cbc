// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutator.h"

// Runs a fuzz target without libFuzzer: the seeds, then changed seeds, for some seconds. Input number n is
// the same in every run and on every computer, so a find is repeated by its number.
//
//   fuzz_json 10              ten seconds
//   fuzz_json 600 5000000     ten minutes, beginning with input number 5000000
//   fuzz_json 600 0 FOLDER    the same from the first, changing the files of a corpus of libFuzzer as well
//   fuzz_json --input 1234    only that one; as above with its corpus
//   fuzz_json --print 1234    writes that one to standard output
//   fuzz_json --seeds FOLDER  writes the seeds as a corpus for libFuzzer

namespace headscope::fuzz {
namespace {

constexpr std::size_t longestInput = std::size_t{1} << 18;
constexpr int longestSeconds = 10;  // of processor time for one input
constexpr rlim_t largestMemory = rlim_t{2} << 30;

volatile std::uint64_t currentInput = 0;

/// Only what a signal handler may do.
void tellInput() {
    char text[] = "\nwhile running input number                     \n";
    char* digit = text + sizeof text - 3;
    std::uint64_t number = currentInput;
    do {
        *digit-- = static_cast<char>('0' + number % 10);
    } while ((number /= 10) != 0);
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, sizeof text - 1);
}

void onSignal(int signal) {
    constexpr char slow[] = "\none input takes too long";
    if (signal == SIGPROF) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, slow, sizeof slow - 1);
    }
    tellInput();
    ::signal(signal == SIGPROF ? SIGABRT : signal, SIG_DFL);
    ::raise(signal == SIGPROF ? SIGABRT : signal);
}

/// A sanitizer's address space is huge by design, so only plain builds are limited.
void limitProcess() {
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGPROF}) ::signal(signal, onSignal);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const rlimit limit{largestMemory, largestMemory};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
}

/// The seeds themselves first; then a seed drawn and changed by a generator that only knows the number.
std::string inputOf(std::uint64_t number, const Material& material) {
    if (number < material.seeds.size()) return material.seeds[number];
    std::mt19937_64 random(number);
    const std::string seed =
        material.seeds.empty() ? std::string() : material.seeds[random() % material.seeds.size()];
    return mutate(seed, material, random, longestInput);
}

void runInput(std::uint64_t number, const Material& material) {
    currentInput = number;
    const std::string input = inputOf(number, material);
    const itimerval limit{{}, {longestSeconds, 0}};
    ::setitimer(ITIMER_PROF, &limit, nullptr);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// In the order of their names, so that numbers mean the same in every run with that corpus.
void addCorpus(const std::filesystem::path& folder, Material& material) {
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path());
    for (const std::filesystem::path& path : files) {
        std::ifstream file(path, std::ios::binary);
        material.seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
}

void writeSeeds(const std::filesystem::path& folder, const Material& material) {
    std::filesystem::create_directories(folder);
    for (std::size_t i = 0; i < material.seeds.size(); ++i) {
        std::ofstream(folder / std::to_string(i), std::ios::binary) << material.seeds[i];
    }
}

int runFor(std::chrono::seconds duration, std::uint64_t first, const Material& material) {
    const auto end = std::chrono::steady_clock::now() + duration;
    std::uint64_t number = first;
    while (number < material.seeds.size() || std::chrono::steady_clock::now() < end)
        runInput(number++, material);
    std::printf("%llu inputs from %zu seeds, none of them a find; the next is number %llu\n",
                static_cast<unsigned long long>(number - first), material.seeds.size(),
                static_cast<unsigned long long>(number));
    return 0;
}

}  // namespace
}  // namespace headscope::fuzz

int main(int argc, char** argv) {
    using namespace headscope::fuzz;
    Material material{seeds(), dictionary()};
    const std::string_view first = argc > 1 ? argv[1] : "10";
    if (first == "--seeds" && argc > 2) {
        writeSeeds(argv[2], material);
        return 0;
    }
    if (argc > 3) addCorpus(argv[3], material);
    if (first == "--print" && argc > 2) {
        const std::string input = inputOf(std::stoull(argv[2]), material);
        return std::fwrite(input.data(), 1, input.size(), stdout) == input.size() ? 0 : 1;
    }
    limitProcess();
    if (first == "--input" && argc > 2) {
        runInput(std::stoull(argv[2]), material);
        return 0;
    }
    return runFor(std::chrono::seconds(std::stoi(std::string(first))), argc > 2 ? std::stoull(argv[2]) : 0,
                  material);
}
