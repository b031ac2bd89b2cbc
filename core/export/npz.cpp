// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/npz.h"

#include <zip.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <memory>

#include "core/base/output_file.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are written in the byte order of the processor");

/// What all arrays of one archive share while libzip pulls their bytes.
struct Transfer {
    const Progress& progress;
    std::uint64_t total;
    std::uint64_t done;
    std::exception_ptr failure;  // an exception must not cross libzip's C code
};

/// The bytes of one .npy file, made as they are read.
class NpySource {
public:
    NpySource(const NamedArray& array, Transfer& transfer)
        : m_array(array), m_transfer(transfer), m_header(npyHeader(array)) {}

    std::uint64_t size() const {
        return m_header.size() + static_cast<std::uint64_t>(m_array.elements()) * sizeof(float);
    }

    void rewind() {
        m_part = -1;
        m_bytes = m_header;
    }

    zip_int64_t read(char* out, std::uint64_t wanted) {
        std::uint64_t written = 0;
        while (written < wanted && (!m_bytes.empty() || nextPart())) {
            const std::size_t count = std::min<std::size_t>(m_bytes.size(), wanted - written);
            std::memcpy(out + written, m_bytes.data(), count);
            m_bytes.remove_prefix(count);
            written += count;
        }
        return static_cast<zip_int64_t>(written);
    }

    /// Keeps whatever went wrong for the caller of zip_close().
    zip_int64_t readGuarded(void* out, std::uint64_t wanted) noexcept {
        try {
            return read(static_cast<char*>(out), wanted);
        } catch (...) {
            m_transfer.failure = std::current_exception();
            return -1;
        }
    }

private:
    bool nextPart() {
        const Index parts = m_array.isInteger() ? 1 : m_array.parts;
        if (++m_part >= parts) return false;
        if (m_array.isInteger()) {
            m_bytes = {reinterpret_cast<const char*>(m_array.integers.data()),
                       m_array.integers.size() * sizeof(std::int32_t)};
        } else {
            m_values.resize(0, 0);  // two patterns would be one too many
            m_values = m_array.part(m_part);
            m_bytes = {reinterpret_cast<const char*>(m_values.data()),
                       static_cast<std::size_t>(m_values.size()) * sizeof(float)};
        }
        m_transfer.done += m_bytes.size();
        report(m_transfer.progress,
               static_cast<double>(m_transfer.done) / static_cast<double>(m_transfer.total));
        return true;
    }

    const NamedArray& m_array;
    Transfer& m_transfer;
    std::string m_header;
    std::string_view m_bytes;  // of the header or the current part, what is not read yet
    Matrix m_values;
    Index m_part = -1;
};

zip_int64_t answerError(void* data, zip_uint64_t length, int code) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    return zip_error_to_data(&error, data, length);
}

zip_int64_t answer(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& source = *static_cast<NpySource*>(state);
    if (command == ZIP_SOURCE_READ) return source.readGuarded(data, length);
    if (command == ZIP_SOURCE_OPEN) {
        source.rewind();
        return 0;
    }
    if (command == ZIP_SOURCE_STAT) {
        auto* status = static_cast<zip_stat_t*>(data);
        zip_stat_init(status);
        status->size = source.size();
        status->valid = ZIP_STAT_SIZE;
        return sizeof *status;
    }
    if (command == ZIP_SOURCE_ERROR) return answerError(data, length, ZIP_ER_READ);
    if (command == ZIP_SOURCE_SUPPORTS) {
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                              ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
    }
    return 0;
}

/// The archive's file as libzip writes it: at places that it chooses. libzip's own way makes a temporary file
/// beside it, which nobody would remove when a signal ends the program.
class ArchiveFile {
public:
    ArchiveFile(const NpzTarget& target, Transfer& transfer)
        : m_file(target.path, target.name), m_transfer(transfer) {}

    zip_int64_t writeGuarded(const void* bytes, std::uint64_t length) noexcept {
        try {
            m_file.write(m_place, {static_cast<const char*>(bytes), length});
        } catch (...) {
            m_transfer.failure = std::current_exception();
            return -1;
        }
        m_place += length;
        return static_cast<zip_int64_t>(length);
    }

    zip_int64_t seek(void* arguments, std::uint64_t length) noexcept {
        const zip_int64_t place = zip_source_seek_compute_offset(m_place, m_size, arguments, length, nullptr);
        if (place < 0) return -1;
        m_size = std::max(m_size, m_place);
        m_place = static_cast<std::uint64_t>(place);
        return 0;
    }

