// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/npz_reader.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/checkpoint/torch_views.h"
#include "core/checkpoint/zip_archive.h"

// The format is that of numpy.lib.format, versions 1 to 3. Its header is a literal of Python; nothing else
// than the one dictionary that numpy writes is read.

namespace headscope::core {
namespace {

constexpr std::size_t longestHeader = 10'000;
constexpr std::size_t mostDimensions = 64;

[[noreturn]] void fail(const MappedFile& file, const std::string& name, const std::string& reason) {
    throw Error(ErrorCode::NpyInvalid, {file.name(), name, reason});
}

struct Header {
    std::string type;
    bool columnsFirst = false;
    std::vector<std::uint64_t> shape;
};

/// Reads the literal {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } in any order of its keys;
/// every function answers nothing or false when something else stands there.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : m_rest(text) {}

    std::optional<Header> read() {
        Header header;
        int known = 0;
        if (!take("{")) return std::nullopt;
        while (!take("}")) {
            const auto key = text();
            if (!key || !take(":") || !readValue(*key, header)) return std::nullopt;
            ++known;
            if (!take(",") && !startsWith("}")) return std::nullopt;
        }
        skipBlanks();
        if (known != 3 || !m_rest.empty() || header.type.empty()) return std::nullopt;
        return header;
    }

private:
    bool readValue(const std::string& key, Header& header) {
        if (key == "descr") {
            const auto type = text();
            header.type = type.value_or("");
            return type.has_value();
        }
        if (key == "fortran_order") {
            header.columnsFirst = take("True");
            return header.columnsFirst || take("False");
        }
        return key == "shape" && readShape(header.shape);
    }

    bool readShape(std::vector<std::uint64_t>& shape) {
        if (!take("(")) return false;
        while (!take(")")) {
            const auto length = number();
            if (!length || shape.size() == mostDimensions) return false;
            shape.push_back(*length);
            if (!take(",") && !startsWith(")")) return false;
        }
        return true;
    }

    void skipBlanks() {
        while (!m_rest.empty() && (m_rest.front() == ' ' || m_rest.front() == '\n')) m_rest.remove_prefix(1);
    }
    bool startsWith(std::string_view word) {
        skipBlanks();
        return m_rest.starts_with(word);
    }
    bool take(std::string_view word) {
        if (!startsWith(word)) return false;
        m_rest.remove_prefix(word.size());
        return true;
    }
    std::optional<std::string> text() {
        skipBlanks();
        if (m_rest.empty() || (m_rest.front() != '\'' && m_rest.front() != '"')) return std::nullopt;
        const std::size_t end = m_rest.find(m_rest.front(), 1);
        if (end == m_rest.npos) return std::nullopt;
        std::string value(m_rest.substr(1, end - 1));
        m_rest.remove_prefix(end + 1);
        return value;
    }
    /// Digits, and the L that Python 2 put behind them.
    std::optional<std::uint64_t> number() {
        constexpr std::uint64_t most = std::uint64_t{1} << 56;
        skipBlanks();
        std::uint64_t value = 0;
        std::size_t digits = 0;
        for (; digits < m_rest.size() && std::isdigit(static_cast<unsigned char>(m_rest[digits])) != 0;
             ++digits) {
            value = value * 10 + static_cast<std::uint64_t>(m_rest[digits] - '0');
            if (value > most) return std::nullopt;
        }
        if (digits == 0) return std::nullopt;
        m_rest.remove_prefix(digits);
        take("L");
        return value;
    }

