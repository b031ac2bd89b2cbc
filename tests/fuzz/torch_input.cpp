// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/torch_input.h"

#include <cstring>

#include "tests/support/pickle_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::fuzz {
namespace {

namespace p = test::pickle;

std::int64_t anySigned(ByteSource& source, std::int64_t usual) {
    if (source.rarely(40)) return static_cast<std::int64_t>(source.edge());
    return source.rarely(60) ? -usual - 1 : usual;
}

p::Tensor tensorFrom(ByteSource& source, bool legacy) {
    p::Tensor tensor;
    tensor.storage =
        source.oneOf<const char*>({"FloatStorage", "HalfStorage", "LongStorage", "ByteStorage", "BoolStorage",
                                   "BFloat16Storage", "ComplexFloatStorage", "Size"});
    tensor.key = source.oneOf<const char*>({"0", "1", "2", "../0", ""});
    tensor.shape.clear();
    tensor.strides.clear();
    const std::size_t dimensions = source.below(4);
    std::int64_t step = 1;
    for (std::size_t i = 0; i < dimensions; ++i) {
        tensor.shape.push_back(anySigned(source, source.oneOf<std::int64_t>({1, 2, 3, 0})));
        tensor.strides.push_back(anySigned(source, source.oneOf<std::int64_t>({step, 1, 0, 2})));
        step *= 2;
    }
    if (source.rarely(30)) tensor.strides.push_back(1);
    tensor.elements = anySigned(source, source.oneOf<std::int64_t>({8, 4, 16, 1}));
    tensor.offset = anySigned(source, source.oneOf<std::int64_t>({0, 1, 2}));
    if (legacy) {
        const std::int64_t begin = anySigned(source, 1);
        const std::int64_t count = anySigned(source, 4);
        tensor.extra =
            source.rarely(3) ? p::tuple({p::text("v"), p::integer(begin), p::integer(count)}) : "N";
    }
    return tensor;
}

std::string valueFrom(ByteSource& source, bool legacy) {
    const std::string tensor = p::tensor(tensorFrom(source, legacy));
    switch (source.below(8)) {
        case 5:
            return p::call(p::global("torch._utils", "_rebuild_parameter"), {tensor, "\x88", "}"});
        case 6:
            return source.oneOf<std::string>({"K\x01", "N", "]", "}", ")", p::global("torch", "float32")});
        case 7:
            return p::call(p::global("torch._tensor", "_rebuild_from_type_v2"),
                           {p::global("torch._utils", "_rebuild_tensor_v2"), p::global("torch", "Tensor"),
                            p::tuple({tensor}), "}"});
        default:
            return tensor;
    }
}

std::string stateDictFrom(ByteSource& source, const std::string& prefix, bool legacy) {
    std::vector<std::string> items;
    const std::size_t count = 1 + source.below(4);
    for (std::size_t i = 0; i < count; ++i) {
        items.push_back(p::text(prefix + std::to_string(source.rarely(30) ? 0 : i)));
        items.push_back(valueFrom(source, legacy));
    }
    if (source.rarely(30)) items.pop_back();
    const std::string dictionary = p::dictionary(items);
    if (source.rarely(4)) {
        const auto key = source.oneOf<const char*>({"state_dict", "model", "other"});
        return p::dictionary({p::text(key), dictionary});
    }
    return dictionary;
}

/// Any opcodes after each other; those with an argument get one of the right length.
std::string opcodesFrom(ByteSource& source) {
    std::string all;
    const std::size_t count = source.below(64);
    for (std::size_t i = 0; i < count; ++i) {
        all += source.oneOf<std::string>({"N",
                                          "K\x01",
                                          "(",
                                          ")",
                                          "]",
                                          "}",
                                          "t",
                                          "\x85",
                                          "\x86",
                                          "\x87",
                                          "a",
                                          "e",
                                          "s",
                                          "u",
                                          "R",
                                          "b",
                                          "Q",
                                          std::string("q\0", 2),
                                          std::string("h\0", 2),
                                          "q\x01",
                                          "h\x01",
                                          "\x94",
                                          "\x88",
                                          "\x8F",
                                          "\x90",
                                          "d",
                                          p::text("storage"),
                                          p::text("0"),
                                          p::global("torch", "FloatStorage"),
                                          p::global("torch._utils", "_rebuild_tensor_v2"),
                                          p::global("collections", "OrderedDict"),
                                          p::integer(4),
                                          "\x81",
                                          "\x8C\x01x",
                                          "G12345678",
                                          "\x93"});
    }
    return all;
}

/// One byte of a finished text changed, now and then.
void damage(ByteSource& source, std::string& bytes) {
    if (!source.rarely(12) || bytes.empty()) return;
    const std::size_t place = source.edge() % bytes.size();
    bytes[place] = static_cast<char>(source.byte());
}

std::string legacyFrom(ByteSource& source, const std::string& prefix) {
    std::string file = "\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.";
    file += p::whole(source.rarely(40) ? "K\x01" : "M\xE9\x03") + p::whole("}");
    file += pickleFrom(source, prefix, true);
    std::string keys = "](";
    const std::size_t count = 1 + source.below(3);
    for (std::size_t i = 0; i < count; ++i) keys += p::text(std::to_string(source.rarely(20) ? 0 : i));
    file += p::whole(keys + "e");
    for (std::size_t i = 0; i < count; ++i) {
        test::appendNumber(file, source.rarely(20) ? source.edge() : 8, 8);
        file += std::string(source.oneOf<std::size_t>({32, 16, 64, 8}), '\x3C');
    }
    damage(source, file);
    return file;
}

}  // namespace