    std::uint64_t place() const noexcept { return m_place; }

private:
    OutputFile m_file;
    Transfer& m_transfer;
    std::uint64_t m_place = 0;
    std::uint64_t m_size = 0;  // when the place was last chosen
};

zip_int64_t answerArchive(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& file = *static_cast<ArchiveFile*>(state);
    if (command == ZIP_SOURCE_WRITE) return file.writeGuarded(data, length);
    if (command == ZIP_SOURCE_SEEK_WRITE) return file.seek(data, length);
    if (command == ZIP_SOURCE_TELL_WRITE) return static_cast<zip_int64_t>(file.place());
    if (command == ZIP_SOURCE_STAT) {
        auto* status = static_cast<zip_stat_t*>(data);
        zip_stat_init(status);
        status->size = 0;
        status->valid = ZIP_STAT_SIZE;
        return sizeof *status;
    }
    if (command == ZIP_SOURCE_ERROR) return answerError(data, length, ZIP_ER_WRITE);
    if (command == ZIP_SOURCE_SUPPORTS) return ZIP_SOURCE_SUPPORTS_WRITABLE;
    return 0;
}

std::string reason(zip_error_t* error) {
    if (zip_error_system_type(error) == ZIP_ET_SYS) return systemErrorText(zip_error_code_system(error));
    return zip_error_strerror(error);
}

[[noreturn]] void fail(const NpzTarget& target, zip_error_t* error) {
    throw Error(ErrorCode::WriteFailed, {target.name, reason(error)});
}

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

Archive openArchive(const NpzTarget& target, ArchiveFile& file) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_function_create(answerArchive, &file, &error);
    if (source == nullptr) fail(target, &error);
    Archive archive(zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error));
    if (archive) return archive;
    zip_source_free(source);
    fail(target, &error);
}

void addFile(const NpzTarget& target, zip_t* archive, const NamedArray& array, NpySource& source) {
    zip_source_t* bytes = zip_source_function(archive, answer, &source);
    if (bytes == nullptr) fail(target, zip_get_error(archive));
    const zip_int64_t index = zip_file_add(archive, (array.name + ".npy").c_str(), bytes, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(bytes);
        fail(target, zip_get_error(archive));
    }
    const auto file = static_cast<zip_uint64_t>(index);
    // The earliest date a zip can hold, as NumPy writes it: the same numbers shall make the same bytes.
    constexpr zip_uint16_t firstDay = (1 << 5) | 1;
    if (zip_set_file_compression(archive, file, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive, file, 0, firstDay, 0) != 0)
        fail(target, zip_get_error(archive));
}

std::string shapeText(const std::vector<Index>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i > 0) text += ' ';
        text += std::to_string(shape[i]);
        // Python writes the comma after the only member too.
        if (i + 1 < shape.size() || i == 0) text += ',';
    }
    return text + ')';
}

}  // namespace

std::string npyHeader(const NamedArray& array) {
    constexpr std::size_t alignment = 64;
    std::string header("\x93NUMPY\x01\x00\x00\x00", 10);
    header += "{'descr': '";
    header += array.isInteger() ? "<i4" : "<f4";
    header += "', 'fortran_order': False, 'shape': " + shapeText(array.shape) + ", }";
    while ((header.size() + 1) % alignment != 0) header += ' ';
    header += '\n';
    const std::size_t length = header.size() - 10;
    header[8] = static_cast<char>(length & 0xFF);
    header[9] = static_cast<char>(length >> 8);
    return header;
}

void writeNpz(const NpzTarget& target, std::span<const NamedArray> arrays, const Progress& progress) {
    Transfer transfer{progress, 0, 0, nullptr};
    // libzip reads the sources when the archive is closed, and frees them when it is discarded.
    std::vector<std::unique_ptr<NpySource>> sources;
    for (const NamedArray& array : arrays) {
        sources.push_back(std::make_unique<NpySource>(array, transfer));
        transfer.total += static_cast<std::uint64_t>(array.elements()) * sizeof(float);
    }
    ArchiveFile file(target, transfer);
    Archive archive = openArchive(target, file);
    for (std::size_t i = 0; i < arrays.size(); ++i) addFile(target, archive.get(), arrays[i], *sources[i]);
    if (zip_close(archive.get()) != 0) {
        if (transfer.failure) std::rethrow_exception(transfer.failure);
        fail(target, zip_get_error(archive.get()));
    }
    static_cast<void>(archive.release());  // closing freed it
}

}  // namespace headscope::core
