// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/line_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/error.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

constexpr std::size_t bufferSize = 1U << 16;

[[noreturn]] void fail(const std::string& name, int error) {
    if (error == ENOENT || error == ENOTDIR) throw Error(ErrorCode::FileNotFound, {name});
    if (error == EACCES || error == EPERM) throw Error(ErrorCode::PermissionDenied, {name});
    throw Error(ErrorCode::ReadFailed, {name, systemErrorText(error)});
}

/// A descriptor of a regular file and its size.
int opened(const std::filesystem::path& path, std::uint64_t& size) {
    // A pipe must not be waited for: it cannot be read anyway.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) fail(path.string(), errno);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        throw Error(ErrorCode::NotARegularFile, {path.string()});
    }
    size = static_cast<std::uint64_t>(status.st_size);
    return descriptor;
}

}  // namespace

LineReader::LineReader(const std::filesystem::path& path, std::uint64_t begin, std::size_t longest)
    : m_name(path.string()), m_longest(longest), m_place(begin), m_buffer(bufferSize) {
    m_descriptor = opened(path, m_size);
    if (begin <= m_size && ::lseek(m_descriptor, static_cast<off_t>(begin), SEEK_SET) >= 0) return;
    ::close(m_descriptor);
    throw Error(ErrorCode::FileChanged, {m_name});
}

LineReader::~LineReader() {
    ::close(m_descriptor);
}

bool LineReader::fill() {
    if (m_used < m_filled) return true;
    for (;;) {
        const ssize_t count = ::read(m_descriptor, m_buffer.data(), m_buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(m_name, errno);
        m_used = 0;
        m_filled = static_cast<std::size_t>(count);
        return count > 0;
    }
}

std::optional<std::string> LineReader::next() {
    const bool first = m_place == 0;
    std::string line;
    bool any = false;
    while (fill()) {
        any = true;
        const char* begin = m_buffer.data() + m_used;
        const char* end = std::find(begin, static_cast<const char*>(m_buffer.data()) + m_filled, '\n');
        line.append(begin, end);
        const auto taken = static_cast<std::size_t>(end - begin);
        const bool ended = m_used + taken < m_filled;
        m_used += taken + (ended ? 1 : 0);
        m_place += taken + (ended ? 1 : 0);
        if (line.size() > m_longest)
            throw Error(ErrorCode::FileTooLarge, {m_name, "a line of more than " + std::to_string(m_longest),
                                                  std::to_string(m_longest)});
        if (ended) break;
    }
    if (!any) return std::nullopt;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (first && line.starts_with(byteOrderMark)) line.erase(0, byteOrderMark.size());
    return line;
}

}  // namespace headscope::core
