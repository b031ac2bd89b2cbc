// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/protobuf_reader.h"

#include <bit>
#include <utility>

#include "core/base/error.h"

namespace headscope::core {
namespace {

// How a field is written: the low three bits of its key.
enum WireType { Varint = 0, Fixed64 = 1, LengthDelimited = 2, Fixed32 = 5 };

std::uint32_t littleEndian32(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

}  // namespace

ProtobufReader::ProtobufReader(std::string_view message, std::string file)
    : m_rest(message), m_file(std::move(file)) {}

void ProtobufReader::throwDamaged() const {
    throw Error(ErrorCode::TokenizerInvalid, {m_file, "it is no SentencePiece model, or a damaged one"});
}

std::uint64_t ProtobufReader::integer() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = static_cast<unsigned char>(take(1)[0]);
        value |= std::uint64_t{byte & 0x7Fu} << shift;
        if (byte < 0x80) return value;
    }
    throwDamaged();
}

std::string_view ProtobufReader::take(std::uint64_t size) {
    if (size > m_rest.size()) throwDamaged();
    const std::string_view taken = m_rest.substr(0, static_cast<std::size_t>(size));
    m_rest.remove_prefix(taken.size());
    return taken;
}

std::optional<ProtobufField> ProtobufReader::next() {
    if (m_rest.empty()) return std::nullopt;
    const std::uint64_t key = integer();
    ProtobufField field;
    field.number = static_cast<std::uint32_t>(key >> 3);
    if (key >> 32 != 0 || field.number == 0) throwDamaged();
    switch (key & 7) {
        case Varint:
            field.integer = integer();
            return field;
        case Fixed64:
            take(8);
            return field;
        case LengthDelimited:
            field.bytes = take(integer());
            return field;
        case Fixed32:
            field.real = std::bit_cast<float>(littleEndian32(take(4)));
            return field;
    }
    throwDamaged();
}

}  // namespace headscope::core
