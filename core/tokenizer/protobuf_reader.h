// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headscope::core {

/// One field of a protocol-buffers message. What the field's type does not have is zero or empty.
struct ProtobufField {
    std::uint32_t number = 0;
    std::uint64_t integer = 0;  ///< of integers and booleans
    float real = 0;             ///< of 32-bit numbers
    std::string_view bytes;     ///< of texts, bytes and messages
};

/// Goes through the fields of a message in wire format; groups are refused. The bytes must stay.
class ProtobufReader {
public:
    /// `file` for messages.
    ProtobufReader(std::string_view message, std::string file);

    /// The next field; nothing at the end. Throws Error(TokenizerInvalid) when the message is damaged.
    std::optional<ProtobufField> next();

private:
    std::uint64_t integer();
    std::string_view take(std::uint64_t size);
    [[noreturn]] void throwDamaged() const;

    std::string_view m_rest;
    std::string m_file;
};

}  // namespace headscope::core
