// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace headscope::core {

/// A file that is made, or emptied where it exists, and then written.
class OutputFile {
public:
    /// `name` is how errors call it. Throws Error(WriteFailed).
    OutputFile(const std::filesystem::path& path, std::string name);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Puts all of `bytes` at `place`, counted from the beginning of the file. Throws Error(WriteFailed).
    void write(std::uint64_t place, std::string_view bytes);

private:
    std::string m_name;
    int m_descriptor;
};

/// Makes a file appear whole or not at all: `write` gets the path of a temporary file in the same folder,
/// which is flushed to disk and renamed to `path` when `write` returns, and removed when it throws. An
/// existing file is replaced only then. Throws Error(WriteFailed) naming `path`, and whatever `write` throws.
void writeWhole(const std::filesystem::path& path,
                const std::function<void(const std::filesystem::path&)>& write);

/// The same for bytes that are ready.
void writeWhole(const std::filesystem::path& path, std::string_view bytes);

/// Throws what writeWhole() would throw for `path` before it writes: so that a folder that is missing does
/// not cost a long computation.
void checkWritable(const std::filesystem::path& path);

/// Removes the temporary files of every writeWhole() that is under way; the program must end now. May be
/// called by a signal handler.
void removeTemporaryFiles() noexcept;

}  // namespace headscope::core
