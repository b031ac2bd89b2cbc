// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/data_formats.h"

#include <algorithm>
#include <cctype>

#include "core/base/output_file.h"
#include "core/export/csv.h"
#include "core/export/json_report.h"
#include "core/export/npz.h"
#include "core/export/numbers_text.h"
#include "core/export/plain_text.h"

namespace headscope::core {
namespace {

std::string csvReport(const Report& report) {
    if (report.tables.empty()) {
        throw Error(ErrorCode::BadArgument,
                    {"CSV", "\"" + report.origin.command + "\" has no table that CSV could hold"});
    }
    return csvText(report.tables.front());
}

void npzFile(const Numbers& numbers, const std::filesystem::path& path, const std::string& name,
             const Progress& progress) {
    writeNpz({path, name}, numbers.arrays, progress);
}

constexpr DataFormat formats[] = {
    {"text", "txt", "Text", plainText, writeNumbersPlain, nullptr},
    {"csv", "csv", "CSV", csvReport, writeNumbersCsv, nullptr},
    {"json", "json", "JSON", jsonText, writeNumbersJson, nullptr},
    {"npz", "npz", "NumPy", nullptr, nullptr, npzFile},
};

std::string lowerSuffix(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    if (!suffix.empty()) suffix.erase(0, 1);
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return suffix;
}

std::string suffixesOf(DataKind kind) {
    std::string list;
    for (const DataFormat& format : formats) {
        if (!holds(format, kind)) continue;
        if (!list.empty()) list += ", ";
        list += '.' + std::string(format.suffix);
    }
    return list;
}

}  // namespace

std::span<const DataFormat> dataFormats() noexcept {
    return formats;
}

bool holds(const DataFormat& format, DataKind kind) noexcept {
    return kind == DataKind::Report ? format.report != nullptr : format.holdsNumbers();
}

const DataFormat& dataFormatOf(const std::filesystem::path& path, DataKind kind) {
    const std::string suffix = lowerSuffix(path);
    const auto found = std::find_if(std::begin(formats), std::end(formats), [&](const DataFormat& format) {
        return format.suffix == suffix && holds(format, kind);
    });
    if (found == std::end(formats)) throw Error(ErrorCode::UnknownFormat, {path.string(), suffixesOf(kind)});
    return *found;
}

void writeReport(const std::filesystem::path& path, const Report& report) {
    writeWhole(path, dataFormatOf(path, DataKind::Report).report(report));
}

void writeNumbers(const std::filesystem::path& path, const Numbers& numbers, const Progress& progress) {
    const DataFormat& format = dataFormatOf(path, DataKind::Numbers);
    writeWhole(path, [&](const std::filesystem::path& temporary) {
        if (format.numbersFile != nullptr)
            return format.numbersFile(numbers, temporary, path.string(), progress);
        writeThrough(temporary, path.string(),
                     [&](const TextSink& sink) { format.numbers(numbers, sink, progress); });
    });
}

}  // namespace headscope::core