    std::string_view m_rest;
};

/// "<f4" is F32. Big-endian numbers, texts and Python objects have no row.
const StoredType* typeNamed(std::string_view name) {
    struct Row {
        std::string_view numpy;
        std::string_view stored;
    };
    constexpr Row rows[] = {{"f2", "F16"}, {"f4", "F32"}, {"f8", "F64"}, {"i1", "I8"},
                            {"i2", "I16"}, {"i4", "I32"}, {"i8", "I64"}, {"u1", "U8"},
                            {"u2", "U16"}, {"u4", "U32"}, {"u8", "U64"}, {"b1", "BOOL"}};
    if (name.empty() || std::string_view("<|=").find(name.front()) == std::string_view::npos) return nullptr;
    for (const Row& row : rows) {
        if (row.numpy == name.substr(1)) return findStoredType(row.stored);
    }
    return nullptr;
}

/// The text of the header; `begin` becomes the place of the data.
std::string headerText(const MappedFile& file, const std::string& name, std::span<const std::byte> bytes,
                       std::size_t& begin) {
    constexpr std::size_t shortPrefix = 10;  // magic, version, 16 bits of length
    constexpr std::size_t longPrefix = 12;   // the same with 32 bits
    const auto offset = static_cast<std::size_t>(bytes.data() - file.bytes().data());
    const std::string start = file.copy(offset, std::min(longPrefix, bytes.size()));
    if (start.size() < longPrefix || !start.starts_with("\x93NUMPY")) fail(file, name, "it is no .npy file");
    const auto byte = [&](std::size_t place) {
        return std::size_t{static_cast<unsigned char>(start[place])};
    };
    const std::size_t version = byte(6);
    if (version < 1 || version > 3) fail(file, name, "it is of an unknown version");
    std::size_t length = byte(8) | byte(9) << 8;
    if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
    begin = version > 1 ? longPrefix : shortPrefix;
    if (length > longestHeader || length > bytes.size() - begin) fail(file, name, "its header is too long");
    const std::string text = file.copy(offset + begin, length);
    begin += length;
    return text;
}

/// Strides of rows after each other, or of columns after each other.
std::vector<Index> stridesOf(const std::vector<Index>& shape, bool columnsFirst) {
    std::vector<Index> strides(shape.size(), 1);
    Index step = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::size_t d = columnsFirst ? i : shape.size() - 1 - i;
        strides[d] = step;
        step *= std::max<Index>(shape[d], 1);
    }
    return strides;
}

}  // namespace

TensorView readNpy(const std::string& name, const MappedFile& file, std::span<const std::byte> bytes) {
    std::size_t begin = 0;
    const std::string text = headerText(file, name, bytes, begin);
    const auto header = HeaderReader(text).read();
    if (!header) fail(file, name, "its header is damaged");
    TorchTensor tensor;
    tensor.name = name;
    tensor.type = typeNamed(header->type);
    if (tensor.type == nullptr) fail(file, name, "its elements are of type " + header->type);
    std::uint64_t elements = 1;
    bool empty = false;
    for (const std::uint64_t length : header->shape) {
        constexpr std::uint64_t most = std::numeric_limits<Index>::max();
        empty = empty || length == 0;
        if (length > 1 && length > most / elements) fail(file, name, "its shape is impossibly large");
        elements *= std::max<std::uint64_t>(length, 1);
        tensor.shape.push_back(static_cast<Index>(length));
    }
    tensor.end = empty ? 0 : elements;
    if (tensor.end != (bytes.size() - begin) / (tensor.type->bits / 8) ||
        (bytes.size() - begin) % (tensor.type->bits / 8) != 0)
        fail(file, name, "its data do not fit its shape");
    tensor.strides = stridesOf(tensor.shape, header->columnsFirst);
    return TorchViews(bytes.size()).view(tensor, file, bytes.subspan(begin));
}

std::vector<TensorView> readNpz(const MappedFile& file) {
    constexpr std::string_view suffix = ".npy";
    const ZipArchive archive(file);
    std::vector<TensorView> arrays;
    for (const ZipMember& member : archive.members()) {
        std::string name = member.name;
        if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
        const ZipArchive::Content content = archive.open(member);
        arrays.push_back(readNpy(name, content.file, content.bytes));
    }
    return arrays;
}

}  // namespace headscope::core
