// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/error.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

constexpr std::size_t largestRead = std::size_t{512} << 20;

[[noreturn]] void throwOpenError(const std::filesystem::path& path, int error) {
    const std::string name = path.string();
    std::error_code ignored;
    if (error == ENOENT && std::filesystem::is_symlink(path, ignored)) {
        throw Error(ErrorCode::ReadFailed,
                    {name, "it is a link to a file that does not exist; its download may be incomplete"});
    }
    if (error == ENOENT || error == ENOTDIR) throw Error(ErrorCode::FileNotFound, {name});
    if (error == EACCES || error == EPERM) throw Error(ErrorCode::PermissionDenied, {name});
    // What open() says of sockets.
    if (error == ENXIO) throw Error(ErrorCode::NotARegularFile, {name});
    throw Error(ErrorCode::ReadFailed, {name, systemErrorText(error)});
}

}  // namespace

/// What all copies share.
struct MappedFile::Content {
    std::string name;
    std::vector<std::byte> owned;
    void* address = nullptr;  // of the mapping, if there is one
    std::size_t size = 0;
    int descriptor =
        -1;  // kept to ask the file for its size later, even when its path names another one by then

    explicit Content(std::string name_) : name(std::move(name_)) {}
    ~Content() {
        if (address != nullptr) ::munmap(address, size);
        if (descriptor >= 0) ::close(descriptor);
    }
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;

    /// Opens the file and asks for its size.
    void open(const std::filesystem::path& path) {
        // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        if (descriptor < 0) throwOpenError(path, errno);
        struct stat status {};
        if (::fstat(descriptor, &status) != 0) throwOpenError(path, errno);
        if (!S_ISREG(status.st_mode)) throw Error(ErrorCode::NotARegularFile, {name});
        size = static_cast<std::size_t>(status.st_size);
    }

    /// Fills `out` with what the file holds from `offset` on.
    void read(std::size_t offset, std::span<std::byte> out) const {
        while (!out.empty()) {
            const ssize_t count = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) throw Error(ErrorCode::ReadFailed, {name, systemErrorText(errno)});
            if (count == 0) throw Error(ErrorCode::FileChanged, {name});
            out = out.subspan(static_cast<std::size_t>(count));
            offset += static_cast<std::size_t>(count);
        }
    }

    std::span<const std::byte> bytes() const {
        if (address == nullptr) return owned;
        return {static_cast<const std::byte*>(address), size};
    }
};

MappedFile::MappedFile(std::shared_ptr<const Content> content)
    : m_content(std::move(content)), m_bytes(m_content->bytes()) {}

MappedFile MappedFile::open(const std::filesystem::path& path) {
    const auto content = std::make_shared<Content>(path.string());
    content->open(path);
    if (content->size > 0) {
        void* const address = ::mmap(nullptr, content->size, PROT_READ, MAP_PRIVATE, content->descriptor, 0);
        if (address == MAP_FAILED) throwOpenError(path, errno);
        content->address = address;
    }
    return MappedFile(content);
}

MappedFile MappedFile::read(const std::filesystem::path& path) {
    Content file(path.string());
    file.open(path);
    if (file.size > largestRead) {
        throw Error(ErrorCode::FileTooLarge,
                    {file.name, std::to_string(file.size), std::to_string(largestRead)});
    }
    std::vector<std::byte> bytes(file.size);
    file.read(0, bytes);
    return fromBytes(path.string(), std::move(bytes));
}

MappedFile MappedFile::fromBytes(std::string name, std::vector<std::byte> bytes) {
    const auto content = std::make_shared<Content>(std::move(name));
    content->owned = std::move(bytes);
    return MappedFile(content);
}

const std::string& MappedFile::name() const noexcept {
    static const std::string unnamed;
    return m_content ? m_content->name : unnamed;
}

void MappedFile::checkUnchanged() const {
    if (!m_content || m_content->address == nullptr) return;
    struct stat status {};
    if (::fstat(m_content->descriptor, &status) != 0) throwOpenError(m_content->name, errno);
    if (static_cast<std::size_t>(status.st_size) < m_content->size) {
        throw Error(ErrorCode::FileChanged, {m_content->name});
    }
}

std::span<const std::byte> MappedFile::stable(std::span<const std::byte> part,
                                              std::span<std::byte> buffer) const {
    if (!m_content || m_content->address == nullptr) return part;
    m_content->read(static_cast<std::size_t>(part.data() - m_bytes.data()), buffer.first(part.size()));
    return buffer.first(part.size());
}

std::string MappedFile::copy(std::size_t begin, std::size_t size) const {
    std::string bytes(size, '\0');
    const auto part = m_bytes.subspan(begin, size);
    const auto copied = stable(part, std::as_writable_bytes(std::span<char>(bytes)));
    if (copied.data() == part.data()) bytes.assign(text().substr(begin, size));
    return bytes;
}

}  // namespace headscope::core
