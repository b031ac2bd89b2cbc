// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/progress.h"
#include "core/export/numbers.h"
#include "core/export/text_sink.h"

namespace headscope::core {

/// One row of the table of data formats. A null function: the format does not hold that.
struct DataFormat {
    std::string_view id;      ///< "text": what people type
    std::string_view suffix;  ///< "txt", without the dot
    std::string_view name;    ///< "CSV"; the same in every language
    std::string (*report)(const Report& report);
    /// The numbers of a run as a text, piece by piece.
    void (*numbers)(const Numbers& numbers, const TextSink& sink, const Progress& progress);
    /// The same into the file at `path`, which errors call `name`; for formats that are no stream.
    void (*numbersFile)(const Numbers& numbers, const std::filesystem::path& path, const std::string& name,
                        const Progress& progress);

    bool holdsNumbers() const noexcept { return numbers != nullptr || numbersFile != nullptr; }
};

/// The table. Adding a format is one row in data_formats.cpp.
std::span<const DataFormat> dataFormats() noexcept;

/// What is to be written: reports (tables), or the numbers of a run.
enum class DataKind { Report, Numbers };
bool holds(const DataFormat& format, DataKind kind) noexcept;

/// The format of a file by its suffix, in any case. Throws Error(UnknownFormat) listing those that hold
/// `kind`.
const DataFormat& dataFormatOf(const std::filesystem::path& path, DataKind kind);

/// Write a file whole or not at all, in the format of its suffix. Throw Error(UnknownFormat, WriteFailed,
/// Cancelled), and what the format throws.
void writeReport(const std::filesystem::path& path, const Report& report);
void writeNumbers(const std::filesystem::path& path, const Numbers& numbers, const Progress& progress = {});

}  // namespace headscope::core
