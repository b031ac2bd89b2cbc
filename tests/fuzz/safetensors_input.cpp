// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/safetensors_input.h"

#include <cstring>

namespace headscope::fuzz {
namespace {

struct Type {
    const char* name;
    std::uint64_t bits;
};

struct Part {
    std::string text;         ///< of the header
    std::uint64_t bytes = 0;  ///< of data
};

std::uint64_t anyLength(ByteSource& source) {
    return source.rarely(12) ? source.edge() : source.oneOf<std::uint64_t>({1, 2, 3, 8, 0});
}

std::string anyNumber(ByteSource& source, std::uint64_t number) {
    if (!source.rarely(24)) return std::to_string(number);
    return source.oneOf<std::string>(
        {"-1", "1.5", "1e3", "NaN", "null", "\"1\"", "[]", "1e400", "18446744073709551616"});
}

Part shapeFrom(ByteSource& source, std::uint64_t bits) {
    const std::size_t dimensions = source.below(5);
    Part part{"[", 1};
    for (std::size_t i = 0; i < dimensions; ++i) {
        const std::uint64_t length = anyLength(source);
        part.text += (i == 0 ? "" : ",") + anyNumber(source, length);
        part.bytes *= length;
    }
    part.text += "]";
    part.bytes = part.bytes * bits / 8;
    return part;
}

std::string fieldName(ByteSource& source, const char* name) {
    return std::string("\"") + (source.rarely(40) ? source.oneOf({"dtype", "shape", "x"}) : name) + "\":";
}

Part tensorFrom(ByteSource& source, const std::string& name, std::uint64_t begin) {
    const Type type = source.oneOf<Type>({{"F32", 32},
                                          {"F16", 16},
                                          {"BF16", 16},
                                          {"F64", 64},
                                          {"I64", 64},
                                          {"I32", 32},
                                          {"I16", 16},
                                          {"I8", 8},
                                          {"U8", 8},
                                          {"BOOL", 8},
                                          {"F4", 4},
                                          {"F6_E2M3", 6},
                                          {"F8_E4M3", 8},
                                          {"C64", 64},
                                          {"WHAT", 8}});
    const Part shape = shapeFrom(source, type.bits);
    std::uint64_t first = begin;
    std::uint64_t last = begin + shape.bytes;
    if (source.rarely(30)) first = source.edge();
    if (source.rarely(30)) last = source.edge();
    Part part;
    // One statement for each read of the source: the operands of + may be evaluated in any order.
    part.text = "\"" + name + "\":{";
    part.text += fieldName(source, "dtype") + "\"" + type.name + "\",";
    part.text += fieldName(source, "shape") + shape.text + ",";
    part.text += fieldName(source, "data_offsets") + "[";
    part.text += anyNumber(source, first) + ",";
    part.text += anyNumber(source, last) + "]}";
    part.bytes = last - begin;
    return part;
}

std::string metadataFrom(ByteSource& source) {
    return "\"__metadata__\":" +
           source.oneOf<std::string>({R"({"format":"pt"})", "{}", "null", "[]", R"({"n":1})"});
}

/// The length before the header, mostly the true one.
std::string lengthFrom(ByteSource& source, std::uint64_t length) {
    if (source.rarely(40)) length = source.edge();
    if (source.rarely(40)) length = ~std::uint64_t{0} - source.byte();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes;
}

}  // namespace

std::string safetensorsFrom(ByteSource& source, const std::string& prefix) {
    constexpr std::uint64_t mostData = 1 << 16;
    std::string header = "{";
    std::uint64_t size = 0;
    if (source.rarely(4)) header += metadataFrom(source) + ",";
    const std::size_t count = 1 + source.below(5);
    for (std::size_t i = 0; i < count; ++i) {
        // Scales belong to the tensor whose name they continue.
        const std::string end = source.rarely(6) ? source.oneOf<const char*>({"_scale", "_scale_inv"}) : "";
        const std::string name = prefix + std::to_string(source.rarely(30) || !end.empty() ? 0 : i) + end;
        const Part part = tensorFrom(source, name, size);
        header += (i == 0 ? "" : ",") + part.text;
        size += part.bytes;
    }
    header += source.rarely(30) ? "" : "}";
    header.append(source.below(9), ' ');
    if (source.rarely(16) && !header.empty()) {
        const std::size_t place = source.edge() % header.size();
        header[place] = static_cast<char>(source.byte());
    }
    if (source.rarely(16)) size = source.edge();
    std::string data(static_cast<std::size_t>(size % mostData), '\x3C');
    const std::string_view bytes = source.take(data.size() % 64);
    data.replace(0, bytes.size(), bytes);
    return lengthFrom(source, header.size()) + header + data;
}

}  // namespace headscope::fuzz
