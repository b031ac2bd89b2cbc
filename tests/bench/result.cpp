// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/result.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/base/json.h"

namespace headscope::bench {
namespace {

// Processes per processor that wanted to run, above which wall times say little.
constexpr double busy = 0.5;

using Cells = std::array<std::string, 8>;

constexpr const char* legend =
    "Every time: once unmeasured, then measured, Headscope and the other in turns; files in the system's "
    "cache.\n"
    "open      map the file, check every tensor, read config and tokenizer; no weight is converted\n"
    "load      open, and a run of one token, for which all weights are read; PyTorch: from_pretrained, and "
    "the same\n"
    "first pattern: open, run, one pattern; PyTorch: from_pretrained, and a run that returns all\n"
    "run       hidden states, and of every head q, k, statistics of every row and a thumbnail;\n"
    "          PyTorch (eager) and ONNX Runtime: the last hidden state and every pattern; PyTorch SDPA: no "
    "pattern\n"
    "run, read the same, and every pattern made once from q and k, as an export does; PyTorch: as before\n"
    "pattern   one pattern from its q and k, exact; PyTorch: softmax of q times k (a run keeps all of them "
    "as well)\n"
    "tokenizer load: read tokenizer.json; encode: ids, characters, words of a text, one thread;\n"
    "          the official tokenizers library: the same without words\n"
    "memory    largest resident size of a fresh process that loads, runs and reads one pattern; the pages of "
    "the mapped\n"
    "          file count, although the system can take them back\n";

std::string formatted(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string threeDigits(double value) {
    if (value < 1) return formatted("%.4f", value);
    if (value < 10) return formatted("%.2f", value);
    return formatted(value < 100 ? "%.1f" : "%.0f", value);
}

double shown(const Result& result, double value) {
    switch (result.quantity) {
        case Quantity::Time:
            return value * 1e3;
        case Quantity::Memory:
            return value / 1e6;
    }
    return value;
}

std::string sampleText(const Result& result, const std::vector<double>& samples) {
    if (samples.empty()) return "-";
    const std::string middle = threeDigits(shown(result, median(samples)));
    if (samples.size() == 1) return middle;
    return middle + " (" + threeDigits(shown(result, *std::min_element(samples.begin(), samples.end()))) +
           ")";
}

std::string ratioText(const Result& result) {
    if (result.theirs.empty()) return "-";
    const double ratio = median(result.ours) / median(result.theirs);
    return formatted(ratio < 0.1 ? "%.3f" : "%.2f", ratio);
}

std::string rateText(const Result& result, const MultiplyRates& rates) {
    const auto megabytes = [&result](const std::vector<double>& seconds) {
        return threeDigits(result.bytes / median(seconds) / 1e6) + " MB/s";
    };
    if (result.bytes > 0)
        return megabytes(result.ours) + (result.theirs.empty() ? "" : " beside " + megabytes(result.theirs));
    if (result.operations <= 0) return {};
    const double rate = result.operations / median(result.ours);
    std::string text = threeDigits(rate / 1e9) + " GFLOP/s";
    if (rates.product > 0) text += formatted(", %.0f %% of the product", 100 * rate / rates.product);
    if (rates.peak > 0) text += formatted(", %.0f %% of the peak", 100 * rate / rates.peak);
    return text;
}

Cells cellsOf(const Result& result, const MultiplyRates& rates) {
    return {result.model,
            result.tokens > 0 ? std::to_string(result.tokens) : "",
            result.what,
            sampleText(result, result.ours),
            result.theirs.empty() ? "-" : result.beside,
            sampleText(result, result.theirs),
            ratioText(result),
            rateText(result, rates)};
}

std::string table(const Report& report) {
    std::vector<Cells> rows = {
        {"model", "tokens", "what", "Headscope", "beside", "theirs", "ratio", "arithmetic"}};
    for (const Result& result : report.results) rows.push_back(cellsOf(result, report.rates));
    std::array<std::size_t, 8> widths{};
    for (const Cells& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const Cells& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blanks(widths[i] - row[i].size(), ' ');
            const bool left = i == 0 || i == 2 || i == 4 || i == 7;
            line += (i > 0 ? "  " : "") + (left ? row[i] + blanks : blanks + row[i]);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::string heading(const Report& report) {
    std::string text = report.ours + " beside " + report.theirs + "\n";
    text += "float32, threads on each side: " + std::to_string(report.threads) +
            ", processors: " + std::to_string(report.processors) + " (" + report.processor + "), " +
            (report.cpuTime ? "processor time" : "wall time") + "\n";
    if (!report.cpuTime && report.loadBefore > busy * report.processors) {
        text +=
            "The machine was busy (load " + formatted("%.1f", report.loadBefore) +
            " before the first sample): threads wait for each other, PyTorch's more than ours.\nThe ratios "
            "below flatter Headscope; measure again on a quiet machine, or with --cpu-time.\n";
    }
    if (report.rates.product > 0) {
        text += "product: 768 x 768 x 768 by the same kernels reaches " +
                threeDigits(report.rates.product / 1e9) + " GFLOP/s";
    }
    if (report.rates.peak > 0) {
        text += "; peak: multiply-adds on registers (" + report.rates.peakName + ") " +
                threeDigits(report.rates.peak / 1e9);
    }
    return text + "\n";
}

std::string footing(const Report& report) {
    std::string text =
        "Times in ms, memory in MB: the median (the smallest). Ratio: Headscope / theirs, less is better.\n";
    if (report.compared) {
        text += "Both sides compute the same: last hidden states differ by at most " +
                formatted("%.1e", report.agreement.hidden) + ", patterns by " +
                formatted("%.1e", report.agreement.pattern) + ".\n";
    }
    text += "Before a model is open, Headscope's engine takes " + formatted("%.0f MB", report.ourBytes / 1e6);
    if (report.theirBytes > 0) {
        text += ", PyTorch with transformers " + formatted("%.0f MB", report.theirBytes / 1e6) + " and " +
                formatted("%.1f s", report.importSeconds) + " to import, which no time above contains";
    }
    return text + ".\n" + legend;
}

void writeSamples(core::JsonWriter& writer, const char* key, const std::vector<double>& samples) {
    writer.key(key).beginArray();
    for (const double sample : samples) writer.value(sample);
    writer.endArray();
}

}  // namespace

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string resultLine(const Result& result) {
    std::string text = result.model;
    if (result.tokens > 0) text += ", " + std::to_string(result.tokens) + " tokens";
    return text + ", " + result.what + ": Headscope " + sampleText(result, result.ours) + ", " +
           result.beside + ' ' + sampleText(result, result.theirs);
}

std::string reportText(const Report& report) {
    return heading(report) + '\n' + table(report) + '\n' + footing(report);
}

std::string reportJson(const Report& report) {
    core::JsonWriter writer(true);
    writer.beginObject().key("headscope").value(report.ours).key("pytorch").value(report.theirs);
    writer.key("processor").value(report.processor).key("processors").value(report.processors);
    writer.key("threads")
        .value(report.threads)
        .key("processor_time")
        .value(report.cpuTime)
        .key("load_before")
        .value(report.loadBefore);
    writer.key("product").value(report.rates.product).key("peak").value(report.rates.peak);
    writer.key("hidden_difference").value(report.agreement.hidden);
    writer.key("pattern_difference").value(report.agreement.pattern);
    writer.key("idle_bytes").value(report.ourBytes).key("pytorch_idle_bytes").value(report.theirBytes);
    writer.key("import_seconds").value(report.importSeconds).key("results").beginArray();
    for (const Result& result : report.results) {
        writer.beginObject()
            .key("model")
            .value(result.model)
            .key("tokens")
            .value(static_cast<std::int64_t>(result.tokens));
        writer.key("what").value(result.what).key("operations").value(result.operations);
        writer.key("unit").value(result.quantity == Quantity::Time ? "seconds" : "bytes");
        writeSamples(writer, "headscope", result.ours);
        writer.key("beside").value(result.beside);
        writeSamples(writer, "theirs", result.theirs);
        writer.endObject();
    }
    writer.endArray().endObject();
    return writer.text();
}

}  // namespace headscope::bench