std::string zipFrom(ByteSource& source, std::vector<test::ZipPart> parts) {
    for (test::ZipPart& part : parts) {
        if (source.rarely(40)) part.method = source.oneOf<std::uint16_t>({8, 1, 99});
        if (source.rarely(60)) part.flags = 1;
        if (source.rarely(60)) part.localName = "other";
        if (source.rarely(60)) part.claimedBytes = source.edge();
    }
    if (source.rarely(30) && !parts.empty()) parts.push_back(parts.front());
    std::string file = test::zipBytes(parts);
    // A number of the directory or of the end record becomes an edge.
    if (source.rarely(16)) {
        std::string number;
        test::appendNumber(number, source.edge(), 4);
        const std::size_t tail = std::min<std::size_t>(file.size() - 4, 46 * parts.size() + 80);
        file.replace(file.size() - 4 - source.edge() % (tail + 1), 4, number);
    }
    damage(source, file);
    if (source.rarely(60)) file.resize(source.edge() % (file.size() + 1));
    return file;
}

std::string pickleFrom(ByteSource& source, const std::string& prefix, bool legacy) {
    std::string bytes = source.rarely(4) ? opcodesFrom(source) : stateDictFrom(source, prefix, legacy);
    bytes = p::whole(bytes);
    damage(source, bytes);
    return bytes;
}

std::string torchFileFrom(ByteSource& source, const std::string& prefix) {
    if (source.rarely(3)) return legacyFrom(source, prefix);
    std::vector<test::ZipPart> parts = {{"a/data.pkl", pickleFrom(source, prefix, false)}};
    const std::size_t storages = 1 + source.below(3);
    for (std::size_t i = 0; i < storages; ++i) {
        const auto size = source.oneOf<std::size_t>({64, 32, 16, 128, 0});
        parts.push_back({"a/data/" + std::to_string(i), std::string(size, '\x3C')});
    }
    if (source.rarely(10)) parts.push_back({"a/byteorder", source.oneOf<const char*>({"little", "big"})});
    if (source.rarely(40)) parts.push_back({"a/code/x.py", "x"});
    if (source.rarely(40)) parts.push_back({"data.pkl", "x"});
    return zipFrom(source, std::move(parts));
}

std::vector<std::string> savedTorchFiles() {
    std::vector<std::string> files;
    const std::filesystem::path folder = std::filesystem::path(HEADSCOPE_TEST_DATA) / "torch";
    for (const char* name : {"zip.pt", "legacy.pt", "deflated.pt", "eights.pt", "trainer.pt", "script.pt"})
        files.push_back(test::contentOf(folder / name));
    return files;
}

}  // namespace headscope::fuzz
