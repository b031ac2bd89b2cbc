// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_text.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/base/error.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

constexpr std::string_view standardInput = "-";

[[noreturn]] void fail(const std::string& name, int error) {
    if (error == ENOENT || error == ENOTDIR) throw Error(ErrorCode::FileNotFound, {name});
    if (error == EACCES || error == EPERM) throw Error(ErrorCode::PermissionDenied, {name});
    if (error == EISDIR || error == ENXIO) throw Error(ErrorCode::NotARegularFile, {name});
    throw Error(ErrorCode::ReadFailed, {name, systemErrorText(error)});
}

constexpr int pollMilliseconds = 100;

/// Opens and reads, asking `progress` while it waits.
class Input {
public:
    Input(const std::filesystem::path& path, const Progress& progress) : m_progress(progress) {
        const bool standard = path == standardInput;
        m_name = standard ? "Standard input" : path.string();
        // A pipe that nobody writes to is opened at once and waited for in next().
        m_descriptor = standard ? ::dup(STDIN_FILENO)
                                : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        if (m_descriptor < 0) fail(m_name, errno);
    }
    ~Input() { ::close(m_descriptor); }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    const std::string& name() const { return m_name; }

    /// The next bytes; none at the end.
    std::string_view next() {
        for (;;) {
            wait();
            const ssize_t count = ::read(m_descriptor, m_buffer.data(), m_buffer.size());
            if (count >= 0) return {m_buffer.data(), static_cast<std::size_t>(count)};
            if (errno != EINTR && errno != EAGAIN) fail(m_name, errno);
        }
    }

private:
    void wait() const {
        pollfd one{m_descriptor, POLLIN, 0};
        for (int ready = 0; ready <= 0;) {
            ready = ::poll(&one, 1, pollMilliseconds);
            if (ready < 0 && errno != EINTR) fail(m_name, errno);
            if (ready <= 0) report(m_progress, 0);
        }
    }

    const Progress& m_progress;
    std::string m_name;
    int m_descriptor = -1;
    std::array<char, 65536> m_buffer{};
};

}  // namespace

std::string readInput(const std::filesystem::path& path, std::size_t most, const Progress& progress) {
    Input input(path, progress);
    std::string text;
    for (std::string_view bytes = input.next(); !bytes.empty(); bytes = input.next()) {
        text += bytes;
        if (text.size() > most)
            throw Error(ErrorCode::FileTooLarge,
                        {input.name(), "more than " + std::to_string(most), std::to_string(most)});
    }
    return text;
}

}  // namespace headscope::core
