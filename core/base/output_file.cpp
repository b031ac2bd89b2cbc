// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
    throw Error(ErrorCode::WriteFailed, {path.string(), reason});
}

/// A file descriptor that is closed at the end of its scope.
class Descriptor {
public:
    explicit Descriptor(int descriptor) : m_descriptor(descriptor) {}
    ~Descriptor() {
        if (m_descriptor >= 0) ::close(m_descriptor);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_descriptor; }

private:
    int m_descriptor;
};

/// The names of the temporary files that exist at this moment, one for each thread that writes. A signal
/// handler can reach nothing but this.
std::array<std::atomic<const char*>, 16> temporaryNames;

/// Puts `to` in the place of the first name that is `from`. Should all places ever be taken, a signal leaves
/// a file behind, and nothing worse.
void exchangeName(const char* from, const char* to) noexcept {
    for (std::atomic<const char*>& name : temporaryNames) {
        const char* expected = from;
        if (name.compare_exchange_strong(expected, to)) return;
    }
}

/// A file that disappears at the end of its scope unless it was moved away.
struct TemporaryFile {
    const fs::path path;
    explicit TemporaryFile(fs::path path_) : path(std::move(path_)) { exchangeName(nullptr, path.c_str()); }
    ~TemporaryFile() {
        ::unlink(path.c_str());
        exchangeName(path.c_str(), nullptr);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
};

/// Where `path` really lies: a link is followed, so that its target is replaced and not the link.
fs::path resolved(const fs::path& path) {
    std::error_code error;
    if (!fs::is_symlink(path, error)) return path;
    const fs::path target = fs::weakly_canonical(path, error);
    return error ? path : target;
}

/// The permissions of the file to be replaced; 0 when there is none. Renaming would replace read-only files
/// and devices without asking, so these are refused here.
mode_t existingMode(const fs::path& target, const fs::path& path) {
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno == ENOENT) return 0;
        fail(path, systemErrorText(errno));
    }
    if (S_ISDIR(status.st_mode)) fail(path, "it is a folder");
    if (!S_ISREG(status.st_mode)) fail(path, "it is not a regular file");
    if (::access(target.c_str(), W_OK) != 0) fail(path, systemErrorText(errno));
    return status.st_mode & 07777;
}

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Where `path` really lies and the permissions of the file there; throws what is known before anything is
/// written.
std::pair<fs::path, mode_t> target(const fs::path& path) {
    if (path.filename().empty()) fail(path, "it is a folder");
    fs::path place = resolved(path);
    const mode_t mode = existingMode(place, path);
    if (::access(folderOf(place).c_str(), W_OK | X_OK) != 0) fail(path, systemErrorText(errno));
    return {std::move(place), mode};
}

/// Not mkstemp: its files are private to the user, and what mode a new file should have only open() knows
/// (umask). The suffix stays, because writers choose their format by it.
fs::path createBeside(const fs::path& target, const fs::path& path) {
    constexpr int attempts = 100;
    std::random_device random;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        char name[40];
        std::snprintf(name, sizeof name, ".headscope-%08x", static_cast<unsigned>(random()));
        fs::path candidate = target.parent_path() / name;
        candidate += target.extension();
        const Descriptor file(::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file.get() >= 0) return candidate;
        if (errno != EEXIST) fail(path, systemErrorText(errno));
    }
    fail(path, "no free name for a temporary file");
}

mode_t modeOf(const fs::path& file, const fs::path& path) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) fail(path, systemErrorText(errno));
    return status.st_mode & 07777;
}

void flushToDisk(const fs::path& file, const fs::path& path) {
    const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.get() < 0) fail(path, systemErrorText(errno));
    // Some file systems cannot flush; that is no reason to lose the result.
    if (::fsync(descriptor.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        fail(path, systemErrorText(errno));
}

/// Makes the renaming itself survive a power cut. The file is complete either way, so failure is no error.
void flushFolder(const fs::path& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.get() >= 0) ::fsync(descriptor.get());
}

}  // namespace

OutputFile::OutputFile(const fs::path& path, std::string name)
    : m_name(std::move(name)),
      m_descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (m_descriptor < 0) fail(m_name, systemErrorText(errno));
}

OutputFile::~OutputFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

void OutputFile::write(std::uint64_t place, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(place));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(m_name, systemErrorText(errno));
        bytes.remove_prefix(static_cast<std::size_t>(written));
        place += static_cast<std::uint64_t>(written);
    }
}

void writeWhole(const fs::path& path, const std::function<void(const fs::path&)>& write) {
    const auto [place, existing] = target(path);
    const TemporaryFile temporary(createBeside(place, path));
    const mode_t mode = existing != 0 ? existing : modeOf(temporary.path, path);

    write(temporary.path);
    flushToDisk(temporary.path, path);
    // A writer may have replaced the file by one of its own with other permissions.
    if (::chmod(temporary.path.c_str(), mode) != 0) fail(path, systemErrorText(errno));
    if (::rename(temporary.path.c_str(), place.c_str()) != 0) fail(path, systemErrorText(errno));
    flushFolder(folderOf(place));
}

void writeWhole(const fs::path& path, std::string_view bytes) {
    writeWhole(path,
               [&](const fs::path& temporary) { OutputFile(temporary, path.string()).write(0, bytes); });
}

void checkWritable(const fs::path& path) {
    static_cast<void>(target(path));
}

void removeTemporaryFiles() noexcept {
    for (const std::atomic<const char*>& name : temporaryNames) {
        if (const char* file = name.load(); file != nullptr) ::unlink(file);
    }
}

}  // namespace headscope::core
