// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/pipe_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

extern char** environ;

namespace headscope::bench {
namespace {

struct Pipe {
    int read = -1;
    int write = -1;
};

// Closed on exec: a second child must not keep the first one's input open.
Pipe makePipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for a child process");
    return {ends[0], ends[1]};
}

pid_t spawn(const std::vector<std::string>& command, int input, int output,
            const std::filesystem::path& log) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0644);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = -1;
    const int failure = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    return failure == 0 ? child : -1;
}

}  // namespace

PipeProcess::PipeProcess(const std::vector<std::string>& command, const std::filesystem::path& log) {
    // A child that dies is noticed by its missing answer.
    std::signal(SIGPIPE, SIG_IGN);
    const Pipe input = makePipe();
    const Pipe output = makePipe();
    m_child = spawn(command, input.read, output.write, log);
    ::close(input.read);
    ::close(output.write);
    m_input = ::fdopen(input.write, "w");
    m_output = ::fdopen(output.read, "r");
    if (m_child < 0) {
        std::fclose(m_input);
        std::fclose(m_output);
        throw std::runtime_error("cannot start " + command.front());
    }
}

PipeProcess::~PipeProcess() {
    std::fclose(m_input);
    std::fclose(m_output);
    ::waitpid(m_child, nullptr, 0);
}

void PipeProcess::send(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), m_input);
    std::fputc('\n', m_input);
    std::fflush(m_input);
}

std::optional<std::string> PipeProcess::receive() {
    char* text = nullptr;
    std::size_t capacity = 0;
    const ssize_t length = ::getline(&text, &capacity, m_output);
    std::optional<std::string> line;
    if (length > 0) line.emplace(text, static_cast<std::size_t>(length));
    std::free(text);
    if (line && line->ends_with('\n')) line->pop_back();
    return line;
}

}  // namespace headscope::bench
