// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <functional>
#include <set>

#include "tests/bench/result.h"

namespace headscope::bench {
namespace {

using core::Index;

std::string formatted(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string milliseconds(const std::vector<double>& seconds) {
    const double value = 1e3 * median(seconds);
    return formatted(value < 0.1 ? "%.4f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
}

/// A row of the table: what it is called, whose results it shows, and how.
struct Row {
    const char* title;
    const char* what;
    const char* beside;
    std::function<std::string(const Result&)> cell;
};

std::vector<Row> rowsOf(const MultiplyRates& rates) {
    const auto ours = [](const Result& result) { return milliseconds(result.ours); };
    const auto ratio = [](const Result& result) {
        return result.theirs.empty() ? std::string()
                                     : formatted("%.2f", median(result.ours) / median(result.theirs));
    };
    const auto share = [rates](const Result& result) {
        const double rate = result.operations / median(result.ours);
        return rates.peak > 0 ? formatted("%.2f", rate / rates.peak) : std::string();
    };
    const auto megabytes = [](const Result& result) { return formatted("%.0f", median(result.ours) / 1e6); };
    return {{"Open the model, run, one pattern, ms", "first pattern", "PyTorch", ours},
            {"… of PyTorch", "first pattern", "PyTorch", ratio},
            {"A run, ms", "run", "PyTorch", ours},
            {"… of PyTorch, eager, all patterns returned", "run", "PyTorch", ratio},
            {"… of PyTorch, SDPA, no pattern", "run", "PyTorch SDPA", ratio},
            {"… of ONNX Runtime, all patterns returned", "run", "ONNX Runtime", ratio},
            {"… share of the multiply peak", "run", "PyTorch", share},
            {"A run and all 144 patterns, ms", "run, read", "PyTorch", ours},
            {"One pattern, ms", "pattern", "PyTorch", ours},
            {"All row metrics of all heads, ms", "row metrics", "PyTorch", ours},
            {"Norm-based patterns of all heads, ms", "norm-based", "PyTorch", ours},
            {"Map of heads, ms", "map of heads", "PyTorch", ours},
            {"Peak memory of a first run, MB", "memory", "PyTorch", megabytes},
            {"… of PyTorch", "memory", "PyTorch", ratio}};
}

std::string line(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += ' ' + cell + " |";
    return text + '\n';
}

}  // namespace

std::string readmeTable(const Report& report, const std::string& model, const std::string& command) {
    std::set<Index> lengths;
    for (const Result& result : report.results) {
        if (result.model == model && result.tokens > 1) lengths.insert(result.tokens);
    }
    std::vector<std::string> head{model};
    std::vector<std::string> rule{"---"};
    for (const Index length : lengths) {
        head.push_back(std::to_string(length) + " tokens");
        rule.emplace_back("---:");
    }
    std::string text = line(head) + line(rule);
    for (const Row& row : rowsOf(report.rates)) {
        std::vector<std::string> cells{row.title};
        for (const Index length : lengths) {
            const auto found =
                std::find_if(report.results.begin(), report.results.end(), [&](const Result& result) {
                    return result.model == model && result.tokens == length && result.what == row.what &&
                           result.beside == row.beside;
                });
            cells.push_back(found == report.results.end() ? std::string() : row.cell(*found));
        }
        const bool empty =
            std::all_of(cells.begin() + 1, cells.end(), [](const std::string& cell) { return cell.empty(); });
        if (!empty) text += line(cells);
    }
    return text + "\n" + report.ours + " beside " + report.theirs + "; " + report.processor + ", " +
           std::to_string(report.threads) + (report.threads == 1 ? " thread, " : " threads, ") +
           (report.cpuTime ? "processor time" : "wall time") + ", medians of alternating runs: `" + command +
           "`\n";
}

}  // namespace headscope::bench
