// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/checkpoint/zip_archive.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/torch_input.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::fuzz {
namespace {

std::string archiveFrom(ByteSource& source) {
    std::vector<test::ZipPart> parts;
    const std::size_t count = source.below(5);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = source.oneOf<const char*>({"a", "a/data.pkl", "b", "../c", ""});
        // Deflated "hello", or plain bytes.
        if (source.rarely(4)) {
            parts.push_back({name, std::string("\xCB\x48\xCD\xC9\xC9\x07\x00", 7), 8, 0, {}, 5});
        } else {
            parts.push_back({name + std::to_string(i), std::string(source.take(source.below(40)))});
        }
    }
    return zipFrom(source, std::move(parts));
}

void check(const core::MappedFile& file) {
    const core::ZipArchive archive(file);
    std::size_t end = 0;
    for (const core::ZipMember& member : archive.members()) {
        require(archive.find(member.name) == &member, "members are found by their names");
        require(member.begin + member.storedBytes <= file.size(), "members lie in the archive");
        end += member.storedBytes;
        try {
            require(archive.open(member).bytes.size() == member.bytes, "members are as long as they say");
        } catch (const core::Error& error) {
            require(error.code() == core::ErrorCode::ArchiveInvalid, "only unpacking fails");
        }
        try {
            require(archive.read(member).size() == member.bytes, "members are as long as they say");
        } catch (const core::Error& error) {
            require(error.code() == core::ErrorCode::ArchiveInvalid, "only unpacking and sums fail");
        }
    }
    require(end <= file.size(), "members share no bytes");
}

}  // namespace

// The first byte chooses: below seven an archive is described, seven is followed by the bytes of one.
std::vector<std::string> seeds() {
    std::vector<std::string> seeds = {std::string(300, '\0')};
    for (const std::string& file : savedTorchFiles()) seeds.push_back('\x07' + file);
    for (unsigned i = 0; i < 24; ++i) {
        seeds.push_back(randomDecisions(300, 1 + i / 4, i));
        seeds.back().front() = 0;
    }
    return seeds;
}

std::vector<std::string> dictionary() {
    return {"PK\x01\x02",
            "PK\x03\x04",
            "PK\x05\x06",
            "PK\x06\x06",
            "PK\x06\x07",
            std::string(4, '\xFF'),
            std::string(8, '\xFF'),
            std::string(4, '\0'),
            std::string("\x01\x00\x18\x00", 4),
            "data.pkl"};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const bool raw = source.byte() % 8 == 7;
    try {
        fuzz::check(test::inMemory("input", raw ? std::string(source.rest()) : fuzz::archiveFrom(source)));
    } catch (const core::Error&) {
    }
    return 0;
}
