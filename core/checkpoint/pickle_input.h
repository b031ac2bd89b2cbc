// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "core/base/error.h"
#include "core/tensor/mapped_file.h"

namespace headscope::core {

/// The bytes of a pickle one after the other, whose length nobody knows beforehand: read in pieces, so that
/// the weights behind it are not touched.
class PickleInput {
public:
    /// `file` must outlive this; `begin` ≤ `end` ≤ its size.
    PickleInput(const MappedFile& file, std::size_t begin, std::size_t end)
        : m_file(file), m_next(begin), m_end(end) {}

    /// Of the next byte in the file.
    std::size_t position() const noexcept { return m_next - (m_piece.size() - m_used); }

    /// The next `size` bytes. Throws Error(PickleInvalid) when there are fewer.
    std::string take(std::size_t size) {
        if (size > m_end - position())
            throw Error(ErrorCode::PickleInvalid, {m_file.name(), "it is incomplete"});
        std::string bytes;
        bytes.reserve(size);
        while (bytes.size() < size) {
            if (m_used == m_piece.size()) refill();
            const std::size_t count = std::min(size - bytes.size(), m_piece.size() - m_used);
            bytes.append(m_piece, m_used, count);
            m_used += count;
        }
        return bytes;
    }

    /// The next little-endian number of type T.
    template <typename T>
    T number() {
        T value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }

private:
    void refill() {
        constexpr std::size_t pieceBytes = std::size_t{1} << 16;
        m_piece = m_file.copy(m_next, std::min(pieceBytes, m_end - m_next));
        m_next += m_piece.size();
        m_used = 0;
    }

    const MappedFile& m_file;
    std::size_t m_next;  // of the file, behind m_piece
    std::size_t m_end;
    std::string m_piece;
    std::size_t m_used = 0;
};

}  // namespace headscope::core
