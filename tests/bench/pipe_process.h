// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headscope::bench {

/// A child process that is spoken to in lines. It should end when its standard input does.
class PipeProcess {
public:
    /// Starts `command`, whose first word is looked for in PATH; its standard error is added to the file
    /// `log`. Throws std::runtime_error.
    PipeProcess(const std::vector<std::string>& command, const std::filesystem::path& log);
    /// Ends the child's input and waits for it.
    ~PipeProcess();
    PipeProcess(const PipeProcess&) = delete;
    PipeProcess& operator=(const PipeProcess&) = delete;

    /// Sends `line` and a line feed. Lost when the child is gone.
    void send(std::string_view line);
    /// The child's next line, without line feed; nothing when it has closed its output.
    std::optional<std::string> receive();

private:
    pid_t m_child = -1;
    std::FILE* m_input = nullptr;
    std::FILE* m_output = nullptr;
};

}  // namespace headscope::bench
