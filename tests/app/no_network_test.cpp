// SPDX-License-Identifier: GPL-3.0-or-later
#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

// Nothing leaves the computer: neither a library of the program nor a function that it calls could send.
// Libraries of libraries do not count (Qt's own GUI library links D-Bus).

namespace headscope::test {
namespace {

/// What the dynamic section and the symbol table of a 64-bit ELF program say.
class Program {
public:
    explicit Program(const std::string& path) : m_bytes(contentOf(path)) {
        const auto header = at<Elf64_Ehdr>(0);
        for (int i = 0; i < header.e_shnum; ++i)
            m_sections.push_back(
                at<Elf64_Shdr>(header.e_shoff + static_cast<std::size_t>(i) * header.e_shentsize));
    }

    std::set<std::string> libraries() const {
        std::set<std::string> names;
        each<Elf64_Dyn>(SHT_DYNAMIC, [&](const Elf64_Dyn& entry, const Elf64_Shdr& texts) {
            if (entry.d_tag == DT_NEEDED) names.insert(text(texts, entry.d_un.d_val));
        });
        return names;
    }

    std::set<std::string> calls() const {
        std::set<std::string> names;
        each<Elf64_Sym>(SHT_DYNSYM, [&](const Elf64_Sym& symbol, const Elf64_Shdr& texts) {
            if (symbol.st_shndx == SHN_UNDEF) names.insert(text(texts, symbol.st_name));
        });
        return names;
    }

private:
    template <typename T>
    T at(std::size_t place) const {
        T value;
        if (place + sizeof value > m_bytes.size()) throw std::runtime_error("not a program");
        std::memcpy(&value, m_bytes.data() + place, sizeof value);
        return value;
    }
    std::string text(const Elf64_Shdr& texts, std::size_t place) const {
        return m_bytes.c_str() + texts.sh_offset + place;
    }
    template <typename T, typename Visit>
    void each(Elf64_Word type, Visit visit) const {
        for (const Elf64_Shdr& section : m_sections) {
            if (section.sh_type != type) continue;
            for (std::size_t place = 0; place < section.sh_size; place += sizeof(T))
                visit(at<T>(section.sh_offset + place), m_sections.at(section.sh_link));
        }
    }

    std::string m_bytes;
    std::vector<Elf64_Shdr> m_sections;
};

TEST(NoNetwork, NoLibraryOfTheProgramCouldSend) {
    const auto libraries = Program(HEADSCOPE_PROGRAM).libraries();
    ASSERT_TRUE(libraries.contains("libc.so.6"));
    for (const std::string& library : libraries) {
        for (const char* denied : {"Qt6Network", "Qt6WebEngine", "Qt6WebSockets", "curl", "libssl",
                                   "libcrypto", "mpi", "gnutls", "nghttp"})
            EXPECT_EQ(library.find(denied), std::string::npos) << library;
    }
}

TEST(NoNetwork, TheProgramCallsNoSockets) {
    const auto calls = Program(HEADSCOPE_PROGRAM).calls();
    ASSERT_TRUE(calls.contains("pread") || calls.contains("pread64"));
    for (const char* denied : {"socket", "connect", "bind", "listen", "accept", "accept4", "send", "sendto",
                               "sendmsg", "recv", "recvfrom", "recvmsg", "socketpair", "getaddrinfo",
                               "gethostbyname", "gethostbyname2", "inet_pton", "res_query"})
        EXPECT_FALSE(calls.contains(denied)) << denied;
}

}  // namespace
}  // namespace headscope::test
