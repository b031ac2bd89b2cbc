// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/text_sink.h"

#include <cerrno>
#include <memory>

#include "core/base/error.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail(const std::string& name) {
    throw Error(ErrorCode::WriteFailed, {name, systemErrorText(errno)});
}

}  // namespace

void writeThrough(const std::filesystem::path& path, const std::string& name,
                  const std::function<void(const TextSink&)>& write) {
    std::unique_ptr<std::FILE, Close> file(std::fopen(path.string().c_str(), "wb"));
    if (!file) fail(name);
    write([&](std::string_view text) {
        if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) fail(name);
    });
    // A full disk may show only when the last buffer goes out.
    if (std::fclose(file.release()) != 0) fail(name);
}

}  // namespace headscope::core
