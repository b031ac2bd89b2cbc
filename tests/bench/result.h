// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/executor.h"

namespace headscope::bench {

enum class Quantity { Time, Memory };

/// One row of the table: samples of Headscope and of somebody else, taken in turns.
struct Result {
    std::string model;
    core::Index tokens = 0;  ///< 0: does not depend on it
    std::string what;
    Quantity quantity = Quantity::Time;
    std::vector<double> ours;        ///< seconds or bytes
    std::vector<double> theirs;      ///< the same; empty without them, or where they have nothing alike
    double operations = 0;           ///< floating-point operations of one run; 0: not said
    double bytes = 0;                ///< bytes of text that are encoded; 0: no text is
    std::string beside = "PyTorch";  ///< whose the other samples are
};

/// How fast the processor multiplies, in operations per second on the threads of the run; 0: not measured.
struct MultiplyRates {
    double product = 0;  ///< a large product of the kernels in use
    double peak = 0;     ///< multiply-adds on registers
    std::string peakName;
};

/// How far the numbers of both sides lie apart.
struct Agreement {
    double hidden = 0;   ///< largest absolute difference of last hidden states
    double pattern = 0;  ///< of patterns
};

/// Everything the benchmark says.
struct Report {
    std::string ours;    ///< "Headscope 0.1.0, base kernels"
    std::string theirs;  ///< versions of PyTorch, or why it is left out
    std::string processor;
    int processors = 0;
    int threads = 0;
    bool cpuTime = false;
    double loadBefore = 0;  ///< how many processes wanted to run before the first sample
    double importSeconds = 0;
    double ourBytes = 0;  ///< resident before a model is open
    double theirBytes = 0;
    MultiplyRates rates;
    Agreement agreement;
    bool compared = false;  ///< whether agreement was measured
    std::vector<Result> results;
};

double median(std::vector<double> values);

/// A row as it is said while measuring goes on.
std::string resultLine(const Result& result);
/// The report for people, ending with what its words mean.
std::string reportText(const Report& report);
/// The same for programs, with every sample, in seconds and bytes.
std::string reportJson(const Report& report);
/// What README shows of one model, in Markdown: a row for each thing, a column for each length. `command`
/// made it.
std::string readmeTable(const Report& report, const std::string& model, const std::string& command);

}  // namespace headscope::bench
